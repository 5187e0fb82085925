"""Haggling and deals over the table: who may say what, what an answer answers, and what crosses on the way."""

import pytest

from core.record import read
from net.changes import Moved, Rejected, Talked
from net.match import MOST_PROPOSALS
from net.messages import (
    Accept,
    Answer,
    Counter,
    Deal,
    Decline,
    Keep,
    Offer,
    Refuse,
    Take,
    Withdraw,
)
from net.text import Line
from tests.net.world import World


def codes(guest):
    return [rejected.code for rejected in guest.of(Rejected)]


def paused(phase, seed=1, game="nomadi", options=None):
    """A game of three at its first moment of that phase; the world, and the people by seat. Nobody answers."""
    world = World(game, 3, seed=seed, options=options or {})
    people = world.sit_all("Ana", "Ben", "Cleo")

    def there():
        match = world.table.match
        return match is not None and match.position.phase == phase

    world.run(until=there)
    for guest in people:
        guest.plays = False
    world.run()
    assert there()
    return world, people


def haggling(seed=1):
    """A card has been found: the world, who found it, who owns the stone, and the third."""
    world, people = paused("haggle", seed)
    haggle = world.table.match.position.haggle
    assert haggle.price is None
    (third,) = {0, 1, 2} - {haggle.seller, haggle.buyer}
    return world, people[haggle.seller], people[haggle.buyer], people[third]


def key(guest):
    return guest.mirror._key


def step(world):
    return world.table.match.step


def go_on(world):
    """All play on for a while, and nobody has found anything wrong."""
    for guest in world.guests.values():
        guest.plays = True
    for _ in range(150):
        world.step()
    assert [guest.mirror.broken for guest in world.honest] == [None] * len(world.honest)


def finish(world):
    for guest in world.guests.values():
        guest.plays = True
    world.run()
    return read(world.check_end().decode())


# -- in a haggle -----------------------------------------------------------------------------------------------------


def test_a_haggle_from_offer_to_sale():
    world, seller, buyer, third = haggling()
    coins = world.table.match.position.coins
    seller.choose("offer 3")
    world.run()
    buyer.choose("counter 1")
    world.run()
    seller.choose("offer 2")
    world.run()
    buyer.choose("accept")
    world.run()
    after = world.table.match.position
    assert after.haggle is None
    assert after.coins[buyer.mirror.seat] <= coins[buyer.mirror.seat] - 2
    for guest in (seller, buyer, third):
        assert guest.mirror.broken is None
        assert [event.kind for moved in guest.of(Moved)[-4:] for event in moved.events][:4] == [
            "offered",
            "countered",
            "offered",
            "sold",
        ]
    finish(world)


def test_only_the_two_of_a_haggle_speak_in_it_and_each_in_turn():
    world, seller, buyer, third = haggling()
    for guest in (buyer, third):
        guest.send(Offer(key(guest), 1), Counter(key(guest), 1, 0), Accept(key(guest), 0), Decline(key(guest), 0))
        guest.send(Keep(key(guest), 0))
    seller.send(Counter(key(seller), 1, 0), Accept(key(seller), 0), Decline(key(seller), 0), Keep(key(seller), 0))
    before = step(world)
    world.run()
    assert step(world) == before
    assert codes(buyer) == codes(third) == ["illegal"] * 5
    assert codes(seller) == ["illegal"] * 4
    seller.choose("offer 1")
    world.run()
    revision = step(world)
    seller.send(Offer(key(seller), 2), Accept(key(seller), 0), Keep(key(seller), 0))
    third.send(*(word(key(third), revision) for word in (Accept, Decline, Keep)), Counter(key(third), 1, revision))
    world.run()
    assert step(world) == revision
    assert codes(seller)[4:] == ["illegal"] * 3
    # Nobody else can name the proposal either: it is not made to them.
    assert codes(third)[5:] == ["changed"] * 4
    go_on(world)


