"""A notice on its way: encrypted for one browser (RFC 8291), signed by this server (RFC 8292), handed to its service.

This takes as long as the service takes, so it is done in threads of its own, each for a limited time.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from contextlib import suppress

from tablier.server.notices.endpoints import Endpoint, endpoint, resolved
from tablier.server.notices.keys import PushKeys
from tablier.server.notices.subscriptions import Subscription

SECONDS = 10.0  # for each step of a connection
ALL_SECONDS = 20.0
DAY_SECONDS = 86_400  # for which a service keeps a notice for a browser that is not there
SIGNED_SECONDS = 6 * 3_600


class Pinned(http.client.HTTPConnection):
    """A connection to an address that was looked at before, whatever the name may lead to now."""

    def __init__(self, found: Endpoint, address: str) -> None:
        super().__init__(found.host, found.port, timeout=SECONDS)
        self.found, self.address = found, address

    def connect(self) -> None:
        """Connect to that address; the certificate has to be that of the name."""
        line = socket.create_connection((self.address, self.found.port), SECONDS)
        self.sock = line
        if self.found.secure:
            self.sock = ssl.create_default_context().wrap_socket(line, server_hostname=self.found.host)

    def cut(self) -> None:
        """End it from another thread."""
        with suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)


def push(subscription: Subscription, content: bytes, keys: PushKeys, contact: str, private: bool) -> int:
    """Hand a notice to the service of a browser; the status of its answer."""
    found = endpoint(subscription.endpoint, private)
    headers = {"Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream", "TTL": str(DAY_SECONDS)}
    headers |= {"Urgency": "normal", "Authorization": signature(found, keys, contact)}
    body = encrypted(subscription, content)
    connection = Pinned(found, resolved(found, private))
    timer = threading.Timer(ALL_SECONDS, connection.cut)
    timer.start()
    try:
        connection.request("POST", found.path, body, headers)
        return connection.getresponse().status
    finally:
        timer.cancel()
        connection.close()


def encrypted(subscription: Subscription, content: bytes) -> bytes:
    """What only that browser can read."""
    from pywebpush import WebPusher  # type: ignore[import-untyped]

    info = {"endpoint": subscription.endpoint, "keys": {"p256dh": subscription.key, "auth": subscription.secret}}
    return bytes(WebPusher(info).encode(content, "aes128gcm")["body"])


def signature(found: Endpoint, keys: PushKeys, contact: str) -> str:
    """By which a service knows who sends it, and whom to write to if that goes wrong."""
    from pywebpush import Vapid

    claims = {"sub": contact, "aud": found.origin, "exp": int(time.time()) + SIGNED_SECONDS}
    return str(Vapid.from_raw(keys.private.encode()).sign(claims)["Authorization"])
