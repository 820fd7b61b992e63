"""The page of a review, opened from a file: nothing is asked of anybody, and everybody can use it."""

from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from tablier import review
from tests.browser.test_access import CONTRAST, RULES
from tests.reviewing.kit import played, recorded

LOOKS: list[tuple[Literal["light", "dark"], dict]] = [("light", RULES), ("dark", CONTRAST)]


def violations(page: Page) -> list[str]:
    """What axe finds on a page, in light and in dark."""
    found = []
    for light, rules in LOOKS:
        page.emulate_media(color_scheme=light)
        found += [each["help"] for each in Axe().run(page, options=rules).response["violations"]]
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_of_a_review_stands_alone_and_axe_finds_nothing(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    page, asked = browser.new_page(viewport={"width": 1000, "height": 900}), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    for name, match in (("open", recorded("unblocked")), ("secret", played("samarra"))):
        file = tmp_path / f"{name}.html"
        file.write_text(review(match, simulations=20).html(language), encoding="utf-8")
        page.goto(file.as_uri())
        for shut in page.locator("summary").all():
            shut.click()
        assert violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    page.close()
