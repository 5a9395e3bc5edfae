"""The panels: each connects widgets to calls, and knows no rules."""
