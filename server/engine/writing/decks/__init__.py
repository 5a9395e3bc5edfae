"""Slide decks: what a source set says, a slide at a time."""
