"""Passkeys: somebody shows who they are with a device of theirs, as browsers and the library ``webauthn`` do it.

What is to be signed is made here, kept in the store, good once, for minutes, and for the browser that asked.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import json
import secrets
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, NamedTuple

from tablier.server.authority.limits import NAME_LENGTH, clean
from tablier.server.authority.refusals import Refused
from tablier.server.people.belongings import keeps, of
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Conflict, Document, Store

PASSKEY, CHALLENGE = "passkey", "challenge"
LIBRARY = "webauthn"
CHALLENGE_BYTES, CHALLENGE_SECONDS = 32, 300.0
MOST_PASSKEYS = 20  # of one person
OPEN = "open"  # the tag of all challenges
SWEPT = 50  # challenges that have run out are deleted at a time
HOUSE = "Tablier"
LOCAL = "localhost"


class Site(NamedTuple):
    """For which address passkeys are made here, and where pages may use them."""

    domain: str
    origins: tuple[str, ...]


class Passkey(NamedTuple):
    """One of somebody's passkeys, as they are told of it."""

    key: str
    name: str
    made: float
    used: float | None


def site(scheme: str, host: str, domain: str = "") -> Site | None:
    """Where passkeys can be had: by name, and over a line that nobody listens to; nowhere without the library."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and ":" in host else host
    local = name == LOCAL or name.endswith("." + LOCAL)
    if find_spec(LIBRARY) is None or not name or is_address(name) or not (scheme in ("https", "wss") or local):
        return None
    inside = domain and (name == domain or name.endswith("." + domain))
    origins = (f"https://{host}", f"http://{host}") if local else (f"https://{host}",)
    return Site(domain if inside else name, origins)


def is_address(name: str) -> bool:
    """Whether a host is called by a number, for which there are no passkeys."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Passkeys:
    """All passkeys."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock

    # What is to be signed

    async def challenge(self, purpose: str, visitor: str) -> bytes:
        """Something new to be signed by a browser."""
        await self._sweep()
        made, now = secrets.token_bytes(CHALLENGE_BYTES), self.clock()
        data = {"purpose": purpose, "visitor": visitor, "made": now}
        document = Document(CHALLENGE, digest(made)).saying(data, [OPEN, of(visitor)], now)
        await asyncio.wrap_future(self.store.keep([document]))
        return made

    async def _sweep(self) -> None:
        """Delete what has run out."""
        late = await asyncio.wrap_future(self.store.documents(CHALLENGE, OPEN, SWEPT, self.clock() - CHALLENGE_SECONDS))
        for one in late:
            await self._gone(one)

    async def _gone(self, document: Document) -> bool:
        """Delete a document, unless somebody else just did."""
        try:
            await asyncio.wrap_future(self.store.keep([document.gone()]))
        except Conflict:
            return False
        return True

    async def spend(self, challenge: bytes, purpose: str, visitor: str) -> None:
        """Refuse what was not to be signed by this browser for this, or has been signed already."""
        found = await read(self.store, CHALLENGE, digest(challenge))
        good = found.data is not None and (found.data["purpose"], found.data["visitor"]) == (purpose, visitor)
        if not good or self.clock() - found.data["made"] > CHALLENGE_SECONDS or not await self._gone(found):
            raise Refused("server.passkey.late", 403)

    # Making one

    async def creation(self, person: str, name: str, device: str, where: Site) -> dict[str, Any]:
        """What a browser is asked for to make a passkey."""
        import webauthn
        from webauthn.helpers import structs

        known = await self._documents(person)
        if len(known) >= MOST_PASSKEYS:
            raise Refused("server.passkey.many", most=MOST_PASSKEYS)
        choice = structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        )
        options = webauthn.generate_registration_options(
            rp_id=where.domain,
            rp_name=HOUSE,
            user_name=name,
            user_id=bytes.fromhex(person),
            challenge=await self.challenge("create", device),
            authenticator_selection=choice,
            exclude_credentials=[structs.PublicKeyCredentialDescriptor(from_text(one.data["id"])) for one in known],
        )
        told: dict[str, Any] = json.loads(webauthn.options_to_json(options))
        return told

    async def create(self, person: str, device: str, credential: dict[str, Any], label: str, where: Site) -> None:
        """Keep a passkey that a browser has made."""
        import webauthn

        challenge = await self._signed(credential, "create", device)
        made = verified(
            webauthn.verify_registration_response,
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=where.domain,
            expected_origin=list(where.origins),
        )
        data = {
            "id": to_text(made.credential_id), "person": person, "public": to_text(made.credential_public_key),
            "count": made.sign_count, "domain": where.domain, "name": clean(label[:NAME_LENGTH], NAME_LENGTH),
            "made": self.clock(), "used": None,
        }  # fmt: skip
        document = Document(PASSKEY, digest(made.credential_id)).saying(data, [of(person)], self.clock())
        try:
            await asyncio.wrap_future(self.store.keep([document]))
        except Conflict:
            raise Refused("server.passkey.wrong", 403) from None

    # Using one

    async def question(self, device: str, where: Site) -> dict[str, Any]:
        """What a browser is asked for to show who somebody is."""
        import webauthn

        challenge = await self.challenge("enter", device)
        options = webauthn.generate_authentication_options(rp_id=where.domain, challenge=challenge)
        told: dict[str, Any] = json.loads(webauthn.options_to_json(options))
        return told

    async def enter(self, device: str, credential: dict[str, Any], where: Site) -> str:
        """Who somebody is, by what a browser has signed."""
        import webauthn

        challenge = await self._signed(credential, "enter", device)
        kept = await read(self.store, PASSKEY, digest(from_text(str(credential.get("id", "")))))
        if kept.data is None:
            raise Refused("server.passkey.unknown", 403)
        handle = (credential.get("response") or {}).get("userHandle")
        if handle and from_text(str(handle)).hex() != kept.data["person"]:
            raise Refused("server.passkey.wrong", 403)
        shown = verified(
            webauthn.verify_authentication_response,
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=where.domain,
            expected_origin=list(where.origins),
            credential_public_key=from_text(kept.data["public"]),
            credential_current_sign_count=kept.data["count"],
        )
        used = {"count": shown.new_sign_count, "used": self.clock()}
        person = str(kept.data["person"])
        await changed(self.store, PASSKEY, kept.key, lambda now: now.data and now.saying(now.data | used, [of(person)]))
        return person

    async def _signed(self, credential: dict[str, Any], purpose: str, device: str) -> bytes:
        """What a browser says to have signed, used up by that."""
        try:
            client = json.loads(from_text(credential["response"]["clientDataJSON"]))
            challenge = from_text(client["challenge"])
        except (KeyError, TypeError, ValueError):
            raise Refused("server.passkey.wrong", 422) from None
        await self.spend(challenge, purpose, device)
        return challenge

    # Somebody's own

    async def all(self, person: str) -> list[Passkey]:
        """Somebody's passkeys, the latest first."""
        told = [(one.key, one.data) for one in await self._documents(person)]
        return [Passkey(key, data["name"], data["made"], data["used"]) for key, data in told]

    async def remove(self, person: str, key: str) -> None:
        """Let a passkey be good no longer."""
        found = await read(self.store, PASSKEY, key)
        if found.data is None or found.data["person"] != person:
            raise Refused("server.passkey.unknown", 404)
        await self._gone(found)

    async def _documents(self, person: str) -> list[Document]:
        return await asyncio.wrap_future(self.store.documents(PASSKEY, of(person), MOST_PASSKEYS + 1))


def verified(verify: Callable[..., Any], **given: Any) -> Any:
    """What the library finds; whatever it does not like, what was signed is wrong."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return verify(**given)
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise Refused("server.passkey.wrong", 403) from None


def digest(secret: bytes) -> str:
    """Under what a challenge or a passkey is kept."""
    return hashlib.sha256(secret).hexdigest()


def to_text(data: bytes) -> str:
    """Bytes as the library writes them."""
    from webauthn.helpers import bytes_to_base64url

    return bytes_to_base64url(data)


def from_text(text: str) -> bytes:
    """Bytes as the library reads them; none if it cannot."""
    from webauthn.helpers import base64url_to_bytes

    try:
        return base64url_to_bytes(text)
    except ValueError:
        return b""


def told(document: Document) -> dict[str, Any]:
    """What somebody takes along of a passkey."""
    return {name: document.data[name] for name in ("name", "domain", "made", "used")}


keeps(PASSKEY, told)
keeps(CHALLENGE, told=None)
