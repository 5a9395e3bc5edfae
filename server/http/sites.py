"""Where the edge is reached: the site for callers, and the one that a proxy may show to the world."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from server.config.settings import ServerConfig
from server.domain.errors import DomainError
from server.http.bodies import BodyReader
from server.http.edge import Edge
from server.http.hosts import Callers, Hosts, base_url
from server.http.logs import LogFile
from server.http.models import make_ready
from server.http.protocol import EdgeServer
from server.http.registry import Table
from server.http.routes import table as every_route
from server.services import Services

BACKLOG = 1024
SHUTDOWN_S = 1.5
"""What running calls get to finish when the server ends."""


class AddressTaken(DomainError):
    """The address can't be listened on."""

    code = "address_taken"


@asynccontextmanager
async def serving(
    services: Services, config: ServerConfig, *, log: LogFile | None = None, table: Table | None = None
) -> AsyncIterator[str]:
    """Serve until the block is left; gives the address, ``http://127.0.0.1:8787``.

    On leaving, event streams end, running calls get a moment to finish, and every connection is closed.

    Raises:
        AddressTaken: the port is in use, or the address is not this machine's.
    """
    routes = table if table is not None else await asyncio.to_thread(every_route)
    bodies = await asyncio.to_thread(BodyReader, config.data_dir / "drafts")
    runners: list[web.ServerRunner] = []
    edges: list[Edge] = []

    async def open_site(port: int, site_routes: Table) -> str:
        listener = await asyncio.to_thread(_listen, config.host, port)
        bound_port = int(listener.getsockname()[1])
        edge = Edge(
            services,
            site_routes,
            hosts=Hosts(bound=config.host, public_url=config.public_url),
            callers=Callers(config.trusted_proxy),
            bodies=bodies,
            log=log,
        )
        address = base_url(host=config.host, port=bound_port)
        if site_routes is routes:
            # Before the first call is taken: answers hold links.
            services.media.bind(address)
        runner = web.ServerRunner(EdgeServer(edge), shutdown_timeout=SHUTDOWN_S)
        await runner.setup()
        runners.append(runner)
        edges.append(edge)
        await web.SockSite(runner, listener, backlog=BACKLOG).start()
        return address

    is_sending = False
    making_ready: asyncio.Task[None] | None = None
    try:
        address = await open_site(config.port, routes)
        if config.public_port:
            await open_site(config.public_port, routes.published())
        making_ready = asyncio.create_task(make_ready(routes.routes), name="models")
        # What is sent holds links, so that nothing goes out before the address is known.
        await services.deliveries.start()
        await services.publications.start()
        is_sending = True
        yield address
    finally:
        if making_ready is not None:
            making_ready.cancel()
        if is_sending:
            await services.deliveries.close()
            await services.publications.close()
        for edge in edges:
            edge.closing.set()
        await asyncio.gather(*(runner.cleanup() for runner in runners))
        await asyncio.to_thread(bodies.close)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        name = host if _is_literal(host) else socket.gethostbyname(host)
        listener = socket.create_server((name, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = error.strerror or "the address is unknown"
        raise AddressTaken(
            f"Can't listen on {host}, port {port}: {reason}. Choose another --port or --host."
        ) from error
    listener.setblocking(False)
    return listener


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
