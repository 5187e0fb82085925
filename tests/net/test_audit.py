"""The audit of a finished record: honest games hold, and whatever is changed in one is found and named in words."""

from functools import cache
from pathlib import Path

import pytest

from core.catalogue import GAMES
from core.record import Record, read, write
from net.audit import audit
from net.clock import PROGRAM_SECONDS
from net.messages import Ack, Open, Reveal
from tests.net.rogues import instead, withhold
from tests.net.world import World

NAMES = ("Ana", "Ben", "Cleo", "Dov")


def play(game, seats, **more):
    """The record of an honest game."""
    world = World(game, seats, **more)
    world.sit_all(*NAMES[: len([place for place in world.table.places if place.free])])
    world.start()
    world.run()
    return read(world.check_end().decode())


def broken(record):
    """What does not hold in it."""
    return [finding for finding in audit(record) if not finding.holds]


@pytest.mark.parametrize("game", [*GAMES, "toy"])
def test_an_honest_game_holds(toy, game):
    seats = GAMES[game].min_seats + 1
    record = play(game, seats, owner=True, bots=1)
    findings = audit(record)
    assert [finding for finding in findings if not finding.holds] == []
    texts = " ".join(finding.text for finding in findings)
    assert "follow the rules" in texts
    assert "everybody's parts made together" in texts
    assert {line.split(" ")[0] for line in record.proof} >= {"game", "house", "chance", "chain", "roll", "secret"}
    assert sum(line.startswith("roll ") for line in record.proof) == sum(
        hasattr(step, "outcome") for step in record.steps
    )


def test_the_sample_record_holds():
    sample = Path(__file__).parents[2] / "examples" / "sample-record.txt"
    findings = audit(read(sample.read_text(encoding="utf-8")))
    assert [finding.text for finding in findings if not finding.holds] == []
    assert any("everybody's parts made together" in finding.text for finding in findings)


def test_a_seeded_game_says_so():
    record = play("om-nom-nom", 3, owner=True, bots=1, seeded=7)
    findings = audit(record)
    assert all(finding.holds for finding in findings)
    assert any("seeded" in finding.text for finding in findings)
    hidden = Record(
        record.header.__class__(**{**record.header.__dict__, "seed": None}), record.steps, record.result, record.proof
    )
    assert "what the host had committed to before the first dice" in broken(hidden)[0].text


@cache
def eventful():
    """A game of Om Nom Nom in which somebody withholds, does not acknowledge, does not open, leaves, and comes back."""
    world = World("om-nom-nom", 4, bots=1)
    ana, ben, cleo = world.sit_all("Ana", "Ben", "Cleo")
    for kind, guest in ((Reveal, ben), (Ack, cleo), (Open, ben)):
        withhold(guest, kind)
        world.run()
        assert world.table.deadline is not None
        guest.bad = lambda message: [message]
        world.pass_time(PROGRAM_SECONDS)
    world.go(ben)
    world.run(until=lambda: len(world.steps) > 4)
    back = world.come("Ben", key=ben.key)
    world.run(until=lambda: back.mirror.seat is not None)
    world.go(ana)
    world.run()
    assert world.host.finished.doubt is None
    return read(world.host.finished.record.decode())


def test_what_people_did_not_do_is_named():
    findings = audit(eventful())
    assert [finding.text for finding in findings if not finding.holds] == []
    told = [(finding.step, finding.text) for finding in findings if finding.step is not None]
    assert (1, "Step 1: Ben withheld its part of the dice and was left out.") in told
    assert (2, "Step 2: Cleo did not acknowledge the choices; the first legal one counted.") in told
    assert (2, "Step 2: Ben did not open its choice; the first legal one counted.") in told
    assert [text for _, text in told if "Ana had gone, says the host" in text]


# -- changed -------------------------------------------------------------------------------------------------------


def other(word):
    """A word of the same form."""
    if word == "-":
        return "00" * 64
    if word.isdecimal() and len(word) < 6:
        return str(int(word) + 1)
    head, colon, tail = word.rpartition(":")
    if tail == "withheld":
        return f"{head}:{'ab' * 32}"
    return head + colon + tail[:-1] + ("1" if tail[-1] == "0" else "0")


def changes(lines):
    """Each way to change one word of a proof: the line, and the proof with it."""
    for at, line in enumerate(lines):
        words = line.split(" ")
        for n, word in enumerate(words[1:], 1):
            changed = " ".join([*words[:n], other(word), *words[n + 1 :]])
            yield line, (*lines[:at], changed, *lines[at + 1 :])


def with_proof(record, lines):
    return Record(record.header, record.steps, record.result, tuple(lines))


