"""Guests that do not keep to the rules."""

from net.messages import Open


def withhold(guest, kind=Open):
    """From now on the guest keeps its messages of that kind to itself; the list of them."""
    kept = []

    def keep(message):
        kept.append(message)
        return []

    instead(guest, kind, keep)
    return kept


def instead(guest, kind, change):
    """From now on the guest sends something else in the place of its messages of that kind, and knows it."""

    def bad(message):
        if not isinstance(message, kind):
            return [message]
        guest.mirror._set._opened = guest.mirror._set.acked = guest.mirror._chance._revealed = False
        guest.mirror._chance.due = False
        return change(message)

    guest.bad = bad
