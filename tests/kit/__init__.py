"""What a game shows whose author has written its rules and nothing else."""
