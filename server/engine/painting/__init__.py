"""Pictures of films, painted with Qt into memory. Only worker processes import the modules of this package."""
