"""The network: connections let in and cut off, sockets with a short way to the tables, and the server started.

It may import everything; but for the command, nothing imports it.
"""
