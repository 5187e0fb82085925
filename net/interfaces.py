"""The addresses of this machine, and how an address is written."""

from __future__ import annotations

import ipaddress

import ifaddr

LOOPBACK = "127.0.0.1"
ANY = ("0.0.0.0", "::", "")  # noqa: S104 - the names of "all of this machine", not a socket bound to it


def reachable(bind: str | None) -> list[str]:
    """The addresses under which others may reach this machine, the likeliest first; never empty.

    `bind`: the one address that is listened on, None for all.
    """
    if bind is not None and bind not in ANY:
        return [bind]
    found = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    own = [ip for ip in found if not ipaddress.ip_address(ip).is_loopback]
    return sorted(own, key=_rank) or [LOOPBACK]


def _rank(ip: str) -> tuple[bool, bool]:
    """Home networks first; self-assigned addresses and those that containers use last."""
    address = ipaddress.ip_address(ip)
    return (address.is_link_local or ip.startswith("172.17."), not ip.startswith("192.168."))


def is_loopback(host: str | None) -> bool:
    """Whether that address reaches this machine alone."""
    if host == "localhost":
        return True
    try:
        return host is not None and ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def spell(host: str, port: int) -> str:
    """`HOST:PORT`, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
