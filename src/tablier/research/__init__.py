"""For researchers: thousands of games at once, and the environments of other libraries. Knows no game.

It may import the core; nothing imports it but the package's own door, the laboratory and the command.
"""
