"""Rows for views, and the plain logic that panels share. Nothing here draws."""
