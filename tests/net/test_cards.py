"""No message tells anybody a desert card that they may not know: every frame of games of Nomadi, read through."""

import pytest

from core.catalogue import GAMES
from core.game import Chance
from net.messages import Begin, RecordPart, Sit, Step
from net.wire import decode_host
from tests.net.world import World

GAME = GAMES["nomadi"]


def truth(world):
    """The true positions by the number of steps done."""
    positions = [GAME.start(len(world.table.places), world.settings.options)]
    for step in world.steps:
        if hasattr(step, "outcome"):
            positions.append(GAME.chance(positions[-1], step.outcome)[0])
        else:
            actions = {seat: GAME.parse(positions[-1], text) for seat, text in step.choices.items()}
            positions.append(GAME.play(positions[-1], actions)[0])
    return positions


def cards(value):
    """What stands in some JSON wherever a card's value may stand."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner) if name in ("value", "values", "lying", "cards") else cards(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from cards(inner)


def leaves(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


def known(position, seat):
    """The values that this seat has looked at, and those that it sees before it now."""
    seen = [card.value for held in position.held for card in held if seat is not None and seat in card.seen]
    haggle = position.haggle
    return [*seen, *([haggle.value] if haggle and haggle.seller == seat else [])]


def looks(position, seat, event):
    """Whether this news of a card is for that seat, and true."""
    return event["to"] == [seat] == [event["seat"]] and event["value"] in known(position, seat)


def check(message, seat, positions):
    """What this message says of cards, to that seat."""
    if isinstance(message, Begin):
        assert message.view.value == GAME.dump(GAME.view(positions[message.step], seat))
        view = GAME.load(message.view.value)
        shown = [*view.values, *(card.value for held in view.held for card in held)]
        shown += [view.haggle.value] if view.haggle else []
        told = [value for value in shown if value is not None]
        assert sorted(told) == sorted(known(positions[message.step], seat))
        return len(told)
    assert isinstance(message, Step)
    before, after = positions[message.number - 1 : message.number + 1]
    due = GAME.due(before)
    if isinstance(due, Chance) and due.secret:
        assert set(message.outcome.value) == {None}
    count = 0
    for event in (event.value for event in message.events):
        told = [value for value in cards(event) if type(value) is int]
        count += len(told)
        if event["event"] == "look":
            assert looks(after, seat, event)
        elif after.phase != "over":
            assert told == []
    return count


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_told_a_card_that_they_may_not_know(seed):
    world = World("nomadi", 4, seed=seed, bots=1)
    people = world.sit_all("Ana", "Ben", "Cleo")
    zoe = world.come("Zoe", watch=True)
    world.run(until=lambda: world.journals and len(world.steps) > 60)
    world.go(people[0])
    zoe.send(Sit(3))
    world.run(until=lambda: len(world.steps) > 90 or world.table.state == "over")
    back = world.come("Ana", key=people[0].key)
    world.run()
    world.check_end()
    positions = truth(world)
    told = looked = 0
    secret = world.table.match.dealer.secret
    for guest in [*people, zoe, back]:
        seat = None
        for frame in world.frames:
            if frame.peer != guest.peer or frame.inbound:
                continue
            message = decode_host(frame.data[4:])
            assert isinstance(message, RecordPart) or secret not in frame.data
            if isinstance(message, Begin):
                seat = message.seat
                looked += check(message, seat, positions)
            elif isinstance(message, Step):
                told += check(message, seat, positions)
    # Cards were told, and to who came back and who took a seat the ones that the seat had seen.
    assert told > 10
    assert looked > 0


def test_this_would_notice_a_card_told_to_the_wrong_seat():
    world = World("nomadi", 3, seed=2)
    world.sit_all("Ana", "Ben", "Cleo")
    world.run()
    positions = truth(world)
    leaks = 0
    for frame in world.frames:
        message = None if frame.inbound else decode_host(frame.data[4:])
        if isinstance(message, Step) and any(event.value["event"] == "look" for event in message.events):
            seat = world.guests[frame.peer].mirror.seat
            for other in {None, 0, 1, 2} - {seat}:
                with pytest.raises(AssertionError):
                    check(message, other, positions)
                leaks += 1
    assert leaks > 5
