"""The desktop: a client of the HTTP API with a window."""
