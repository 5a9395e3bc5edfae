"""Infographics: what of a source set can be shown on one picture."""
