"""What Tablier does for authors: new games, checks, tests to inherit; and mutants that show whether these notice."""
