"""What who runs a server sets and sees: settings, logs, numbers.

It may import the authority.
"""
