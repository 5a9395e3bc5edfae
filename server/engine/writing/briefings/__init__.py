"""Briefings: what a set of sources says, its figures, findings, dates and open questions, for somebody in a hurry."""
