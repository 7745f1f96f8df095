"""Checks atoll preview in a browser. See script/check preview."""
import contextlib
import os
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "pages"))

import devtools  # noqa: E402

EDITS = 20
MAX_MILLISECONDS = 150
# Records when the first view was last on the screen: it is in the second frame after its load.
WATCH = """(() => {
  window.shownAt = 0;
  document.querySelector('[data-view=page]').addEventListener('load', () =>
    requestAnimationFrame(() => requestAnimationFrame(() => { window.shownAt = Date.now(); })));
})()"""
BACKGROUND = """(() => {
  const page = document.querySelector('[data-view=%s]').contentDocument;
  const colors = [];
  for (let it = page.querySelector('h3') ?? page.body; it; it = it.parentElement) colors.push(getComputedStyle(it).backgroundColor);
  return colors.find(it => it !== 'rgba(0, 0, 0, 0)') ?? '';
})()"""


class Check:
    """A running preview, the folder that it shows, and the problems that were found."""

    def __init__(self, browser, folder, address):
        self.browser, self.folder, self.address, self.problems = browser, folder, address, []

    def problem(self, text):
        self.problems.append(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        """Writes a new file and renames it, as editors do."""
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name) + "~", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(self.path(name) + "~", self.path(name))

    def frame(self, view, script):
        """Returns a script that is true if a view is loaded and `script` is true for its `frame`."""
        return "(frame => frame.contentDocument?.readyState === 'complete' && (%s))(document.querySelector('[data-view=%s]'))" % (
            script, view)


def check_views(check):
    views = check.browser.run("[...document.querySelectorAll('iframe')].map(it => it.dataset.view)")
    if len(views) < 15:
        check.problem("there are only the views %s" % views)
    for view in views:
        check.browser.run("document.querySelector('[data-view=%s]').scrollIntoView()" % view)
        if not check.browser.until(check.frame(view, "frame.contentDocument.body.innerText.length > 200")):
            check.problem("the view %s is not shown" % view)
            continue
        color = check.browser.run(BACKGROUND % view)
        numbers = [float(part) for part in color[color.find("(") + 1:-1].replace("/", ",").split(",")[:3]] if "(" in color else []
        is_dark = bool(numbers) and sum(numbers[:3]) / 3 < 100
        if is_dark != (view.endswith("-dark")) and view != "mail-bare":
            check.problem("the view %s has the background %s" % (view, color))
    overflow = check.browser.run("document.scrollingElement.scrollWidth - innerWidth")
    if overflow > 0:
        check.problem("the page is %d px too wide" % overflow)
    check.browser.run("scrollTo(0, 0)")


# The events of problems: a blocked style, a failed request, an exception.
REPORTS = ("Log.entryAdded", "Audits.issueAdded", "Runtime.exceptionThrown")
STYLES = """(() => [...document.querySelectorAll('*')].map(it => {
  const style = getComputedStyle(it);
  return [it.tagName, style.font, style.color, style.backgroundColor, style.borderColor].join(' ');
}).join('\\n'))()"""


def check_documents(check):
    """Opens each view on its own, as a link on the page does: the browser must not block any style or script."""
    styles = {}
    for view in check.browser.run("[...document.querySelectorAll('iframe')].map(it => it.dataset.view)"):
        check.browser.open(check.address + "view/" + view)
        styles[view] = check.browser.run(STYLES)
        for event in check.browser.events:
            if event["method"] in REPORTS and "favicon.ico" not in str(event["params"]):
                check.problem("the view %s is reported by the browser: %s" % (view, event["params"]))
    # The preview rewrites the condition that the browser itself checks here.
    check.browser.media(contrast="more")
    check.browser.open(check.address + "view/page")
    if check.browser.run(STYLES) != styles["page-contrast"]:
        check.problem("the view page-contrast differs from the view page with more contrast")
    check.browser.media()
    check.browser.open(check.address)


