"""What is deployed together, read from ``deploy/compose.yaml`` and run here by the same settings, as processes."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from websockets.sync.client import connect

from tablier.lab.ports import free_port
from tablier.server.operation.settings import Settings, variable
from tests.server.kit import dice_message
from tests.server.postgres import Cluster

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = [name for name, service in SERVICES.items() if service["image"] == "tablier"]
NODES = [name for name in OURS if "serve" in SERVICES[name]["command"]]
SECRET = "s3cret-of-the-database"
SECONDS, LOOK = 60.0, 0.05
MOVES = 6
PROXY = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")


def substituted(text: str) -> str:
    """A value with the variables that are asked of whoever starts it."""
    return re.sub(r"\$\{TABLIER_DATABASE_PASSWORD:\?[^}]*\}", SECRET, text)


# What is written there


def test_there_are_two_nodes_a_worker_a_database_and_a_proxy() -> None:
    assert set(SERVICES) == {*NODES, "worker", "database", "proxy"}
    assert len(NODES) == 2
    assert SERVICES["proxy"]["depends_on"].keys() == set(NODES)
    for name in OURS:
        assert SERVICES[name]["depends_on"] == {"database": {"condition": "service_healthy"}}


def test_whoever_is_waited_for_says_whether_they_are_well() -> None:
    containerfile = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    for service in SERVICES.values():
        for awaited in service.get("depends_on", ()):
            own = SERVICES[awaited].get("healthcheck", {}).get("test")
            assert own or (awaited in OURS and "HEALTHCHECK CMD" in containerfile)


def test_all_that_is_set_are_settings() -> None:
    known = {variable(name) for name in Settings.__dataclass_fields__} | {"PGPASSWORD"}
    for name in OURS:
        assert set(SERVICES[name]["environment"]) <= known


def test_no_secret_is_written_there() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert len(re.findall(r"PASSWORD: \$\{TABLIER_DATABASE_PASSWORD:\?", text)) == 2
    assert not re.search(r"PASSWORD: (?!\$\{)", text)
    assert "tablier@database" in SERVICES["worker"]["environment"]["TABLIER_STORE"], "no password in the address"
    assert "deploy/.env" in (ROOT / ".gitignore").read_text(encoding="utf-8")


def test_only_the_proxy_can_be_reached_and_only_from_here() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    assert list(published) == ["proxy"]
    assert all(port.startswith("127.0.0.1:") for port in published["proxy"])


def test_nothing_of_ours_may_more_than_it_has_to() -> None:
    for name in (*OURS, "proxy"):
        service = SERVICES[name]
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]


# The image


def locked(file: str) -> set[str]:
    """The packages of a lock."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(line.partition("==")[0]) for line in lines if "==" in line and not line.startswith(" ")}


def needed(requirement: str, known: set[str]) -> None:
    """Note a package, with all that it needs wherever it may run."""
    parsed = Requirement(requirement)
    name = canonicalize_name(parsed.name)
    if name in known and not parsed.extras:
        return
    known.add(name)
    with suppress(ImportError):
        for further in requires(parsed.name) or ():
            wanted = Requirement(further)
            extra = re.search(r"extra == [\"']([\w-]+)[\"']", str(wanted.marker))
            if extra is None or extra[1] in parsed.extras:
                needed(str(wanted).partition(";")[0].strip(), known)


def test_the_image_holds_nothing_that_only_tests_need() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    running: set[str] = set()
    for requirement in (*project["dependencies"], *extras["server"], *extras["postgres"], *extras["public"]):
        needed(requirement, running)
    assert locked("requirements-public.lock") <= running
    testing = {canonicalize_name(Requirement(one).name) for one in extras["test"]} - running
    assert {"pytest", "playwright", "mypy", "hypothesis"} <= testing
    assert locked("requirements-public.lock") & testing == set()


def test_the_image_is_made_of_that_lock_and_of_no_tests() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    installed = [line for line in lines if "pip install" in line]
    assert [line.split()[-1] for line in installed] == ["requirements-public.lock", "."]
    assert all("--require-hashes" in line or "--no-deps" in line for line in installed)
    copied = {part for line in lines if line.startswith("COPY ") for part in line.split()[1:-1]}
    assert copied == {"requirements-public.lock", "pyproject.toml", "README.md", "LICENSE", "src", "docs"}


# The same, run here


