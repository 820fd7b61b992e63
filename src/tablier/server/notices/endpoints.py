"""Where notices may be sent: to push services on the public Internet, and nowhere into the network of the server."""

from __future__ import annotations

import ipaddress
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

from tablier.server.authority.refusals import Refused

LONGEST = 1_000  # letters of an address
SECURE = 443
NAT64 = ipaddress.ip_network("64:ff9b::/32")
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Endpoint(NamedTuple):
    """An address, taken apart."""

    secure: bool
    host: str
    port: int
    path: str  # with the query

    @property
    def origin(self) -> str:
        """The service, as it is named in the signature."""
        scheme, usual = ("https", SECURE) if self.secure else ("http", 80)
        return f"{scheme}://{self.host}" + ("" if self.port == usual else f":{self.port}")


def endpoint(url: str, private: bool) -> Endpoint:
    """An address that a browser has named; ``private``: those of the own network are good, too."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise unsafe() from None
    secure = parts.scheme == "https"
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= LONGEST
    if not plain or not host or parts.username is not None or not (secure or (private and parts.scheme == "http")):
        raise unsafe()
    if not private and (port not in (None, SECURE) or "." not in host or is_private_text(host)):
        raise unsafe()
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Endpoint(secure, host, port or (SECURE if secure else 80), path)


def unsafe() -> Refused:
    """Why an address is not taken."""
    return Refused("server.notices.endpoint", 422)


def is_private_text(host: str) -> bool:
    """Whether a host is written as an address that is not public; of a name nothing can be said yet."""
    try:
        return not is_public(ipaddress.ip_address(host))
    except ValueError:
        return False


def is_public(address: IpAddress) -> bool:
    """Whether an address belongs to the public Internet, whatever it is wrapped into."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.sixtofour is not None or address.teredo is not None or address in NAT64 or address.is_site_local:
            return False
    wrong = address.is_multicast or address.is_private or address.is_reserved or address.is_unspecified
    return address.is_global and not wrong


def resolved(found: Endpoint, private: bool) -> str:
    """The address to connect to: of a name, it is looked up once and checked, and no other one is used then."""
    known = socket.getaddrinfo(found.host, found.port, type=socket.SOCK_STREAM)
    addresses = [str(entry[4][0]) for entry in known]
    if not private and not all(is_public(ipaddress.ip_address(address)) for address in addresses):
        raise unsafe()
    return addresses[0]
