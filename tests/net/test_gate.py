"""Knocks, mutes, removals and bans at the table, without sockets."""

import os

import pytest

from net import room
from net.gate import KNOCK_SECONDS, MOST_KNOCKS, Gate
from net.identity import Identity
from net.journal import Journal
from net.messages import (
    PROTOCOL,
    Admit,
    Begin,
    Bye,
    Heard,
    Hello,
    Knock,
    Knocking,
    Lobby,
    Mute,
    Notice,
    PutBot,
    Ready,
    Refused,
    Remove,
    Start,
    Talk,
    Welcome,
)
from net.places import Member
from net.refusal import Refusal
from net.settings import TableSettings
from net.table import Table, Tools
from net.text import Line, Name
from tests.net.doors import ANA, EVE, HANA

OWNER = 0


class Desk:
    """A table whose owner is peer 0; what it sends, by peer."""

    def __init__(self, seats=3, **how):
        self.banned = []
        tools = Tools(
            entropy=os.urandom,
            sign=HANA.sign,
            date=lambda: "2026-11-30T19:02:11Z",
            journal=lambda _: Journal(),
            banned=self.banned.append,
        )
        settings = TableSettings("om-nom-nom", seats, name="Hana", open=True, **how)
        self.table = Table(settings, HANA.public, tools)
        self.sent, self.closed = {}, set()
        self.take(self.table.join_owner(OWNER, 0.0))

    def take(self, posts):
        for post in posts:
            self.sent.setdefault(post.peer, []).append(post.message)
            if post.last:
                self.closed.add(post.peer)

    def say(self, peer, *messages, now=0.0):
        for message in messages:
            self.take(self.table.receive(peer, message, now))

    def knock(self, peer, name="Ana", who=ANA, now=0.0):
        self.take(self.table.knock(peer, Hello(PROTOCOL, Name(name), who.public), now))

    def come(self, peer, name="Ana", who=ANA):
        self.say(peer, Hello(PROTOCOL, Name(name), who.public))

    def of(self, peer, kind):
        return [message for message in self.sent.get(peer, []) if isinstance(message, kind)]

    @property
    def lobby(self):
        return self.of(OWNER, Lobby)[-1]


def test_a_knock_is_the_owners_to_answer():
    desk = Desk()
    desk.knock(5, "Hana")
    assert desk.of(OWNER, Knock) == [Knock(5, Name("Hana 2"), ANA.public)], "under the name that it would get"
    assert desk.of(5, Knocking) == [Knocking(KNOCK_SECONDS)]
    assert not desk.of(5, Welcome | Lobby)
    desk.say(OWNER, Admit(5, True))
    assert desk.of(5, Welcome)[0].name == "Hana 2"
    assert desk.lobby.seats[1].name == "Hana 2"
    desk.say(OWNER, Admit(5, True))
    assert desk.of(OWNER, Refused)[-1].code == "no-knock"


def test_no_is_the_answer_where_there_is_none():
    desk = Desk()
    desk.knock(5, now=100.0)
    assert desk.table.deadline == 100.0 + KNOCK_SECONDS
    desk.take(desk.table.tick(100.0 + KNOCK_SECONDS - 1))
    assert 5 not in desk.closed
    desk.take(desk.table.tick(100.0 + KNOCK_SECONDS))
    assert desk.of(5, Refused)[-1].code == "no-answer"
    assert 5 in desk.closed
    assert desk.of(OWNER, Knock)[-1] == Knock(5, Name("Ana"), ANA.public, waiting=False)
    assert desk.table.deadline is None
    desk.say(OWNER, Admit(5, True))
    assert not desk.of(5, Welcome)


def test_who_is_gone_knocks_no_longer():
    desk = Desk()
    desk.knock(5)
    desk.take(desk.table.gone(5, 1.0))
    assert not desk.of(OWNER, Knock)[-1].waiting
    desk.say(OWNER, Admit(5, True))
    assert len(desk.table.members) == 1


def test_one_knock_a_device_and_not_too_many_at_once():
    desk = Desk()
    desk.knock(5)
    desk.knock(6)
    assert desk.of(6, Refused)[-1].code == "twice"
    for peer in range(10, 10 + MOST_KNOCKS):
        desk.knock(peer, who=Identity.fresh())
    assert [desk.of(peer, Refused) != [] for peer in range(10, 10 + MOST_KNOCKS)] == [False] * (MOST_KNOCKS - 1) + [
        True
    ]
    assert len(desk.of(OWNER, Knock)) == MOST_KNOCKS


@pytest.mark.parametrize(
    "message", [Admit(6, True), Mute(Name("Hana"), True), Remove(Name("Eve")), Remove(Name("Eve"), True)]
)
def test_only_the_owner_rules(message):
    desk = Desk()
    desk.come(4, "Eve", EVE)
    desk.come(5)
    desk.knock(6, who=Identity.fresh())
    desk.say(5, message)
    assert desk.of(5, Refused)[-1].code == "not-owner"
    assert len(desk.table.members) == 3


