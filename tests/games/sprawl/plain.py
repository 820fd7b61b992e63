"""Sprawl once more, slow and obvious: the rules read sentence by sentence over the JSON of a position.

Nothing here is shared with the engine, so the two can be compared.
"""

import copy
from typing import Any

Position = dict[str, Any]
WAYS = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
BACK = {"n": "s", "e": "w", "s": "n", "w": "e"}


def board(position: Position) -> list[str]:
    columns, rows = {3: (5, 6), 4: (6, 6), 5: (6, 6), 6: (6, 6), 7: (8, 8), 8: (8, 8)}[position["seats"]]
    return [f"{column}{row}" for column in "abcdefgh"[:columns] for row in range(1, rows + 1)]


def beyond(cell: str, way: str, steps: int = 1) -> str:
    """A cell name, perhaps of no cell on the board."""
    right, up = WAYS[way]
    return f"{chr(ord(cell[0]) + right * steps)}{int(cell[1:]) + up * steps}"


def tower_at(position: Position, cell: str) -> Any:
    return next((tower for tower in position["towers"] if tower["cell"] == cell), None)


def branch_at(position: Position, cell: str) -> Any:
    return next((branch for branch in position["branches"] if branch["cell"] == cell), None)


def empty(position: Position) -> list[str]:
    taken = {thing["cell"] for thing in position["towers"] + position["branches"]}
    return [cell for cell in board(position) if cell not in taken]


def control(tower: Any) -> int:
    return tower["pieces"][-1]["seat"]


def top(tower: Any) -> int:
    return tower["pieces"][-1]["size"]


def pips(tower: Any) -> int:
    return sum(piece["size"] for piece in tower["pieces"])


def root(position: Position, branch: Any) -> Any:
    while (tower := tower_at(position, branch["source"])) is None:
        branch = branch_at(position, branch["source"])
    return tower


def depth(position: Position, branch: Any) -> int:
    source = branch_at(position, branch["source"])
    return 1 if source is None else depth(position, source) + 1


def attackers(position: Position, tower: Any) -> list[Any]:
    found = [branch for branch in position["branches"] if beyond(branch["cell"], branch["points"]) == tower["cell"]]
    if not position["options"]["friendly_fire"]:
        found = [branch for branch in found if branch["seat"] != control(tower)]
    return found


def neutralised(position: Position, tower: Any) -> bool:
    attack = attackers(position, tower)
    if position["options"]["strongest"]:
        return sum(branch["size"] for branch in attack) > pips(tower)
    present = {piece["size"] for piece in tower["pieces"]}
    return any(branch["size"] not in present for branch in attack)


def target(branch: Any) -> str:
    return beyond(branch["cell"], branch["points"], branch["size"])


def usable(position: Position, seat: int) -> list[Any]:
    return [
        branch
        for branch in position["branches"]
        if branch["seat"] == seat
        and control(root(position, branch)) == seat
        and not neutralised(position, root(position, branch))
    ]


def sizes_left(position: Position, seat: int) -> list[int]:
    return [size for size in (1, 2, 3) if position["stash"][seat][size - 1]]


def starts(position: Position, seat: int) -> set[str]:
    return {f"T{size}{cell}" for size in sizes_left(position, seat) for cell in empty(position)}


def builds(position: Position, seat: int) -> set[str]:
    found = set()
    for tower in position["towers"]:
        mine = control(tower) == seat and not neutralised(position, tower)
        if position["options"]["sprawlgame"] and control(tower) != seat and neutralised(position, tower):
            mine = any(target(branch) == tower["cell"] for branch in usable(position, seat))
        if mine and top(tower) - 1 in sizes_left(position, seat):
            found.add(f"B{top(tower) - 1}{tower['cell']}")
    return found


def branch_moves(position: Position, seat: int) -> dict[str, Any]:
    """Notation and the branch as it will lie."""
    found: dict[str, Any] = {}
    cells, sources = board(position), usable(position, seat)
    towers = [tower for tower in position["towers"] if control(tower) == seat and not neutralised(position, tower)]
    bearing = [branch for branch in sources if depth(position, branch) + 1 <= len(root(position, branch)["pieces"])]
    for cell in empty(position):
        for points in WAYS:
            if beyond(cell, points) not in cells:
                continue
            for size in sizes_left(position, seat):
                for tower in towers:
                    if beyond(tower["cell"], points) == cell:
                        lay(found, cell, seat, size, points, tower["cell"])
                for source in bearing:
                    if source["size"] == size + 1 and may_point(position, source, cell, points):
                        lay(found, cell, seat, size, points, source["cell"])
    return found


