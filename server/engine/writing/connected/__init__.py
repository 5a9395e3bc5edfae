"""A connected model as a writer: it words, and everything it words is checked against the passages it names."""
