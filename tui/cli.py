"""Temporary."""

import os, sys
from core.engine import LONGEST, Engine


def main() -> int:
    engine = Engine(lambda: os.urandom(32))
    source, sink = sys.stdin.buffer, sys.stdout
    while not engine.ended:
        line = source.readline(LONGEST + 2)
        if not line:
            break
        if not line.endswith(b"\n") and len(line) > LONGEST:
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = source.readline(1 << 16)
        print(engine.answer(line.rstrip(b"\n")), flush=True)
    return 0
