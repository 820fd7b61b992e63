"""The lab: what is measured and counted about games, generic over the contract."""
