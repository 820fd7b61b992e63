"""A server and a browser for the tests of this folder, and people who look at the one through the other."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.house import Server
from tests.browser.people import Person

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("gpu", "quic", "background-networking", "component-update", "sync")
FLAGS = ["--no-sandbox", "--no-first-run", *(f"--disable-{name}" for name in QUIET)]


def launched(playwright: Playwright) -> Browser:
    """A browser without a window, the smallest first: that makes the tests take a quarter less time."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    assert found, "no Chromium is installed: `make browser` installs it"
    return playwright.chromium.launch(executable_path=found, args=FLAGS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all games."""
    server = Server(tmp_path_factory.mktemp("server"))
    try:
        server.start()
        yield server
    finally:
        server.kill()


@pytest.fixture
def meet(browser: Browser, server: Server) -> Iterator[Callable[..., Person]]:
    """Meet somebody; in the end nothing may have gone wrong in any of their browsers."""
    met: list[Person] = []

    def one(language: str = "en", cookie: str = "", at: Server = server, **look: object) -> Person:
        met.append(Person(browser, at, language, cookie, **look))
        return met[-1]

    yield one
    faults = [fault for person in met for fault in person.faults]
    for person in met:
        person.context.close()
    assert not faults


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Servers that a test may kill."""
    started: list[Server] = []

    def one(*games: str) -> Server:
        started.append(Server(tmp_path, games))
        started[-1].start()
        return started[-1]

    yield one
    for server in started:
        server.kill()
