"""How many requests one client may make."""

import math
import time
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from starlette.types import ASGIApp, Receive, Scope, Send

from kungen.server.problems import ProblemError

IPV6_NETWORK: Final = 64
"""What one household has: a limit for a single address would be none."""
API: Final = "/api/"


def with_rate_limit(app: ASGIApp, rate: int) -> ASGIApp:
    """Return an application that answers at most *rate* requests of a client a minute; 0 is all.

    Only the API is limited. Addresses are in memory alone, for a minute.
    """
    if rate == 0:
        return app
    limiter, item = FixedWindowRateLimiter(MemoryStorage()), RateLimitItemPerMinute(rate)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not scope["path"].startswith(API):
            return await app(scope, receive, send)
        client = client_of(scope)
        if limiter.hit(item, client):
            return await app(scope, receive, send)
        ends = limiter.get_window_stats(item, client).reset_time
        seconds = max(1, math.ceil(ends - time.time()))
        problem = ProblemError(
            "rate", f"a client may ask {rate} times a minute; try again later", retry=seconds
        )
        return await problem.response()(scope, receive, send)

    return answer


def client_of(scope: Scope) -> str:
    """Return what a client is known by: its address, or the network of an IPv6 address.

    >>> client_of({"client": ("2001:db8::17", 5000)}), client_of({"client": ("192.0.2.1", 5000)})
    ('2001:db8::', '192.0.2.1')
    >>> client_of({"client": ("::ffff:192.0.2.1", 5000)})
    '192.0.2.1'
    """
    host = (scope.get("client") or ("", 0))[0]
    try:
        address = ip_address(host)
    except ValueError:
        return str(host)
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    if isinstance(address, IPv6Address):
        network = ip_network((address, IPV6_NETWORK), strict=False)
        return str(network.network_address)
    return str(address)
