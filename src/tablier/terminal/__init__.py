"""Play and replay in a terminal."""
