"""The interface for browsers and programs: JSON over HTTP, a socket for each table, and its own description.

It may import the pages, in whose frame the description is shown, and all that these rest on.
"""
