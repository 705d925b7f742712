"""Two real browsers behind the same few verbs: Chromium by Selenium, and Firefox by Marionette, its own protocol, which needs
no other program."""

import base64
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import traceback

import axe_playwright_python
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

# Longer than a page takes on a slow machine that is busy with other tests; Selenium itself gives up after 120 seconds.
PATIENCE = 100
AXE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"


class Failed(Exception):
    """A check found something wrong."""


def expect(condition, what):
    if not condition:
        raise Failed(what)


def until(look, what):
    """The first true answer of a look; fails when that takes longer than `PATIENCE`."""
    end = time.monotonic() + PATIENCE
    while True:
        found = look()
        if found:
            return found
        if time.monotonic() > end:
            raise Failed(f"timed out: {what() if callable(what) else what}")
        time.sleep(0.1)


class Page:
    """What a person can do with a page."""

    def wait_for(self, css):
        return until(lambda: self.all(css), f"{css} at {self.url}: {self.text('body')[:300]!r}")[0]

    def wait_for_path(self, path):
        until(lambda: self.path.startswith(path), f"{path}, but it is {self.path}: {self.text('body')[:300]!r}")

    @property
    def path(self):
        return "/" + self.url.split("/", 3)[-1]

    def text(self, css):
        return self.js("const e = document.querySelector(arguments[0]); return e ? e.innerText : ''", css)

    def click(self, css):
        self.wait_for(css)
        self.js("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", css)
        self.press_element(css)

    def problems_of_axe(self):
        """What axe finds wrong on the page, as one line each."""
        self.js(AXE.read_text())
        found = self.wait_js(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {resultTypes: ['violations']}).then((r) => done(r.violations), (e) => done(String(e)))")
        expect(isinstance(found, list), f"axe failed: {found}")
        return [f"{v['id']}: {n['html'][:120]} {n.get('failureSummary', '')[:200]}" for v in found for n in v["nodes"]]

    def narrow_targets(self):
        """Links, buttons and fields that are smaller than 44 pixels, outside of sentences."""
        return self.js("""
            return [...document.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]
              .filter((e) => e.checkVisibility() && !e.matches('.skip, p > a:not(.button)'))
              .map((e) => [e.matches('[type=radio], [type=checkbox]') ? e.closest('label') ?? e.parentElement : e, e])
              .map(([box, e]) => [box.getBoundingClientRect(), e])
              .filter(([box]) => box.height < 43.5 || box.width < 43.5)
              .map(([box, e]) => `${e.outerHTML.slice(0, 100)}: ${box.width} x ${box.height}`)""")

    def is_too_wide(self):
        return self.js("return document.documentElement.scrollWidth > document.documentElement.clientWidth")


