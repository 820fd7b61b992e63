"""The interface described: as an OpenAPI document, and as a page that people read."""
