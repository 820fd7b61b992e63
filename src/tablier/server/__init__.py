"""The server: tables that people and bots share, in a browser. It knows no game by name."""
