"""What is wrong with a message is said in words, in both languages, and never in those of a library."""

import pytest

from tablier.server.api.messages import malformed, read
from tablier.server.authority.refusals import Refused

FAULTS = {
    "": ("what is sent is not JSON", "ce qui est envoyé n’est pas du JSON"),
    "3": ("what is sent should be a JSON object", "ce qui est envoyé doit être un objet JSON"),
    "{}": ("“type” is missing", "il manque «\u00a0type\u00a0»"),
    '{"type": "fly"}': ("“type” should be one of these: 'move', 'chat'", "l’un de ceux-ci\u00a0: 'move', 'chat'"),
    '{"type": "move", "number": 0}': ("“move.move” is missing", "il manque «\u00a0move.move\u00a0»"),
    '{"type": "move", "number": -1, "move": "a"}': ("“move.number” should be at least 0", "doit valoir au moins 0"),
    '{"type": "move", "number": 1.5, "move": "a"}': ("“move.number” should be a whole number", "un nombre entier"),
    '{"type": "move", "number": 1, "move": ""}': ("“move.move” is too short, at least 1", "est trop court, 1 au moins"),
    '{"type": "draw", "more": 1}': ("“draw.more” does not belong there", "n’a rien à y faire"),
    '{"type": "answer", "offer": "draw", "yes": 1}': ("“answer.yes” should be true or false", "true ou false"),
    '{"type": "ready", "seat": 8}': ("“ready.seat” should be less than 8", "plus petit que 8"),
    '{"type": "salt", "seat": 0, "salt": "x"}': ("“salt.salt” should look like this", "doit ressembler à ceci"),
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_named(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        read(text)
    for language, sentence in zip(("en", "fr"), FAULTS[text], strict=True):
        assert sentence in refusal.value.say(language)
        assert "Input" not in refusal.value.say(language)


def test_what_is_no_json_is_called_so_wherever_it_breaks_off() -> None:
    fault = {"type": "json_invalid", "loc": ("body", 7), "msg": "JSON decode error"}
    assert "what is sent is not JSON" in malformed([fault]).say("en")
