"""Hints are few, asked soon, confirmed or forgotten; a flood of forged ones keeps no real table out."""

from net.hints import CHECK_SECONDS, FORGET_SECONDS, MOST_A_HOST, MOST_HINTS, MOST_PLACES, MOST_TABLES, Hints, Table
from net.messages import PROTOCOL, Public
from net.text import Name, TableName

HERE = ("192.168.1.5", 47710)


def public(name="attic", taken=0):
    return Public(PROTOCOL, TableName(name), "om-nom-nom", Name("Ben"), 4, taken, "lobby", True)


def table(name="attic", port=47710, certificate=b"c"):
    return Table(certificate, port, name)


def confirm(hints, address, now, name="attic", taken=0):
    assert address in hints.due(now, 99)
    hints.answered(address, table(name, address[1]), public(name, taken), now)


def names(hints):
    return [one.table for one in hints.found]


def test_nothing_is_shown_before_it_has_answered():
    hints = Hints()
    hints.hear("mDNS", HERE, 0.0)
    assert hints.found == []
    assert hints.due(0.0, 9) == [HERE]
    assert hints.due(0.1, 9) == []
    assert hints.found == []
    hints.answered(HERE, table(), public(), 0.2)
    assert names(hints) == ["attic"]
    assert hints.found[0].address == HERE
    assert hints.ways(HERE) == {"mDNS"}


def test_a_table_that_is_shown_is_asked_again_and_again_and_goes_when_it_is_silent():
    hints = Hints()
    hints.hear("beacon", HERE, 0.0)
    confirm(hints, HERE, 0.0)
    assert hints.due(CHECK_SECONDS - 0.1, 9) == []
    confirm(hints, HERE, CHECK_SECONDS, taken=2)
    assert hints.found[0].taken == 2
    assert hints.due(2 * CHECK_SECONDS, 9) == [HERE]
    hints.silent(HERE, 2 * CHECK_SECONDS)
    assert hints.found == []


def test_one_that_was_there_is_looked_for_a_while_and_then_forgotten():
    hints = Hints()
    hints.hear("mDNS", HERE, 0.0)
    confirm(hints, HERE, 0.0)
    asked, now = 0, CHECK_SECONDS
    while len(hints) and now < 10 * FORGET_SECONDS:
        for address in hints.due(now, 9):
            hints.silent(address, now)
            asked += 1
        now += 0.25
    assert 5 <= asked <= 15
    assert now < 1.1 * FORGET_SECONDS + CHECK_SECONDS


def test_one_that_never_answered_is_asked_again_only_when_it_is_heard_again_and_more_and_more_seldom():
    hints = Hints()
    hints.hear("beacon", HERE, 0.0)
    assert hints.due(0.0, 9) == [HERE]
    hints.silent(HERE, 0.5)
    assert hints.due(50.0, 9) == []
    asked = []
    for tenth in range(1000):
        now = 51.0 + tenth / 10
        hints.hear("beacon", HERE, now)
        for address in hints.due(now, 9):
            hints.silent(address, now)
            asked.append(now)
    assert 10 <= len(asked) <= 16
    assert asked[-1] - asked[-2] >= 8.0


def test_several_addresses_and_ways_of_one_table_are_one_row_under_the_likeliest():
    hints = Hints()
    for ip in ("fe80::1%2", "172.17.0.1", "192.168.1.5", "127.0.0.1"):
        hints.hear("mDNS", (ip, 5), 0.0)
    hints.hear("beacon", ("192.168.1.5", 5), 0.0)
    for address in hints.due(0.0, 9):
        hints.answered(address, table(port=5), public(), 0.1)
    assert [one.address for one in hints.found] == [("192.168.1.5", 5)]
    assert hints.ways(("192.168.1.5", 5)) == {"mDNS", "beacon"}
    # Only that one is asked from now on; when it does not answer the others are.
    assert hints.due(3.0, 9) == [("192.168.1.5", 5)]
    hints.silent(("192.168.1.5", 5), 3.5)
    assert [one.address for one in hints.found] == [("172.17.0.1", 5)]
    assert hints.due(3.5, 9) == [("172.17.0.1", 5)]


