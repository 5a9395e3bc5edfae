"""From a file, an address or a text to a `Source`."""

from server.engine.sources.importing import check_enough, import_source

__all__ = ["check_enough", "import_source"]
