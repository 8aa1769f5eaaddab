"""
Who may talk to the server. Any page that a browser has open can send requests to this machine, so being local is no
protection: a request must name this server as its host, and must not come from another page.
"""

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class Guard:
    """Middleware: turns away what does not belong here, and tells browsers to be strict with what goes out."""

    def __init__(self, app: ASGIApp, host: str, refuse: Callable[[Request, str], Response]) -> None:
        """`host`: the address the server was bound to; `refuse` makes the reply for a code."""
        self._app = app
        self._host = host
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        code = self._fault(Headers(scope=scope))
        app: ASGIApp = self._refuse(Request(scope), code) if code else self._app
        await app(scope, receive, strict)

    def _fault(self, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if not self._is_ours(host):
            return "web_wrong_host"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return "web_wrong_origin"
        navigates = headers.get("sec-fetch-mode", "navigate") == "navigate"
        if headers.get("sec-fetch-site") == "cross-site" and not navigates:
            return "web_wrong_origin"
        return None

    def _is_ours(self, host: str) -> bool:
        """
        Is this the name of this server?

        A server opened to a network is also called by its addresses; a strange *name* could be one that
        somebody else has pointed here, a bare address could not.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return name in LOCAL or name == self._host or (self._host not in LOCAL and _is_address(name))


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
