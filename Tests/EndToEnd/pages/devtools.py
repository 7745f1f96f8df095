"""A headless Chromium, controlled over its DevTools pipe: no port, no driver, no packages."""
import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

CANDIDATES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--disable-extensions", "--disable-default-apps", "--hide-scrollbars",
    "--mute-audio", "--metrics-recording-only", "--force-color-profile=srgb", "--lang=en-US",
    "--disable-features=Translate,OptimizationHints,MediaRouter",
    # The checks click on every link of a page, which is more than Chromium allows a page in ten seconds.
    "--disable-ipc-flooding-protection",
)


class BrowserError(Exception):
    """A command that the browser did not execute, or a script that threw an exception."""


def find():
    """Returns the path of a Chromium, or None."""
    for name in (os.environ.get("CHROMIUM"), *CANDIDATES):
        path = name and shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """A browser with one tab."""

    def __init__(self, path, timeout=180):
        self.timeout = timeout
        # The start may fail on a busy machine.
        for last in (False, False, True):
            try:
                self.start(path)
                return
            except (BrowserError, OSError):
                self.process.kill()
                self.process.wait()
                shutil.rmtree(self.profile, ignore_errors=True)
                if last:
                    raise

    def start(self, path):
        """Starts the browser with one tab."""
        self.last = 0
        self.events = []
        self.unread = b""
        self.profile = tempfile.mkdtemp(prefix="atoll-browser-")
        # The browser reads commands from descriptor 3 and answers on 4, to which the shell duplicates the pipes. They get
        # higher numbers first, so that one is not overwritten by the other.
        to_read, self.to = os.pipe()
        self.answers, to_write = os.pipe()
        high = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 20) for end in (to_read, to_write)]
        self.process = subprocess.Popen(
            ["bash", "-c", 'exec "$@" 3<&%d 4>&%d %d<&- %d>&-' % (*high, *high), "bash",
             path, *SWITCHES, "--user-data-dir=" + self.profile, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            pass_fds=high)
        for end in (to_read, to_write, *high):
            os.close(end)
        self.session = None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Audits"):
            self.ask(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.session = None
            self.ask("Browser.close")
            self.process.wait(10)
        except (BrowserError, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def ask(self, method, **params):
        """Sends a command and returns its result. Events that arrive before it are kept."""
        self.last += 1
        command = {"id": self.last, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.to, data):]
        until = time.monotonic() + self.timeout
        while True:
            message = self.receive(until)
            if message.get("id") == self.last:
                if "error" in message:
                    raise BrowserError("%s: %s" % (method, message["error"].get("message")))
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def receive(self, until):
        """Returns the next message. Raises BrowserError if none arrives before the time `until`."""
        while b"\0" not in self.unread:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.answers], [], [], left)[0]:
                raise BrowserError("the browser does not answer")
            got = os.read(self.answers, 1 << 16)
            if not got:
                raise BrowserError("the browser has ended")
            self.unread += got
        message, self.unread = self.unread.split(b"\0", 1)
        return json.loads(message)

    def open(self, url):
        """Opens an address and waits until it is loaded. Drops the events of the previous page."""
        self.ask("Page.navigate", url="about:blank")
        self.events = []
        failed = self.ask("Page.navigate", url=url).get("errorText")
        if failed:
            raise BrowserError("%s: %s" % (url, failed))
        until = time.monotonic() + self.timeout
        # A page is not told which text its address marks.
        shown = url.split("#:~:")[0]
        while self.run("document.readyState") != "complete" or self.run("location.href").removesuffix("#") != shown.removesuffix("#"):
            if time.monotonic() > until:
                raise BrowserError("%s does not finish loading" % url)
            time.sleep(0.02)
        self.settle()

    def settle(self):
        """Waits until changes are on the screen."""
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")

    def until(self, script):
        """Waits until a script returns true, and returns whether it did; the limit only ends a hang."""
        end = time.monotonic() + self.timeout
        while not self.run(script):
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True

    def run(self, script):
        """Runs a script, whatever the content security policy of the page, and returns its value."""
        answer = self.ask(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def size(self, width, height=900):
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=False)

    def media(self, scheme="light", contrast="no-preference", forced="none", motion="reduce", kind=""):
        self.ask("Emulation.setEmulatedMedia", media=kind, features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-contrast", "value": contrast},
            {"name": "forced-colors", "value": forced},
            {"name": "prefers-reduced-motion", "value": motion},
        ])

    def press(self, key, code):
        """Presses and releases a key."""
        for kind in ("rawKeyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                     windowsVirtualKeyCode=code)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def point(self, x, y):
        self.ask("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def picture(self, left, top, width, height):
        clip = {"x": left, "y": top, "width": width, "height": height, "scale": 1}
        shot = self.ask(
            "Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(shot["data"])
