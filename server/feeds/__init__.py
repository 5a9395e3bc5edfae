"""Feeds and what hangs on them: RSS, transcripts, chapters, artwork. Pure: values in, bytes out."""
