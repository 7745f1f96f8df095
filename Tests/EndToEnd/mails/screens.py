"""Checks mails in a browser, and prints each problem as a sentence.

    python3 Tests/EndToEnd/mails/screens.py thread.eml ...

Shows the HTML decoded from the message, never `email-html`, because readers see the message that was sent. Every
mail has to fit on narrow screens, and all of its text has to be readable in light and in dark, also where a client drops the
styles in the head, cannot break words by `word-break`, or changes the colours. `--axe FILE` also runs axe-core, and `--nu FILE` the Nu HTML checker. `--pictures FOLDER` saves a screenshot of each mail. Ends
with 1 if there is any problem.
"""
import argparse
import os
import re
import sys
import tempfile
from types import SimpleNamespace

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "pages"))

import devtools  # noqa: E402
import nu  # noqa: E402
import reading  # noqa: E402

# Attributes that old mail programs need instead of style sheets, and properties that only mail programs know.
ALLOWED_IN_MAILS = re.compile(
    "The “(align|bgcolor|cellpadding|cellspacing|width)” attribute on the “(table|td|body)” element is obsolete"
    "|CSS: “(color-scheme|supported-color-schemes|mso-hide|mso-line-height-rule|mso-padding-alt)”"
    "|CSS: The value “break-word” is deprecated")
WIDTHS = (320, 390, 800, 1200)
SCHEMES = ("light", "dark")
# In a narrower body most lines would be single words.
MIN_BODY_WIDTH = 150

# The changes that clients make to the colours of a mail, to text and background alike. Gmail on iOS inverts them in a way that is not published, so
# there are two models. Outlook.com and Gmail on Android only make light backgrounds dark, and dark text light.
RECOLORING = """
  const inverted = ([red, green, blue]) => [255 - red, 255 - green, 255 - blue];
  const withLightness = ([red, green, blue], change) => {
    const [most, least] = [Math.max(red, green, blue) / 255, Math.min(red, green, blue) / 255];
    const before = (most + least) / 2;
    const after = change(before);
    const spread = before > 0 && before < 1 ? (most - least) / (1 - Math.abs(2 * before - 1)) : 0;
    const scale = before > 0 && before < 1 ? (1 - Math.abs(2 * after - 1)) / (1 - Math.abs(2 * before - 1)) : 0;
    return [red, green, blue].map(it => Math.min(255, Math.max(0, (after + (it / 255 - before) * scale) * 255)));
  };
  const RECOLORINGS = {
    'as they are': [it => it, it => it],
    'with inverted channels': [inverted, inverted],
    'with inverted lightness': [it => withLightness(it, l => 1 - l), it => withLightness(it, l => 1 - l)],
    'as light text on dark': [
      it => withLightness(it, l => l < 0.5 ? 1 - l : l), it => withLightness(it, l => l > 0.5 ? 1 - l : l)],
  };"""

# The texts with too little contrast to their background (WCAG 2.2, 1.4.3), as they are and as clients change them.
LOW_CONTRAST = """(() => {
""" + RECOLORING + """
  const channels = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([red, green, blue]) => [red, green, blue].map(it => it / 255)
    .map(it => it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4)
    .reduce((sum, it, index) => sum + it * [0.2126, 0.7152, 0.0722][index], 0);
  const ground = element => {
    for (let it = element; it; it = it.parentElement) {
      const color = channels(getComputedStyle(it).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color;
    }
    return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || text === '\\u00a0' || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [ink, paper] = [channels(style.color), ground(element)];
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
    for (const [name, [ofText, ofGround]] of Object.entries(RECOLORINGS)) {
      const [one, other] = [light(ofText(ink.slice(0, 3))), light(ofGround(paper.slice(0, 3)))];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (ratio < least) found.push(`${ratio.toFixed(2)}:1 for "${text.slice(0, 30)}" ${name}`);
    }
  }
  return found;
})()"""

# The width of the mail and that of its narrowest body.
WIDTHS_IN_PAGE = """(() => {
  const bodies = [...document.querySelectorAll('td p')].filter(it => it.checkVisibility());
  return [document.scrollingElement.scrollWidth,
    Math.min(9999, ...bodies.map(it => it.getBoundingClientRect().width))];
})()"""

# The bylines whose pieces (name, badges, time, likes, replies) are not drawn in the order of the text, in the direction of
# the mail.
MISPLACED = """(() => {
  const found = [];
  for (const byline of document.querySelectorAll('h3, .byline')) {
    const isLeftward = getComputedStyle(byline).direction === 'rtl';
    const pieces = [];
    const walker = document.createTreeWalker(byline, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      for (const piece of text.data.matchAll(/[^\u2068\u2069\u00b7]+/g)) {
        const [start, end] = [piece.index + piece[0].search(/\\S|$/), piece.index + piece[0].trimEnd().length];
        if (start >= end) continue;
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, end);
        // A piece whose letters run both ways has a box for each direction.
        const lines = new Map();
        for (const {left, right, bottom} of range.getClientRects()) {
          const line = [...lines.keys()].find(it => Math.abs(it - bottom) < 12) ?? bottom;
          const box = lines.get(line) ?? {left, right, width: 0};
          lines.set(line, {left: Math.min(box.left, left), right: Math.max(box.right, right),
            width: box.width + right - left});
        }
        pieces.push({words: piece[0].trim(), lines});
      }
    }
    pieces.forEach((piece, index) => {
      for (const [line, box] of piece.lines) {
        if (box.right - box.left > box.width + 2) found.push(`"${piece.words}" is torn apart`);
        const last = [...pieces[index - 1]?.lines ?? []].find(([it]) => Math.abs(it - line) < 12)?.[1];
        if (last && (isLeftward ? box.right > last.left + 1 : box.left < last.right - 1)) {
          found.push(`"${piece.words}" is drawn before "${pieces[index - 1].words}"`);
        }
      }
    });
  }
  return found;
})()"""

