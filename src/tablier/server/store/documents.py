"""Documents: what a server keeps beside its tables, such as people, ratings and open invitations.

A document is text under a kind and a key, with tags by which it is found. Whoever writes one names the revision that
it replaces, so nothing is overwritten that its writer has not read; several are kept together or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from tablier.server.store.protocol import NEW, Conflict, Document, Store

TRIES = 20  # of changing what others change at the same time
CHANNEL = "documents"  # on which is told what has changed, by whoever wants others to look again
SQLITE_LAYOUT = """
create table documents (
    kind text not null, key text not null, revision integer not null, moment real not null, text text not null,
    primary key (kind, key)) strict, without rowid;
create table tags (
    kind text not null, tag text not null, moment real not null, key text not null,
    primary key (kind, tag, moment, key)) strict, without rowid;
create index tags_by_document on tags (kind, key)"""
POSTGRES_LAYOUT = """
create table documents (
    kind text collate "C" not null, key text collate "C" not null, revision bigint not null,
    moment double precision not null, text text not null, primary key (kind, key));
create table tags (
    kind text collate "C" not null, tag text collate "C" not null, moment double precision not null,
    key text collate "C" not null, primary key (kind, tag, moment, key));
create index tags_by_document on tags (kind, key)"""


async def read(store: Store, kind: str, key: str) -> Document:
    """What is kept under a key."""
    return await asyncio.wrap_future(store.document(kind, key))


async def changed(store: Store, kind: str, key: str, change: Callable[[Document], Document | None]) -> Document:
    """Change a document, again if somebody else was faster; the change may refuse, or be None if nothing is to do."""
    for _ in range(TRIES):
        before = await read(store, kind, key)
        after = change(before)
        if after is None:
            return before
        try:
            await asyncio.wrap_future(store.keep([after]))
        except Conflict:
            continue
        return after
    raise Conflict(kind, key)


STATEMENTS = {
    "one": "select revision, moment, text from documents where kind=? and key=?",
    "tagged": (
        "select key, revision, documents.moment, text from tags join documents using (kind, key) "
        "where kind=? and tag=? and tags.moment<? order by tags.moment desc, key limit ?"
    ),
    "count": "select count(*) from tags where kind=? and tag=?",
    "new": "insert into documents (kind, key, revision, moment, text) values (?, ?, 1, ?, ?) on conflict do nothing",
    "again": "update documents set revision=revision+1, moment=?, text=? where kind=? and key=? and revision=?",
    "delete": "delete from documents where kind=? and key=? and revision=?",
    "drop": "delete from documents where kind=? and key=?",
    "untag": "delete from tags where kind=? and key=?",
    "tag": "insert into tags (kind, tag, moment, key) values (?, ?, ?, ?)",
}
"""What is said to both kinds of databases; PostgreSQL has another mark for values."""
OF_TABLES = ("review", "reviewing")
"""Kinds of documents whose key is a table, if it is that; they go with it."""
EVER = 1e300  # later than every moment
Say = Callable[[str, Sequence[Any]], Any]
"""Says one of the statements with its values to a database, and returns the cursor."""


def found(say: Say, kind: str, key: str) -> Document:
    """One document."""
    row = say("one", (kind, key)).fetchone()
    return Document(kind, key) if row is None else Document(kind, key, *row)


def tagged(say: Say, kind: str, tag: str, most: int, before: float | None) -> list[Document]:
    """Those with a tag."""
    rows = say("tagged", (kind, tag, EVER if before is None else before, most)).fetchall()
    return [Document(kind, *row) for row in rows]


def count(say: Say, kind: str, tag: str) -> int:
    """How many have a tag."""
    return int(say("count", (kind, tag)).fetchone()[0])


def keep_all(say: Say, documents: Sequence[Document]) -> None:
    """Keep some, in an order that is the same for all writers, so that none waits for another in a circle."""
    for document in sorted(documents, key=lambda one: (one.kind, one.key)):
        keep_one(say, document)


def keep_one(say: Say, document: Document) -> None:
    """Keep one document, or delete it."""
    place = (document.kind, document.key)
    if written(say, document).rowcount != 1:
        raise Conflict(*place)
    say("untag", place)
    for tag in set(document.tags):
        say("tag", (document.kind, tag, document.moment, document.key))


def drop_of(say: Say, tables: Sequence[str]) -> None:
    """Delete what is kept of tables that are deleted, and cannot be had without them."""
    for place in product(OF_TABLES, tables):
        say("drop", place)
        say("untag", place)


def written(say: Say, document: Document) -> Any:
    """The document itself written, new, again, or deleted."""
    place, body = (document.kind, document.key), (document.moment, document.text)
    if document.text is None:
        return say("delete", (*place, document.revision))
    if document.revision == NEW:
        return say("new", (*place, *body))
    return say("again", (*body, *place, document.revision))
