"""Devices: the browsers in which somebody is who they are. A visitor without any is their own, and costs one look.

Who a browser stands for is remembered here for a while, and forgotten at once when that changes, at other nodes too.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tablier.server.authority.limits import clean
from tablier.server.authority.refusals import Refused
from tablier.server.people.belongings import of
from tablier.server.store.documents import changed, read
from tablier.server.store.protocol import Conflict, Document, Store, Trouble

DEVICE, PERSON = "device", "person"
CHANNEL = "people"  # on which is told of which devices something has changed
REMEMBERED = 20_000  # devices
SECONDS = 60.0  # after which somebody looks again, should a hint have been lost
SEEN_AGAIN = 3_600.0  # seconds after which the last use is noted anew
MOST_DEVICES = 50  # of one person
LONGEST_LABEL = 40


class DeviceHolder(NamedTuple):
    """For whom a device stands: itself if for no person; or it was signed out for good."""

    person: str = ""
    name: str = ""
    gone: bool = False


NOBODY = DeviceHolder()


class Device(NamedTuple):
    """One of somebody's devices."""

    id: str
    label: str
    made: float
    used: float


class Devices:
    """All devices of people who keep a name."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock
        self.known: OrderedDict[str, tuple[float, DeviceHolder]] = OrderedDict()
        self.changes = 0  # what was read before the last one may be out of date
        self.hear: Callable[[Sequence[str]], object] = len  # told of which devices something has changed
        self.notes: set[asyncio.Task[object]] = set()

    # Who it is

    async def who(self, device: str) -> DeviceHolder:
        """For whom a device stands; what was known last if nothing can be read now."""
        found = self.known.get(device)
        if found is not None and found[0] > self.clock():
            return found[1]
        try:
            return await self.look(device)
        except Trouble:
            if found is None:
                raise
            return found[1]

    async def look(self, device: str) -> DeviceHolder:
        """Look for whom a device stands."""
        changes, known = self.changes, NOBODY
        kept = await read(self.store, DEVICE, device)
        if kept.data is not None:
            person = kept.data["person"]
            name = (await read(self.store, PERSON, person)).data if person else None
            known = DeviceHolder(person, name["name"]) if name else DeviceHolder(gone=True)
            self._note_use(kept)
        if changes == self.changes:
            self.remember(device, known)
        return known

    def remember(self, device: str, known: DeviceHolder = NOBODY) -> None:
        """Remember for whom a device stands; those that were looked for first make room."""
        self.known[device] = self.clock() + SECONDS, known
        self.known.move_to_end(device)
        while len(self.known) > REMEMBERED:
            self.known.popitem(last=False)

    def _note_use(self, kept: Document) -> None:
        """Note that a device is in use, if that was not done of late."""
        now = self.clock()
        if not kept.data["person"] or now - kept.data["used"] < SEEN_AGAIN:
            return
        tags = [of(kept.data["person"])]
        task = asyncio.create_task(self._kept(kept.saying(kept.data | {"used": now}, tags)))
        self.notes.add(task)
        task.add_done_callback(self.notes.discard)

    async def _kept(self, document: Document) -> None:
        """Keep something that is not worth more than one attempt."""
        try:
            await asyncio.wrap_future(self.store.keep([document]))
        except (Conflict, Trouble):
            return

    # Changes

    async def add(self, device: str, person: str, label: str) -> None:
        """Let a device stand for a person."""
        if await asyncio.wrap_future(self.store.counted(DEVICE, of(person))) >= MOST_DEVICES:
            raise Refused("server.you.devices", most=MOST_DEVICES)
        now = self.clock()
        data = {"person": person, "label": clean(label[:LONGEST_LABEL], LONGEST_LABEL), "made": now, "used": now}
        await changed(self.store, DEVICE, device, lambda before: before.saying(data, [of(person)], now))
        self.tell([device])

    async def remove(self, device: str, person: str) -> bool:
        """Sign a device out, if it is somebody's. The one that the person is called after can never be used again."""

        def gone(before: Document) -> Document | None:
            if before.data is None or before.data["person"] != person:
                return None
            empty = before.data | {"person": ""}
            return before.saying(empty, [of(person)]) if device == person else before.gone()

        before = await read(self.store, DEVICE, device)
        await changed(self.store, DEVICE, device, gone)
        self.tell([device])
        return before.data is not None and before.data["person"] == person

    async def all(self, person: str) -> list[Device]:
        """Somebody's devices, the latest first."""
        found = await asyncio.wrap_future(self.store.documents(DEVICE, of(person), MOST_DEVICES + 1))
        told = [(one.key, one.data) for one in found if one.data["person"]]
        return sorted((Device(key, data["label"], data["made"], data["used"]) for key, data in told), key=last_use)

    def tell(self, devices: Iterable[str]) -> None:
        """Have everybody look again for whom some devices stand."""
        told = list(devices)
        self.forget(told)
        self.store.notify(CHANNEL, told)

    def forget(self, devices: Sequence[str]) -> None:
        """Look again for whom devices stand; all of them, if none is named."""
        self.changes += 1
        for device in devices or list(self.known):
            self.known.pop(device, None)
        self.hear(devices)


def last_use(device: Device) -> float:
    """By this devices are listed."""
    return -device.used
