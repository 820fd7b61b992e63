"""The entrance: what every request passes before pages or interface answer it. Who asks, how often, from where.

It may import the authority, what operators set and see, and people: a visitor may be one of them.
"""
