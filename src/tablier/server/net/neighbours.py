"""A process as one of several nodes: where the others reach it, and what it takes over from those of its machine."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

from tablier.server.authority.refusals import Refused
from tablier.server.cluster.membership import NodePlace, fresh_name
from tablier.server.operation.settings import Settings

LOOPBACK = "127.0.0.1"
LONGEST_HOST = 40


@dataclass(frozen=True)
class Doorstep:
    """What a process has for the other nodes: a name, an address, and a socket that listens there."""

    place: NodePlace
    listener: socket.socket


def is_shared(settings: Settings) -> bool:
    """Whether a server shares its database with others; refused if it has none that can be shared."""
    shared = settings.processes > 1 or bool(settings.node)
    if shared and not settings.store:
        raise Refused("server.cluster.file")
    return shared


def own_name() -> str:
    """A name for a process of this machine."""
    host = "".join(letter if letter.isalnum() else "-" for letter in socket.gethostname())
    return fresh_name(host[:LONGEST_HOST])


def doorstep(settings: Settings, name: str, slot: int = 0, siblings: str = "") -> Doorstep:
    """Listen for other nodes, where the settings say; the processes of a machine do at one port after the other."""
    host, port = parted(settings.node)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port + slot if port else 0))
        listener.listen(socket.SOMAXCONN)
    except OSError as error:
        listener.close()
        raise Refused("server.port.taken", address=settings.node or host, detail=error.strerror) from error
    reached = f"[{host}]" if ":" in host else host
    return Doorstep(NodePlace(name, f"{reached}:{listener.getsockname()[1]}", siblings), listener)


def parted(node: str) -> tuple[str, int]:
    """Host and port of a node's address; the port may be left out, and so may everything."""
    host, colon, port = node.rpartition(":") if not node.endswith("]") else (node, "", "")
    if not colon:
        return node.strip("[]") or LOOPBACK, 0
    if not host or not (port.isascii() and port.isdecimal()) or int(port) > 65_535:
        raise Refused("server.setting", name="TABLIER_NODE", given=node, expected="10.0.0.5:9000")
    return host.strip("[]"), int(port)


def way_in(place: NodePlace) -> Path | None:
    """Where other processes of this machine hand connections over to this one, if there are any."""
    return Path(place.siblings, place.name) if place.siblings else None
