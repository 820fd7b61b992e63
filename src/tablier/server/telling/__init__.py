"""Telling: from what has happened at a table to what each viewer reads of it, made of concealed records alone.

It may import the authority.
"""

from tablier.server.telling.teller import Message, Teller, Viewer

__all__ = ["Message", "Teller", "Viewer"]