def may_point(position: Position, source: Any, cell: str, points: str) -> bool:
    if beyond(source["cell"], points) == cell:
        return True
    loose = position["options"]["branching"] == "loose"
    ahead = beyond(source["cell"], source["points"]) == cell
    return loose and ahead and points != BACK[source["points"]]


def lay(found: dict[str, Any], cell: str, seat: int, size: int, points: str, source: str) -> None:
    straight = beyond(source, points) == cell
    notation = f"R{size}{cell}{points}" + ("" if straight else f"/{source}")
    assert notation not in found
    found[notation] = {"cell": cell, "seat": seat, "size": size, "points": points, "source": source}


def with_tower(position: Position, seat: int, size: int, cell: str) -> Position:
    after = copy.deepcopy(position)
    after["towers"].append({"cell": cell, "pieces": [{"seat": seat, "size": size}]})
    after["stash"][seat][size - 1] -= 1
    return after


def spores(position: Position, seat: int) -> set[str]:
    found = set()
    for cell in {target(branch) for branch in usable(position, seat)} & set(empty(position)):
        for size in sizes_left(position, seat):
            after = with_tower(position, seat, size, cell)
            if not neutralised(after, tower_at(after, cell)):
                found.add(f"T{size}{cell}")
    return found - set((position["pending"] or {}).get("withdrawn", []))


def turns(position: Position) -> set[str]:
    """The legal turns of the seat whose turn it is."""
    seat = position["turn"]
    if not position["started"][seat]:
        return starts(position, seat)
    return builds(position, seat) | set(branch_moves(position, seat)) | spores(position, seat)


def is_asked(position: Position, seat: int, cell: str) -> bool:
    seats, turn, ending = position["seats"], position["turn"], position["ending"]
    order = [(turn + step) % seats for step in range(1, seats)]
    if ending is not None:
        order = order[: order.index(ending)]
    if seat not in order:
        return False
    for branch in branch_moves(position, seat).values():
        after = copy.deepcopy(position)
        after["branches"].append(branch)
        if neutralised(after, tower_at(after, cell)):
            return True
    return False


def taken_back(position: Position) -> Position:
    """The position after ``undo``, but for the card."""
    after = copy.deepcopy(position)
    tower = tower_at(after, after["pending"]["tower"])
    after["towers"].remove(tower)
    for piece in tower["pieces"]:
        after["stash"][piece["seat"]][piece["size"] - 1] += 1
    spore = f"T{tower['pieces'][0]['size']}{tower['cell']}"
    withdrawn = sorted([*after["pending"].get("withdrawn", []), spore], key=lambda text: (text[2:], text[1]))
    after["pending"] = {"withdrawn": withdrawn}
    return after


def legal(position: Position) -> set[str]:
    pending = position["pending"] or {}
    if "build" in pending:
        tower = tower_at(position, pending["build"])
        return {f"B{top(tower) - 1}{pending['build']}", "done"}
    if "ask" in pending:
        return {"ask", "let"}
    if "asked" in pending:
        return {"stand", "undo"} if turns(taken_back(position)) else {"stand"}
    if "turned" in pending:
        ones, twos = pending["turned"].count(1), pending["turned"].count(2)
        return cards(ones, twos)
    return turns(position)


def cards(ones: int, twos: int) -> set[str]:
    return {name for name, left in (("card1", 40 - ones), ("card2", 12 - twos)) if left}


def play(position: Position, move: str) -> Position:
    """The position after a legal move, scores included if that ends the game."""
    after = copy.deepcopy(position)
    pending = after["pending"] or {}
    if move in ("done", "let"):
        asked = after["turn"] if move == "done" else pending["ask"]
        return tidied(ask_next(after, pending.get("build") or pending["tower"], asked))
    if move == "ask":
        after["pending"]["asked"] = after["pending"].pop("ask")
    elif move == "stand":
        after = next_turn(after)
    elif move == "undo":
        after = taken_back(position)
        if sum(after["cards"]) < 52:
            after["cards"][pending["asked"]] += 1
    elif move.startswith("card"):
        pending["turned"].append(int(move[4]))
        if len(pending["turned"]) == sum(after["cards"]):
            after["outcome"] = outcome(after)
            after["pending"] = None
    else:
        after = put_piece(after, move)
    return tidied(after)


