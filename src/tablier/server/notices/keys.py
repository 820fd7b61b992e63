"""The keys by which push services know this server: made at the first start, kept in the store for all nodes."""

from __future__ import annotations

import asyncio
import base64
import importlib.util
from contextlib import suppress
from dataclasses import dataclass

from tablier.server.store.documents import read
from tablier.server.store.protocol import Conflict, Store

KIND, NAME = "key", "push"
LIBRARIES = ("pywebpush", "cryptography")
SECRET_BYTES = 32


@dataclass(frozen=True)
class PushKeys:
    """Both keys as text: numbers of the curve P-256, in URL-safe Base64 without padding."""

    private: str
    public: str


def are_installed() -> bool:
    """Whether this server has what Web Push needs."""
    return all(importlib.util.find_spec(name) is not None for name in LIBRARIES)


def fresh() -> PushKeys:
    """A new pair."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    secret = ec.generate_private_key(ec.SECP256R1())
    number = secret.private_numbers().private_value.to_bytes(SECRET_BYTES, "big")
    point = secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return PushKeys(text_of(number), text_of(point))


def text_of(content: bytes) -> str:
    """Bytes as text that may stand in an address."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """Such a text as bytes; refused with a ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


async def push_keys(store: Store) -> PushKeys:
    """The keys of this server, made if there are none yet; of several nodes that start together, one makes them."""
    document = await read(store, KIND, NAME)
    if document.text is None:
        with suppress(Conflict):
            await asyncio.wrap_future(store.keep([document.saying(vars(fresh()))]))
        document = await read(store, KIND, NAME)
    return PushKeys(**document.data)