@pytest.mark.parametrize("price", [-99, -11, -10, 10, 11, 99])
def test_a_price_beyond_the_purse_is_refused_in_words(price):
    world, seller, _, _ = haggling()
    seller.send(Offer(key(seller), price))
    world.run()
    assert codes(seller) == ["illegal"]
    assert any(word in seller.texts[-1] for word in ("purse", "at most"))
    go_on(world)


def test_an_answer_to_an_old_revision_does_not_count():
    world, seller, buyer, _ = haggling()
    seller.choose("offer 2")
    world.run()
    old = step(world)
    buyer.choose("counter 0")
    world.run()
    seller.choose("offer 2")
    world.run()
    # The price is the same, but this is another offer.
    buyer.send(Accept(key(buyer), old), Decline(key(buyer), old), Counter(key(buyer), 1, old), Accept(key(buyer), 0))
    buyer.send(Accept(key(buyer) - 1, step(world)), Accept(key(buyer), step(world) + 1))
    world.run()
    assert codes(buyer) == ["changed"] * 6
    assert world.table.match.position.haggle.price == 2
    buyer.choose("decline")
    world.run()
    assert world.table.match.position.haggle is None
    go_on(world)


@pytest.mark.parametrize("words", [(Accept, Decline), (Decline, Accept), (Accept, Accept), (Decline, Decline)])
def test_of_two_answers_the_first_counts_and_the_other_answers_nothing(words):
    world, seller, buyer, _ = haggling()
    seller.choose("offer 1")
    world.run()
    at, question = step(world), key(buyer)
    first, second = (word(question, at) for word in words)
    buyer.mirror._said.append(first)
    buyer.send(first, second)
    world.run()
    assert codes(buyer) == ["changed"]
    assert buyer.mirror.broken is None
    sold = any(event.kind == "sold" for moved in seller.of(Moved) if moved.number == at + 1 for event in moved.events)
    assert sold == (words[0] is Accept)
    go_on(world)


@pytest.mark.parametrize("seed", range(6))
def test_a_counter_and_a_sale_that_cross_never_both_count(seed):
    """The owner's program says yes and names another price at once, in either order of arrival."""
    world, seller, buyer, _ = haggling()
    seller.choose("offer 1")
    world.run()
    at, question = step(world), key(buyer)
    said = [Accept(question, at), Counter(question, 0, at)]
    world.random.seed(seed)
    world.random.shuffle(said)
    buyer.mirror._said += said
    buyer.send(*said)
    world.run()
    assert codes(buyer) in (["changed"], ["illegal"])
    assert (world.table.match.position.haggle is None) == isinstance(said[0], Accept)
    go_on(world)


def test_haggling_has_messages_of_its_own():
    world, seller, buyer, _ = haggling()
    seller.send(Answer(key(seller), "offer 1"), Answer(key(seller), "accept"))
    buyer.send(Answer(key(buyer), "deal 0 1"))
    world.run()
    assert codes(seller) == ["unreadable", "unreadable"]
    assert codes(buyer) == ["not-asked"]
    go_on(world)


def test_a_watcher_does_not_haggle():
    world, *_ = haggling()
    zoe = world.come("Zoe", watch=True)
    world.run()
    question = key(zoe)
    zoe.send(Offer(question, 1), Accept(question, 0), Deal(0, 1), Take(0, 1), Refuse(0, 1), Withdraw(0, 1))
    world.run()
    assert codes(zoe) == ["not-playing"] * 6
    go_on(world)


