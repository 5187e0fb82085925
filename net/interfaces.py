"""The addresses of this machine, and how an address is written."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import ifaddr

LOOPBACK = "127.0.0.1"
ANY = ("0.0.0.0", "::", "")  # noqa: S104 - the names of "all of this machine", not a socket bound to it
_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
_Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network


class Own(NamedTuple):
    """An address of this machine. `ip`: a link-local IPv6 one has its scope (`fe80::1%2`). `prefix`: bits."""

    interface: str
    ip: str
    prefix: int

    @property
    def address(self) -> _Address:
        """As a value, without a scope."""
        return ipaddress.ip_address(self.ip.partition("%")[0])

    @property
    def network(self) -> _Network:
        """All that is reached without a router."""
        return ipaddress.ip_network((self.address, self.prefix), strict=False)

    @property
    def broadcast(self) -> str | None:
        """Where a datagram reaches everybody on this network; None where there is no such address."""
        network = self.network
        return str(network.broadcast_address) if network.version == 4 and network.prefixlen < 31 else None


_LOOP = Own("loopback", LOOPBACK, 8)


def own_addresses() -> tuple[Own, ...]:
    """All addresses of this machine at this moment, in a stable order; empty where it will not say."""
    try:
        adapters = list(ifaddr.get_adapters())
    except OSError:
        return ()
    found = set()
    for adapter in adapters:
        for ip in adapter.ips:
            if isinstance(ip.ip, str):
                found.add(Own(adapter.nice_name, ip.ip, ip.network_prefix))
            else:
                text, _, scope = ip.ip
                if _is_up(text, scope):
                    found.add(Own(adapter.nice_name, f"{text}%{scope}" if scope else text, ip.network_prefix))
    return tuple(sorted(found))


def _is_up(ip: str, scope: int) -> bool:
    """An IPv6 address is listed before it can be used: for a second or two the system looks whether others have it."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as sock:
            sock.bind((ip, 0, 0, scope))
    except OSError:
        return False
    return True


def serving(own: Iterable[Own], bind: str | None) -> tuple[Own, ...]:
    """Those under which a table that listens on `bind` (None: on all) is there; empty if it is none of ours."""
    if bind is None or bind in ANY:
        return tuple(own)
    if is_loopback(bind):
        return (Own("loopback", "::1", 128),) if bind == "::1" else (_LOOP,)
    return tuple(one for one in own if one.ip.partition("%")[0] == bind.partition("%")[0])


def ranked(addresses: Iterable[str]) -> list[str]:
    """The likeliest first: IPv4 before IPv6, home networks first, what reaches this machine alone last."""
    return sorted(addresses, key=_rank)


def reachable(bind: str | None) -> list[str]:
    """The addresses under which others may reach this machine, the likeliest first; never empty.

    `bind`: the one address that is listened on, None for all. IPv6 only where there is nothing else.
    """
    if bind is not None and bind not in ANY:
        return [bind]
    others = [one for one in own_addresses() if not one.address.is_loopback and "%" not in one.ip]
    found = [one.ip for one in others if one.address.version == 4] or [one.ip for one in others]
    return ranked(found) or [LOOPBACK]


def announced(own: Sequence[Own]) -> list[str]:
    """What a record names of those addresses: IPv4 and IPv6, loopback only where there is nothing else."""
    others = [one.ip for one in own if not one.address.is_loopback]
    return ranked(others or [one.ip for one in own])


def _rank(ip: str) -> tuple[bool, bool, bool, bool, str]:
    """Self-assigned addresses and those that containers use after home networks."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    odd = address.is_link_local or ip.startswith("172.17.")
    return (address.is_loopback, address.version == 6, odd, not ip.startswith("192.168."), ip)


def is_loopback(host: str | None) -> bool:
    """Whether that address reaches this machine alone."""
    if host == "localhost":
        return True
    try:
        return host is not None and ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_near(host: str, own: Iterable[Own]) -> bool:
    """Whether that address can be on one of our networks, or behind a router of this house. False for a name."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if address.is_multicast or address.is_unspecified:
        return False
    return address.is_private or address.is_link_local or any(address in one.network for one in own)


def spell(host: str, port: int) -> str:
    """`HOST:PORT`, with an IPv6 address in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
