"""A server from outside: its JSON interface, and who one is there."""

import base64
import hashlib
import hmac
import http.client
import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from tablier import private
from tablier.core.errors import Error

TIMEOUT = 30.0  # seconds for one request
ATTEMPTS = 6
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0  # seconds
LATER = (429, 503)  # what is refused in this way may be asked for again
COOKIE_LENGTH = 22  # 128 bits in base64
SECRET_BYTES = 32


class Denied(Error):
    """Something that a server does not do, in its own words."""

    def __init__(self, told: Mapping[str, Any], status: int = 0) -> None:
        super().__init__("remote.denied", message=str(told.get("message", "")))
        self.code, self.status = str(told.get("code", "")), status
        self.retry_after = told.get("retry_after")


class Unreachable(Error):
    """A server that does not answer."""


class Server:
    """A server, as one visitor uses it."""

    def __init__(self, url: str, visitor: str, language: str = "en", sleep: Callable[[float], None] = time.sleep):
        self.url, self.visitor, self.language, self.sleep = origin(url), visitor, language, sleep
        self.folder: Path | None = None  # where what we have promised there is kept

    @property
    def headers(self) -> dict[str, str]:
        """What every request says: who asks, and in which language."""
        return {"Cookie": f"visitor={self.visitor}; language={self.language}"}

    def get(self, path: str) -> Any:
        """Data at an address."""
        return json.loads(self.ask("GET", path))

    def post(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """What the server answers to data."""
        return json.loads(self.ask("POST", path, {} if body is None else body))

    def text(self, table: str, viewpoint: str) -> str:
        """What a viewpoint may keep of a game."""
        return self.ask("GET", f"/api/tables/{table}/text?as={viewpoint}").decode()

    def claim(self, link: str, name: str = "") -> str:
        """Take the seat of a link; the id of its table."""
        answer = self.post(f"/api/seats/{last_step(link)}/claim", {"name": name})
        return last_step(answer["url"])

    def ask(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> bytes:
        """What the server answers; who is told to come later, or finds nobody, comes again a few times."""
        failures = 0
        while True:
            try:
                return self._once(method, path, body)
            except (Denied, Unreachable) as error:
                failures += 1
                for_good = isinstance(error, Denied) and error.status not in LATER
                if for_good or failures == ATTEMPTS:
                    raise
                self.sleep(getattr(error, "retry_after", None) or wait(failures))

    def _once(self, method: str, path: str, body: Mapping[str, Any] | None) -> bytes:
        """What the server answers at the first go."""
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers | ({} if body is None else {"Content-Type": "application/json"})
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                content: bytes = answer.read()
                return content
        except urllib.error.HTTPError as error:
            with error:
                raise denied(error) from None
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable("remote.unreachable", url=self.url, detail=reason(error)) from None


def denied(error: urllib.error.HTTPError) -> Denied:
    """A refusal in the words of the server, or, if it speaks another language, by its number."""
    try:
        told = json.loads(error.read())["error"]
    except (ValueError, KeyError, TypeError, OSError):
        told = {"message": f"HTTP {error.code}"}
    return Denied(told, error.code)


def reason(error: Exception) -> str:
    """Why somebody does not answer, briefly."""
    inner = getattr(error, "reason", error)
    return str(getattr(inner, "strerror", None) or inner)


def wait(failures: int) -> float:
    """Seconds until the next attempt: longer each time."""
    return min(LONGEST_WAIT, FIRST_WAIT * 2.0**failures)


def origin(url: str) -> str:
    """A server by its address, of which only the beginning counts."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise Unreachable("remote.address", url=url)
    return urlunsplit((parts.scheme, parts.netloc, "", "", ""))


def last_step(url: str) -> str:
    """The id or token at the end of an address."""
    return urlsplit(url).path.rstrip("/").rpartition("/")[2]


def identity(folder: Path, purpose: str) -> str:
    """A visitor's cookie: always the same for a purpose, another one for each; nobody else can make it."""
    digest = hmac.digest(kept_secret(folder / "visitor.key"), purpose.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).decode()[:COOKIE_LENGTH]


def kept_secret(file: Path) -> bytes:
    """A secret of this machine, made when it is first needed."""
    private.make_folder(file.parent)
    private.mend(file.parent)
    private.make_file(file, secrets.token_bytes(SECRET_BYTES))
    return file.read_bytes()
