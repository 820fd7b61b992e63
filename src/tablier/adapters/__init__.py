"""Tablier's games as environments of other libraries: each adapter is a module named after its library. Knows no game.

It may import the core, the batch, the bots and the pictures; nothing in the house imports it. An adapter needs its
library, which the extra of the same name installs, and says so when it is imported without it.
"""
