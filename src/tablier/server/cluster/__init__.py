"""Several nodes that share one database: whose each table is, how visitors get there, and how bots' work is shared out.

It may import the authority, what operators see, the store, the bots, the tables and the entrance; it knows no game, no
page and no socket.
"""