class Chromium(Page):
    def __init__(self, width=360, height=640, script=True, camera=None, dark=False, forced=False, allows_camera=True):
        self.folder = tempfile.mkdtemp(prefix="headshot-browser-")
        options = Options()
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "--lang=en",
        ]
        if camera:
            arguments += ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={camera}"]
            arguments += ["--use-fake-ui-for-media-stream" if allows_camera else "--deny-permission-prompts"]
        for argument in arguments:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        options.add_experimental_option("prefs", {"intl.accept_languages": "en"})
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        self.driver.set_page_load_timeout(PATIENCE)
        self.driver.set_script_timeout(PATIENCE)
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.cdp("Network.enable")
        features = [("prefers-color-scheme", "dark" if dark else "light"), ("forced-colors", "active" if forced else "none")]
        self.cdp("Emulation.setEmulatedMedia", features=[{"name": n, "value": v} for n, v in features])
        if not script:
            self.cdp("Emulation.setScriptExecutionDisabled", value=True)

    def cdp(self, command, **values):
        return self.driver.execute_cdp_cmd(command, values)

    def hurry(self, times):
        """Lets the scripts of the pages that come wait so many times shorter, and counts their waits while they are hidden."""
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=f"""{{
            const usual = window.setTimeout;
            window.setTimeout = (task, time, ...values) => {{
              if (document.hidden) localStorage.hiddenWaits = Number(localStorage.hiddenWaits ?? 0) + 1;
              return usual(task, time / {times}, ...values);
            }};
            }}""")

    def requests_while_hidden(self, url):
        """Hides a page that hurries behind a new tab with another address of its site, until its scripts have waited some times;
        returns the requests meanwhile, those of the new tab among them."""
        self.driver.switch_to.new_window("tab")
        self.requests()
        self.go(url)
        until(lambda: int(self.js("return localStorage.hiddenWaits ?? 0")) > 3, "the scripts of the hidden page do not wait")
        return self.requests()

    def go(self, url):
        self.driver.get(url)

    @property
    def url(self):
        return self.driver.current_url

    @property
    def title(self):
        return self.driver.title

    def js(self, script, *values):
        return self.driver.execute_script(script, *values)

    def wait_js(self, script, *values):
        return self.driver.execute_async_script(script, *values)

    def all(self, css):
        return self.driver.find_elements("css selector", css)

    def press_element(self, css):
        self.all(css)[0].click()

    def type(self, css, text):
        self.wait_for(css).send_keys(text)

    def press(self, *keys):
        """Presses keys wherever the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def back(self):
        self.driver.back()

    def forward(self):
        self.driver.forward()

    def reload(self):
        self.driver.refresh()

    def console(self):
        """What the console has: violations of the policy, errors, and requests that failed."""
        return [f"{e['level']}: {e['message']}" for e in self.driver.get_log("browser") if e["level"] in ("WARNING", "SEVERE")]

    def requests(self):
        """The requests of this browser: address and headers."""
        found = []
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append((message["params"]["request"]["url"], message["params"]["request"]["headers"]))
        return found

    def set_network(self, offline=False, latency=0, bytes_per_second=-1):
        self.cdp("Network.emulateNetworkConditions", offline=offline, latency=latency,
                 downloadThroughput=bytes_per_second, uploadThroughput=bytes_per_second)

    def quit(self):
        try:
            self.driver.quit()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


class Firefox(Page):
    def __init__(self, width=360, height=640, script=True, camera=None, **_):
        self.folder = tempfile.mkdtemp(prefix="headshot-browser-")
        preferences = {
            "marionette.port": 0, "javascript.enabled": script, "media.navigator.streams.fake": True,
            "media.navigator.permission.disabled": True, "intl.accept_languages": "en",
            "datareporting.policy.dataSubmissionEnabled": False, "app.update.enabled": False,
            "browser.shell.checkDefaultBrowser": False, "remote.active-protocols": 0,
        }
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in preferences.items()]
        pathlib.Path(self.folder, "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            ["/usr/bin/firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", self.folder,
             f"--width={width}", f"--height={height}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"HOME": self.folder, "PATH": "/usr/bin:/bin", "MOZ_HEADLESS_WIDTH": str(width), "MOZ_HEADLESS_HEIGHT": str(height)})
        port = pathlib.Path(self.folder, "MarionetteActivePort")
        until(lambda: port.exists() and port.read_text().strip(), "Firefox does not start")
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), timeout=2 * PATIENCE)
        self.number = 0
        self.receive()
        self.send("WebDriver:NewSession", capabilities={"alwaysMatch": {"unhandledPromptBehavior": "accept"}})
        self.send("WebDriver:SetTimeouts", script=PATIENCE * 1000, pageLoad=PATIENCE * 1000, implicit=0)
        self.send("WebDriver:SetWindowRect", width=width, height=height)

    def receive(self):
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        rest = int(length[:-1])
        text = b""
        while len(text) < rest:
            text += self.socket.recv(rest - len(text))
        return json.loads(text)

    def send(self, command, **values):
        self.number += 1
        message = json.dumps([0, self.number, command, values]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, answer = self.receive()
        if error:
            raise Failed(f"{command}: {error['error']}: {error['message']}")
        return answer

    def go(self, url):
        self.send("WebDriver:Navigate", url=url)

    @property
    def url(self):
        return self.send("WebDriver:GetCurrentURL")["value"]

    @property
    def title(self):
        return self.send("WebDriver:GetTitle")["value"]

    def js(self, script, *values):
        return self.send("WebDriver:ExecuteScript", script=script, args=list(values), sandbox="check")["value"]

    def wait_js(self, script, *values):
        return self.send("WebDriver:ExecuteAsyncScript", script=script, args=list(values), sandbox="check")["value"]

    def all(self, css):
        found = self.send("WebDriver:FindElements", using="css selector", value=css)
        return [next(iter(entry.values())) for entry in (found if isinstance(found, list) else found["value"])]

    # Without script of its own, which a browser may have switched off.
    def text(self, css):
        found = self.all(css)
        return self.send("WebDriver:GetElementText", id=found[0])["value"] if found else ""

    def click(self, css):
        self.send("WebDriver:ElementClick", id=self.wait_for(css))

    def type(self, css, text):
        self.send("WebDriver:ElementSendKeys", id=self.wait_for(css), text=text)

    def back(self):
        self.send("WebDriver:Back")

    def forward(self):
        self.send("WebDriver:Forward")

    def reload(self):
        self.send("WebDriver:Refresh")

    def console(self):
        return []

    def quit(self):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        shutil.rmtree(self.folder, ignore_errors=True)


def run(checks):
    """Runs the check that the first argument names, with what the second describes as JSON; prints what it returns."""
    name, values = sys.argv[1], json.loads(sys.argv[2])
    try:
        answer = checks[name](values)
    except Failed as failure:
        print(f"{name}: {failure}", file=sys.stderr)
        sys.exit(1)
    except Exception as error:
        # The error before the way to it: what is kept of a long output may end early.
        print(f"{name}: {type(error).__name__}: {error}\n{traceback.format_exc()}", file=sys.stderr)
        sys.exit(1)
    print(json.dumps(answer if answer is not None else {}))


def bytes_of(page, path):
    """The bytes behind an address of the page's site, as the page itself would get them."""
    text = page.wait_js(
        "const done = arguments[arguments.length - 1];"
        "fetch(arguments[0]).then((a) => a.blob()).then((b) => { const r = new FileReader();"
        "r.onload = () => done(r.result); r.readAsDataURL(b); }, (e) => done(''))", path)
    return base64.b64decode(text.split(",", 1)[-1])
