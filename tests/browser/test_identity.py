"""Who is who, in browsers: a name, a passkey on Chromium's virtual authenticator, another device, and the way out."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import CDPSession, Page, Route

from tests.browser.house import Server
from tests.browser.people import PHONE, Person
from tests.browser.test_access import findings

Meet = Callable[..., Person]
AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
POST = """async ([path, data]) => {
  const body = JSON.stringify(data);
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return [answer.status, await answer.json()];
}"""
REFUSED = ("the server responded with a status of 4",)


class Key:
    """Where a browser keeps passkeys."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        made = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = made["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        """All that are kept."""
        found = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def take(self, other: "Key") -> None:
        """Have the passkeys of another browser, as those of one owner do."""
        for one in other.passkeys():
            given = {"authenticatorId": self.id, "credential": one}
            self.session.send("WebAuthn.addCredential", given)


class ByName(Server):
    """The same server by its name, for which there are passkeys."""

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"


def by_name(server: Server) -> Server:
    named = ByName(server.data, server.games)
    named.port = server.port
    return named


def keep(person: Person, name: str) -> str:
    """Keep a name, and write the code down."""
    person.go("/you")
    person.page.fill("[name=name]", name)
    person.page.press("[name=name]", "Enter")
    person.page.locator("#code").wait_for()
    code = person.page.locator("#code-text").inner_text()
    person.page.locator("[data-noted]").click()
    person.page.get_by_role("heading", name=name).wait_for()
    return code


def post(person: Person, path: str, data: Any) -> tuple[int, Any]:
    """Send something as a page of the server could."""
    status, told = person.page.evaluate(POST, [path, data])
    return int(status), told


def test_a_passkey_is_made_used_elsewhere_and_removed(meet: Meet, server: Server) -> None:
    here = by_name(server)
    ann, phone = meet(at=here), meet("fr", at=here, **PHONE)
    keep(ann, "Wendeline")
    one = Key(ann.page)
    ann.press("Add a passkey")
    ann.page.locator("[data-passkeys] li").wait_for()
    assert not findings(ann)
    phone.go("/you")
    assert not findings(phone)
    Key(phone.page).take(one)
    phone.press("Entrer avec une clé d’accès")
    phone.page.get_by_role("heading", name="Wendeline").wait_for()
    assert phone.page.locator("section li form").count() >= 1
    ann.go("/you")
    ann.page.locator("[data-passkeys] li button").click()
    ann.page.locator("[data-passkeys] li").wait_for(state="detached")
    phone.forgiven = REFUSED
    with phone.page.expect_navigation():
        phone.press("Me déconnecter ici")
    phone.page.get_by_role("button", name="Entrer avec une clé d’accès").click()
    phone.page.get_by_text("Nous ne connaissons pas cette clé d’accès").wait_for()


def test_what_was_signed_is_good_once_here_and_for_its_owner(meet: Meet, server: Server) -> None:
    """Replayed, sent from another browser, changed, or with somebody else's passkey: it opens nothing."""
    here = by_name(server)
    ann, eve = meet(at=here), meet(at=here)
    keep(ann, "Xaverine")
    one = Key(ann.page)
    ann.press("Add a passkey")
    ann.page.locator("[data-passkeys] li").wait_for()
    [kept] = one.passkeys()
    Key(eve.page).take(one)
    eve.forgiven = REFUSED
    eve.go("/you")
    caught: list[dict[str, Any]] = []

    def catch(route: Route) -> None:
        caught.append(json.loads(route.request.post_data))
        route.abort()

    eve.page.route("**/you/enter", catch)
    eve.forgiven = (*REFUSED, "ERR_FAILED")
    eve.press("Enter with a passkey")
    eve.page.get_by_text("does not answer").wait_for()
    eve.page.unroute("**/you/enter")
    [wish] = caught
    ann.page.context.clear_cookies()
    ann.forgiven = REFUSED
    ann.go("/you")
    assert post(ann, "/you/enter", wish)[0] == 403, "it was signed for another browser"
    assert post(eve, "/you/enter", altered(wish, "userHandle", "AAAAAAAAAAAAAAAAAAAAAA"))[0] == 403
    assert post(eve, "/you/enter", wish)[0] == 403, "it was used up, although nobody came in by it"
    assert eve.page.evaluate("fetch('/api/you').then((answer) => answer.json())")["name"] is None
    assert kept["isResidentCredential"]


def altered(wish: dict[str, Any], name: str, value: str) -> dict[str, Any]:
    """The same with another part."""
    credential = wish["credential"]
    return {"credential": credential | {"response": credential["response"] | {name: value}}}


def test_a_link_and_a_code_make_devices(meet: Meet, server: Server) -> None:
    ann, phone, lost = meet(), meet("fr", **PHONE), meet()
    code = keep(ann, "Ysabeau")
    ann.press("Add a device")
    ann.page.locator("#link").wait_for()
    link = ann.page.locator("#link-text").input_value()
    assert ann.page.locator("#link img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    phone.go("/")
    with phone.page.expect_navigation():
        phone.page.locator("form[action^='/play/']").first.get_by_role("button").tap()
    phone.go(link)
    assert not findings(phone)
    assert phone.page.get_by_text("Devenir un appareil de Ysabeau").is_visible()
    phone.press("C’est mon appareil")
    phone.page.get_by_role("heading", name="Ysabeau", exact=True).wait_for()
    phone.go("/you/games")
    assert phone.page.locator(".tables li").count() == 1, "the table of that browser came along"
    assert not findings(phone)
    assert phone.page.evaluate("document.scrollingElement.scrollWidth") == 360
    ann.go("/you/games")
    assert ann.page.locator(".tables li").count() == 1
    lost.go("/you")
    lost.page.fill("[name=code]", code)
    lost.press("Enter with this code")
    lost.page.locator("#code").wait_for()
    assert lost.page.locator("#code-text").inner_text() != code
    lost.go("/you/delete")
    assert not findings(lost)
    lost.page.get_by_role("checkbox").check()
    lost.page.get_by_role("button", name="Delete everything").click()
    lost.page.get_by_role("heading", name="It is deleted").wait_for()
    ann.go("/you")
    ann.page.get_by_role("heading", name="You need no name to play").wait_for()
