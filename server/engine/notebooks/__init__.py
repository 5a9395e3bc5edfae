"""Notebooks: a file each with sources, an index and answers; everything here runs in worker processes."""
