"""What one node tells another about a visitor whom it passes on: sealed with a secret that only the nodes know."""

from __future__ import annotations

import base64
import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from starlette.types import Scope

from tablier.server.authority.refusals import Refused
from tablier.server.entrance.visitors import CALLED, COOKIE, DEVICE
from tablier.server.store.documents import changed
from tablier.server.store.protocol import Document, Store

HEADER = b"tablier-forwarded"
IDENTITY = (COOKIE, DEVICE, CALLED)
"""What is known of who asks, in the order in which an envelope tells it."""
KIND, KEY = "cluster", "secret"  # of the document that holds the secret
GOOD_FOR = 30.0  # seconds
DIGEST = "sha256"


@dataclass(frozen=True)
class Envelope:
    """Who asks for what, from where, as the node has found out to which they came."""

    visitor: str
    device: str
    called: str  # the name that they keep
    client: tuple[str, int] | None
    scheme: str
    method: str
    target: str
    at: float

    def sealed(self, secret: bytes) -> bytes:
        """As it goes over the network."""
        told = base64.urlsafe_b64encode(json.dumps(asdict(self)).encode())
        return told + b"." + seal(secret, told)


def seal(secret: bytes, told: bytes) -> bytes:
    """What only those who know the secret can put under something."""
    return hmac.new(secret, told, DIGEST).hexdigest().encode()


def about(scope: Scope, now: float) -> Envelope:
    """The envelope for a request."""
    client = scope.get("client")
    address = None if client is None else (str(client[0]), int(client[1]))
    visitor, device, called = (str(scope["state"].get(name, "")) for name in IDENTITY)
    return Envelope(visitor, device, called, address, scope["scheme"], method(scope), target(scope), now)


def method(scope: Scope) -> str:
    """How something is asked for."""
    return str(scope.get("method", "GET"))


def target(scope: Scope) -> str:
    """What is asked for."""
    query = scope["query_string"].decode("latin-1")
    path = scope["raw_path"].decode("latin-1")
    return f"{path}?{query}" if query else path


def opened(sealed: bytes, secret: bytes, scope: Scope, now: float) -> Envelope:
    """What an envelope says about the request with which it came; refused if nobody of ours has sealed it for that."""
    told, _, under = sealed.partition(b".")
    if not hmac.compare_digest(under, seal(secret, told)):
        raise forged()
    data: dict[str, Any] = json.loads(base64.urlsafe_b64decode(told))
    client = data.pop("client")
    envelope = Envelope(client=None if client is None else (client[0], client[1]), **data)
    if (envelope.method, envelope.target) != (method(scope), target(scope)) or abs(now - envelope.at) > GOOD_FOR:
        raise forged()
    return envelope


def forged() -> Refused:
    """Somebody who is no node of ours behaves as one."""
    return Refused("server.cluster.forged", 403)


async def shared_secret(store: Store, fresh: Callable[[], str] = lambda: secrets.token_hex(32)) -> bytes:
    """The secret of all nodes, made by the first of them."""

    def made(document: Document) -> Document | None:
        return None if document.text is not None else document.saying(fresh())

    return str((await changed(store, KIND, KEY, made)).data).encode()
