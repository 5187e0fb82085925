"""JSON from outside, strictly: what the standard parser lets through and a protocol should not is refused."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from core.game import Json

_DIGITS = 30
"""Whole numbers longer than this mean nothing in any request."""
_DEPTH = 50
"""No request needs more nesting than this."""


class BadJson(ValueError):
    """Bytes that are no acceptable JSON; the text says why."""


def parse(text: bytes) -> Json:
    """The value of a JSON text in UTF-8.

    Refused with `BadJson`: broken UTF-8 or JSON, NaN and infinities, lone surrogates, a key twice in one object,
    nesting too deep to read, whole numbers of more than thirty digits.
    """
    try:
        value = json.loads(
            text.decode("utf-8"),
            parse_constant=_constant,
            parse_float=_float,
            parse_int=_int,
            object_pairs_hook=_object,
        )
        if b"\\u" in text:
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except BadJson:
        raise
    except UnicodeDecodeError:
        raise BadJson("the line is not UTF-8") from None
    except UnicodeEncodeError:
        raise BadJson("a lone surrogate is no text") from None
    except RecursionError:
        raise BadJson("nested too deep") from None
    except json.JSONDecodeError as error:
        raise BadJson(f"not JSON: {error.msg} at character {error.pos}") from None
    _check_depth(value)
    return value


def _check_depth(value: Json) -> None:
    """Refuses what could be read but not safely written again."""
    level, depth = [value], 0
    while holders := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        if depth > _DEPTH:
            raise BadJson(f"nested deeper than {_DEPTH} levels")
        level = [item for holder in holders for item in (holder.values() if isinstance(holder, dict) else holder)]


def _constant(name: str) -> NoReturn:
    raise BadJson(f"{name} is no JSON number")


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise BadJson(f"the number {text[:20]} is too large")
    return value


def _int(text: str) -> int:
    digits = len(text.removeprefix("-"))
    if digits > _DIGITS:
        raise BadJson(f"a whole number of {digits} digits is too large")
    return int(text)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise BadJson("an object has a key twice")
    return value
