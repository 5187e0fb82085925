"""Addresses as people type and read them."""

from __future__ import annotations

from net.settings import PORT

FORM = "HOST:PORT, for instance 192.168.1.5:47710 or [fe80::1]:47710"


class BadAddress(ValueError):
    """Text that is no address; it says what is wrong, in words."""


def read_address(text: str) -> tuple[str, int]:
    """Host and port of `HOST`, `HOST:PORT`, `[IPV6]`, `[IPV6]:PORT`; our own port unless said. Raises `BadAddress`."""
    text = text.strip()
    if not text:
        raise BadAddress(f"an address is needed: {FORM}")
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket:
            raise BadAddress(f"the bracket of {text!r} is not closed: {FORM}")
        colon, port = rest[:1], rest[1:]
        if colon not in ("", ":"):
            raise BadAddress(f"after the bracket comes :PORT: {FORM}")
    elif text.count(":") > 1:
        raise BadAddress("an IPv6 address stands in brackets: [fe80::1]:47710")
    else:
        host, colon, port = text.partition(":")
    if not host or any(sign.isspace() or not sign.isprintable() for sign in host):
        raise BadAddress(f"{text!r} names no host: {FORM}")
    return host, _port(port) if colon else PORT


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) < 65536):
        raise BadAddress(f"{text!r} is no port: a number from 1 to 65535")
    return int(text[:6])
