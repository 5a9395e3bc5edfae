"""Slides and posters: laid out once as marks at fixed places, drawn as office slides, as a PDF and as a picture."""
