"""What every store promises of documents: revisions, tags, all or nothing."""

import asyncio
from queue import SimpleQueue

import pytest

from tablier.server.store.documents import changed, read
from tablier.server.store.postgres import PostgresStore
from tablier.server.store.protocol import NEW, Conflict, Document, Store

SECONDS = 20


def made(kind: str, key: str, text: str = "{}", moment: float = 0.0, *tags: str) -> Document:
    return Document(kind, key, NEW, moment, text, tags)


def keys(found: list[Document]) -> list[str]:
    return [document.key for document in found]


def test_a_document_is_read_as_it_was_written(store: Store) -> None:
    assert store.document("person", "ann").result() == Document("person", "ann")
    store.keep([Document("person", "ann").saying({"name": "Ânne 😀"}, moment=2.5)]).result()
    found = store.document("person", "ann").result()
    assert (found.revision, found.moment, found.data) == (1, 2.5, {"name": "Ânne 😀"})
    assert store.document("other", "ann").result().text is None


def test_who_did_not_read_the_latest_revision_writes_nothing(store: Store) -> None:
    store.keep([made("person", "ann", "1")]).result()
    first = store.document("person", "ann").result()
    store.keep([first.saying(2)]).result()
    for late in (first.saying(3), first.gone(), made("person", "ann", "4"), Document("person", "bob", 7, text="5")):
        with pytest.raises(Conflict):
            store.keep([late]).result()
    assert store.document("person", "ann").result().data == 2
    assert store.document("person", "bob").result().text is None


def test_several_are_kept_together_or_not_at_all(store: Store) -> None:
    store.keep([made("rating", "b", "1")]).result()
    with pytest.raises(Conflict):
        store.keep([made("rating", "a", "2"), made("rating", "b", "2"), made("rated", "table", "2")]).result()
    assert [store.document(*one).result().text for one in (("rating", "a"), ("rating", "b"), ("rated", "table"))] == [
        None,
        "1",
        None,
    ]


def test_by_their_tags_they_are_found_the_latest_first(store: Store) -> None:
    first = (("x", 1.0), ("z", 3.0), ("y", 2.0))
    store.keep([made("game", name, "{}", at, "ann", f"at {at}") for name, at in first]).result()
    store.keep([made("game", "w", "{}", 4.0, "bob"), made("other", "v", "{}", 5.0, "ann")]).result()
    assert keys(store.documents("game", "ann", 9).result()) == ["z", "y", "x"]
    assert keys(store.documents("game", "ann", 2).result()) == ["z", "y"]
    assert keys(store.documents("game", "ann", 9, before=2.0).result()) == ["x"]
    assert (store.counted("game", "ann").result(), store.counted("game", "nobody").result()) == (3, 0)


def test_what_is_written_again_has_its_new_tags_alone_and_what_is_deleted_none(store: Store) -> None:
    store.keep([made("game", "x", "{}", 1.0, "open", "ann")]).result()
    store.keep([store.document("game", "x").result().saying({}, ["ann", "ann"], 9.0)]).result()
    assert (store.documents("game", "open", 9).result(), store.counted("game", "ann").result()) == ([], 1)
    store.keep([store.document("game", "x").result().gone()]).result()
    assert store.documents("game", "ann", 9).result() == []
    assert store.document("game", "x").result() == Document("game", "x")


def test_many_who_change_a_document_at_once_all_do(store: Store) -> None:
    def one_more(document: Document) -> Document:
        return document.saying((document.data or 0) + 1)

    async def many() -> Document:
        await asyncio.gather(*(changed(store, "count", "all", one_more) for _ in range(8)))
        return await read(store, "count", "all")

    assert asyncio.run(many()).data == 8


def test_a_change_that_is_none_writes_nothing(store: Store) -> None:
    asyncio.run(changed(store, "count", "all", lambda _: None))
    assert store.document("count", "all").result().revision == NEW


def test_who_listens_hears_this_process_too(store: Store) -> None:
    heard: SimpleQueue[list[str]] = SimpleQueue()
    end = store.listen("documents", heard.put)
    if isinstance(store, PostgresStore):
        assert heard.get(timeout=SECONDS) == [], "it begins to listen, and may have missed something"
    store.notify("documents", ["a", "b"])
    assert heard.get(timeout=SECONDS) == ["a", "b"]
    end()
    store.notify("documents", ["c"])
    assert heard.empty()


@pytest.mark.parametrize("name", ["nul\0", "snow ☃", "quote'\"", "x" * 2000])
def test_whatever_somebody_asks_for_is_answered(store: Store, name: str) -> None:
    assert store.document("person", name).result().text is None
