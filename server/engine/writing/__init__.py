"""From sources to words."""