def step_of(line):
    kind, *rest = line.split(" ")
    return int(rest[0]) if kind in ("chain", "roll", "set", "seal") else None


def test_each_word_of_the_proof_that_is_changed_is_found(toy):
    kinds = set()
    for record in (play("toy", 3), eventful()):
        for line, lines in changes(record.proof):
            found = broken(with_proof(record, lines))
            assert len(found) == 1, (line, set(lines) - set(record.proof))
            wrong = found[0]
            assert wrong.text.endswith(".")
            kinds.add(line.split(" ")[0])
            if (step := step_of(line)) is not None and wrong.step is not None:
                # What was committed to before may only show where it is used.
                assert wrong.step >= step or wrong.step == int(line.split(" ")[1])
            if wrong.step is not None and line.startswith(("roll", "seal")):
                assert f"tep {wrong.step}" in wrong.text
    assert kinds == {"game", "house", "chance", "chain", "roll", "set", "seal", "secret"}


def test_each_line_of_the_proof_that_is_missing_or_twice_or_elsewhere_is_found(toy):
    for record in (play("toy", 3), eventful()):
        lines = record.proof
        for at, line in enumerate(lines):
            assert broken(with_proof(record, (*lines[:at], *lines[at + 1 :]))), line
            assert broken(with_proof(record, (*lines, line))), line
            if line.startswith(("roll", "set", "seal")):
                kind, number, rest = line.split(" ", 2)
                for elsewhere in (int(number) + 1, 999, 0):
                    assert broken(with_proof(record, (*lines, f"{kind} {elsewhere} {rest}"))), line


@pytest.mark.parametrize(
    "line",
    ["", "nonsense", "roll", "seal 1 2", "game", "game zz", "roll x -", "set 2 1 00", "roll +1 00", "chain 1 0 a b c"],
)
def test_a_line_that_is_none_is_found(line):
    record = eventful()
    (wrong,) = broken(with_proof(record, (*record.proof, line)))
    assert f"line {len(write(record).splitlines()) + 1}" in wrong.text


@pytest.mark.parametrize(
    "spelling",
    [str.upper, lambda line: line + " ", lambda line: line.replace("roll 1 ", "roll 01 "), lambda line: line + " 00"],
)
def test_a_proof_has_one_spelling(spelling):
    record = eventful()
    lines = [spelling(line) if line.startswith(("roll 1 ", "seal 2")) else line for line in record.proof]
    assert broken(with_proof(record, lines))


def test_a_record_without_its_proof_is_found():
    record = eventful()
    (wrong,) = broken(with_proof(record, ()))
    assert wrong.text == "It was played at a table, but the table's proof is missing."
    open_end = Record(record.header, record.steps[:-1], None, ())
    assert "not finished" in broken(open_end)[0].text


def test_each_choice_and_outcome_that_is_changed_is_found():
    record = eventful()
    for at, step in enumerate(record.steps):
        if hasattr(step, "outcome"):
            changed = step.__class__(["cheese"] * len(step.outcome))
        else:
            cards = sorted({"cat", "wolf", "frog", "mouse", "rabbit", "hedgehog"} - {step.choices[0]})
            changed = step.__class__({**step.choices, 0: cards[at % len(cards)]}, step.forfeited)
        steps = (*record.steps[:at], changed, *record.steps[at + 1 :])
        (wrong,) = broken(Record(record.header, steps, record.result, record.proof))
        assert "breaks a rule" in wrong.text or f"Step {at + 1}" in wrong.text


def test_a_guest_whose_game_had_no_second_chain_still_holds_after_it_came_back():
    """Who comes back contributes again, under a new chain."""
    chains = [line.split(" ") for line in eventful().proof if line.startswith("chain ")]
    assert len({line[4] for line in chains if line[2] == "1"}) == 2
    assert len({line[3] for line in chains if line[2] == "1"}) == 1


def test_nobody_can_be_made_to_have_given_what_it_withheld():
    record = eventful()
    assert any(":withheld" in line for line in record.proof)
    lines = [line.replace("1:withheld", "1:" + "ab" * 32) for line in record.proof]
    assert "the part of Ben is not the one committed to" in broken(with_proof(record, lines))[0].text


def test_instead_of_silence_a_guest_may_send_nonsense():
    world = World("om-nom-nom", 2)
    _, ben = world.sit_all("Ana", "Ben")
    instead(ben, Ack, lambda sent: [Ack(sent.key, bytes(64))])
    world.run()
    world.pass_time(PROGRAM_SECONDS)
    ben.bad = lambda message: [message]
    world.run()
    assert "Ben did not acknowledge" in " ".join(finding.text for finding in audit(read(world.check_end().decode())))
