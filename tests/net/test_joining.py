"""The proof at the door: who comes in, and all who do not."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net.codes import MOST_WRONG
from net.handshake import GUEST_SIGNS, HOST_SIGNS, Meeting, Pairing
from net.identity import Identity, words
from net.joining import Door, Entry, JoinError
from net.messages import (
    PROTOCOL,
    Bye,
    Challenge,
    Confirm,
    Hello,
    Knocking,
    Pake,
    PakeReply,
    Ping,
    Proof,
    Sit,
    Talk,
    Vouch,
    Welcome,
)
from net.refusal import Refusal
from net.text import Line, Name
from net.wire import encode
from tests.net import doors
from tests.net.doors import ANA, CERTIFICATE, EVE, HANA, caller, keeper, knowing, meet
from tests.net.strategies import guest_messages


def refused(code, guest, door, **how):
    """The guest is told no, for that reason, and the door stays shut; the words."""
    with pytest.raises(JoinError) as caught:
        meet(guest, door, **how)
    assert caught.value.code == code
    assert door.entry is Entry.OUTSIDE
    return str(caught.value)


# -- who comes in ----------------------------------------------------------------------------------------------------


def test_a_newcomer_with_the_code_comes_in_and_both_have_proven_who_they_are():
    host = keeper()
    guest, door = caller(code=host.code.text), Door(host)
    talk = doors.Meeting(guest, door)
    assert talk.run() is Entry.PROVEN
    assert [type(message) for message in talk.said] == [Hello, Pake, Confirm, Proof]
    assert [type(message) for message in talk.heard] == [Challenge, PakeReply, Vouch, Welcome]
    assert guest.welcome.host == HANA.public
    assert guest.by_code
    assert door.by_code


def test_a_known_guest_of_a_known_host_needs_no_code():
    guest, door = caller(peers=knowing()), Door(keeper(HANA, ANA))
    talk = doors.Meeting(guest, door)
    assert talk.run() is Entry.PROVEN
    assert [type(message) for message in talk.said] == [Hello, Proof]
    assert [type(message) for message in talk.heard] == [Challenge, Vouch, Welcome]
    assert guest.welcome is not None
    assert not guest.by_code


def test_a_host_known_by_name_alone_proves_its_key_over_a_new_certificate():
    guest = caller(peers=knowing(certificate=None))
    assert meet(guest, Door(keeper(HANA, ANA))) is Entry.PROVEN
    assert guest.welcome is not None
    assert not guest.pinned


def test_a_known_guest_comes_into_an_open_table_without_knocking():
    assert meet(caller(peers=knowing()), Door(keeper(HANA, ANA, code=False))) is Entry.PROVEN


def test_a_newcomer_at_an_open_table_proves_its_key_and_knocks():
    guest, door = caller(), Door(keeper(code=False))
    assert meet(guest, door) is Entry.KNOCKS
    assert guest.welcome is None
    assert guest.receive(Knocking(60)) == []
    assert guest.waiting
    for message in [*door.vouch(), Welcome(1, Name("Ana"), HANA.public)]:
        guest.receive(message)
    assert guest.welcome is not None
    assert door.vouch() == []


def test_where_nobody_attends_an_open_table_whoever_proves_its_key_comes_in():
    guest = caller()
    assert meet(guest, Door(keeper(code=False, attended=False))) is Entry.PROVEN
    assert guest.welcome is not None


def test_a_host_that_has_forgotten_a_guest_that_knows_it_asks_for_the_code_again():
    host = keeper()
    assert "shows a code" in refused("code-needed", caller(peers=knowing(), code=host.code.text), Door(host))
    guest = caller(peers=knowing(), code=host.code.text, by_code=True)
    assert meet(guest, Door(host)) is Entry.PROVEN


# -- codes -----------------------------------------------------------------------------------------------------------


def test_without_a_code_nothing_is_even_tried():
    host = keeper()
    talk = doors.Meeting(caller(), Door(host))
    with pytest.raises(JoinError) as caught:
        talk.run()
    assert caught.value.code == "code-needed"
    assert [type(message) for message in talk.said] == [Hello]


def test_five_wrong_codes_are_the_end_of_a_code():
    host = keeper()
    first = host.code.text
    for _ in range(MOST_WRONG):
        assert host.code.text == first
        refused("wrong-code", caller(code="00000000"), Door(host))
    assert host.code.text != first
    refused("wrong-code", caller(code=first), Door(host))
    assert meet(caller(code=host.code.text), Door(host)) is Entry.PROVEN


def test_a_code_that_is_worn_out_opens_no_door_that_was_opened_before():
    """Else many guesses at once would be more than five."""
    host = keeper()
    door, first = Door(host), host.code.text

    def others_fail(message):
        if isinstance(message, Confirm):
            for _ in range(MOST_WRONG):
                refused("wrong-code", caller(EVE, code="00000000"), Door(host))
        return [message]

    assert "changed" in refused("wrong-code", caller(code=first), door, up=others_fail)


def test_who_ends_the_connection_before_it_confirms_has_learnt_nothing_and_tried_nothing():
    host = keeper()
    first = host.code.text
    for _ in range(MOST_WRONG):
        door = Door(host)
        hello, pairing = caller().hello, Pairing("00000000", ANA.public, CERTIFICATE, os.urandom, host=False)
        door.receive(hello)
        (reply,) = door.receive(Pake(bytes(32), pairing.element))
        assert isinstance(reply, PakeReply)
    assert host.code.text == first


@pytest.mark.parametrize(
    "element",
    [bytes(33), b"A" + bytes(32), b"A" + b"\x01" + bytes(31), b"B" + bytes(32), b"A" + b"\xff" * 32, b"S" + bytes(32)],
)
def test_a_message_that_is_none_of_the_exchange_is_refused(element):
    door = Door(keeper())
    door.receive(caller().hello)
    with pytest.raises(Refusal) as caught:
        door.receive(Pake(bytes(32), element))
    assert caught.value.code == "proof"
    guest = caller(code="00000000")
    guest.receive(Challenge(bytes(32), Name("Hana"), open=False))
    with pytest.raises(JoinError):
        guest.receive(PakeReply(element))


def test_a_guest_is_not_fooled_by_its_own_messages_coming_back():
    host = keeper()

    def reflect(message):
        return [PakeReply(b"B" + sent[1:])] if isinstance(message, PakeReply) else [message]

    def remember(message):
        nonlocal sent
        sent = message.element if isinstance(message, Pake) else sent
        return [message]

    sent = b""
    refused("unproven", caller(code=host.code.text), Door(host), up=remember, down=reflect)

    def own_mac(message):
        return [Vouch(message.key, message.signature, mac)] if isinstance(message, Vouch) else [message]

    def keep_mac(message):
        nonlocal mac
        mac = message.mac if isinstance(message, Confirm) else mac
        return [message]

    mac = bytes(32)
    refused("unproven", caller(code=host.code.text), Door(host), up=keep_mac, down=own_mac)


def test_what_was_said_once_opens_no_second_door():
    host = keeper(HANA, ANA)
    talk = doors.Meeting(caller(peers=knowing()), Door(host))
    assert talk.run() is Entry.PROVEN
    door = Door(host)
    door.receive(talk.said[0])
    with pytest.raises(Refusal, match="does not hold"):
        door.receive(talk.said[1])
    host = keeper()
    talk = doors.Meeting(caller(code=host.code.text), Door(host))
    assert talk.run() is Entry.PROVEN
    door = Door(host)
    door.receive(talk.said[0])
    door.receive(talk.said[1])
    with pytest.raises(Refusal) as caught:
        door.receive(talk.said[2])
    assert caught.value.code == "wrong-code"
    assert door.entry is Entry.OUTSIDE


# -- somebody in between, or in the place of the host ----------------------------------------------------------------


def test_a_relay_with_another_certificate_gets_nobody_in():
    seen = EVE.certificate.fingerprint
    host = keeper(HANA, ANA)
    refused("wrong-code", caller(code=host.code.text, certificate=seen), Door(host))
    refused("changed-key", caller(peers=knowing(), certificate=seen), Door(host))
    refused("proof", caller(certificate=seen), Door(keeper(code=False)))


def test_another_host_under_a_known_name_is_a_hard_stop_that_says_what_to_do():
    mark = EVE.certificate.fingerprint
    for host in (keeper(EVE), keeper(EVE, ANA), keeper(EVE, code=False), keeper(EVE, ANA, code=False)):
        host.name = Name("НANA")  # with a Cyrillic letter
        code = host.code.text if host.code else None
        text = refused("changed-key", caller(peers=knowing(), code=code, certificate=mark), Door(host))
        assert text.startswith("STOP")
        assert words(HANA.public) in text
        assert "forget Hana" in text


def test_a_host_with_the_known_certificate_and_another_key_is_a_hard_stop():
    other = Identity(EVE.private, EVE.public, HANA.certificate)
    refused("changed-key", caller(peers=knowing()), Door(keeper(other, ANA)))
    host = keeper(other)
    guest = caller(peers=knowing(), code=host.code.text, by_code=True)
    with pytest.raises(JoinError) as caught:
        meet(guest, Door(host))
    assert caught.value.code == "changed-key"


def test_a_host_that_only_claims_a_key_is_found_out():
    def claims(message):
        return [Vouch(HANA.public, message.signature, message.mac)] if isinstance(message, Vouch) else [message]

    guest = caller(peers=knowing(certificate=None), certificate=EVE.certificate.fingerprint)
    guest.receive(Challenge(bytes(32), Name("Hana"), open=False))
    with pytest.raises(JoinError) as caught:
        guest.receive(Vouch(HANA.public, bytes(64)))
    assert caught.value.code == "unproven"
    mark = EVE.certificate.fingerprint
    with pytest.raises(JoinError) as caught:
        meet(caller(certificate=mark), Door(keeper(EVE, code=False, attended=False)), down=claims)
    assert caught.value.code == "unproven"


def test_a_host_that_does_not_know_the_code_cannot_pretend_to():
    for mac in (None, bytes(32)):
        guest = caller(code="00000000")
        guest.receive(Challenge(bytes(32), Name("Hana"), open=False))
        pairing = Pairing("11111111", ANA.public, CERTIFICATE, os.urandom, host=True)
        guest.receive(PakeReply(pairing.element))
        with pytest.raises(JoinError) as caught:
            guest.receive(Vouch(HANA.public, bytes(64), mac))
        assert caught.value.code == "unproven"


@pytest.mark.parametrize("first", [[], [Challenge(bytes(32), Name("Hana"), open=True)]])
def test_a_welcome_without_a_proof_is_not_believed(first):
    guest = caller()
    for message in first:
        guest.receive(message)
    with pytest.raises(JoinError) as caught:
        guest.receive(Welcome(1, Name("Ana"), HANA.public))
    assert caught.value.code == "unproven"
    assert guest.welcome is None


def test_the_welcome_is_of_the_host_that_has_vouched():
    def other(message):
        return [Welcome(1, Name("Ana"), EVE.public)] if isinstance(message, Welcome) else [message]

    with pytest.raises(JoinError):
        meet(caller(peers=knowing()), Door(keeper(HANA, ANA)), down=other)


def test_a_second_challenge_is_not_answered():
    guest = caller(peers=knowing())
    guest.receive(Challenge(bytes(32), Name("Hana"), open=False))
    with pytest.raises(JoinError):
        guest.receive(Challenge(bytes(32), Name("Hana"), open=False))


# -- strangers -------------------------------------------------------------------------------------------------------


def test_a_key_without_its_secret_half_does_not_come_in_even_with_the_code():
    host = keeper(HANA, ANA)
    thief = Identity(EVE.private, ANA.public, EVE.certificate)
    refused("changed-key", caller(thief, knowing()), Door(host))
    talk = doors.Meeting(caller(thief, code=host.code.text), Door(host))
    with pytest.raises(JoinError) as caught:
        talk.run()
    assert caught.value.code == "proof"


def test_a_signature_of_one_role_is_none_of_the_other():
    meeting = Meeting(ANA.public, HANA.public, CERTIFICATE, bytes(32), bytes(32))
    assert meeting.transcript(GUEST_SIGNS) != meeting.transcript(HOST_SIGNS)
    door = Door(keeper(HANA, ANA))
    (challenge,) = door.receive(caller().hello)
    signature = ANA.sign(meeting._replace(host_nonce=challenge.nonce).transcript(HOST_SIGNS))
    with pytest.raises(Refusal, match="does not hold"):
        door.receive(Proof(bytes(32), signature))


@given(st.integers(0, 6), st.integers(0, 63), st.integers(1, 255))
def test_everything_in_a_transcript_counts(field, at, change):
    meeting = Meeting(*(bytes([number]) * 32 for number in range(7)))
    value = bytearray(meeting[field])
    value[at % 32] ^= change
    changed = Meeting(*meeting[:field], bytes(value), *meeting[field + 1 :])
    assert changed.transcript(GUEST_SIGNS) != meeting.transcript(GUEST_SIGNS)
    assert not changed.confirms(bytes(32), b"role", meeting.mac(bytes(32), b"role"))


def test_a_transcript_is_these_bytes():
    meeting = Meeting(bytes(range(32)), b"", bytes(32), b"\1" * 32, b"\2" * 32)
    assert meeting.transcript(GUEST_SIGNS) == (
        b"\0\0\0\nserai-join\0\0\0\4" + PROTOCOL.to_bytes(4, "big") + b"\0\0\0\x0bguest signs"
        b"\0\0\0 "
        + bytes(range(32))
        + b"\0\0\0\0"
        + b"\0\0\0 "
        + bytes(32)
        + b"\0\0\0 "
        + b"\1" * 32
        + b"\0\0\0 "
        + b"\2" * 32
        + b"\0\0\0\0\0\0\0\0"
    )


def test_ones_own_table_is_not_joined():
    with pytest.raises(JoinError) as caught:
        caller(HANA)
    assert caught.value.code == "self"
    guest = caller(HANA, certificate=EVE.certificate.fingerprint)
    refused("self", guest, Door(keeper()))


@pytest.mark.parametrize("open_table", [False, True])
def test_nobody_does_anything_before_the_proof(open_table):
    host = keeper(code=not open_table)
    for message in (Ping(PROTOCOL), Talk(Line("hi")), Sit(0), Confirm(bytes(32)), Proof(bytes(32), bytes(64))):
        with pytest.raises(Refusal) as caught:
            Door(host).receive(message)
        assert caught.value.code == "hello-first"
    door = Door(host)
    door.receive(caller().hello)
    for message in (Talk(Line("hi")), Sit(0), Confirm(bytes(32)), caller().hello, Bye()):
        with pytest.raises(Refusal):
            door.receive(message)
    assert door.entry is Entry.OUTSIDE


def test_an_open_table_has_no_code_to_try():
    door = Door(keeper(code=False))
    door.receive(caller().hello)
    with pytest.raises(Refusal) as caught:
        door.receive(Pake(bytes(32), Pairing("00000000", ANA.public, CERTIFICATE, os.urandom, host=False).element))
    assert caught.value.code == "no-code"


@given(st.lists(guest_messages, max_size=5))
@settings(max_examples=60, deadline=None)
def test_whatever_a_stranger_says_it_stays_outside_and_learns_nothing(messages):
    host = keeper(HANA, ANA)
    door, code = Door(host), host.code.text
    told = []
    for message in [caller(EVE).hello, *messages]:
        try:
            told += door.receive(message)
        except Refusal as refusal:
            told.append(refusal)
    assert door.entry is Entry.OUTSIDE
    for message in told:
        assert isinstance(message, Challenge | PakeReply | Refusal)
        text = str(message).encode() if isinstance(message, Refusal) else encode(message)
        assert HANA.public not in text
        assert ANA.public not in text
        assert code.encode() not in text
