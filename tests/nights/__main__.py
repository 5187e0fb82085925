"""`python -m tests.nights --seed N [--game G]` tells one night; `--seconds S` runs as many as there is time for."""

from __future__ import annotations

import argparse
import secrets
import sys
import time
import traceback

from core.catalogue import GAMES
from tests.nights.night import Night
from tests.nights.process import Wrong


def command(seed: int, game: str | None) -> str:
    """What replays that night."""
    return f"python -m tests.nights --seed {seed}" + (f" --game {game}" if game else "")


def tell(seed: int, game: str | None) -> int:
    """One night, line by line; the exit status."""
    night = Night(seed, game, print)
    try:
        night.run()
    except Wrong as wrong:
        print(f"WRONG: {wrong}")
        return 1
    finally:
        print(f"{night.agenda.now:9.3f} the night has the mark {night.trace.hexdigest()}")
    return 0


def soak(seconds: float, first: int, game: str | None) -> int:
    """Nights until the time is over; the exit status."""
    begun = time.monotonic()
    nights, hours, faults, failures = 0, 0.0, 0, 0
    while (spent := time.monotonic() - begun) < seconds:
        seed = first + nights
        night = Night(seed, game)
        try:
            night.run()
        except Exception as error:  # noqa: BLE001
            failures += 1
            where = "" if isinstance(error, Wrong) else "".join(traceback.format_exception(error)[-3:])
            what = f"{night.game}, after {night.agenda.now:.0f} s: {error or repr(error)} {where}"
            print(f"{command(seed, game)}\n    {what}", flush=True)
        nights, hours, faults = nights + 1, hours + night.agenda.now / 3600, faults + night.faults.count
    print(
        f"{nights} nights from seed {first}, {hours:.1f} hours at tables, {faults} faults, {hours / spent:.2f} hours a"
        f" second; {failures or 'no'} failures"
    )
    return 1 if failures else 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.nights", description=__doc__)
    parser.add_argument("--seed", type=int, help="tells this night; with --seconds the first of many")
    parser.add_argument("--game", choices=list(GAMES), help="instead of the one that the seed draws")
    parser.add_argument("--seconds", type=float, help="runs as many nights as there is time for")
    options = parser.parse_args()
    if options.seconds is not None:
        first = secrets.randbelow(1_000_000_000) if options.seed is None else options.seed
        return soak(options.seconds, first, options.game)
    if options.seed is None:
        parser.error("--seed or --seconds is needed")
    return tell(options.seed, options.game)


if __name__ == "__main__":
    sys.exit(main())
