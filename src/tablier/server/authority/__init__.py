"""The authority over tables: what they are, what may be done at them, and how they are made. Plain code.

It reads and writes nothing, waits for nothing and knows neither network nor store; all the others ask it. Of Tablier it
imports the core and the levels of bots, of the server nothing.
"""