def test_in_a_game_without_haggling_nothing_is_said():
    world = World("om-nom-nom", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    ana.plays = ben.plays = False
    world.run()
    ana.send(*(word(key(ana), 0) for word in (Accept, Decline, Keep)), Offer(key(ana), 1), Counter(key(ana), 1, 0))
    ana.send(Deal(1, 1), Take(1, 0), Refuse(1, 0), Withdraw(1, 0))
    world.run()
    assert len(codes(ana)) == 9
    assert set(codes(ana)) <= {"unreadable", "illegal", "not-asked", "changed"}
    finish(world)


# -- claims ----------------------------------------------------------------------------------------------------------


def test_a_claim_is_shown_with_the_offer_that_it_belongs_to():
    world, seller, buyer, third = haggling()
    mirror = seller.mirror
    seller.send(*mirror.choose(mirror.game.parse(mirror.position, "offer 2"), "a fine \x1b[31mcard"))
    world.run()
    at = step(world)
    for guest in (seller, buyer, third, world.host):
        (talked,) = guest.of(Talked)
        assert talked == (seller.name, mirror.seat, "a fine [31mcard", at)
        kinds = [type(change) for change in guest.changes]
        assert kinds.index(Talked) > len(kinds) - 1 - kinds[::-1].index(Moved)
    late = world.come("Late", watch=True)
    world.run()
    assert late.of(Talked)[0].about == at
    finish(world)


def test_a_claim_with_an_offer_that_is_refused_is_not_shown():
    world, seller, buyer, third = haggling()
    buyer.send(Offer(key(buyer), 1, 0, Line("mine is better")), Counter(key(buyer), 1, 0, Line("or mine")))
    third.send(Deal(9 - 1, 1, Line("nobody")), Deal(third.mirror.seat, 1, Line("me")))
    world.run()
    assert seller.of(Talked) == []
    go_on(world)


# -- deals -----------------------------------------------------------------------------------------------------------


def dealing(seed=1):
    """Somebody leads the caravan: the world, who does, and the two others."""
    world, people = paused("move", seed)
    turn = world.table.match.position.turn
    return world, people[turn], people[(turn + 1) % 3], people[(turn + 2) % 3]


def test_a_deal_is_proposed_and_taken_while_the_question_stands():
    world, turn, other, _ = dealing()
    question, coins = key(turn), world.table.match.position.coins
    mirror = other.mirror
    other.send(*mirror.choose(mirror.game.parse(mirror.position, f"deal {turn.mirror.seat} 2"), "go north"))
    world.run()
    assert turn.of(Talked)[-1].about == step(world)
    assert turn.mirror.owes
    turn.choose(f"take {mirror.seat}")
    world.run()
    after = world.table.match.position
    assert after.coins[turn.mirror.seat] == coins[turn.mirror.seat] + 2
    assert after.coins[mirror.seat] == coins[mirror.seat] - 2
    assert key(turn) == question
    assert turn.mirror.owes
    finish(world)


def test_a_deal_is_with_who_is_in_turn_and_within_the_purse():
    world, turn, other, third = dealing()
    seat = turn.mirror.seat
    coins = world.table.match.position.coins
    other.send(Deal(third.mirror.seat, 1), Deal(other.mirror.seat, 1), Deal(8, 1), Deal(seat, 0), Deal(seat, 99))
    other.send(Deal(seat, coins[other.mirror.seat] + 1), Deal(seat, -coins[seat] - 1))
    other.choose(f"deal {seat} 1")
    other.send(Deal(seat, 2))
    world.run()
    assert codes(other) == ["illegal"] * 8
    assert [deal.coins for deal in world.table.match.position.deals] == [1]
    third.send(Take(seat, 0), Refuse(other.mirror.seat, step(world)), Withdraw(seat, step(world)))
    world.run()
    assert len(codes(third)) == 3
    assert len(world.table.match.position.deals) == 1
    go_on(world)


@pytest.mark.parametrize("word", ["take", "refuse"])
@pytest.mark.parametrize("seed", range(5))
def test_a_deal_taken_and_withdrawn_at_once_is_one_of_the_two(word, seed):
    world, turn, other, third = dealing()
    coins = world.table.match.position.coins
    turn.choose(f"deal {other.mirror.seat} 2")
    world.run()
    world.random.seed(seed)
    turn.choose(f"withdraw {other.mirror.seat}")
    other.choose(f"{word} {turn.mirror.seat}")
    world.run()
    assert sorted(codes(turn) + codes(other)) == ["changed"]
    after = world.table.match.position
    assert after.deals == ()
    taken = word == "take" and codes(turn) == ["changed"]
    assert after.coins[other.mirror.seat] == coins[other.mirror.seat] + 2 * taken
    for guest in (turn, other, third):
        assert guest.mirror.broken is None
    go_on(world)


def test_a_deal_that_was_changed_meanwhile_is_not_taken():
    world, turn, other, _ = dealing()
    turn.choose(f"deal {other.mirror.seat} 3")
    world.run()
    old = step(world)
    # The same words, but another deal.
    for text in (f"withdraw {other.mirror.seat}", f"deal {other.mirror.seat} 3"):
        turn.choose(text)
        world.run()
    seat = turn.mirror.seat
    other.send(Take(seat, old), Refuse(seat, old), Take(seat, 0), Take(seat, step(world) + 1))
    world.run()
    assert codes(other) == ["changed"] * 4
    assert len(world.table.match.position.deals) == 1
    other.choose(f"take {seat}")
    other.choose(f"take {seat}")
    world.run()
    assert codes(other)[4:] == ["changed"]
    go_on(world)


def test_there_are_not_too_many_proposals():
    world, turn, other, third = dealing()
    for _ in range(MOST_PROPOSALS):
        turn.choose(f"deal {other.mirror.seat} 1")
        world.run()
        turn.choose(f"withdraw {other.mirror.seat}")
        world.run()
    turn.choose(f"deal {other.mirror.seat} 1")
    world.run()
    assert codes(turn) == ["too-many"]
    assert str(MOST_PROPOSALS) in turn.texts[-1]
    third.choose(f"deal {turn.mirror.seat} 1")
    world.run()
    assert codes(third) == []
    assert len(world.table.match.position.deals) == 1
    go_on(world)


def test_what_was_said_before_a_move_arrives_after_it_and_is_still_ones_own():
    """A deal overtaken by a move is no lie of the host's, when its step comes after the move's."""
    seen = set()
    for seed in range(5):
        world, turn, other, _ = dealing()
        world.random.seed(seed)
        turn.send(*turn.mirror.choose(turn.mirror.answers()[0]))
        other.choose(f"deal {turn.mirror.seat} 1")
        world.run()
        assert other.mirror.broken is None
        seen.add(tuple(codes(other)))
        go_on(world)
    assert () in seen


def test_a_host_that_takes_another_deal_than_was_taken_is_caught():
    world, turn, other, _ = dealing()
    seat = turn.mirror.seat
    turn.choose(f"deal {other.mirror.seat} 3")
    world.run()
    other.send(*other.mirror.choose(other.mirror.game.parse(other.mirror.position, f"take {seat}")))
    # Before that arrives the deal is another one; the host lets the answer count for it.
    receive = world.table.receive

    def hear(peer, message, now):
        if peer == other.peer and isinstance(message, Take):
            posts = receive(turn.peer, Withdraw(other.mirror.seat, message.revision), now)
            posts += receive(turn.peer, Deal(other.mirror.seat, -3), now)
            return posts + receive(peer, Take(seat, world.table.match.step), now)
        return receive(peer, message, now)

    turn.mirror._said += [Withdraw(other.mirror.seat, step(world)), Deal(other.mirror.seat, -3)]
    world.table.receive = hear
    world.run()
    assert other.mirror.broken == f"step {step(world)}: the host says 'take {seat}' for this seat, which never said so"


def test_a_host_that_says_a_word_of_mine_twice_is_caught():
    world, turn, other, _ = dealing()
    for text in (f"deal {other.mirror.seat} 1", f"withdraw {other.mirror.seat}"):
        turn.choose(text)
        world.run()
    action = turn.mirror.game.parse(turn.mirror.position, f"deal {other.mirror.seat} 1")
    (tell,) = world.table.match._play({turn.mirror.seat: action})
    turn.mirror.receive(tell(turn.mirror.seat))
    assert "for this seat, which never said so" in turn.mirror.broken
