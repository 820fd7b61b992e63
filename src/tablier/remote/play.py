"""A person at a terminal who plays at a table of a server elsewhere."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.text import Text

from tablier.bots.rehearsal import PLAYING, rehearse
from tablier.core.errors import BadOption
from tablier.core.words import word
from tablier.remote.client import Server, last_step
from tablier.remote.promises import Message
from tablier.remote.sitting import Sitting
from tablier.terminal.prompt import ask
from tablier.terminal.screen import Screen

CLOCK = re.compile(r"(\d+(?:\.\d+)?)(?:(\+)(\d+)|(d)(\d+)?)?")
YES = {"fr": "oui", "en": "yes"}


@dataclass(frozen=True)
class TableWish:
    """A new table: the first seat is ours, then come people by links, then bots."""

    game: str
    seats: int | None
    people: int
    level: int
    options: Mapping[str, Any]
    name: str = ""
    clock: Mapping[str, Any] | None = None


def read_clock(text: str) -> dict[str, Any] | None:
    """A clock as it is typed: 5+3 with an increment, 5d3 with a delay, 3d by correspondence; none if nothing is."""
    if not text:
        return None
    found = CLOCK.fullmatch(text)
    if found is None:
        raise BadOption("remote.clock", given=repr(text))
    first, more = float(found[1]), found[3] or found[5]
    if found[4] and not more:
        return {"kind": "days", "days": first}
    return {"kind": "delay" if found[4] else "fischer", "minutes": first, "seconds": float(more or 0)}


def at_new_table(server: Server, wish: TableWish) -> None:
    """Have a table made, and play at it."""
    known = {row["key"]: row["seats"] for row in server.get("/api/games")}
    number = wish.seats or min(known.get(wish.game, [wish.people]))
    if wish.people > number:
        raise BadOption("terminal.people", people=wish.people, seats=number)
    seats: list[Mapping[str, Any]] = [{"kind": "me", "name": wish.name}, *[{"kind": "link"}] * (wish.people - 1)]
    seats += [{"kind": "bot", "level": wish.level}] * (number - len(seats))
    body = {"game": wish.game, "seats": seats, "options": dict(wish.options)}
    made = server.post("/api/tables", body | ({"clock": wish.clock} if wish.clock else {}))
    links = [server.url + seat["link"] for seat in made["seats"] if seat["link"]]
    run(Sitting(server, made["table"]), links)


def at_table(server: Server, table: str) -> None:
    """Play on at a table where a seat is ours already, or watch."""
    run(Sitting(server, last_step(table)))


def at_seat(server: Server, link: str, name: str) -> None:
    """Take a seat by its link, and play."""
    run(Sitting(server, server.claim(link, name)))


def run(sitting: Sitting, links: Sequence[str] = ()) -> None:
    """Play until the game is over or somebody leaves."""
    session: RemoteSession | None = None
    for message in sitting.messages():
        if session is None and message["type"] == "table":
            session = RemoteSession(sitting, message, links)
        if session is not None:
            session.hear(message)
            if session.over:
                return


def figures(seconds: float) -> str:
    """Seconds as a clock shows them."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class RemoteSession(Screen):
    """One sitting at a table elsewhere."""

    def __init__(self, sitting: Sitting, table: Message, links: Sequence[str]) -> None:
        self.sitting = sitting
        self.seat = self.own_seat(table["now"])
        super().__init__(sitting.account(self.seat), sitting.server.language)
        self.status = ""
        self.now: Message = table["now"]
        self.fresh = True  # something has happened that was not shown
        self.moved: int | None = None  # after so many moves we have made one of which nothing was heard yet
        self.asks = False  # whether the person is to type something
        self.asked: tuple[str, int] | None = None  # an offer that was put to the person
        self.commands |= {
            "undo": self.take_back, "chat": self.chat, "draw": self.offer_draw, "resign": self.resign,
        }  # fmt: skip
        self.prepare()
        self.introduce(table["seats"], links)

    def own_seat(self, now: Message) -> int | None:
        """The seat from which we look: the one that decides, if several are ours; none for a spectator."""
        mine = self.sitting.mine
        return now["to_move"] if now["to_move"] in mine else mine[0] if mine else None

    def prepare(self) -> None:
        """Compile the game, which takes a while the first time."""
        with self.console.status(word("terminal.preparing").say(self.language)):
            rehearse(self.match.game, *PLAYING)

    def introduce(self, seats: Sequence[Message], links: Sequence[str]) -> None:
        """Where this is, who sits where, and what can be typed."""
        self.tell("at", url=f"{self.sitting.server.url}/t/{self.sitting.table}")
        for seat in seats:
            who = word("remote.you").say(self.language) if seat["yours"] else seat["name"]
            line = word("terminal.sits", number=seat["seat"], seat=seat["title"], who=who).say(self.language)
            self.console.print(Text(line, style=self.styles[f"seat{seat['seat']}"]))
        for link in links:
            self.tell("invite", link=link)
        if self.sitting.mine:
            self.say("welcome", "dim")

    def tell(self, key: str, style: str = "", **args: Any) -> None:
        """Print a text about play elsewhere."""
        self.console.print(Text(word(f"remote.{key}", **args).say(self.language), style=style), soft_wrap=True)

    # What is heard

    def hear(self, message: Message) -> None:
        """Take in what the server tells."""
        kind = message["type"]
        if kind == "chat":
            self.console.print(Text(f"{message['name']} : {message['text']}", style="cyan"))
        elif kind == "happened":
            self.fresh = True
        elif kind == "refused":
            self.console.print(Text(message["message"], style="red"))
            self.moved = None
            self.stand()
        elif kind in ("table", "now"):
            self.now = message.get("now", message)
            if kind == "table":
                self.fresh, self.moved = True, None
            self.stand()

    def stand(self) -> None:
        """Show how things stand; ask for a move if it is our turn, or for an answer to an offer."""
        now = self.now
        ours = bool(now["moves"]) and now["to_move"] in self.sitting.mine
        if self.fresh and (ours or now["to_move"] is None or self.status != now["status"]):
            self.look(now)
        if self.status != now["status"]:
            self.status = now["status"]
            self.console.print(Text(self.status, style="bold"))
            self.show_clocks(now)
        if now["to_move"] is None:
            self.over = True
            if self.sitting.broken is not None:
                self.console.print(Text(self.sitting.broken.say(self.language), style="bold red"), soft_wrap=True)
        elif any(self.is_asked(offer) for offer in now["offers"]):
            self.consider(now["offers"][0])
        elif ours and now["number"] != self.moved:
            self.decide(now)

    def show_clocks(self, now: Message) -> None:
        """What each seat has left, at a table with a clock."""
        clock = now.get("clock")
        left = enumerate(clock["left"] if clock else ())
        told = [f"{self.name(seat)} {figures(seconds)}" for seat, seconds in left if seconds is not None]
        if told:
            self.tell("clocks", "dim", clocks=" · ".join(told))

    def look(self, now: Message) -> None:
        """Get the account of our seat, and show it."""
        seat = self.own_seat(now)
        if seat != self.seat:
            self.seat, self.told = seat, 0
        self.match = self.sitting.account(seat)
        self.fresh = False
        self.show()

    def is_asked(self, offer: Message) -> bool:
        """Whether somebody else has offered something that was not put to the person yet."""
        self.asked = self.asked if self.asked == (offer["kind"], offer["by"]) else None
        mine = self.sitting.mine
        concerned = offer["by"] not in mine and offer.get("other") in (None, *mine)
        return bool(mine) and concerned and self.asked is None

    def consider(self, offer: Message) -> None:
        """Ask for an answer to an offer."""
        self.asked = offer["kind"], offer["by"]
        self.tell(f"offer.{offer['kind']}", "bold", name=self.name(offer["by"]))
        answer = ask("> ", [YES[self.language]])
        yes = answer is not None and answer.lower().startswith(YES[self.language][0])
        self.sitting.send(type="answer", offer=offer["kind"], yes=yes)

    def decide(self, now: Message) -> None:
        """Ask for a move or a command, until there is something for the server to do."""
        legal = [move["move"] for move in now["moves"]]
        self.say(
            "your_turn", "bold", seat=self.name(now["to_move"]), count=len(legal), some=legal[:: 1 + len(legal) // 3]
        )
        self.asks = True
        while self.asks and not self.over:
            typed = ask("> ", [*legal, *self.commands])
            command, _, rest = ("quit" if typed is None else typed).partition(" ")
            if command in self.commands and typed not in legal:
                self.commands[command](rest.strip())
            elif typed:
                self.moved = now["number"]
                self.wish(type="move", number=now["number"], move=typed)

    def wish(self, **message: Any) -> None:
        """Ask the server for something, and listen to what it says."""
        self.asks = False
        self.sitting.send(**message)

    # Commands

    def help(self, _: str = "") -> None:
        """What can be typed."""
        self.tell("help")

    def take_back(self, _: str = "") -> None:
        """Take the last move back, or ask the others whether that may be."""
        self.wish(type="takeback")

    def offer_draw(self, _: str = "") -> None:
        """Offer a draw."""
        self.wish(type="draw")

    def resign(self, _: str = "") -> None:
        """Give up."""
        self.wish(type="resign", seat=self.seat)

    def chat(self, text: str) -> None:
        """Say something to all at the table."""
        if text:
            self.sitting.send(type="chat", text=text)