@pytest.mark.parametrize("name", ["Nobody", "Hana", "Cumin"])
def test_bots_the_owner_and_nobody_are_not_sent_away(name):
    desk = Desk()
    desk.say(OWNER, PutBot(1, "random"))
    assert desk.lobby.seats[1].name == "Cumin"
    for message in (Mute(Name(name), True), Remove(Name(name), True)):
        desk.say(OWNER, message)
        assert desk.of(OWNER, Refused)[-1].code == "nobody"
    assert desk.banned == []


def test_who_is_muted_is_heard_by_nobody():
    desk = Desk()
    desk.come(4, "Eve", EVE)
    desk.come(5)
    desk.say(OWNER, Mute(Name("Eve"), True))
    assert desk.of(5, Notice)[-1].text == "Eve is muted."
    desk.say(4, Talk(Line("boo")))
    assert not desk.of(5, Heard)
    assert not desk.of(OWNER, Heard)
    assert desk.of(4, Refused)[-1].code == "muted"
    desk.take(desk.table.gone(4, 0.0))
    desk.come(7, "Eve", EVE)
    desk.say(7, Talk(Line("boo")))
    assert not desk.of(5, Heard), "not after coming back, either"
    desk.say(OWNER, Mute(Name("Eve"), False))
    desk.say(7, Talk(Line("hello")))
    assert [heard.text for heard in desk.of(5, Heard)] == ["hello"]


def test_who_is_removed_may_come_back_and_who_is_banned_may_not():
    desk = Desk()
    desk.come(4, "Eve", EVE)
    desk.say(OWNER, Remove(Name("Eve")))
    assert isinstance(desk.sent[4][-1], Bye)
    assert 4 in desk.closed
    assert desk.lobby.seats[1].state == "free"
    assert desk.banned == []
    desk.come(5, "Eve", EVE)
    desk.say(OWNER, Remove(Name("Eve"), ban=True))
    assert desk.banned == [EVE.public]
    desk.come(6, "Mallory", EVE)
    assert desk.of(6, Refused)[-1].code == "banned"
    desk.knock(7, "Mallory", EVE)
    assert desk.of(7, Refused)[-1].code == "banned"
    assert not desk.of(OWNER, Knock)
    desk.come(8)
    assert desk.of(8, Welcome)


def test_a_watcher_can_be_removed_too():
    desk = Desk(seats=1)
    desk.come(5)
    assert desk.lobby.watchers == ("Ana",)
    desk.say(OWNER, Remove(Name("Ana")))
    assert desk.lobby.watchers == ()


def test_in_play_the_seat_goes_the_way_of_a_leavers():
    desk = Desk(seats=2, absent="wait")
    desk.come(5)
    desk.say(5, Ready(True))
    desk.say(OWNER, Start())
    assert desk.of(5, Begin)
    desk.say(OWNER, Remove(Name("Ana"), ban=True))
    assert 5 in desk.closed
    assert desk.lobby.seats[1].state == "absent"
    assert [one.text for one in desk.of(OWNER, Notice)[-2:]] == [
        "Ana was removed by the host.",
        "Ana is absent: the table waits.",
    ]
    desk.come(6)
    assert desk.of(6, Refused)[-1].code == "banned"


def test_who_is_away_can_be_banned_and_so_does_not_come_back():
    desk = Desk(seats=2, absent="wait")
    desk.come(5)
    desk.say(5, Ready(True))
    desk.say(OWNER, Start())
    desk.take(desk.table.gone(5, 0.0))
    desk.say(OWNER, Remove(Name("Ana"), ban=True))
    assert desk.banned == [ANA.public]
    desk.come(6)
    assert desk.of(6, Refused)[-1].code == "banned"


def test_who_may_no_longer_come_in_when_it_is_admitted_is_told(monkeypatch):
    desk = Desk(seats=1)
    monkeypatch.setattr(room, "MOST_WATCHERS", 0)
    desk.knock(5, "Eve", EVE)
    desk.say(OWNER, Admit(5, True))
    assert desk.of(5, Refused)[-1].code == "full"
    assert 5 in desk.closed
    assert desk.of(OWNER, Refused)[-1].code == "full"


def test_a_gate_without_an_owner_asks_nobody():
    sent = []
    gate = Gate({1: Member(1, Name("Ana"), ANA.public)}, lambda *post: sent.append(post))
    gate.knock(5, Hello(PROTOCOL, Name("Eve"), EVE.public), Name("Eve"), 0.0)
    assert [(peer, last) for peer, _, last in sent] == [(5, False)]
    with pytest.raises(Refusal):
        gate.settle(Admit(6, True))