# The links that are too small to be hit (WCAG 2.2, 2.5.8), except those in a sentence; a button has 44 pixels.
SMALL_TARGETS = """(() => {
  const found = [];
  for (const link of document.querySelectorAll('a[href]')) {
    if (!link.checkVisibility()) continue;
    const isInSentence = getComputedStyle(link).display === 'inline'
      && link.parentElement.textContent.trim() !== link.textContent.trim();
    const least = link.matches('[itemprop~=target]') ? 44 : 24;
    const height = link.getBoundingClientRect().height;
    if (height < least && !isInSentence) found.push(`${height.toFixed(0)} px for "${link.textContent.slice(0, 30)}"`);
  }
  return found;
})()"""

# The parts of a mail that clients drop: Yahoo Mail, AOL and GMX do not know `word-break`, and Gmail drops the head of some mails.
MANGLINGS = (
    ("without word-break", """
      for (const element of document.querySelectorAll('[style]')) element.style.removeProperty('word-break')"""),
    ("without styles in the head", "document.querySelectorAll('style').forEach(it => it.remove())"),
)

AXE = """axe.run(document, {preload: false, resultTypes: ['violations'], runOnly: {type: 'tag', values: [
  'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']}})
  .then(result => result.violations.map(it => [it.id, it.help, it.nodes.length,
    it.nodes[0].target.flat().join(' ')]))"""


def problems(browser, url, axe, take_picture):
    """Yields all problems of a mail in a browser."""
    browser.open(url)
    if axe:
        browser.run(axe + ";0")
    for scheme in SCHEMES:
        browser.media(scheme)
        for width in WIDTHS:
            browser.size(width)
            browser.settle()
            wide, narrowest = browser.run(WIDTHS_IN_PAGE)
            if wide > width:
                yield "is %d px wide on a screen of %d" % (wide, width)
            if narrowest < MIN_BODY_WIDTH:
                yield "has a body of %d px on a screen of %d" % (narrowest, width)
            for misplaced in browser.run(MISPLACED)[:3]:
                yield "on a screen of %d, %s" % (width, misplaced)
            if take_picture:
                take_picture(browser, width, scheme)
        yield from low_contrast(browser, scheme)
        for rule, description, count, first in browser.run(AXE) if axe else ():
            yield "%s (%s, %s): %d, first %s" % (description, rule, scheme, count, first)


    found = browser.run(SMALL_TARGETS)
    if found:
        yield "has %d links that are too small: %s" % (len(found), "; ".join(found[:4]))
    for nameless in browser.run("[...document.images].filter(it => !it.alt).map(it => it.src)"):
        yield "has no words in place of the picture %s" % nameless
    browser.size(min(WIDTHS))
    for name, script in MANGLINGS:
        browser.run(script)
        browser.settle()
        wide, _ = browser.run(WIDTHS_IN_PAGE)
        if wide > min(WIDTHS):
            yield "is %d px wide on a screen of %d, %s" % (wide, min(WIDTHS), name)
    yield from low_contrast(browser, name)


def low_contrast(browser, mode):
    """Yields a sentence about the texts with too little contrast."""
    found = browser.run(LOW_CONTRAST)
    if found:
        yield "has %d texts with too little contrast in %s: %s" % (len(found), mode, "; ".join(found[:4]))


def main():
    parser = argparse.ArgumentParser(description="Checks mails in a browser.")
    parser.add_argument("mails", nargs="+")
    parser.add_argument("--axe")
    parser.add_argument("--nu")
    parser.add_argument("--pictures")
    given = parser.parse_args()
    axe = None
    if given.axe:
        with open(given.axe, encoding="utf-8") as file:
            axe = file.read()
    if given.pictures:
        os.makedirs(given.pictures, exist_ok=True)

    found = []
    with tempfile.TemporaryDirectory() as folder, devtools.Browser(devtools.find()) as browser:
        pages = []
        for path in given.mails:
            name = os.path.basename(path).removesuffix(".eml")
            page = os.path.join(folder, name + ".html")
            with open(page, "w", encoding="utf-8") as file:
                file.write(reading.html_of(path))
            pages.append(SimpleNamespace(name=name, path=page, form="page"))

            def take_picture(browser, width, scheme, name=name):
                height = min(browser.run("document.scrollingElement.scrollHeight"), 4000)
                target = os.path.join(given.pictures, "%s-%d-%s.png" % (name, width, scheme))
                with open(target, "wb") as file:
                    file.write(browser.picture(0, 0, width, height))

            for problem in problems(browser, "file://" + page, axe, take_picture if given.pictures else None):
                found.append("%s: %s" % (path, problem))
        if given.nu:
            found += nu.check(given.nu, pages, os.path.join(folder, "nu"), ALLOWED_IN_MAILS)
    for problem in dict.fromkeys(found):
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
