"""`ide` in a real browser: an extension that speaks CG Local's wire, and a page with an editor."""

import os
import shutil
from pathlib import Path

from botsmith.ide.bridge import FOLDER
from tests.bundle.test_pull import PARAMS, RULES

from .test_ide import PATIENCE_S, Desk, at_desk, until

EXTENSION = Path(__file__).with_name("extension")
PAGE = "https://www.codingame.com/ide/pond"
STRANGER = """port => new Promise(done => {
  const got = [], socket = new WebSocket(`ws://localhost:${port}/`);
  socket.onopen = socket.onmessage = event => got.push(event.type);
  socket.onclose = () => done(got);
})"""


def test_a_save_and_an_edit_in_chromium(tmp_path, require):
    program = require("chromium")
    from playwright.async_api import async_playwright

    async def test(desk: Desk) -> None:
        extension = tmp_path / "extension"
        shutil.copytree(EXTENSION, extension)
        worker = extension / "worker.js"
        worker.write_text(worker.read_text().replace("PORT/", f"{desk.port}/"))
        options = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
        options += [f"--load-extension={extension}", f"--disable-extensions-except={extension}"]
        async with async_playwright() as driver:
            browser = await driver.chromium.launch_persistent_context(
                tmp_path / "profile",
                executable_path=program,
                headless=False,
                timeout=1000.0 * PATIENCE_S,
                args=["--headless=new", *options],
            )
            browser.set_default_timeout(1000.0 * PATIENCE_S)
            html = (EXTENSION / "ide.html").read_text()

            async def answer(route) -> None:
                await route.fulfill(body=html, content_type="text/html")

            await browser.route("**/*", answer)
            stranger = await browser.new_page()
            await stranger.goto("https://example.com/")
            assert await stranger.evaluate(STRANGER, desk.port) == []
            page = await browser.new_page()
            await page.goto(PAGE)
            editor = page.locator("#editor")

            async def shows(text: str) -> None:
                await page.wait_for_function(
                    "text => document.getElementById('editor').value.includes(text)", arg=text
                )

            await shows("# pond: a CodinGame bot in one file")
            assert "the site's stub" in next((desk.project.root / FOLDER).iterdir()).read_text()
            plays = await page.evaluate("plays")
            desk.edit(PARAMS, "deep: int = 3", "deep: int = 4")
            await shows("deep: int = 4")
            await page.wait_for_function("before => plays == before + 1", arg=plays)
            await page.wait_for_function("() => !document.getElementById('editor').readOnly")
            text = await editor.input_value()
            await editor.fill(text.replace("PADS = 8\n", "PADS = 9  # typed\n"))
            await until(lambda: "PADS = 9  # typed\n" in desk.text(RULES))
            await until(lambda: "PADS = 9  # typed\n" in desk.product)
            await page.wait_for_function(
                "text => document.getElementById('editor').value == text", arg=desk.product
            )
            await page.close()
            await until(lambda: desk.said("the tab has closed; connect again"))
            await browser.close()

    at_desk(tmp_path / "project", test, is_playing=True)
