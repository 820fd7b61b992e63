"""The pages that people read around the tables, and the pictures on them.

It may import the entrance and the open tables with all that these rest on, but not the interface.
"""
