"""Small games of the kit, of every kind of board and equipment, with rules and names and nothing else."""