def check_tabs(check, count=12):
    """Opens many tabs, which must all follow an edit: browsers open at most six connections to a server."""
    browser, own = check.browser, check.browser.session
    version = "document.querySelector('[data-view=page]')?.dataset.version"
    if not check.browser.until(version + " !== undefined"):
        check.problem("the page has no version")
        return
    shown = browser.run(version)
    targets, sessions = [], [own]
    for _ in range(count - 1):
        browser.session = None
        targets.append(browser.ask("Target.createTarget", url=check.address, newWindow=True)["targetId"])
        sessions.append(browser.ask("Target.attachToTarget", targetId=targets[-1], flatten=True)["sessionId"])
    for expected in (int(shown), int(shown) + 1):
        for number, browser.session in enumerate(sessions):
            if not check.browser.until("%s === '%d'" % (version, expected)):
                check.problem("tab %d of %d shows version %s instead of %d" % (
                    number + 1, count, browser.run(version), expected))
        check.write("style/theme.json", check.read("style/theme.json") + "\n")
    browser.session = None
    for target in targets:
        browser.ask("Target.closeTarget", targetId=target)
    browser.session = own


def check_edits(check, is_timed):
    check.browser.run(WATCH)
    theme = check.read("style/theme.json")
    marker = '"link"'
    if marker not in theme:
        raise SystemExit("Tests/EndToEnd/preview/check.py: theme.json has no token %s" % marker)
    times = []
    for number in range(EDITS):
        # By then the other visible views are loaded.
        time.sleep(0.5)
        start = time.time() * 1000
        # Any change of the file is an edit, even white space.
        check.write("style/theme.json", theme + "\n" * (number + 1))
        if not check.browser.until("window.shownAt >= %f" % start):
            check.problem("edit %d does not appear" % number)
            return
        times.append(check.browser.run("window.shownAt") - start)
    median = statistics.median(times)
    print("from the edit to the screen: %.0f ms (median of %d; %.0f to %.0f)" % (median, EDITS, min(times), max(times)))
    if is_timed and median > MAX_MILLISECONDS:
        check.problem("an edit takes %.0f ms" % median)


def check_errors(check):
    hidden = "document.getElementById('problems').hidden"
    message = "document.getElementById('problems').textContent"
    shown = check.frame("page", "frame.contentDocument.querySelectorAll('article').length > 5")

    def write_error(name, text, position):
        check.write(name, text)
        if not check.browser.until("!(%s)" % hidden):
            check.problem("an error in %s is not shown" % name)
        elif position not in check.browser.run(message):
            check.problem("the message for the error in %s is: %s" % (name, check.browser.run(message)))
        if not check.browser.until(shown):
            check.problem("after an error in %s, the views are not shown" % name)

    def expect_no_error(name):
        if not check.browser.until(hidden):
            check.problem("%s is correct again, but the message is still shown: %s" % (name, check.browser.run(message)))

    os.mkdir(check.path("templates"))
    if not check.browser.until(shown) or not check.browser.run(hidden):
        check.problem("an empty folder of templates is an error: %s" % check.browser.run(message))
    write_error("templates/no-comments.mustache", "<aside>\n  {{nothing}}</aside>\n", "no-comments.mustache:2:")
    check.write("templates/no-comments.mustache", "<aside>none</aside>\n")
    expect_no_error("the template")
    os.remove(check.path("templates/no-comments.mustache"))
    write_error("templates/no-comments.mustache", "{{nothing}}", "no-comments.mustache:1:")
    os.remove(check.path("templates/no-comments.mustache"))
    expect_no_error("the removed template")
    write_error("templates/coment.mustach", "", "coment.mustach")
    os.remove(check.path("templates/coment.mustach"))
    expect_no_error("the removed file with a misspelled name")
    theme = check.read("style/theme.json")
    write_error("style/theme.json", theme.replace("{", "{ x", 1), "theme.json:1:")
    check.write("style/theme.json", theme)
    expect_no_error("the theme")
    write_error("thread.json", '{"atoll": 1,\n "comments": [}', "thread.json")
    check.write("thread.json", '{"atoll": 1, "story": {"id": "s", "title": "Mine"}, "comments": [{"id": "a", "body": "Seen at once"}]}')
    expect_no_error("the thread")
    if not check.browser.until(check.frame("page", "frame.contentDocument.body.innerText.includes('Seen at once')")):
        check.problem("a new thread is not shown")
    # As `cp -p` does: other content, but the same file, size and time.
    times = os.stat(check.path("thread.json"))
    with open(check.path("thread.json"), "r+", encoding="utf-8") as file:
        text = file.read().replace("Seen at once", "Seen anyway.")
        file.seek(0)
        file.write(text)
    os.utime(check.path("thread.json"), ns=(times.st_atime_ns, times.st_mtime_ns))
    if not check.browser.until(check.frame("page", "frame.contentDocument.body.innerText.includes('Seen anyway.')")):
        check.problem("an edit that keeps the size and the time of the file is not shown")
    os.remove(check.path("thread.json"))
    if not check.browser.until(shown):
        check.problem("without a thread, the demo is not shown")