class Deployment:
    """The services as plain processes; names of machines become ports of this one."""

    def __init__(self, folder: Path, database: str, stack: ExitStack) -> None:
        self.folder, self.database, self.stack = folder, database, stack
        self.places = {f"{name}:8001": f"127.0.0.1:{free_port()}" for name in NODES}
        self.places |= {f"{name}:8000": f"127.0.0.1:{free_port()}" for name in NODES}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def here(self, text: str) -> str:
        """A text with the places as they are here."""
        for name, place in self.places.items():
            text = text.replace(name, place)
        return text

    def environment(self, name: str) -> dict[str, str]:
        """What a service is given, with what the image sets; the database is the tests' own."""
        image = dict(re.findall(r"(TABLIER_\w+)=(\S+)", (DEPLOY / "Containerfile").read_text(encoding="utf-8")))
        given = image | {key: substituted(value) for key, value in SERVICES[name]["environment"].items()}
        given |= {"TABLIER_STORE": self.database, "TABLIER_HOST": "127.0.0.1", "TABLIER_DATA": str(self.folder)}
        if name in NODES:
            given["TABLIER_PORT"] = self.places[f"{name}:8000"].rpartition(":")[2]
        return given | {"TABLIER_PROXIES": "127.0.0.1", "TABLIER_PREPARE": "no", "TABLIER_LIMITED": "no"}

    def start(self, name: str) -> None:
        """Start a service of ours by its own command."""
        command = [self.here(part) for part in SERVICES[name]["command"]]
        command[0] = str(Path(sys.executable).with_name(command[0]))
        clean = {key: value for key, value in os.environ.items() if not key.startswith("TABLIER_")}
        log = self.stack.enter_context((self.folder / f"{name}.log").open("wb"))
        self.processes[name] = process = subprocess.Popen(
            command, env=clean | self.environment(name), stdout=log, stderr=log
        )
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)

    def start_proxy(self) -> str:
        """Start the proxy with its own file; where it is."""
        port, file = free_port(), self.folder / "nginx.conf"
        text = self.here((DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
        text = text.replace("/tmp/", f"{self.folder}/").replace("listen 8080", f"listen 127.0.0.1:{port}")
        file.write_text(text.replace("worker_rlimit_nofile 40000;", "").replace("20000", "512"))
        command = [PROXY, "-p", str(self.folder), "-c", str(file), "-g", SERVICES["proxy"]["command"][-1]]
        log = self.stack.enter_context((self.folder / "proxy.log").open("wb"))
        process = subprocess.Popen(command, stderr=log)
        self.stack.callback(process.wait)
        self.stack.callback(process.terminate)
        return f"http://127.0.0.1:{port}"


def until_well(url: str) -> None:
    """Wait until a health check says so."""
    end = time.monotonic() + SECONDS
    while True:
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/health", timeout=5).status_code == 200:
                return
        assert time.monotonic() < end, f"{url} is not well"
        time.sleep(LOOK)


@pytest.fixture(scope="module")
def deployment(tmp_path_factory: pytest.TempPathFactory, cluster: Cluster) -> Iterator[Deployment]:
    with ExitStack() as stack:
        deployed = Deployment(tmp_path_factory.mktemp("deployed"), cluster.database(), stack)
        for name in OURS:
            deployed.start(name)
        for name in NODES:
            until_well(f"http://{deployed.places[f'{name}:8000']}")
        yield deployed


@contextmanager
def line(url: str, table: str, cookie: str) -> Iterator[Any]:
    """A socket of somebody."""
    address = f"{url.replace('http', 'ws')}/api/tables/{table}/live"
    headers = {"Cookie": f"visitor={cookie}"}
    with connect(address, additional_headers=headers, max_size=None, max_queue=None, open_timeout=20) as socket:
        yield socket


def latest(socket: Any, now: dict[str, Any]) -> dict[str, Any]:
    """How things stand, as somebody was told last."""
    with suppress(TimeoutError):
        while True:
            message = json.loads(socket.recv(timeout=LOOK))
            assert message["type"] != "refused", message
            if message["type"] in ("table", "now"):
                now = message.get("now", message)
    return now


def play(url: str, table: str, cookies: list[str], moves: int) -> int:
    """Two people play through whoever answers at an address; how many moves there are then."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(line(url, table, cookie)) for cookie in cookies]
        nows: list[dict[str, Any]] = [json.loads(socket.recv(timeout=SECONDS))["now"] for socket in sockets]
        until, end, said = nows[0]["number"] + moves, time.monotonic() + SECONDS, None
        while min(now["number"] for now in nows) < until:
            assert time.monotonic() < end, "nobody moves any more"
            if (wish := due(nows)) not in (said, None):
                said = wish
                sockets[wish[0]].send(json.dumps(wish[1]))
            nows = [latest(socket, now) for socket, now in zip(sockets, nows, strict=True)]
        return int(nows[0]["number"])


def due(nows: list[dict[str, Any]]) -> tuple[int, dict[str, Any]] | None:
    """What one of two does next, if both know the same."""
    for seat, now in enumerate(nows):
        if seat in now["waiting"]:
            return seat, dice_message(now, seat)
        if now["moves"] and not now["waiting"]:
            return seat, {"type": "move", "number": now["number"], "move": now["moves"][0]["move"]}
    return None


def seated(url: str, other: str) -> tuple[str, list[str]]:
    """A table that one makes at an address, and at another one somebody takes the second seat."""
    made = httpx.post(f"{url}/api/tables", json={"game": "konane", "seats": [{"kind": "me"}, {"kind": "link"}]})
    assert made.status_code == 201, made.text
    link = made.json()["seats"][1]["link"].removeprefix("/seat/")
    claimed = httpx.post(f"{other}/api/seats/{link}/claim", json={"name": ""})
    assert claimed.status_code == 200, claimed.text
    return made.json()["table"], [made.cookies["visitor"], claimed.cookies["visitor"]]


def test_two_people_play_at_what_is_deployed(deployment: Deployment) -> None:
    first, second = (f"http://{deployment.places[f'{name}:8000']}" for name in NODES)
    table, cookies = seated(first, second)
    assert play(second, table, cookies, MOVES) >= MOVES
    for process in deployment.processes.values():
        assert process.poll() is None


@pytest.mark.skipif(PROXY is None, reason="there is no nginx here (Debian: apt-get install nginx)")
def test_through_the_proxy_a_node_can_be_lost(deployment: Deployment) -> None:
    url = deployment.start_proxy()
    until_well(url)
    table, cookies = seated(url, url)
    before = play(url, table, cookies, MOVES)
    deployment.processes[NODES[0]].kill()
    deployment.processes[NODES[0]].wait()
    assert play(url, table, cookies, MOVES) >= before + MOVES
    assert httpx.get(f"{url}/metrics").status_code == 404
