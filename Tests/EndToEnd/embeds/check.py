"""Checks the pages of recipes/embed in a browser. See script/check embeds."""
import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "pages"))

import devtools  # noqa: E402
import hosts  # noqa: E402
import servers  # noqa: E402
import wordpress  # noqa: E402

PICTURES = os.path.join("docs", "pictures", "embeds")
# The recipes whose pages look different.
DRAWN = ("plain", "facade", "iframe", "twentytwentyone", "twentytwentythree")
WIDTHS = (390, 1200)
# The policy of docs/embedding.md for the page with the facade; a test compares them.
POLICY = ("default-src 'self'; style-src-attr 'unsafe-inline'; script-src 'self' https://coral.example.com; "
          "frame-src https://coral.example.com")
# A stand-in for Coral's embed, which writes its options into the page.
LIVE_EMBED = """window.Coral = { createStreamEmbed(options) {
  document.getElementById(options.id).append("live " + options.storyURL + " " + options.rootURL); } };"""

# Measures the comments and the host page. The comments may be in a shadow root.
MEASURE = """(() => {
  const inside = document.querySelector('#comments')?.shadowRoot ?? document;
  const root = inside.querySelector('.atoll');
  const style = (element, name) => element && getComputedStyle(element)[name];
  const host = [...document.querySelectorAll('main p')].find(it => !it.closest('.atoll'));
  return {
    comments: root ? root.querySelectorAll('li.a-c').length : 0,
    height: root ? root.getBoundingClientRect().height : 0,
    overflow: document.scrollingElement.scrollWidth - innerWidth,
    host: ['fontFamily', 'textIndent', 'color', 'fontSize'].map(name => style(host, name)).join(' | '),
    heading: style(document.querySelector('h1'), 'borderBottomStyle'),
    indent: style(root?.querySelector('.a-b p, .a-b'), 'textIndent'),
    links: [...(root?.querySelectorAll('a') ?? [])].map(link => style(link, 'textTransform')).join(' '),
  };
})()"""


class Check:
    """A browser, and the problems that it has found so far. Without Chromium, `browser` is None."""

    def __init__(self, browser, pictures):
        self.browser, self.pictures, self.problems, self.count = browser, pictures, [], 0

    def problem(self, name, text):
        self.problems.append("%s: %s" % (name, text))

    def page(self, name, address, comments=hosts.COMMENTS, host=None):
        """Opens a page in every width and scheme, and checks the comments and the host page.

        `host` is the address of a page without comments, whose own text looks like this; by default it is that of site.css.
        """
        if self.browser is None:
            return
        for width in WIDTHS:
            for scheme in ("light", "dark"):
                self.browser.size(width)
                self.browser.media(scheme)
                alone = None
                if host:
                    self.browser.open(host)
                    alone = self.browser.run(MEASURE)
                self.browser.open(address)
                self.measure("%s, %d px, %s" % (name, width, scheme), comments, alone)
                self.count += 1
            if self.pictures and name in DRAWN:
                self.browser.media("light")
                self.browser.settle()
                self.take(name, width)

    def measure(self, where, comments, alone=None):
        found = self.browser.run(MEASURE)
        if comments is not None and found["comments"] != comments:
            self.problem(where, "%d comments instead of %d" % (found["comments"], comments))
        if comments and found["height"] < 200:
            self.problem(where, "the comments are %d px high" % found["height"])
        if found["overflow"] > 0:
            self.problem(where, "the page is %d px too wide" % found["overflow"])
        if alone:
            changed = any(found[name] != alone[name] for name in ("heading", "host"))
        else:
            changed = found["heading"] != "double" or "Georgia" not in found["host"] or "18px" not in found["host"]
        if changed:
            self.problem(where, "the host's own text looks different: %s" % found)
        if comments and (found["indent"] != "0px" or "uppercase" in found["links"]):
            self.problem(where, "the host's style reaches the comments: %s" % found)
        for event in self.browser.events:
            entry = event["params"].get("entry", {}) if event["method"] == "Log.entryAdded" else {}
            if entry.get("level") == "error" and "favicon" not in entry.get("url", ""):
                self.problem(where, entry["text"])

    def take(self, name, width):
        """Writes a picture of the page for docs/embedding.md."""
        height = min(self.browser.run("document.scrollingElement.scrollHeight"), 1400)
        data = subprocess.run(
            ["pngquant", "--quality", "70-95", "--speed", "1", "--strip", "-"], check=True,
            input=self.browser.picture(0, 0, width, height), stdout=subprocess.PIPE).stdout
        os.makedirs(PICTURES, exist_ok=True)
        with open(os.path.join(PICTURES, "%s-%d.png" % (name, width)), "wb") as file:
            file.write(data)

    def text(self, selector):
        return self.browser.run("document.querySelector(%r)?.textContent ?? ''" % selector)

    def press(self, selector):
        x, y = self.browser.run(
            "(() => { const box = document.querySelector(%r).getBoundingClientRect();"
            " return [box.x + box.width / 2, box.y + box.height / 2]; })()" % selector)
        self.browser.click(x, y)

    def open_without_scripts(self, address):
        """Opens a page while scripts are disabled, so that Browser.open cannot wait for an animation frame."""
        self.browser.ask("Page.navigate", url=address + "?without-scripts")
        self.browser.until("document.readyState === 'complete' && location.search === '?without-scripts'")


