"""From a file, an address or a text to a `Source`."""

from server.engine.sources.equipment import Equipment
from server.engine.sources.importing import check_enough, import_source

__all__ = ["Equipment", "check_enough", "import_source"]
