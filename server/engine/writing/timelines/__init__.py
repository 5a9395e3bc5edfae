"""Timelines: what the sources say happened, or will, each at its date."""
