"""The only package that opens outgoing connections: public addresses only, bounded in size and time.

`fault_of` tells at once what speaks against an address; `fetch` and `fetch_now` get what is there.
"""

from server.fetch.addresses import fault_of, mask
from server.fetch.downloads import Limits, fetch, fetch_now
from server.fetch.failures import AddressNotAllowed, FetchFailed, TooLarge, TooSlow, UnexpectedType
from server.fetch.fetched import Fetched

__all__ = [
    "AddressNotAllowed",
    "FetchFailed",
    "Fetched",
    "Limits",
    "TooLarge",
    "TooSlow",
    "UnexpectedType",
    "fault_of",
    "fetch",
    "fetch_now",
    "mask",
]
