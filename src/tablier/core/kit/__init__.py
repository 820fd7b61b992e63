"""The kit: boards, equipment and moves from which a game is put together, and what follows from them."""
