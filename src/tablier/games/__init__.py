"""The games of the house: the one place that lists them."""

GAMES = {
    "konane": "tablier.games.konane",
    "minelfield": "tablier.games.minelfield",
    "samarra": "tablier.games.samarra",
    "samliam": "tablier.games.samliam",
    "sprawl": "tablier.games.sprawl",
}
