"""Widgets of our own: they draw and tell; they know nothing of the server."""