def put_piece(position: Position, move: str) -> Position:
    seat, size, cell = position["turn"], int(move[1]), move[2:4]
    was_started = position["started"][seat]
    pending = position["pending"] or {}
    if move[0] == "R":
        position["branches"].append(branch_moves(position, seat)[move])
    elif move[0] == "B":
        tower_at(position, cell)["pieces"].append({"seat": seat, "size": size})
    else:
        left = sum(target(branch) == cell for branch in usable(position, seat)) - 1
        position["towers"].append({"cell": cell, "pieces": [{"seat": seat, "size": size}]})
    position["stash"][seat][size - 1] -= 1
    position["started"][seat] = True
    if move[0] == "T" and was_started:
        return go_on_building(position, cell, left)
    if "build" in pending:
        return go_on_building(position, cell, pending["left"] - 1)
    return next_turn(position)


def go_on_building(position: Position, cell: str, left: int) -> Position:
    possible = top(tower_at(position, cell)) - 1 in sizes_left(position, position["turn"])
    if position["options"]["fast_building"] and left > 0 and possible:
        return pend(position, build=cell, left=min(left, 2))
    return ask_next(position, cell, position["turn"])


def ask_next(position: Position, cell: str, last: int) -> Position:
    seat = (last + 1) % position["seats"]
    while position["options"]["coup"] and seat != position["turn"]:
        if is_asked(position, seat, cell):
            return pend(position, ask=seat, tower=cell)
        seat = (seat + 1) % position["seats"]
    return next_turn(position)


def pend(position: Position, **pending: Any) -> Position:
    withdrawn = (position["pending"] or {}).get("withdrawn")
    position["pending"] = pending | ({"withdrawn": withdrawn} if withdrawn else {})
    return position


def next_turn(position: Position) -> Position:
    position["pending"] = None
    while True:
        position["turns"] += 1
        position["turn"] = position["turns"] % position["seats"]
        if position["ending"] == position["turn"]:
            if sum(position["cards"]):
                position["pending"] = {"turned": []}
            else:
                position["outcome"] = outcome(position)
            return position
        if turns(position):
            return position
        if position["ending"] is None:
            position["ending"] = position["turn"]


def tidied(position: Position) -> Position:
    for key in ("towers", "branches"):
        position[key].sort(key=lambda thing: thing["cell"])
    return position


def ranking(position: Position, seat: int) -> tuple[int, ...]:
    """Penalty, then the tie-breaks, turned so that the smallest is best."""
    lost = [tower for tower in position["towers"] if neutralised(position, tower)]
    kept = [tower for tower in position["towers"] if tower not in lost]
    stash = sum((size + 1) * count for size, count in enumerate(position["stash"][seat]))
    stash += sum(piece["size"] for tower in lost for piece in tower["pieces"] if piece["seat"] == seat)
    mine = [branch for branch in position["branches"] if branch["seat"] == seat]
    stash += sum(branch["size"] for branch in mine if root(position, branch) in lost)
    turned = iter((position["pending"] or {}).get("turned", []))
    points = [[next(turned) for _ in range(count)] for count in position["cards"]]
    helped = [tower for tower in lost if control(tower) != seat and helps(position, seat, tower)]
    cells = [tower for tower in kept if any(piece["seat"] == seat for piece in tower["pieces"])]
    cells += [branch for branch in mine if root(position, branch) not in lost]
    controlled = [tower for tower in kept if control(tower) == seat]
    return (
        stash - sum(points[seat]),
        -sum(pips(tower) for tower in helped),
        -len(helped),
        -len(cells),
        -sum(pips(tower) for tower in controlled),
        -len(controlled),
    )


def helps(position: Position, seat: int, tower: Any) -> bool:
    present = {piece["size"] for piece in tower["pieces"]}
    attack = [branch for branch in attackers(position, tower) if branch["seat"] == seat]
    return any(position["options"]["strongest"] or branch["size"] not in present for branch in attack)


def outcome(position: Position) -> dict[str, Any]:
    rankings = [ranking(position, seat) for seat in range(position["seats"])]
    winners = [seat for seat, found in enumerate(rankings) if found == min(rankings)]
    scores = [1 / len(winners) if seat in winners else 0.0 for seat in range(position["seats"])]
    return {"scores": scores, "reason": "stash"}
