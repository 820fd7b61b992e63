"""Lines that break and servers that die: the page comes back by itself, and nothing is lost."""

from collections.abc import Callable

from playwright.sync_api import WebSocketRoute

from tests.browser.house import ANN, BOB, Server, ann, bob
from tests.browser.people import Person

Meet = Callable[..., Person]
FULL = 4507  # the closing code of a server that can keep nothing
BACK = "() => !document.body.classList.contains('lost')"


class Line:
    """The line of one page to the server, which can be cut and mended."""

    def __init__(self, person: Person) -> None:
        self.whole, self.open, self.tried = True, list[WebSocketRoute](), 0
        person.page.route_web_socket("**/live**", self.connected)

    def connected(self, socket: WebSocketRoute) -> None:
        self.tried += 1
        if self.whole:
            socket.connect_to_server()
            self.open.append(socket)
        else:
            socket.close(code=1011)

    def cut(self, code: int = 1011) -> None:
        self.whole = False
        for socket in self.open:
            socket.close(code=code)
        self.open.clear()

    def mend(self) -> None:
        self.whole = True


def test_moves_made_while_the_line_was_down_arrive(meet: Meet, server: Server) -> None:
    me, other = meet(cookie=ANN), meet(cookie=BOB)
    line = Line(me)
    address = server.lay("samliam", 4, places=(ann(), bob()))
    for person in (me, other):
        person.go(address)
    made = me.move()
    other.awaits(made)
    line.cut()
    me.reads("#status", "Connection lost")
    made = other.move()
    assert me.sees().made == made - 1
    assert not me.sees().lit
    line.mend()
    me.awaits(made)
    assert me.sit().lit
    assert me.log() == other.log()
    assert me.move() == made + 1
    other.awaits(made + 1)


def test_when_the_disk_is_full_the_page_says_so_and_tries_again_only_after_a_while(meet: Meet, server: Server) -> None:
    me = meet(cookie=ANN)
    line = Line(me)
    me.page.clock.install()
    me.go(server.lay("samliam", 4, places=(ann(), bob())))
    me.sit()
    line.cut(FULL)
    me.reads("#status", "disk is full")
    line.mend()
    me.page.clock.fast_forward(10_000)
    assert line.tried == 1
    me.reads("#status", "disk is full")
    me.page.clock.fast_forward(20_000)
    me.page.wait_for_function(BACK)
    assert line.tried == 2
    assert me.sit().lit


def test_a_killed_server_has_lost_no_move_and_the_game_goes_on(meet: Meet, own_server: Callable[..., Server]) -> None:
    server = own_server("samarra")
    person = meet(cookie=ANN, at=server)
    person.forgiven = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
    person.go(server.lay("samarra", 8))
    for seed in range(3):
        person.move(seed)
    person.sit()
    told = person.log()
    server.kill()
    person.reads("#status", "Connection lost")
    assert person.log() == told
    server.start()
    person.page.wait_for_function(BACK)
    assert person.sit().lit
    assert person.log()[: len(told)] == told
    person.page.reload()
    assert person.sit().lit
    assert person.log()[: len(told)] == told
    made = person.move()
    assert made > len(told) - 1
