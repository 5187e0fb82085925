"""Deals on the side between the seat in turn and another (ruling 12)."""

from __future__ import annotations

from core.game import Event, Moved
from core.games.nomadi.position import HAGGLE, MOVE, REFUSE, TAKE, WITHDRAW, Deal, Position, Propose, Reply

MOST = 20
"""Coins in one deal, either way."""


def offers(p: Position, seat: int) -> list[Propose | Reply]:
    """What a seat may say about deals now."""
    if not p.dealing or p.phase not in (MOVE, HAGGLE):
        return []
    said: list[Propose | Reply] = []
    for other in range(p.seats) if seat == p.turn else (p.turn,):
        if other == seat:
            continue
        if theirs := standing(p, other, seat):
            if payable(p, theirs):
                said.append(Reply(TAKE, other))
            said.append(Reply(REFUSE, other))
        if standing(p, seat, other):
            said.append(Reply(WITHDRAW, other))
        else:
            asked, paid = max(0, min(MOST, p.coins[other])), max(0, min(MOST, p.coins[seat]))
            said += [Propose(other, coins) for coins in range(-asked, paid + 1) if coins]
    return said


def respond(p: Position, seat: int) -> Reply | None:
    """A bot's word to the first deal proposed to it: coins are taken, payments refused."""
    deal = next((deal for deal in p.deals if deal.partner == seat), None)
    if deal is None:
        return None
    return Reply(TAKE if deal.coins > 0 and payable(p, deal) else REFUSE, deal.proposer)


def standing(p: Position, proposer: int, partner: int) -> Deal | None:
    """The open proposal from one seat to another."""
    return next((deal for deal in p.deals if deal[:2] == (proposer, partner)), None)


def payable(p: Position, deal: Deal) -> bool:
    """Whether the one who would pay has the coins."""
    return p.coins[deal.proposer if deal.coins > 0 else deal.partner] >= abs(deal.coins)


def forbids(p: Position, seat: int, action: Propose | Reply) -> str | None:
    """Why that seat may not say this, in a player's words; None if it may."""
    other = action.seat
    if not p.dealing:
        return "this game is played without deals on the side"
    if p.phase not in (MOVE, HAGGLE):
        return "deals are made while somebody leads the caravan: between a throw and the end of the turn"
    if not 0 <= other < p.seats or other == seat:
        return "a deal needs another player"
    if p.turn not in (seat, other):
        return "deals are made with the player in turn"
    if isinstance(action, Reply):
        return _reply_forbids(p, seat, action)
    if standing(p, seat, other):
        return "one proposal at a time: withdraw the open one first"
    if not 1 <= abs(action.coins) <= MOST:
        return f"a deal is about 1 to {MOST} coins"
    if not payable(p, Deal(seat, other, action.coins)):
        return f"{abs(action.coins)} is beyond the purse of the one who would pay"
    return None


def _reply_forbids(p: Position, seat: int, reply: Reply) -> str | None:
    if reply.word == WITHDRAW:
        return None if standing(p, seat, reply.seat) else "there is no open proposal of yours to withdraw"
    theirs = standing(p, reply.seat, seat)
    if theirs is None:
        return f"there is no open proposal to {reply.word}: it may have been withdrawn"
    if reply.word == TAKE and not payable(p, theirs):
        return f"{abs(theirs.coins)} is beyond the purse of the one who would pay now"
    return None


def say(p: Position, seat: int, action: Propose | Reply) -> Moved[Position]:
    """After a legal word about a deal; the open question stays as it is."""
    if isinstance(action, Propose):
        deal = Deal(seat, action.seat, action.coins)
        return p._replace(deals=(*p.deals, deal)), (_event("proposed", deal),)
    pair = (seat, action.seat) if action.word == WITHDRAW else (action.seat, seat)
    deal = next(deal for deal in p.deals if deal[:2] == pair)
    rest = p._replace(deals=tuple(other for other in p.deals if other is not deal))
    if action.word != TAKE:
        return rest, (_event("refused" if action.word == REFUSE else "withdrawn", deal),)
    coins = list(p.coins)
    coins[deal.proposer] -= deal.coins
    coins[deal.partner] += deal.coins
    return rest._replace(coins=tuple(coins)), (_event("taken", deal),)


def lapse(p: Position) -> tuple[Event, ...]:
    """What is said of the proposals that are still open when a turn or the game ends."""
    return tuple(_event("lapsed", deal) for deal in p.deals)


def _event(kind: str, deal: Deal) -> Event:
    return Event(kind, deal._asdict())
