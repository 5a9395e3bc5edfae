"""The makers: each runs one kind of spec through the stages it needs, from sources to a result."""
