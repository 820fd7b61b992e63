"""The boards on which a new game may be played, each to be copied as its module ``board``."""
