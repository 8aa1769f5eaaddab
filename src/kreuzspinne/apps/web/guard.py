"""
Who may talk to the server. Any page that a browser has open can send requests to this machine, so being local is no
protection: a request must name this server as its host, and must not come from another page. A server for other
machines also asks for a key: it comes in the address once, and then in a cookie.
"""

import socket
from collections.abc import Callable
from hmac import compare_digest
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
                               "connect-src 'self'; manifest-src 'self'; "
                               "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
COOKIE = "kreuzspinne"
A_YEAR = 31_536_000


class Guard:
    """Middleware: turns away what does not belong here, and tells browsers to be strict with what goes out."""

    def __init__(self, app: ASGIApp, host: str, refuse: Callable[[Request, str], Response],
                 key: str | None = None) -> None:
        """`host`: the address the server was bound to; `refuse` makes the reply for a code; `key`: None for no key."""
        self._app = app
        self._host = host
        self._refuse = refuse
        self._key = key
        self._names = frozenset() if is_local(host) else _own_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def strict(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                if brings_key and not code:
                    headers.append("Set-Cookie", f"{COOKIE}={self._key}; Path=/; Max-Age={A_YEAR}; HttpOnly;"
                                                 " SameSite=Strict")
            await send(message)

        request = Request(scope)
        brings_key = self._is_key(request.query_params.get("key"))
        code = self._fault(Headers(scope=scope)) or (None if brings_key else self._wants_key(request))
        app: ASGIApp = self._refuse(request, code) if code else self._app
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

    def _wants_key(self, request: Request) -> str | None:
        return None if self._key is None or self._is_key(request.cookies.get(COOKIE)) else "web_no_key"

    def _is_key(self, text: str | None) -> bool:
        return bool(self._key and text) and compare_digest(str(text).encode(), str(self._key).encode())

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
        return name in LOCAL or name == self._host or name in self._names or (
            not is_local(self._host) and _is_address(name))


def is_local(host: str) -> bool:
    """Does an address reach this machine from itself alone?"""
    return host in LOCAL or (_is_address(host) and ip_address(host).is_loopback)


def _own_names() -> frozenset[str]:
    """What other machines of a home call this one."""
    name = socket.gethostname().lower()
    return frozenset({name, f"{name.partition('.')[0]}.local"})


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
