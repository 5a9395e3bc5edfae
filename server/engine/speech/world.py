"""The WORLD vocoder's compiled module.

The package's own `__init__` asks `pkg_resources` for its version number, which current setuptools no longer has; the
compiled part needs nothing but NumPy, so it is loaded by itself.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.machinery import ExtensionFileLoader, PathFinder
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType

from server.domain.errors import CannotProduce

_NAME = "pyworld.pyworld"


@cache
def world() -> ModuleType:
    """`dio`, `harvest`, `stonemask`, `cheaptrick`, `d4c` and `synthesize` on float64 arrays.

    Raises:
        CannotProduce: the package is missing.
    """
    package = find_spec("pyworld")
    places = list(package.submodule_search_locations or ()) if package else []
    found = PathFinder.find_spec(_NAME, places)
    if found is None or found.origin is None:
        raise CannotProduce("The package pyworld is missing or incomplete: run the set-up again to install it.")
    spec = spec_from_file_location(_NAME, found.origin, loader=ExtensionFileLoader(_NAME, found.origin))
    if spec is None or spec.loader is None:
        raise CannotProduce("The package pyworld can't be loaded: run the set-up again to install it.")
    module = module_from_spec(spec)
    sys.modules.setdefault(_NAME, module)
    spec.loader.exec_module(module)
    return module
