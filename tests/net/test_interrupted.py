"""What simulated nights have found: programs and people who are interrupted at an awkward moment."""

import pytest

from core.game import Chance
from net.changes import Rejected
from net.journal import Journal
from net.kept import CannotKeep, MemoryLedger
from net.messages import Again, Reveal, Roll, Sit, Stand, Talk
from net.outbox import RETRY_SECONDS
from net.shelf import Shelf
from net.text import Line
from net.wire import decode_host
from tests.net.world import World


def rolling(world, guest, held):
    """Runs until dice are asked for; what that guest answers is `held` back."""

    def hold(message):
        if not isinstance(message, Reveal):
            return [message]
        held.append(message)
        return []

    guest.bad = hold
    world.run(until=lambda: world.table.match and world.table.match._rolls.under_way is not None)
    world.run()
    assert isinstance(world.table.match.game.due(world.table.match.position), Chance)


def test_no_move_is_taken_back_once_dice_are_being_made():
    world = World("ominoes", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    world.run(until=lambda: len(world.steps) > 4)
    rolling(world, ben, [])
    assert not ana.mirror.can_undo
    assert not ben.mirror.can_undo
    assert world.table.match._takeback.seat is None


@pytest.mark.parametrize("game", ["om-nom-nom", "ominoes"])
def test_one_of_two_gives_up_while_dice_are_being_made(game):
    """Om Nom Nom with two has an imaginary opponent, who gives nothing up."""
    world = World(game, 2)
    ana, ben = world.sit_all("Ana", "Ben")
    rolling(world, ben, [])
    ana.send(*ana.mirror.concede())
    world.run()
    world.check_end()
    assert ben.finished.result.winners == (1,)
    world.drop(ben)
    back = world.come("Ben", key=ben.key)
    world.run()
    assert back.finished == ben.finished
    asked = [frame for frame in world.frames if frame.peer == back.peer and not frame.inbound]
    assert not any(isinstance(decode_host(frame.data[4:]), Roll) for frame in asked)


def test_who_gives_up_among_three_is_not_told_that_the_dice_leave_it_out():
    world = World("ominoes", 3)
    ana, _, _ = world.sit_all("Ana", "Ben", "Cleo")
    world.run(until=lambda: len(world.steps) > 4)
    ana.send(*ana.mirror.concede())
    world.run()
    assert ana.mirror.broken is None
    world.check_end()


class Full(MemoryLedger):
    """A disk that is full for a while."""

    full = False

    def flush(self):
        if self.full:
            raise CannotKeep("the disk is full")


def test_what_a_program_says_while_nothing_can_be_kept_is_not_lost(monkeypatch):
    disk = Full()
    monkeypatch.setattr(World, "_journal", lambda self, game_id: Journal(disk))
    world = World("ominoes", 2)
    ana, ben = world.sit_all("Ana", "Ben")
    held = []
    rolling(world, ben, held)
    disk.full = True
    ana.send(Talk(Line("Is anybody there?")))
    world.run()
    assert "the disk is full" in ana.mirror.paused
    ben.bad = lambda message: [message]
    ben.send(*held)
    world.run()
    assert ben.of(Rejected) == []
    number = len(world.steps)
    disk.full = False
    world.pass_time(RETRY_SECONDS)
    world.run(until=lambda: len(world.steps) > number)
    world.run()
    assert not ben.mirror.paused
    world.check_end()
    assert "withheld" not in world.table.record()


def test_who_gives_up_may_sit_down_on_that_seat_again(tmp_path):
    """Its keepsake is a file that is open: it goes on with that one."""
    shelf = Shelf(tmp_path / "tables", tmp_path / "keepsakes")
    world = World("om-nom-nom", 3)
    ana = world.come("Ana")
    ana.mirror._keepsakes = shelf.keepsake
    world.sit_all("Ben", "Cleo")
    world.run(until=lambda: len(world.steps) > 4)
    ana.send(*ana.mirror.concede())
    world.run(until=lambda: ana.mirror.seat is None)
    ana.send(Sit(0))
    world.run()
    world.check_end()
    assert ana.mirror.seat == 0
    assert not any("cannot be kept" in text for text in ana.texts)


def test_who_played_one_game_watches_the_next():
    world = World("om-nom-nom", 2, owner=True)
    ana, ben = world.come("Ana"), world.come("Ben", watch=True)
    world.run()
    world.start()
    world.run()
    world.check_end()
    world.own(Again())
    world.run()
    ana.send(Stand())
    world.run()
    ben.send(Sit(1))
    world.run()
    world.start()
    world.run()
    assert ana.mirror.seat is None
    assert ana.mirror.broken is None
    assert ana.finished.record == ben.finished.record
