"""Why tables are not seen, and what to do: from facts about this machine and its network to findings in words.

Pure: `net.doctor` gathers the facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from net.hints import Found
from net.interfaces import Own, spell
from net.settings import PORT

_TUNNELS = ("tun", "tap", "wg", "utun", "ppp", "tailscale", "nordlynx", "proton", "zt", "ipsec")
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vethernet", "bridge1", "podman", "cni", "lxc")
BY_ADDRESS = "`serai join HOST:PORT`, with the address that the host's lobby shows,"


class Call(NamedTuple):
    """A call to everybody on the network of one address. `own`: whether this machine heard it itself.

    `others`: how many other machines were heard there. `error`: why it could not be sent, in words; `code`: its name.
    """

    own_address: Own
    error: str | None = None
    code: str = ""
    own: bool = True
    others: int = 0


class Reach(NamedTuple):
    """Whether an open port of ours answers at one of our addresses; `trouble`: why not, in words."""

    ip: str
    trouble: str | None = None


class Facts(NamedTuple):
    """What was looked at. `system`: as `sys.platform`. `firewall`: the one known to be on. `port`: None if none opened.

    `mdns_trouble`, `beacon_trouble`: why that way cannot be tried at all, in words.
    """

    system: str
    own: tuple[Own, ...]
    mdns: tuple[Call, ...] = ()
    beacon: tuple[Call, ...] = ()
    mdns_trouble: str | None = None
    beacon_trouble: str | None = None
    port: int | None = PORT
    reach: tuple[Reach, ...] = ()
    tables: tuple[Found, ...] = ()
    wsl: bool = False
    container: bool = False
    firewall: str | None = None

    @property
    def outside(self) -> list[Own]:
        """Addresses on networks of the house: no loopback, no tunnels, none that programs made for themselves."""
        return [
            one
            for one in self.own
            if not one.address.is_loopback and not one.interface.lower().startswith((*_TUNNELS, *_VIRTUAL))
        ]

    @property
    def tunnels(self) -> list[str]:
        """Interfaces of VPNs that are up."""
        up = {one.interface for one in self.own if one.address.version == 4}
        return sorted(name for name in up if name.lower().startswith(_TUNNELS))

    @property
    def elsewhere(self) -> list[Found]:
        """The tables on other machines."""
        mine = {one.ip for one in self.own}
        return [one for one in self.tables if one.address[0] not in mine]

    def calls(self, calls: Sequence[Call]) -> list[Call]:
        """Those into networks of the house."""
        outside = set(self.outside)
        return [one for one in calls if one.own_address in outside]


class Finding(NamedTuple):
    """`cause`: a word for programs. `bad`: it is in the way; else good to know. `text` and `advice`: sentences."""

    cause: str
    bad: bool
    text: str
    advice: str


def diagnose(facts: Facts) -> list[Finding]:
    """What is the matter, the likeliest cause first; never empty."""
    found = [*_of_network(facts), *_of_machine(facts), *_of_sending(facts), *_of_port(facts), *_of_hearing(facts)]
    return sorted(found, key=lambda one: not one.bad)


def _of_network(facts: Facts) -> Iterator[Finding]:
    addresses = [one.address for one in facts.outside]
    if not addresses:
        yield Finding(
            "no-network",
            True,
            "This machine is on no network.",
            "Join the Wi-Fi, or plug in a cable. Tables on this machine itself are found all the same.",
        )
    elif all(one.is_link_local for one in addresses):
        yield Finding(
            "no-address",
            True,
            "This machine has only an address that it gave itself: no router answered it.",
            "Join the network anew. Machines joined by one cable alone do find each other with such addresses.",
        )
    networks = sorted({str(one.network) for one in facts.outside if one.address.version == 4})
    if len(networks) > 1:
        yield Finding(
            "several-networks",
            False,
            f"This machine is on several networks: {', '.join(networks)}.",
            "All players have to be on the same one of them.",
        )


def _of_machine(facts: Facts) -> Iterator[Finding]:
    if facts.wsl:
        yield Finding(
            "wsl",
            not facts.elsewhere,
            "This is WSL2. Unless it is in mirrored mode, its network is one of its own behind Windows: calls do not "
            "get out of it, and nobody gets in.",
            f"To join, {BY_ADDRESS} works from here. To host, use another machine, Windows itself, or "
            "networkingMode=mirrored in .wslconfig.",
        )
    if facts.container:
        yield Finding(
            "container",
            not facts.elsewhere,
            "This is a container. Most have a network of their own, out of which no call gets.",
            "Start it with the machine's own network (docker run --network host), or join by address.",
        )
    if facts.tunnels:
        yield Finding(
            "vpn",
            not facts.elsewhere and bool(facts.outside),
            f"A VPN is on ({', '.join(facts.tunnels)}). Some take all traffic with them, the house's own, too.",
            'Switch it off while you play, or allow "local network" in its settings.',
        )


def _of_sending(facts: Facts) -> Iterator[Finding]:
    failed = [one for one in facts.calls((*facts.mdns, *facts.beacon)) if one.error]
    if facts.system == "darwin" and any(one.code == "EHOSTUNREACH" for one in failed):
        yield Finding(
            "macos-permission",
            True,
            "macOS does not let this terminal into the local network.",
            "System Settings, Privacy & Security, Local Network: switch the terminal on, and start it anew.",
        )
    elif failed:
        where = ", ".join(sorted({one.own_address.interface for one in failed}))
        yield Finding(
            "cannot-send",
            True,
            f"Calls cannot be sent on {where}: {failed[0].error}.",
            "Look whether a firewall or a VPN on this machine forbids it.",
        )
    for cause, way, trouble, port in (
        ("no-mdns", "mDNS", facts.mdns_trouble, 5353),
        ("no-beacon", "The beacon", facts.beacon_trouble, PORT),
    ):
        if trouble and facts.outside:
            yield Finding(
                cause,
                not facts.elsewhere,
                f"{way} cannot be used: {trouble}.",
                f"Look whether another program keeps UDP port {port} to itself.",
            )


def _of_port(facts: Facts) -> Iterator[Finding]:
    shut = [one for one in facts.reach if one.trouble]
    if facts.port is None:
        yield Finding(
            "no-port",
            True,
            "No TCP port could be opened: a table of yours could not be joined.",
            f"Look what uses the ports from {PORT} on, or choose another with --port.",
        )
    elif shut:
        yield Finding(
            "port-shut",
            True,
            f"A port that was opened here does not answer at {', '.join(one.ip for one in shut)} ({shut[0].trouble}).",
            f"A firewall on this machine is the likeliest cause: allow Serai, or TCP port {PORT} and the next ones.",
        )


def _of_hearing(facts: Facts) -> Iterator[Finding]:
    mdns, beacon = ([one for one in facts.calls(calls) if not one.error] for calls in (facts.mdns, facts.beacon))
    deaf = [f"UDP {port}" for port, calls in ((5353, mdns), (PORT, beacon)) if calls and not any(c.own for c in calls)]
    if deaf:
        yield Finding(
            "deaf",
            not facts.elsewhere,
            f"This machine does not hear its own calls on {' and '.join(deaf)}.",
            "A firewall on this machine is the likeliest cause: allow Serai in it, or these ports.",
        )
    heard = {"mDNS": sum(one.others for one in mdns), "beacon": sum(one.others for one in beacon)}
    if facts.elsewhere:
        count = len(facts.elsewhere)
        yield Finding(
            "found",
            False,
            f"{count} {'tables answer' if count > 1 else 'table answers'} from other machines.",
            "Finding works. The home screen lists them.",
        )
        if mdns and not heard["mDNS"]:
            yield Finding(
                "multicast-filtered",
                False,
                "Nobody else is heard by mDNS: this network seems to filter multicast. The beacon does the finding.",
                "Nothing needs to be done.",
            )
    elif (mdns or beacon) and not deaf:
        yield _nobody() if not any(heard.values()) else _no_table(facts)
    if facts.firewall:
        yield Finding(
            "firewall",
            False,
            f"The firewall {facts.firewall} is on. It may keep others from a table on this machine.",
            f"Let in: {_opening(facts.firewall)}",
        )


def _nobody() -> Finding:
    return Finding(
        "isolation",
        True,
        "Calls go out, and nobody else is heard: no table, and no other device that speaks mDNS. Either nobody is "
        'there, or the access point keeps machines apart (a guest network, "client isolation").',
        f"Try {BY_ADDRESS} first. If that is out of reach, too, use another network, a phone's hotspot, or a cable.",
    )


def _no_table(facts: Facts) -> Finding:
    networks = ", ".join(sorted({str(one.network) for one in facts.outside if one.address.version == 4}))
    return Finding(
        "no-table",
        False,
        "Other machines are heard, so this network carries calls; but no table answers.",
        f"Is a table open? Is the host on the same network ({networks or 'IPv6'})? Then its firewall is the likeliest "
        f"cause: run `serai doctor` there. {BY_ADDRESS} tells more.",
    )


def _opening(firewall: str) -> str:
    ports = (f"{PORT}-{PORT + 19}/tcp", f"{PORT}/udp", "5353/udp")
    if firewall == "ufw":
        return "; ".join(f"sudo ufw allow {port.replace('-', ':')}" for port in ports)
    return f"sudo firewall-cmd {' '.join(f'--add-port={port}' for port in ports)}"


def describe(facts: Facts) -> list[str]:
    """What was looked at, a sentence each."""
    lines = [f"{one.interface} has {one.ip.partition('%')[0]}" for one in facts.own]
    lines += _told("mDNS", facts.mdns, facts.mdns_trouble)
    lines += _told("beacon", facts.beacon, facts.beacon_trouble)
    lines += _told_of_port(facts)
    lines += [f"the table {one.table} of {one.host} answers at {spell(*one.address)}" for one in facts.tables]
    return lines or ["nothing to look at"]


def _told(way: str, calls: Sequence[Call], trouble: str | None) -> Iterator[str]:
    if trouble:
        yield f"{way}: {trouble}"
    for call in calls:
        heard = f"not sent: {call.error}"
        if not call.error:
            others = f"{call.others} other machine{'s' if call.others > 1 else ''}" if call.others else "nobody else"
            heard = f"sent; heard {'itself' if call.own else 'not even itself'}, and {others}"
        yield f"{way} on {call.own_address.interface}: {heard}"


def _told_of_port(facts: Facts) -> Iterator[str]:
    if facts.port is None:
        yield "no TCP port could be opened"
        return
    good = [one.ip.partition("%")[0] for one in facts.reach if not one.trouble]
    if good:
        yield f"TCP port {facts.port}, opened for a moment, answers this machine at {', '.join(good)}"
    for one in facts.reach:
        if one.trouble:
            yield f"TCP port {facts.port}, opened for a moment, is shut at {one.ip}: {one.trouble}"