def fetch(address):
    """Returns the text of a page for a browser that accepts compressed ones."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=servers.PATIENCE) as answer:
        body = answer.read()
        return (gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body).decode(errors="replace")


def check_facade(check, site, folder):
    """Checks that the live embed is loaded on request only, and that the static comments stay without scripts or server."""
    if check.browser is None:
        return
    coral = os.path.join(site.folder, "coral")
    hosts.write(os.path.join(coral, "assets", "js", "embed.js"), LIVE_EMBED)
    with servers.files(coral) as (live, requested):
        page = os.path.join(folder, "index.html")
        hosts.write(page, hosts.read(page).replace("https://coral.example.com", live))
        policy = POLICY.replace("https://coral.example.com", live)
        with servers.files(folder, {"Content-Security-Policy": policy}) as (address, _):
            check.page("facade", address + "/")
            if requested:
                check.problem("facade", "requests %s before the reader asks for it" % requested)
            check.press("#coral_load")
            if not check.browser.until("document.querySelector('#coral_thread').textContent.startsWith('live ')"):
                check.problem("facade", "no live embed: %s" % check.text("#coral_thread")[:200])
            if check.text("#coral_thread") != "live https://example.com/tide-pools/ " + live:
                check.problem("facade", "the wrong embed: %s" % check.text("#coral_thread"))
            check.measure("facade, live", 0)
            os.remove(os.path.join(coral, "assets", "js", "embed.js"))
            check.browser.open(address + "/")
            check.press("#coral_load")
            if not check.browser.until("!document.querySelector('#coral_load').disabled") or check.browser.run(MEASURE)["comments"] != hosts.COMMENTS:
                check.problem("facade", "loses its comments if Coral is not available")
            check.browser.ask("Emulation.setScriptExecutionDisabled", value=True)
            check.open_without_scripts(address + "/")
            check.measure("facade without scripts", hosts.COMMENTS)
            if check.browser.run("document.querySelector('#coral_load').checkVisibility()"):
                check.problem("facade", "shows its button although scripts are disabled")
            check.browser.ask("Emulation.setScriptExecutionDisabled", value=False)


def includes(address, fragment):
    """Returns whether a page contains the exact thread, and nothing of what says where it goes."""
    text = fetch(address + "/")
    return fragment in text and not re.search("esi:|<!--#|{{", text)


def check_missing(check, name, address, message="There are no comments yet."):
    """Checks that a page is complete, and contains neither a thread nor the page of an error."""
    start = time.monotonic()
    try:
        text = fetch(address + "/")
    except OSError as error:
        text = str(error)
    if "</html>" not in text or message not in text or "class=\"atoll" in text or re.search("Error|OF THE ORIGIN|half a", text):
        check.problem(name, "a missing thread breaks the page: %s" % text[-300:])
    # Without the limits of the recipes, servers wait for at least a minute.
    if time.monotonic() - start > 50:
        check.problem(name, "the page waits %.0f seconds for a missing thread" % (time.monotonic() - start))


def check_server(check, site, name, serve):
    """Checks a server that includes threads of its folder or of another server in pages."""
    fragment = hosts.read(site.fragment).strip()
    folder = hosts.with_includes(site, name)
    with serve(folder) as address:
        if not includes(address, fragment):
            check.problem(name, "does not include the thread, or changes it")
        check.page(name, address + "/")
        os.rename(folder + "/comments", folder + "/gone")
        check_missing(check, name, address)
        os.rename(folder + "/gone", folder + "/comments")
    threads = folder + "-threads"
    os.makedirs(threads)
    os.rename(folder + "/comments", threads + "/comments")
    with servers.origin(threads) as origin, serve(folder, threads=origin.address) as address:
        if not includes(address, fragment):
            check.problem(name, "does not include a thread of another server, or changes it")
        for fault in servers.FAULTS:
            origin.fault = fault
            check_missing(check, "%s, %s" % (name, fault), address)


def check_varnish(check, site):
    """Checks that Varnish includes and caches the thread, and that a page without its thread is complete otherwise."""
    fragment = hosts.read(site.fragment).strip()
    folder = hosts.with_includes(site, "varnish")
    faults = (*servers.FAULTS, "half")
    for fault in faults:
        page = hosts.read(os.path.join(folder, "index.html")).replace("tide-pools.html", fault.replace(" ", "-") + ".html")
        hosts.write(os.path.join(folder, fault.replace(" ", "-"), "index.html"), page)
    with servers.varnish(folder) as (address, backend):
        if not includes(address, fragment):
            check.problem("varnish", "does not include the thread, or changes it")
        before = len(backend.requested)
        fetch(address + "/")
        if len(backend.requested) != before:
            check.problem("varnish", "does not cache: %s" % backend.requested[before:])
        check.page("varnish", address + "/")
        for fault in faults:
            backend.fault = fault
            check_missing(check, "varnish, " + fault, "%s/%s" % (address, fault.replace(" ", "-")), message="")
    with servers.varnish(folder, lifetime="1s") as (address, backend):
        has_thread = lambda: includes(address, fragment)  # noqa: E731
        servers.wait_until(has_thread, "Varnish does not include the thread")
        for fault in (fault for fault in faults if not fault.startswith("4")):
            backend.fault = fault
            # At the third request, the server has failed twice.
            before, had = len(backend.requested), True
            def asks_again():
                nonlocal had
                had = has_thread() and had
                return len(backend.requested) > before + 2
            servers.wait_until(asks_again, "Varnish does not ask for an old thread again")
            if not had:
                check.problem("varnish, " + fault, "drops the thread that it has")
        backend.fault = "404"
        servers.wait_until(lambda: not has_thread(), "Varnish keeps a thread that is gone")
        backend.fault = None
        servers.wait_until(has_thread, "Varnish does not include a thread that is there again")


def check_frameworks(check, site):
    """Checks the web frameworks whose templates contain the thread."""
    fragment = hosts.read(site.fragment).strip()
    frameworks = (("flask", servers.flask, "app"), ("django", servers.django, "atoll_comments.templatetags.atoll_comments"))
    for name, serve, module in frameworks:
        source = hosts.with_framework(site, name)
        escaped = hosts.run(
            ["/usr/bin/python3", "-c", "import %s as recipe; print(recipe.comments('../comments/tide-pools'))" % module], cwd=source,
            env={**os.environ, "DJANGO_SETTINGS_MODULE": "settings"})
        if escaped.strip():
            check.problem(name, "reads files outside of its folder")
        with serve(source) as address:
            page = fetch(address + "/tide-pools/")
            if fragment not in page:
                check.problem(name, "does not include the thread, or changes it")
            for other in ("lighthouse", "%00", "x" * 300):
                check_missing(check, "%s, %s" % (name, other[:30]), "%s/%s" % (address, other))
        folder = site.make_folder(name)
        hosts.write(os.path.join(folder, "index.html"), page)
        with servers.files(folder) as (address, _):
            check.page(name, address + "/")


def check_includes(check, site):
    """Checks the servers that include threads in pages."""
    for name, serve in (("nginx", servers.nginx), ("apache", servers.apache), ("caddy", servers.caddy)):
        check_server(check, site, name, serve)
    folder = hosts.ghost(site)
    with servers.files(folder) as (upstream, _), servers.nginx(folder, upstream=upstream) as address:
        check.page("ghost", address + "/")
    check_varnish(check, site)


def check_export(check, site):
    """Checks that nginx serves an export as docs/exports.md says, so that caches can tell compressed files from others."""
    public, store = os.path.join(site.make_folder("export"), "public"), os.path.join(site.folder, "export.db")
    hosts.run([site.atoll, "batch", os.path.join(site.folder, "first", "demo", "stories.ndjson"), "--store", store])
    hosts.run([site.atoll, "store", "export", store, public, "--precompress", "gzip"])
    block = re.search("(?s)\n## nginx\n.*?```nginx\n(.*?)```", hosts.read("docs/exports.md")).group(1)
    page = sorted(name for name in os.listdir(public) if name.endswith(".html"))[0]
    with servers.run_nginx(os.path.dirname(public), block.replace("/srv/public/", public + "/")) as port:
        address = "http://127.0.0.1:%d/comments/" % port
        for encoding, ending in (("identity", ""), ("gzip", ".gz")):
            request = urllib.request.Request(address + page, headers={"Accept-Encoding": encoding})
            with urllib.request.urlopen(request, timeout=servers.PATIENCE) as answer:
                found = {name: answer.headers[name] for name in ("Vary", "Content-Type", "Cache-Control")}
                if found != {"Vary": "Accept-Encoding", "Content-Type": "text/html; charset=utf-8", "Cache-Control": "public, max-age=300"}:
                    check.problem("docs/exports.md", "nginx answers with %s for %s" % (found, encoding))
                with open(os.path.join(public, page + ending), "rb") as file:
                    if answer.read() != file.read():
                        check.problem("docs/exports.md", "nginx gives another file for %s" % encoding)
        for ending, kind in (("jsonld", "application/ld+json"), ("eml", "message/rfc822"), ("atom", "application/atom+xml")):
            with open(os.path.join(public, "empty." + ending), "wb"):
                pass
            with urllib.request.urlopen(address + "empty." + ending, timeout=servers.PATIENCE) as answer:
                if answer.headers.get_content_type() != kind:
                    check.problem("docs/exports.md", "nginx gives a .%s as %s" % (ending, answer.headers["Content-Type"]))
        for name in (".atoll-export", ".atoll-export/"):
            try:
                fetch(address + name)
                check.problem("docs/exports.md", "nginx gives %s" % name)
            except urllib.error.HTTPError:
                pass


def check_first_commands(check, site):
    """Checks that the commands of the first section of docs/embedding.md work in an empty folder."""
    folder = os.path.join(site.folder, "first")
    os.makedirs(folder)
    section = re.search("(?s)\n## Before you begin\n(.*?)\n## ", hosts.read("docs/embedding.md")).group(1)
    commands = "\n".join(re.findall("(?s)```sh\n(.*?)```", section))
    try:
        hosts.run(["bash", "-ec", 'atoll() { "$ATOLL" "$@"; }\n' + commands], cwd=folder, env={**os.environ, "ATOLL": site.atoll})
    except AssertionError as error:
        check.problem("docs/embedding.md", str(error))


def check_all(check, site):
    check_first_commands(check, site)
    check_export(check, site)
    for name, build in hosts.STATIC.items():
        folder = build(site)
        if name == "facade":
            check_facade(check, site, folder)
            continue
        with servers.files(folder) as (address, requested):
            # The frame has another origin, so its comments cannot be measured; a picture shows them.
            check.page(name, address + "/", None if name == "iframe" else hosts.COMMENTS)
            if name == "iframe" and check.browser and "/comments/tide-pools-page.html" not in requested:
                check.problem(name, "the frame is not loaded")
    check_includes(check, site)
    check_frameworks(check, site)
    wordpress.check_wordpress(check, site)


def main():
    parser = argparse.ArgumentParser(description="Checks embedded threads in a browser.")
    parser.add_argument("--atoll", required=True)
    parser.add_argument("--tools", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--pictures", action="store_true")
    given = parser.parse_args()
    folder = os.path.abspath(given.folder)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    site = hosts.Site(folder, os.path.abspath(given.atoll), os.path.abspath(given.tools))
    path = devtools.find()
    if path:
        with devtools.Browser(path) as browser:
            check = Check(browser, given.pictures)
            check_all(check, site)
    else:
        check = Check(None, False)
        check_all(check, site)
    if "Content-Security-Policy: " + POLICY not in hosts.read("docs/embedding.md"):
        check.problem("docs/embedding.md", "names a policy that differs from the tested one")
    if hosts.read("recipes/embed/facade/facade.js") not in hosts.read("docs/embedding.md"):
        check.problem("docs/embedding.md", "has another script than recipes/embed/facade")
    for problem in check.problems:
        print(problem)
    print("%d views, %d problems" % (check.count, len(check.problems)))
    sys.exit(1 if check.problems else 0)


main()
