"""`serai doctor`: why tables are not seen, without a screen."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import textwrap
from collections.abc import Iterator

from core.game import Json
from net.diagnosis import Facts, describe, diagnose
from net.doctor import SECONDS, examine
from tui.cli import DONE
from tui.finding import as_json

_WIDTH = 100


def doctor(options: argparse.Namespace) -> int:
    """What was looked at, then what that means, the likeliest cause first."""
    if not options.json:
        print(f"looking for {SECONDS:.0f} seconds", file=sys.stderr, flush=True)
    facts = asyncio.run(examine())
    for line in map(json.dumps, _objects(facts)) if options.json else _prose(facts):
        print(line)
    return DONE


def _prose(facts: Facts) -> Iterator[str]:
    yield from describe(facts)
    for finding in diagnose(facts):
        yield ""
        yield textwrap.fill(finding.text, _WIDTH, initial_indent="! " if finding.bad else "  ", subsequent_indent="  ")
        yield textwrap.fill(finding.advice, _WIDTH, initial_indent="  ", subsequent_indent="  ")


def _objects(facts: Facts) -> Iterator[dict[str, Json]]:
    for own in facts.own:
        yield {"what": "address", "interface": own.interface, "ip": own.ip, "prefix": own.prefix}
    for way, calls, trouble in (
        ("mDNS", facts.mdns, facts.mdns_trouble),
        ("beacon", facts.beacon, facts.beacon_trouble),
    ):
        if trouble:
            yield {"what": "trouble", "way": way, "why": trouble}
        for call in calls:
            yield {
                "what": "call",
                "way": way,
                "ip": call.own_address.ip,
                "error": call.error,
                "own": call.own,
                "others": call.others,
            }
    for reach in facts.reach:
        yield {"what": "port", "port": facts.port, "ip": reach.ip, "error": reach.trouble}
    for table in facts.tables:
        yield {"what": "table", **as_json(table)}
    for finding in diagnose(facts):
        yield {"what": "finding", **finding._asdict()}
