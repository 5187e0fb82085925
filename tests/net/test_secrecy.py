"""No choice is readable, by anybody on the wire or in the host's process, before all have committed."""

import pytest

from net.messages import Commit, Open, Sealed, Step
from net.wire import decode_host, encode
from tests.net.world import OWNER, World


def blind(message):
    """The bytes of a message without the digest of a commitment."""
    data = encode(message)
    return data.replace(message.digest, bytes(32)) if isinstance(message, Commit) else data


@pytest.mark.parametrize("seed", range(4))
def test_what_the_host_hears_and_says_holds_no_choice_until_the_set_is_closed(seed):
    """Grips every byte to and from the host, its own player's and bots' included, in order of time."""
    world = World("om-nom-nom", 5, seed=seed, owner=True, bots=1)
    world.sit_all("Ana", "Ben", "Cleo", watchers=1)
    tape = []
    receive, lie = world.table.receive, world.lie

    def hear(peer, message, now):
        tape.append((True, message))
        return receive(peer, message, now)

    def say(peer, message):
        tape.append((False, message))
        return lie(peer, message)

    world.table.receive, world.lie = hear, say
    world.start()
    world.run()
    world.check_end()
    closings = 0
    for key in sorted({message.key for _, message in tape if isinstance(message, Commit)}):
        first = next(at for at, (_, message) in enumerate(tape) if isinstance(message, Commit) and message.key == key)
        close = next(at for at, (_, message) in enumerate(tape) if isinstance(message, Open) and message.key == key)
        window = b"".join(encode(message) for _, message in tape[first:close])
        assert [message for _, message in tape[first:close] if isinstance(message, Open)] == []
        before = b"".join(encode(message) for _, message in tape[:close])
        mine = [(seat, action, nonce) for asked, seat, action, nonce in world.choices if asked == key]
        assert {seat for seat, _, _ in mine} == {0, 1, 2, 3}
        for _, action, nonce in mine:
            assert action.encode() not in window
            assert nonce not in before
        closings += 1
    assert closings == 18
    # Nobody is shown a guest's choice before the step that shows all; a choice that was replaced is never shown.
    opened = {(message.key, message.nonce) for _, message in tape if isinstance(message, Open)}
    said = [message for inbound, message in tape if not inbound]
    for key, seat, _, nonce in world.choices:
        shown = next((message for message in said if nonce in encode(message)), None)
        assert (shown is not None) == ((key, nonce) in opened)
        if shown is not None and seat != 0:
            assert isinstance(shown, Step)
            assert shown.choices.keys() == {0, 1, 2, 3, 4}
        elif shown is not None:
            assert isinstance(shown, Sealed)


def test_two_choices_differ_on_the_wire_in_nothing_but_the_digest():
    seen = set()
    digests = set()
    for text in ("wolf", "rabbit", "cat", "mouse", "hedgehog", "frog"):
        world = World("om-nom-nom", 3, owner=True)
        ana, ben = world.sit_all("Ana", "Ben")
        for guest in (ana, ben, world.host):
            guest.plays = False
        world.start()
        world.run()
        asked = len(world.frames), len(world.heard)
        for guest in (ana, ben):
            guest.choose(text)
        world.run()
        digests |= {message.digest for _, message in world.heard if isinstance(message, Commit)}
        heard = [(peer, blind(message)) for peer, message in world.heard[asked[1] :]]
        said = [frame for frame in world.frames[asked[0] :] if not frame.inbound]
        # Which of the two is served first is the same in each run: the seed is.
        seen.add((tuple(heard), tuple(said)))
        assert len(heard) == 2
    assert len(seen) == 1
    assert len(digests) == 12


def test_the_hosts_own_player_tells_its_process_a_digest_and_nothing_else():
    world = World("om-nom-nom", 2, owner=True, bots=1)
    world.host.plays = False
    world.start()
    before = len(world.heard)
    messages = world.host.mirror.choose(world.host.mirror.answers()[0])
    assert [type(message) for message in messages] == [Commit]
    world.own(*messages)
    assert [peer for peer, _ in world.heard[before:]] == [OWNER]
    assert b"wolf" not in encode(messages[0])


def test_equal_choices_look_different():
    world = World("om-nom-nom", 3)
    people = world.sit_all("Ana", "Ben", "Cleo")
    for guest in people:
        guest.plays = False
    world.run()
    people[0].choose("cat")
    people[0].choose("cat")
    people[1].choose("cat")
    world.run()
    digests = [message.digest for _, message in world.heard if isinstance(message, Commit)]
    assert len(set(digests)) == 3


def test_hidden_cards_reach_only_their_seat(toy):
    for seed in range(8):
        world = World("toy", 4, seed=seed)
        people = world.sit_all("Ana", "Ben", "Cleo", "Dov")
        people += [world.come("Zoe", watch=True)]
        world.run()
        world.check_end()
        cards = world.steps[0].outcome
        for guest in people:
            frames = [f.data for f in world.frames if f.peer == guest.peer and not f.inbound]
            steps = [message for data in frames if isinstance(message := decode_host(data[4:]), Step)]
            deal = next((step for step in steps if step.number == 1), None)
            if deal is not None:
                seat = guest.mirror.seat
                assert deal.outcome.value == [card if n == seat else None for n, card in enumerate(cards)]
                private = [event.value for event in deal.events if event.value["event"] == "got"]
                assert private == (
                    [] if seat is None else [{"event": "got", "seat": seat, "card": cards[seat], "to": [seat]}]
                )
