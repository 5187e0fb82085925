"""The legal actions of a position's JSON, found the slow and simple way: a second opinion on the fast rules.

It shares nothing with them: boards are mappings of (column, row), ways are walked step by step.
"""

from __future__ import annotations

from core.game import Json

Place = tuple[int, int]
WILD = "YO"


def name(place: Place) -> str:
    return "abcdefgh"[place[0]] + str(place[1] + 1)


class Board:
    def __init__(self, data: dict[str, Json]) -> None:
        self.size = len(data["board"])
        self.at = {
            (x, y): letter for y, row in enumerate(data["board"]) for x, letter in enumerate(row) if letter != "."
        }
        middle = (self.size // 2 - 1, self.size // 2)
        self.closed = {(x, y) for x in middle for y in middle} if data["options"]["expert"] else set()
        favoured = [seat["god"] for seat in data["seats"]]
        self.gods = [god for god in "RAKH" if god == favoured[data["turn"]] or god not in favoured]
        self.rolled = data["rolled"]

    def inside(self, place: Place) -> bool:
        return 0 <= place[0] < self.size and 0 <= place[1] < self.size and place not in self.closed

    def empty(self) -> list[Place]:
        every = [(x, y) for x in range(self.size) for y in range(self.size)]
        return [place for place in every if self.inside(place) and place not in self.at]

    def beside(self, place: Place) -> list[Place]:
        x, y = place
        return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]

    def ends(self, start: Place) -> set[Place]:
        ways = [[start]]
        for _ in range(3):
            ways = [
                [*way, step]
                for way in ways
                for step in self.beside(way[-1])
                if self.inside(step) and step not in self.at and step not in way
            ]
        return {way[-1] for way in ways}

    def moves(self) -> list[str]:
        return [
            f"move {name(start)} {name(end)}"
            for start, letter in self.at.items()
            if self.rolled in ("Y", letter)
            for end in self.ends(start)
        ]

    def groups(self) -> list[tuple[str, set[Place]]]:
        """Every group of a god that the seat in turn may score."""
        found: list[tuple[str, set[Place]]] = []
        for god in self.gods:
            for place, letter in self.at.items():
                if letter == god and not any(place in group for of, group in found if of == god):
                    group, fresh = {place}, [place]
                    while fresh:
                        for step in self.beside(fresh.pop()):
                            if step not in group and self.at.get(step, "-") in god + WILD:
                                group.add(step)
                                fresh.append(step)
                    if len(group) >= 4:
                        found.append((god, group))
        return found

    def with_one_more(self, place: Place) -> list[tuple[str, set[Place]]]:
        """The groups that hold this place when the rolled Ominoe is put there."""
        self.at[place] = self.rolled
        found = [(god, group) for god, group in self.groups() if place in group]
        del self.at[place]
        return found


def score(god: str, group: set[Place]) -> str:
    return f"score {god} {name(min(group, key=lambda place: (place[1], place[0])))}"


def actions(data: dict[str, Json]) -> list[str]:
    """What the seat in turn may say, sorted; nothing where chance or the end is due."""
    board, phase = Board(data), data["phase"]
    scores = [score(god, group) for god, group in board.groups()]
    if phase == "setup":
        third = data["placed"][data["turn"]] == 2
        return [] if third and not data["rolled"] else sorted(f"add {name(place)}" for place in board.empty())
    if phase == "roll":
        return sorted(["roll", *scores]) if scores and not data.get("said") else []
    if phase == "move" and data["rolled"] == "O":
        return sorted([*(f"reroll {name(place)}" for place in board.at), *scores])
    if phase == "move":
        return sorted([*board.moves(), *scores])
    if phase == "add" and data["supply"]:
        return sorted([*(f"add {name(place)}" for place in board.empty()), *scores])
    if phase == "add":
        fits = [f"add {name(place)}" for place in board.empty() if board.with_one_more(place)]
        return sorted([*fits, "hold", *scores])
    if phase == "must-score":
        return sorted(score(god, group) for god, group in board.groups() if data["at"] in map(name, group))
    return sorted(["end", *scores]) if phase == "end" else []


def must_pass_on(data: dict[str, Json]) -> bool:
    """Whether the position has nothing to ask though its phase is one of choice (rulings 2, 9, 10)."""
    board, phase = Board(data), data["phase"]
    if phase == "move":
        return not (board.at if data["rolled"] == "O" else board.moves())
    if phase == "add" and not data["supply"]:
        return not board.groups() and not any(board.with_one_more(place) for place in board.empty())
    return phase == "end" and not board.groups()
