"""The entrance: what every request passes before pages or interface answer it. Who asks, how often, from where.

It may import the authority and what operators set and see.
"""
