"""Where the installed program begins: worker processes are sent on their way before anything else is loaded."""

from __future__ import annotations

import multiprocessing
import os
import sys


def own_environment() -> None:
    """Programs that are opened from here (a browser, a file manager) get the machine's libraries, not ours.

    The loader has read the variable by now. Worker processes begin like the first one and set it again for themselves.
    """
    os.environ["PYINSTALLER_RESET_ENVIRONMENT"] = "1"
    before = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is None:
        os.environ.pop("LD_LIBRARY_PATH", None)
    else:
        os.environ["LD_LIBRARY_PATH"] = before


if __name__ == "__main__":
    multiprocessing.freeze_support()
    own_environment()
    from app.__main__ import main

    sys.exit(main())
