"""Dates as running text says them: found, resolved where the text allows, and written as a reader writes them."""
