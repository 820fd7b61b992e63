"""What pages ask for when somebody keeps a name, comes back to it on another device, or leaves.

Only browsers do these things, for the people in front of them, so they are no part of what is described for programs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.requests import HTTPConnection

from tablier.server.api import wishes
from tablier.server.authority.refusals import Refused
from tablier.server.entrance import visitors
from tablier.server.entrance.gate import Gate
from tablier.server.people.errands import Errands, errand
from tablier.server.people.passkeys import Site, site
from tablier.server.store.protocol import Document
from tablier.server.tables.hub import Hub

YOU = "/you"
PATIENCE = 20.0  # seconds for which somebody who leaves waits until all is gone
BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip


def router(hub: Hub, gate: Gate, errands: Errands) -> APIRouter:
    """All of it, as routes."""
    asked = Identity(hub, gate, errands)
    routes = APIRouter(include_in_schema=False)
    answers: dict[str, Callable[..., Any]] = {
        "/you/name": asked.name,
        "/you/recovery": asked.recovery,
        "/you/recover": asked.recover,
        "/you/link": asked.link,
        "/you/join/{token}": asked.join,
        "/you/passkeys/options": asked.passkey_options,
        "/you/passkeys": asked.passkey,
        "/you/passkeys/{key}/remove": asked.remove_passkey,
        "/you/enter/options": asked.enter_options,
        "/you/enter": asked.enter,
        "/you/leave": asked.leave,
        "/you/devices/{device}/remove": asked.remove_device,
        "/you/delete": asked.delete,
    }
    for path, answer in answers.items():
        routes.add_api_route(path, answer, methods=["POST"])
    return routes


class Identity:
    """The answers."""

    def __init__(self, hub: Hub, gate: Gate, errands: Errands) -> None:
        self.hub, self.gate, self.errands, self.domain = hub, gate, errands, hub.settings.domain
        self.people = errands.people
        self.leaving: set[asyncio.Task[int]] = set()

    # A name

    async def name(self, request: Request, wish: wishes.KeptName) -> dict[str, Any]:
        """A name kept, or another one; who keeps their first one gets a code to write down."""
        self.gate.admit(request, "chats")
        self.gate.refuse_banned(request, "talk")
        visitor = visitors.visitor(request)
        new = await self.people.person(visitor) is None
        await self.people.keep(visitor, wish.name, self.hub.clock())
        if not new:
            return {"url": YOU}
        await self.people.devices.add(visitors.device(request), visitor, label(request))
        return {"url": YOU, "code": await self.people.codes.recovery(visitor)}

    async def recovery(self, request: Request) -> dict[str, Any]:
        """A new recovery code in the place of the one before."""
        person = await self._person(request, "tries")
        return {"url": YOU, "code": await self.people.codes.recovery(person)}

    async def _person(self, connection: HTTPConnection, *counted: str) -> str:
        """Who asks; refused if they keep no name."""
        self.gate.admit(connection, *counted)
        visitor = visitors.visitor(connection)
        if await self.people.person(visitor) is None:
            raise Refused("server.you.nobody", 403)
        return visitor

    # Coming back

    async def recover(self, request: Request, wish: wishes.CodeTyped) -> dict[str, Any]:
        """Somebody is themselves by a recovery code, and gets the next one."""
        self.gate.admit(request, "tries")
        self._refuse_person(request)
        person = await self.people.codes.recover(wish.code)
        return await self._enter(request, person) | {"code": await self.people.codes.recovery(person)}

    async def join(self, request: Request, token: str) -> dict[str, Any]:
        """This browser is a device of whoever made a link."""
        self.gate.admit(request, "tries")
        self._refuse_person(request)
        return await self._enter(request, await self.people.codes.use_link(token))

    async def enter_options(self, request: Request) -> dict[str, Any]:
        """What is to be signed with a passkey."""
        self.gate.admit(request, "tries")
        return await self.people.passkeys.question(visitors.device(request), self._site(request))

    async def enter(self, request: Request, wish: wishes.Credential) -> dict[str, Any]:
        """Somebody is themselves by a passkey."""
        self.gate.admit(request)
        self._refuse_person(request)
        where = self._site(request)
        return await self._enter(
            request, await self.people.passkeys.enter(visitors.device(request), wish.credential, where)
        )

    async def _enter(self, request: Request, person: str) -> dict[str, Any]:
        """Let this browser be a device of somebody, and its tables theirs."""
        device = visitors.device(request)
        await self.people.devices.add(device, person, label(request))
        apart = 0 if device == person else await self.errands.begin("adopt", old=device, new=person)
        return {"url": f"{YOU}?apart={apart}" if apart else YOU, "apart": apart}

    def _refuse_person(self, request: Request) -> None:
        """Refuse to be two people at once."""
        if visitors.visitor(request) != visitors.device(request) or visitors.called(request):
            raise Refused("server.you.already")

    # Other ways for the next time

    async def link(self, request: Request) -> dict[str, Any]:
        """A link that makes another browser a device of whoever asks."""
        token = await self.people.codes.link(await self._person(request, "tries"))
        return {"link": f"{YOU}/join/{token}", "picture": f"{YOU}/join/{token}/code.svg"}

    async def passkey_options(self, request: Request) -> dict[str, Any]:
        """What a browser needs to make a passkey."""
        person, where = await self._person(request, "tries"), self._site(request)
        name = visitors.called(request) or "Tablier"
        return await self.people.passkeys.creation(person, name, visitors.device(request), where)

    async def passkey(self, request: Request, wish: wishes.Credential) -> dict[str, Any]:
        """A passkey that a browser has made."""
        person, where = await self._person(request), self._site(request)
        device, name = visitors.device(request), wish.name or label(request)
        await self.people.passkeys.create(person, device, wish.credential, name, where)
        return {"url": YOU}

    async def remove_passkey(self, request: Request, key: str) -> dict[str, Any]:
        """A passkey that is good no longer."""
        await self.people.passkeys.remove(await self._person(request), key)
        return {"url": YOU}

    def _site(self, request: Request) -> Site:
        """Where passkeys can be had; refused if not here."""
        where = site(request.url.scheme, request.headers.get("host", ""), self.domain)
        if where is None:
            raise Refused("server.passkey.never", 404)
        return where

    # Leaving

    async def leave(self, request: Request, wish: wishes.Others) -> Response:
        """This browser signed out, or all others."""
        person, here = await self._person(request), visitors.device(request)
        known = [device.id for device in await self.people.devices.all(person)]
        for device in known if wish.others else [here]:
            if not (wish.others and device == here):
                await self.people.devices.remove(device, person)
        answer = JSONResponse({"url": YOU})
        if here == person and not wish.others:
            forget_cookie(request, answer)
        return answer

    async def remove_device(self, request: Request, device: str) -> dict[str, Any]:
        """Another browser signed out."""
        if not await self.people.devices.remove(device, await self._person(request)):
            raise Refused("server.you.no_device", 404)
        return {"url": YOU}

    async def delete(self, request: Request, _: wishes.Sure) -> Response:
        """All that is kept of whoever asks deleted."""
        self.gate.admit(request, "exports")
        kept: Document = errand("erase", self.hub.clock(), visitor=visitors.visitor(request))
        await asyncio.wrap_future(self.hub.store.keep([kept]))
        task = asyncio.create_task(self._erase(kept))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)
        done, _waiting = await asyncio.wait({task}, timeout=PATIENCE)
        answer = JSONResponse({"url": "/you/gone", "done": bool(done)})
        forget_cookie(request, answer)
        return answer

    async def _erase(self, kept: Document) -> int:
        """Do what was asked for, as it is kept."""
        return await self.errands.do(await asyncio.wrap_future(self.hub.store.document(kept.kind, kept.key)))


def forget_cookie(request: Request, answer: Response) -> None:
    """Let this browser be somebody new."""
    answer.headers.append("set-cookie", visitors.baked(visitors.fresh(), request.scope))


def label(request: Request) -> str:
    """What a browser is called, as far as it says."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return " · ".join(part for part in (browser, system) if part)
