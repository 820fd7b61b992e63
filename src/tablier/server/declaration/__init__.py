"""What travels, declared once: every shape that the server sends, and what those that clients send are made of.

``make declarations`` makes of it the description of the interface and the types of the browser's modules. Nothing here
imports anything else of the house, so that everything may import it.
"""
