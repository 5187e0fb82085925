"""An engine for tests: objects in, objects out, and every answer checked to be one line of strict JSON."""

from __future__ import annotations

import json

from core.engine import Engine
from core.strict_json import parse


class Session:
    """An engine whose entropy is fixed."""

    def __init__(self) -> None:
        self.engine = Engine(lambda: bytes(32))

    def line(self, line: bytes) -> dict:
        """The answer to a raw line."""
        text = self.engine.answer(line)
        assert "\n" not in text
        answer = parse(text.encode("ascii"))
        assert isinstance(answer, dict)
        assert type(answer["ok"]) is bool
        if not answer["ok"]:
            assert answer.keys() - {"id"} == {"ok", "code", "message"}
            assert " " in answer["message"], "an error is told in words"
        return answer

    def ask(self, op: str, **request) -> dict:
        """The answer to a request that is in order."""
        answer = self.line(json.dumps({"op": op, **request}).encode())
        assert answer["ok"], answer
        return answer

    def refused(self, op: str, **request) -> tuple[str, str]:
        """Code and message of the error that a request gets; nothing has changed."""
        before = self.state()
        answer = self.line(json.dumps({"op": op, **request}).encode())
        assert not answer["ok"], answer
        assert self.state() == before
        return answer["code"], answer["message"]

    def state(self) -> object:
        """All that a later answer can depend on."""
        engine = self.engine
        return engine._game, engine._now, engine._stream.key, engine._stream.taken, list(engine._past), engine.ended
