"""What a person sees of the store in a browser: a killed server, two windows, a server of the home network."""

import os
import re
import signal
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from test_web_store import process
from web_table import Table

LINK = "#spider4:runs=hand/xpat2:42"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_a_game_goes_on_after_the_server_was_killed(browser, tmp_path):
    with process(tmp_path / "games") as (running, address):
        port = str(urlsplit(address).port)
        with Table(browser, address.rstrip("/")) as spider:
            spider.open(LINK).drag_move("bi1")
            spider.drag_move("+")
            running.send_signal(signal.SIGKILL)
            running.wait(10)
            spider.page.keyboard.press("u")
            expect(spider.page.locator("#message.refused")).to_contain_text("The server does not answer")
            with process(tmp_path / "games", "--port", port):
                spider.page.keyboard.press("u")
                spider.wait_for(3)
                assert spider.moves() == 1
                spider.page.reload()
                spider.page.wait_for_selector("#table[data-turn='3']")
                assert spider.cards("i")[-1] == "4c"
                assert spider.faults == []


def test_two_windows_on_one_game(browser, address):
    with Table(browser, address) as first:
        first.open(LINK)
        second = first.context.new_page()
        second.goto(f"{address}/")
        second.wait_for_selector("#table[data-turn='0']")
        first.drag_move("bi1")
        second.keyboard.press("d")
        expect(second.locator("#message.refused")).to_contain_text("another window")
        second.wait_for_selector("#table[data-turn='1']")
        second.keyboard.press("d")
        second.wait_for_selector("#table[data-turn='2']")
        first.page.keyboard.press("u")
        first.wait_for(2)
        assert first.cards("i")[-2:] == ["4c", "As"], "what the other window played is on the table"


def test_the_key_leaves_the_address_and_is_remembered(browser, tmp_path):
    with process(tmp_path / "games", "--host", "0.0.0.0") as (_, address):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector("#table[data-turn]")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#spider4/own%3A\d+", page.url)
        page.reload()
        page.wait_for_selector("#table[data-turn]")
        stranger = browser.new_context().new_page()
        stranger.goto(address.partition("?")[0])
        assert "asks for the key" in stranger.inner_text("main")
        stranger.context.close()
        context.close()
