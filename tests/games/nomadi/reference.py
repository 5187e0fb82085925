"""The moves of a caravan once more: written from the rules alone, one stone and one field at a time, and slow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

Place = tuple[int, int]
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1))


def place(name: str) -> Place:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def name(at: Place) -> str:
    return f"{chr(ord('a') + at[0])}{at[1] + 1}"


def beside(at: Place) -> list[Place]:
    return [(at[0] + right, at[1] + down) for right, down in SIDES]


def one_group(stones: set[Place]) -> bool:
    if not stones:
        return True
    seen, todo = set(), [next(iter(stones))]
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            todo += [side for side in beside(at) if side in stones]
    return seen == stones


def landings(die: int, stone: Place, stones: set[Place]) -> Iterator[Place]:
    """Ruling 3: where that number leads, on a board without end."""
    if die == 1:
        yield from ((stone[0] + x, stone[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
        return
    for way in SIDES:
        yield from _walk(stone, way, die - 1, stones, may_turn=die >= 5)


def _walk(at: Place, way: Place, jumps: int, stones: set[Place], *, may_turn: bool) -> Iterator[Place]:
    following = (at[0] + way[0], at[1] + way[1])
    if not jumps:
        yield following
        return
    if following not in stones:
        return
    yield from _walk(following, way, jumps - 1, stones, may_turn=may_turn)
    if may_turn:
        for turned in ((way[1], way[0]), (-way[1], -way[0])):
            yield from _walk(following, turned, jumps - 1, stones, may_turn=False)


def legal(
    rows: Sequence[str],
    goal: set[Place],
    stones: set[Place],
    dice: Sequence[int],
    left: Mapping[tuple[int, Place], set[Place]],
) -> set[str]:
    """All legal moves in the game's notation."""
    signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "#"}
    found = set()
    for die in set(dice):
        for stone in stones:
            if stone in goal or all(side in stones for side in beside(stone)):
                continue
            for target in landings(die, stone, stones):
                if target not in signs or target in stones:
                    continue
                if signs[target] == "S" and signs[stone] != "S":
                    continue
                if signs[stone] in ",vG" and signs[target] not in ",vG":
                    continue
                if target in left.get((die, stone), ()):
                    continue
                if one_group((stones - {stone}) | {target}):
                    found.add(f"move {die} {name(stone)} {name(target)}")
    return found
