"""Checks the report in a real browser: keys, views, pointer."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pages"))
import devtools  # noqa: E402

CURRENT = "document.querySelector('nav [aria-current]').textContent"
PRESSED = "document.querySelector('.views [aria-pressed=true]').textContent"


def check(project):
    """Yields the problems of a report of pending snapshots."""
    outcome = project.run("report", "-o", "report.html")
    if outcome.returncode != 0:
        yield "report: %s" % outcome.stderr
        return
    with devtools.Browser(devtools.find()) as browser:
        browser.size(1200)
        browser.media(motion="no-preference")
        browser.open("file://" + project.path("report.html"))
        yield from check_views(browser)
        events = [it["params"] for it in browser.events
                  if it["method"] in ("Log.entryAdded", "Audits.issueAdded", "Runtime.exceptionThrown")]
        for event in events:
            yield "report: the browser reports a problem: %s" % event
        sent = [it["params"]["request"]["url"] for it in browser.events
                if it["method"] == "Network.requestWillBeSent"]
        for url in sent:
            if not url.startswith(("file:", "data:")):
                yield "report: it requests %s" % url


def expect(browser, script, expected, name):
    """Yields a problem if a script does not return the expected value."""
    value = browser.run(script)
    if value != expected:
        yield "report: %s: %r instead of %r" % (name, value, expected)


def press(browser, key):
    browser.press(key, ord(key.upper()))
    browser.settle()


def check_views(browser):
    """Yields the keys, views and clicks that do not work."""
    count = browser.run("document.querySelectorAll('nav button').length")
    if count < 3:
        yield "report: only %d snapshots are listed" % count
    first = browser.run(CURRENT)
    press(browser, "j")
    yield from expect(browser, CURRENT + " !== %r" % first, True, "j goes to the next")
    press(browser, "k")
    yield from expect(browser, CURRENT, first, "k goes back")
    # Goes to the first screenshot that has an old and a new version.
    for _ in range(count):
        if browser.run("document.querySelectorAll('.stage figure').length === 2"):
            break
        press(browser, "j")
    yield from expect(browser, "document.querySelectorAll('.stage figure img').length", 2, "side by side")
    yield from expect(
        browser, "[...document.querySelectorAll('.stage img')].every(it => it.complete && it.naturalWidth > 0)",
        True, "both pictures are loaded")
    yield from expect(browser, "document.querySelectorAll('main li code').length > 0", True, "findings")
    press(browser, "2")
    yield from expect(browser, PRESSED, "2 Swipe", "the second view")
    box = browser.run("(it => [it.left, it.top, it.width])(document.querySelector('.pile').getBoundingClientRect())")
    for part in (0.25, 0.75):
        browser.point(box[0] + box[2] * part, box[1] + 20)
        browser.settle()
        cut = browser.run("parseFloat(getComputedStyle(document.querySelector('.pile')).getPropertyValue('--cut'))")
        if abs(cut - part * 100) > 2:
            yield "report: swiping to %d %% cuts at %s %%" % (part * 100, cut)
    browser.press("ArrowRight", 39)
    browser.settle()
    yield from expect(
        browser, "Math.round(parseFloat(document.querySelector('.pile').style.getPropertyValue('--cut')))", 80,
        "an arrow key swipes further")
    press(browser, "3")
    yield from expect(
        browser, "getComputedStyle(document.querySelector('.pile img + img')).animationName", "blink", "blinking")
    press(browser, "4")
    yield from expect(
        browser, "getComputedStyle(document.querySelector('.pile img + img')).opacity", "0.5", "overlay")
    press(browser, "5")
    if not browser.until("/^[1-9]/.test(document.querySelector('.stage figcaption')?.textContent)"):
        yield "report: the caption of the difference is '%s'" % browser.run("document.querySelector('.stage figcaption')?.textContent")
    yield from expect(browser, "document.querySelectorAll('main footer').length", 1, "the keys are listed once")
    press(browser, "1")
    press(browser, "n")
    if not browser.until("/^[1-9][0-9]* places? differs?, at 1$/.test(document.querySelector('.status').textContent)"):
        yield "report: n does not go to the first difference"
    yield from expect(
        browser, "(it => it.width === it.naturalWidth)(document.querySelector('.stage img'))", True, "actual size")
    yield from expect(browser, "document.querySelectorAll('.box.current').length", 2, "a box on both sides")
    yield from check_list(browser, count)
    yield from check_decisions(browser)
    button = browser.run(
        "(it => [it.left + it.width / 2, it.top + it.height / 2])"
        "(document.querySelector('nav button:last-of-type').getBoundingClientRect())")
    browser.click(*button)
    browser.settle()
    yield from expect(
        browser, CURRENT + " === [...document.querySelectorAll('nav button')].at(-1).textContent", True,
        "a click selects a snapshot")


def check_list(browser, count):
    """Yields what does not work in the list of snapshots: the filter, colours for states, an address for each."""
    listed = "document.querySelectorAll('nav button').length"
    name = "document.querySelector('main h1').textContent"
    yield from expect(
        browser, "new Set([...document.querySelectorAll('nav .state')].map(it => getComputedStyle(it).backgroundColor)).has("
        "'rgba(0, 0, 0, 0)')", False, "states have colours")
    yield from expect(browser, "location.hash === '#' + " + name, True, "the address names the snapshot")
    first = browser.run(name)
    names = [text.split()[-1] for text in browser.run("[...document.querySelectorAll('nav button')].map(it => it.textContent)")]
    press(browser, "/")
    browser.ask("Input.insertText", text=first.rsplit("/", 1)[1] + " changed")
    browser.settle()
    yield from expect(browser, listed, names.count(first), "the filter leaves one snapshot, with each of its causes")
    yield from expect(browser, name, first, "the filter keeps the snapshot")
    yield from expect(
        browser, "document.querySelector('nav p').textContent", "1 of %d" % len(set(names)), "the filter counts")
    browser.run("(it => { it.value = ''; it.dispatchEvent(new Event('input')); it.blur(); })(document.querySelector('nav input'))")
    browser.settle()
    yield from expect(browser, listed, count, "without a filter, all are listed")


def check_decisions(browser):
    """Yields the decisions that do not appear in the command that the report shows."""
    line = "document.querySelector('.decisions code')?.textContent ?? ''"
    name = "document.querySelector('main h1').textContent"
    first = browser.run(name)
    press(browser, "a")
    yield from expect(browser, line, "atoll snapshot accept " + first, "one accepted")
    press(browser, "a")
    yield from expect(browser, line, "", "undone")
    press(browser, "A")
    yield from expect(
        browser, "/^atoll snapshot accept --cause [0-9a-f]{6}$/.test(%s)" % line, True, "a cause accepted")
    press(browser, "R")
    yield from expect(
        browser, "/^atoll snapshot reject --cause [0-9a-f]{6}$/.test(%s)" % line, True, "a cause rejected")
    press(browser, "J")
    if browser.run(name) == first:
        press(browser, "k")
    press(browser, "a")
    yield from expect(
        browser, "/^atoll snapshot accept \\S.* && atoll snapshot reject \\S.*$/.test(%s)" % line, True,
        "both in one command")
