"""Starting and stopping the server, and that the page's files hold together."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
import webbrowser
from importlib.resources import files

import pytest

from kreuzspinne.apps.web import choices
from kreuzspinne.apps.web import serve as serve_function
from kreuzspinne.apps.web.assets import TYPES, assets
from kreuzspinne.apps.web.serve import USUAL_PORT, PortTaken, _has_windows, address_of, listen
from kreuzspinne.i18n import LANGUAGES, Speaker, codes
from kreuzspinne.rules import SWITCHES

FILES = list(files("kreuzspinne.apps.web").joinpath("static").iterdir())
STATIC = {file.name: file.read_text("utf-8") for file in FILES if not file.name.endswith(".png")}
CODE = ("from kreuzspinne.apps.web import serve; import sys; "
        "sys.exit(serve(0, open_browser={browser}, language='de'))")


def started(browser=False, **environment):
    windows = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    kept = {name: value for name, value in os.environ.items() if name not in windows}
    return subprocess.Popen([sys.executable, "-c", CODE.format(browser=browser)], env={**kept, **environment},
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send")
def test_says_where_it_is_and_stops_at_once_with_a_page_open():
    process = started()
    address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
    port = int(address.rstrip("/").rpartition(":")[2])
    with urllib.request.urlopen(address) as page, socket.create_connection(("127.0.0.1", port)):
        assert b"Kreuzspinne" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    assert process.stderr.read() == ""


def test_without_a_browser_the_one_thing_to_do_is_said(tmp_path):
    process = started(browser=True, PATH=str(tmp_path))
    address = re.search(r"http://\S+/", process.stdout.readline())[0]
    sentence = process.stderr.readline()
    process.terminate()
    process.wait(10)
    assert address in sentence
    assert "öffne" in sentence


def test_a_browser_in_the_terminal_is_none(monkeypatch):
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert not _has_windows()
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("firefox"))
    assert _has_windows()
    monkeypatch.setenv("BROWSER", "w3m")
    assert _has_windows(), "somebody asked for it"


def test_a_taken_port_is_said_or_gone_around():
    with listen(0, "127.0.0.1") as first:
        port = first.getsockname()[1]
        with pytest.raises(PortTaken) as caught:
            listen(port, "127.0.0.1")
        assert str(port) in Speaker("de").error(caught.value)
        with pytest.raises(PortTaken):
            serve_function(port, open_browser=False)
    with listen(0, "127.0.0.1") as first, listen(0, "127.0.0.1") as second:
        ports = {first.getsockname()[1], second.getsockname()[1]}
        assert len(ports) == 2
        assert _answers(USUAL_PORT), "it was free, and then it is the one"


def _answers(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(("host", "name"), [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1")])
def test_the_address_can_be_typed(host, name):
    with listen(0, host) as listening:
        assert address_of(listening, host) == f"http://{name}:{listening.getsockname()[1]}/"


# The page's files


def test_every_file_has_a_type():
    assert set(assets()) == {file.name for file in FILES}
    assert {name.rpartition(".")[2] for name in STATIC} <= set(TYPES)


def test_the_page_keeps_to_its_own_policy():
    """The policy forbids scripts and styles that stand in the page itself."""
    page = STATIC["index.html"]
    assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=|javascript:", page)
    for script in (text for name, text in STATIC.items() if name.endswith(".js")):
        assert not re.search(r"innerHTML|\beval\(|new Function|setAttribute\(\"style", script)


def test_modules_import_what_there_is():
    for name, text in STATIC.items():
        for names, module in re.findall(r"import (.+?) from \"\./(.+?)\";", text):
            for wanted in re.findall(r"\w+", names.replace("* as", "")) if "{" in names else []:
                assert re.search(rf"export (async )?(function|const|class) {wanted}\b", STATIC[module]), (name, wanted)


def used():
    found = {code for text in STATIC.values() for code in re.findall(r"\bui_\w+\b", text)}
    sources = {f"ui_source_{source}" for source in ("own", "xpat2", "pysol", "kpat", "aisleriot")}
    states = {f"ui_state_{state}" for state in ("open", "won", "lost", "abandoned")}
    return found - {"ui_source_", "ui_state_"} | sources | states


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_the_page_is_there_and_used(language):
    assert used() == {code for code in codes(language) if code.startswith("ui_")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_server_is_there_and_used(language):
    sources = "".join(file.read_text("utf-8") for file in files("kreuzspinne.apps.web").iterdir()
                      if file.name.endswith(".py"))
    used = set(re.findall(r"\bweb_[a-z_]+\b", sources)) | {f"web_sign_{rank}" for rank in "A23456789TJQK"}
    used |= {f"web_group_{family}" for family in choices.FAMILIES}
    used |= {f"web_switch_{switch}{value}" for switch, values in SWITCHES.items()
             for value in ["", *(f"_{name}" for name in values)]}
    stems = {"web_sign_", "web_group_", "web_switch_"}
    assert used - stems == {code for code in codes(language) if code.startswith("web_")}
