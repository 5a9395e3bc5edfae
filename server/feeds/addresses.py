"""Links as they are published: made from the public address at the moment of rendering."""

from __future__ import annotations

import re
from urllib.parse import quote

_UNFIT = re.compile(r"[^A-Za-z0-9:/?#\[\]@!$&'()*+,;=%._~-]")


def absolute(base: str, address: str) -> str:
    """`address` as a full, percent-encoded URL; a path of ours is put under `base` (scheme, host and any path).

    Paths of ours are kept percent-encoded already.
    """
    if address.startswith("/"):
        return base.rstrip("/") + address
    if _UNFIT.search(address):
        address = quote(address, safe=":/?#[]@!$&'()*+,;=%._~-")
    return address
