"""The server: tables that people and bots share, in a browser. It knows no game by name.

Its rooms, each of which imports only what stands before it here:

- ``declaration``: every shape that travels
- ``authority``: what may be done at a table; plain code without input or output
- ``telling``: what each viewer of a table is told
- ``operation``: settings, logs, numbers
- ``store``: where tables are kept
- ``bots``: processes in which bots think
- ``tables``: open tables, and the one path on which everything happens there
- ``entrance``: who asks, how often, from where, and which games are open
- ``cluster``: several nodes that share one database
- ``pages``: pages for people
- ``api``: the interface for browsers and programs, and its description
- ``net``: connections, sockets, and the server started

``app`` puts them together, short of the network; ``describe`` writes the description to a file.
"""
