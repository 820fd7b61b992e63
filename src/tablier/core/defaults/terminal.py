"""What a board in text can do without."""

COLOURS: tuple[str, ...] = ()