def answer_to(request, port):
    """Sends the bytes of a request, and returns the answer."""
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), timeout=300)) as connection:
        connection.sendall(request)
        answer = b""
        while True:
            part = connection.recv(1 << 16)
            if not part:
                return answer.decode(errors="replace")
            answer += part


def check_server(check, port):
    name = b"Host: 127.0.0.1:%d\r\n\r\n" % port
    expected = {
        b"GET / HTTP/1.1\r\n" + name: "200",
        b"GET /../../../etc/passwd HTTP/1.1\r\n" + name: "404",
        b"GET /view/..%2f..%2fetc/passwd HTTP/1.1\r\n" + name: "404",
        b"GET /theme.json HTTP/1.1\r\n" + name: "404",
        b"POST / HTTP/1.1\r\n" + name: "405",
        b"HEAD / HTTP/1.1\r\n" + name: "200",
        b"HEAD /events HTTP/1.1\r\n" + name: "200",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n": "421",
        b"GET / HTTP/1.1\r\n\r\n": "400",
        b"\0\0\0\n\n": "400",
    }
    # Idle connections, such as browsers open, must not block other readers.
    idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    for request, status in expected.items():
        answer = answer_to(request, port)
        if answer.split(" ", 2)[1:2] != [status]:
            check.problem("%r is answered by %r" % (request, answer[:80]))
    for connection in idle:
        connection.close()
    addresses = {line.split()[4] for line in os.popen("getent ahostsv4 $(hostname)").read().splitlines() if len(line.split()) > 4}
    own = {line.split()[0] for line in os.popen("hostname -I").read().split() for line in [line]} | addresses
    for address in own - {"127.0.0.1"}:
        with contextlib.suppress(OSError):
            socket.create_connection((address, port), timeout=2).close()
            check.problem("the server answers at %s" % address)


def main():
    atoll = sys.argv[1]
    path = devtools.find()
    if path is None:
        print("skipped: there is no Chromium")
        return 1 if os.environ.get("CI") else 0
    folder = tempfile.mkdtemp(prefix="atoll-preview-")
    server = None
    try:
        subprocess.run([atoll, "theme", "copy", "ign", os.path.join(folder, "style"), "--quiet"], check=True, stdout=subprocess.DEVNULL)
        # In the background, a shell starts programs that ignore Ctrl-C.
        server = subprocess.Popen(
            [atoll, "preview", folder, "--port", "0"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        address = server.stdout.readline().decode().strip()
        with devtools.Browser(path) as browser:
            browser.size(1200)
            browser.media("light")
            check = Check(browser, folder, address)
            browser.open(address)
            check_views(check)
            check_documents(check)
            check_tabs(check)
            check_edits(check, "--timed" in sys.argv[2:])
            check_errors(check)
            check_server(check, int(address.rstrip("/").rsplit(":", 1)[1]))
        server.send_signal(signal.SIGINT)
        if server.wait(60) not in (-signal.SIGINT, 130):
            check.problem("after Ctrl-C, the exit status is %s" % server.returncode)
        for problem in check.problems:
            print(problem)
        print("%d problems" % len(check.problems))
        return 1 if check.problems else 0
    finally:
        if server and server.poll() is None:
            server.kill()
            server.wait()
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
