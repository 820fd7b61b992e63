"""For authors of games: begin one, check it, and look up what it may hold."""
