"""The page's own files, read once. Their types are set here: a system's own table of types may have scripts wrong."""

import json
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

TYPES = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm", "webmanifest": "application/manifest+json",
}


class Asset(NamedTuple):
    """One file as it is sent."""

    body: bytes
    media_type: str
    etag: str


@cache
def assets() -> dict[str, Asset]:
    """Every file in ``static/`` by its name; nothing else can be asked for."""
    found = {}
    for file in files(__package__).joinpath("static").iterdir():
        media_type = TYPES.get(file.name.rpartition(".")[2])
        if media_type and file.is_file():
            body = file.read_bytes()
            found[file.name] = Asset(body, media_type, f'"{sha256(body).hexdigest()[:16]}"')
    return found


@cache
def shell_keeper() -> bytes:
    """The service worker, which is told the names of the files to keep, and is another one as soon as one changes."""
    kept = {name: asset for name, asset in sorted(assets().items()) if name not in ("index.html", "worker.js")}
    version = sha256("".join(asset.etag for asset in assets().values()).encode()).hexdigest()[:16]
    script = assets()["worker.js"].body
    script = script.replace(b"const FILES = [];", f"const FILES = {json.dumps(list(kept))};".encode(), 1)
    return script.replace(b'const VERSION = "";', f'const VERSION = "{version}";'.encode(), 1)
