"""Starts the server, says where it is, and opens it in the browser."""

import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from secrets import token_urlsafe

import uvicorn

from ...errors import KreuzspinneError
from ...i18n import Speaker, choose_language
from ...store import Store, place
from .games import Games
from .guard import LOCAL, is_local
from .server import app

USUAL_PORT = 7748
"""Where the game is found again: a browser remembers language and game by the whole address, port included."""

GRACE = 2
"""Seconds that open connections get when the server is stopped."""


class PortTaken(KreuzspinneError):
    """Another program listens there, or nobody may."""


def serve(port: int = 0, host: str = "127.0.0.1", open_browser: bool = True, language: str | None = None,
          data: str | None = None) -> int:
    """
    Run the game's server until it is stopped (Ctrl-C); return 0, a program's exit code for done.

    :param port: 0: the usual one, or a free one if that is taken
    :param host: any but this machine's own makes a server for other machines, which asks for a key
    :param language: language of the page and of what is printed; None: as browser and environment have it
    :param data: the file that keeps the games; None: the usual place
    :raises StoreError: the file cannot be used
    :raises PortTaken: `port` was asked for and cannot be had
    """
    with closing(Store(place(data))) as store:
        listening = listen(port, host)
        key = None if is_local(host) else token_urlsafe(16)
        made = app(host, language, Games(store), key)
        _announce(listening, host, key, open_browser, Speaker(choose_language(language)))
        config = uvicorn.Config(made, log_level="warning", access_log=False, server_header=False,
                                timeout_graceful_shutdown=GRACE, lifespan="off")
        with closing(made.state.server), suppress(KeyboardInterrupt):
            uvicorn.Server(config).run([listening])
    return 0


@contextmanager
def served(games: Games) -> Iterator[str]:
    """The same server on a thread of its own, at a free port of this machine; its address, without the last stroke."""
    listening = listen(0, "127.0.0.1")
    made = app(games=games)
    server = uvicorn.Server(uvicorn.Config(made, log_level="error", lifespan="off", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        # It listens already: whoever asks at once waits until it answers.
        yield address_of(listening, "127.0.0.1").removesuffix("/")
    finally:
        server.should_exit = True
        thread.join()
        made.state.server.close()


def _announce(listening: socket.socket, host: str, key: str | None, open_browser: bool, speaker: Speaker) -> None:
    """Say where the server is, and open it in the browser."""
    way = f"?key={key}" if key else ""
    address = address_of(listening, host) + way
    print(speaker.say("web_address", address=address), flush=True)
    if key:
        print(speaker.say("web_network", address=address_of(listening, network_name(host)) + way), flush=True)
    if open_browser:
        # The socket listens already: a browser that is too fast waits until the server answers.
        otherwise = speaker.say("web_no_browser", address=address)
        threading.Thread(target=_show, args=(address, otherwise), daemon=True).start()


def listen(port: int, host: str) -> socket.socket:
    """
    A socket that listens.

    :raises PortTaken: it cannot be had
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port,) if port else (USUAL_PORT, 0):
        # With the protocol named, asyncio switches Nagle's delay off: an answer in 1 ms instead of 40.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":  # there it would share the port with whoever has it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
            listening.listen(100)
        except (OSError, OverflowError) as error:
            listening.close()
            reason = error
        else:
            return listening
    raise PortTaken("web_port_taken", host=host, port=port) from reason


def address_of(listening: socket.socket, host: str) -> str:
    """What to type into a browser on this machine."""
    name = host if host in LOCAL or host not in ("0.0.0.0", "::") else "127.0.0.1"
    return f"http://{f'[{name}]' if ':' in name else name}:{listening.getsockname()[1]}/"


def network_name(host: str) -> str:
    """What other machines type for a server that listens at `host`."""
    if host not in ("0.0.0.0", "::"):
        return host
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for examples; nothing is sent, only the way to it is looked up
        return str(probe.getsockname()[0])
    return socket.gethostname()


def _show(address: str, otherwise: str) -> None:
    """Open the page; where there is no browser with windows, say what to do."""
    if not (_has_windows() and webbrowser.open(address)):
        print(otherwise, file=sys.stderr, flush=True)


def _has_windows() -> bool:
    """A browser in the terminal would take the terminal, and could not show the page."""
    if os.environ.get("BROWSER"):
        return True
    try:
        return type(webbrowser.get()) is not webbrowser.GenericBrowser
    except webbrowser.Error:
        return False
