"""Sprawl, by Brandon W., Dave, Jon Leistiko and Valerie W.: towers of pyramids that branch out and spread."""

from pathlib import Path

from tablier.core.contract import Game
from tablier.games.sprawl import advice, drawing, editing, notation, options, rules, view
from tablier.games.sprawl.options import SEATS

GAME = Game("sprawl", 1, SEATS, Path(__file__).parent, options, rules, notation, view, drawing, advice, editing)
