"""What a learner sees of a game without tensors of its own follows from its fields: see ``core/kit/deriving.py``."""

ACTIONS = 1 << 15
