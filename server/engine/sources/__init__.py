"""From a file, an address or a text to a `Source`."""
