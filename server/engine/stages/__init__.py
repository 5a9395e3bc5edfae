"""The stages of a generation. Each has a piece that runs in a worker and a function that hands the pieces out."""
