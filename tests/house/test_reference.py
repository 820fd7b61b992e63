"""The reference of the contract says what the code says."""

from pathlib import Path

from tablier.authors import reference

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_is_made_of_the_code() -> None:
    assert (DOCS / "contract.md").read_text(encoding="utf-8") == reference.page(), "make contract writes it anew"


def test_it_names_all_that_authors_import() -> None:
    from tablier import kit

    page = reference.page()
    for name in kit.__all__:
        assert f"### {name}\n" in page or f"`{name} = " in page or name in reference.ALIASES, name
