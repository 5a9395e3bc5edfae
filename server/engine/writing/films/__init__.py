"""Storyboards: the scenes of a film, of the sources' own sentences."""