def test_two_tables_of_one_device_are_two_rows_and_so_are_two_devices_with_the_same_names():
    hints = Hints()
    for n, address in enumerate([("10.0.0.1", 5), ("10.0.0.1", 6), ("10.0.0.2", 5)]):
        hints.hear("beacon", address, 0.0)
        assert hints.due(0.0, 9) == [address]
        hints.answered(address, table(port=address[1], certificate=bytes([n // 2])), public(), 0.0)
    assert len(hints.found) == 3


def test_another_table_at_the_same_address_takes_the_place_of_the_first():
    hints = Hints()
    hints.hear("beacon", HERE, 0.0)
    confirm(hints, HERE, 0.0, "attic")
    confirm(hints, HERE, CHECK_SECONDS, "cellar")
    assert names(hints) == ["cellar"]


def test_ten_thousand_forged_hints_are_capped_and_the_real_table_gets_in_before_amid_and_after_them():
    hints = Hints()
    hints.hear("beacon", ("10.0.0.1", 1), 0.0)
    confirm(hints, ("10.0.0.1", 1), 0.0, "before")
    for n in range(10_000):
        hints.hear("mDNS", (f"10.{1 + n // 65025}.{n // 255 % 255}.{n % 255}", 5), 1.0 + n / 10_000)
        assert len(hints) <= MOST_HINTS + 2  # and the two real ones
        if n == 5000:
            hints.hear("beacon", ("10.0.0.1", 2), 1.5)
    hints.hear("mDNS", ("10.0.0.1", 3), 2.0)
    asked = hints.due(2.0, 8)
    assert ("10.0.0.1", 2) in asked
    assert ("10.0.0.1", 3) in asked
    assert len(asked) <= 8 + 1
    confirm_all = {("10.0.0.1", 1): "before", ("10.0.0.1", 2): "amid", ("10.0.0.1", 3): "after"}
    for address in asked:
        if name := confirm_all.get(address):
            hints.answered(address, table(name, address[1]), public(name), 2.0)
        else:
            hints.silent(address, 3.0)
    assert names(hints) == ["after", "amid", "before"]
    hints.due(4.0 + FORGET_SECONDS, 0)
    assert len(hints) <= 3 + 8


def test_silent_ones_make_room_for_new_ones_and_those_being_asked_are_kept():
    hints = Hints()
    for n in range(MOST_HINTS):
        hints.hear("beacon", (f"10.0.0.{n}", 5), 0.0)
    asked = hints.due(0.0, MOST_HINTS)
    assert len(asked) == MOST_HINTS
    hints.hear("beacon", HERE, 0.1)
    assert hints.due(0.1, 9) == []
    hints.silent(asked[0], 0.5)
    hints.hear("beacon", HERE, 0.6)
    assert hints.due(0.6, 9) == [HERE]
    for address in asked[1:]:
        hints.silent(address, 1.0)


def test_nobody_is_made_to_try_out_all_ports_of_a_machine():
    hints = Hints()
    for port in range(1, 10_000):
        hints.hear("mDNS", ("10.0.0.9", port), 0.0)
        hints.hear("beacon", ("10.0.0.9", port), 0.0)
    assert len(hints.due(0.0, 99_999)) == MOST_A_HOST


def test_real_tables_in_any_number_are_capped_too():
    hints = Hints()
    for n in range(3 * MOST_TABLES):
        address = (f"10.0.{n // 250}.{n % 250}", 5)
        hints.hear("beacon", address, 0.0)
        assert address in hints.due(0.0, 999)
        hints.answered(address, table(f"t{n}", certificate=bytes([n % 256, n // 256])), public(f"t{n}"), 0.0)
    assert len(hints.found) == MOST_TABLES
    assert len(hints) <= MOST_TABLES + MOST_HINTS
    many = Hints()
    for n in range(3 * MOST_PLACES):
        many.hear("beacon", (f"10.0.0.{n}", 5), 0.0)
        for address in many.due(0.0, 9):
            many.answered(address, table(), public(), 0.0)
    assert len(many.found) == 1
    assert len(many._rows[table()].places) == MOST_PLACES


def test_a_thousand_forged_goodbyes_hide_nothing_and_ask_no_more_than_twice_a_second():
    hints = Hints()
    hints.hear("mDNS", HERE, 0.0)
    confirm(hints, HERE, 0.0)
    asked = 0
    for n in range(1000):
        now = 1.0 + n / 1000
        hints.doubt(now)
        for address in hints.due(now, 9):
            hints.answered(address, table(), public(), now)
            asked += 1
        assert names(hints) == ["attic"]
    assert 1 <= asked <= 3
