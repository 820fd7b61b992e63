"""Play at tables of a server elsewhere, through the interface that is open to everybody (``docs/api.md``)."""
