"""Checks of a document in a browser. Each check is a function that yields the problems it finds as sentences."""
import json
import re
import time
import urllib.parse

MIN_COLUMN_WIDTH = 240
MIN_TARGET_SIZE = 24
# Chromium reports this because the checks, and not a user, go to an anchor.
ISSUE_OF_CHECKS = "NavigationEntryMarkedSkippable"
WIDTHS = (320, 390, 560, 640, 768, 1024, 1400)

ROOT_RANKS = """(() => {
  const list = document.querySelector('.atoll .a-l');
  return [...list.children].map(root => ({
    top: root.getBoundingClientRect().top,
    ranks: ['--n', '--o', '--l', '--r'].map(name => +root.style.getPropertyValue(name)),
  })).sort((a, b) => a.top - b.top).map(root => root.ranks);
})()"""


def quiet(browser, document):
    """The page makes no requests, writes nothing to the console, and does not violate its content security policy."""
    urls = [event["params"]["request"]["url"] for event in browser.events
             if event["method"] == "Network.requestWillBeSent"]
    for url in urls:
        if url != document.url and url != "about:blank":
            yield "requests %s" % url[:200]
    for event in browser.events:
        params = event["params"]
        if event["method"] == "Log.entryAdded":
            yield "logs: %s" % params["entry"]["text"]
        elif event["method"] == "Runtime.exceptionThrown":
            yield "throws: %s" % params["exceptionDetails"]["text"]
        elif event["method"] == "Runtime.consoleAPICalled":
            yield "writes to the console"
        elif event["method"] == "Audits.issueAdded" and ISSUE_OF_CHECKS not in str(params):
            yield "has an issue: %s %s" % (params["issue"]["code"], params["issue"]["details"])
    scripts = browser.run(
        "[...document.scripts].filter(it => it.type !== 'application/ld+json').length")
    if scripts:
        yield "has %d scripts" % scripts


def policy(browser, document):
    """A page has a content security policy."""
    if document.form == "page" and not browser.run(
            "!!document.querySelector('meta[http-equiv=Content-Security-Policy]')"):
        yield "has no content security policy"


def sorts(browser, document):
    """Each radio button sorts the roots, with the pointer and with the keyboard."""
    if not document.is_sortable:
        if browser.run("!!document.querySelector('.atoll [type=radio]')"):
            yield "has sort controls that were not requested"
        return
    count = browser.run("document.querySelectorAll('.a-sort input').length")
    if count != 4:
        yield "has %s sort controls instead of four" % count
        return
    for index, value in enumerate("nolr"):
        x, y = browser.run("""(() => {
          const box = document.querySelector('.a-sort [value=%s]').closest('label').getBoundingClientRect();
          scrollTo(0, box.top + scrollY - 100);
          const now = document.querySelector('.a-sort [value=%s]').closest('label').getBoundingClientRect();
          return [now.left + now.width / 2, now.top + now.height / 2];
        })()""" % (value, value))
        browser.click(x, y)
        browser.settle()
        yield from ordered(browser, index, "a click on '%s'" % value)
    browser.run("document.querySelector('.a-sort [value=n]').focus()")
    browser.run("document.querySelector('.a-sort [value=n]').click()")
    for index in (1, 2, 3):
        browser.press("ArrowDown", 40)
        browser.settle()
        yield from ordered(browser, index, "the arrow key to sort %d" % (index + 1))
    url = browser.run("location.href")
    browser.press("Enter", 13)
    browser.settle()
    if browser.run("location.href") != url:
        yield "goes to another address on Enter in the sort controls"


def ordered(browser, index, after):
    """The roots are in the order of one sort control."""
    ranks = [rank[index] for rank in browser.run(ROOT_RANKS)]
    if ranks != sorted(ranks):
        yield "%s does not put the roots in order: %s" % (after, ranks)


def folds(browser, document):
    """Branches are open at first unless they are folded, and can be closed and opened again."""
    if document.form == "card" or document.thread == "empty" or document.is_page_list:
        return
    # A linked page may have only comments without replies.
    if document.thread == "pages" and not browser.run("!!document.querySelector('.a-r')"):
        return
    if not browser.run("!!document.querySelector('.a-r[open]')"):
        yield "has no open branch of replies"
        return
    if not is_folded(document):
        yield from folds_by_rail(browser)
    for is_open in (True,) if is_folded(document) else (False, True):
        browser.click(*browser.run("""(() => {
          const line = document.querySelector('.a-r summary');
          line.scrollIntoView({block: 'center'});
          const box = line.getBoundingClientRect();
          return [box.left + box.width / 2, box.top + box.height / 2];
        })()"""))
        browser.settle()
        shown = browser.run("document.querySelector('.a-r li').checkVisibility()")
        if shown != is_open:
            yield "a click on the reply count does not %s the branch" % ("open" if is_open else "close")
    browser.run("document.querySelector('.a-r summary').focus()")
    browser.press("Enter", 13)
    browser.settle()
    if browser.run("document.querySelector('.a-r').open"):
        browser.press(" ", 32)
        browser.settle()
        if browser.run("document.querySelector('.a-r').open"):
            yield "neither Enter nor Space closes a branch"


def folds_by_rail(browser):
    """A click on a rail closes its branch; the pointer above it moves nothing."""
    place = """(() => {
      const list = document.querySelector('.a-r[open] > ol');
      const box = list.getBoundingClientRect();
      const comment = list.firstElementChild.getBoundingClientRect();
      const isRightToLeft = getComputedStyle(list).direction === 'rtl';
      return [isRightToLeft ? box.right - 1 : box.left + 1, box.top + Math.min(30, box.height / 2), comment.left, comment.right];
    })()"""
    browser.run("document.querySelector('.a-r[open] > summary').scrollIntoView({block: 'center'})")
    browser.point(1, 1)
    browser.settle()
    x, y, *edges = browser.run(place)
    browser.point(x, y)
    browser.settle()
    if browser.run(place)[2:] != edges:
        yield "moves replies when the pointer is above their rail"
    count = "document.querySelectorAll('.a-r[open]').length"
    before = browser.run(count)
    for change in (-1, 0):
        if change == 0:
            x, y = browser.run("""(() => {
              const box = document.querySelector('.a-r:not([open]) > summary').getBoundingClientRect();
              return [box.left + box.width / 2, box.top + box.height / 2];
            })()""")
        browser.click(x, y)
        browser.settle()
        if browser.run(count) != before + change:
            yield "a click on a rail does not close its branch"
            return


def is_folded(document):
    """Returns whether the replies to root comments are folded at first."""
    return "--fold-depth" in document.arguments


def opens_folds(browser, document):
    """Folded replies are opened by a link to one of them, and by a search in the page for what one says."""
    if not is_folded(document):
        return
    # The words of a comment that no other text of the page has, such as that of a quotation before the thread.
    found = browser.run("""(() => {
      const text = document.body.innerText + ' ' + [...document.querySelectorAll('.a-b')].map(it => it.textContent).join(' ');
      return [...document.querySelectorAll('.a-c[id]')].filter(it => !it.checkVisibility()).map(it => {
        const words = it.querySelector(':scope > article .a-b > p')?.textContent.trim();
        return [it.id, words && text.split(words).length === 2 ? words.split(/\\s+/).slice(0, 6).join(' ') : null];
      });
    })()""")
    if not found:
        yield "has no folded replies"
    if not browser.run("[...document.querySelectorAll('.a-r:not([open]) > summary')].every(it => it.textContent.includes(' · '))"):
        yield "has a folded branch that does not say how many replies it has and from whom"
    for name, words in found:
        # A text fragment is found as find-in-page finds text.
        for fragment in [urllib.parse.quote(name)] + ([":~:text=" + urllib.parse.quote(words, safe="").replace("-", "%2D")] if words else []):
            browser.ask("Page.navigate", url="about:blank")
            browser.ask("Page.navigate", url=document.url + "#" + fragment)
            while browser.run("document.readyState") != "complete":
                time.sleep(0.02)
            browser.settle()
            quoted = json.dumps(name)
            shown, top, height = browser.run(POSITION % (quoted, quoted))
            if not shown or not -1 <= top < height:
                yield "#%s does not show #%s" % (fragment, name)


def deep_link(browser, document):
    """A link to a reply in a closed branch opens the branches around it and scrolls to it."""
    found = browser.run("""(() => {
      const replies = [...document.querySelectorAll('.a-r .a-r .a-c[id]')];
      const reply = replies[replies.length - 1];
      if (!reply) return null;
      document.querySelectorAll('.a-r').forEach(branch => { branch.open = false; });
      scrollTo(0, 0);
      return reply.id;
    })()""")
    if found is None:
        return
    browser.settle()
    browser.run("location.hash = %r" % found)
    browser.settle()
    state = browser.run("""(() => {
      const reply = document.getElementById(%r);
      const box = reply.getBoundingClientRect();
      return [reply.checkVisibility(), box.top, innerHeight, box.height];
    })()""" % found)
    if not state[0]:
        yield "a link to #%s does not open the branches around it" % found
    elif not -1 <= state[1] < state[2]:
        yield "a link to #%s does not scroll to it: it is at %d of %d" % (found, state[1], state[2])


# The visibility of an element, its upper edge, and the height of the window.
POSITION = """(() => {
  const box = document.getElementById(%s).getBoundingClientRect();
  return [document.getElementById(%s).checkVisibility(), box.top, innerHeight];
})()"""


def arrives(browser, name, after):
    """The address ends with the id of the comment, and the comment is on the screen."""
    browser.settle()
    quoted = json.dumps(name)
    if browser.run("decodeURIComponent(location.hash)") != "#" + name:
        yield "%s leads to %s" % (after, browser.run("location.hash"))
    shown, top, height = browser.run(POSITION % (quoted, quoted))
    if not shown or not -1 <= top < height:
        yield "%s does not show #%s: %s" % (after, name, "it is at %d of %d" % (top, height) if shown else "it is folded")


def addresses(browser, document):
    """Every comment has an address: the link of its time leads there, and a link to it opens closed branches."""
    if "--permalinks" not in document.arguments:
        return
    names = browser.run("[...document.querySelectorAll('.atoll .a-c[id]')].map(it => it.id)")
    if len(names) != browser.run("document.querySelectorAll('.atoll .a-c:not(.a-k)').length") or len(set(names)) != len(names):
        yield "has comments without an id, or several with one id"
    for width in (390, 1200):
        browser.size(width)
        browser.run("document.querySelectorAll('.atoll .a-r').forEach(branch => { branch.open = true; })")
        browser.settle()
        for name in names:
            place = browser.run("""(() => {
              const comment = document.getElementById(%s);
              const link = comment.querySelector(':scope > article a.a-t');
              if (!link) return null;
              link.scrollIntoView({block: 'center'});
              const box = link.getClientRects()[0];
              return [box.left + box.width / 2, box.top + box.height / 2];
            })()""" % json.dumps(name))
            if place:
                browser.click(*place)
                yield from arrives(browser, name, "a click on the time of %s at %d px" % (name, width))
            elif browser.run("!!document.getElementById(%s).querySelector(':scope > article time')" % json.dumps(name)):
                yield "#%s has a time without a link" % name
        for name in names:
            browser.run("""(() => {
              document.querySelectorAll('.atoll .a-r').forEach(branch => { branch.open = false; });
              history.replaceState(null, '', '#');
              scrollTo(0, 0);
              location.hash = %s;
            })()""" % json.dumps(name))
            yield from arrives(browser, name, "a link to #%s in a closed branch at %d px" % (name, width))
        for link in browser.run("[...document.querySelectorAll('.a-go')].map(it => it.getAttribute('href'))"):
            browser.run("document.querySelector('.a-go[href=' + CSS.escape(%s) + ']').click()" % json.dumps(link))
            yield from arrives(browser, link[1:], "a click on the link of a featured comment at %d px" % width)


def links(browser, document):
    """Links within the page have a target, and links to a server are written only if the server is known."""
    missing, to_server = browser.run("""(() => {
      const links = [...document.querySelectorAll('.atoll a[href]')].map(it => it.getAttribute('href'));
      return [links.filter(it => it.startsWith('#') && !document.getElementById(it.slice(1))),
        links.filter(it => /commentI[dD]=/.test(it))];
    })()""")
    for link in missing[:3]:
        yield "has a link to %s, which does not exist" % link
    if document.thread in ("deep", "empty"):
        for link in to_server[:3]:
            yield "has the link %s, although no server is known" % link
    if document.form == "page" and document.thread == "deep":
        times, own = browser.run("""(() => {
          const comments = [...document.querySelectorAll('.a-c[id]')];
          return [comments.length, comments.filter(it =>
            it.querySelector(':scope > article a.a-t').getAttribute('href') === '#' + it.id).length];
        })()""")
        if own != times:
            yield "has %d of %d times that do not lead to their comments" % (times - own, times)


# Boxes whose width depends on their content.
BOXES = (
    '<div style="float: left"></div>',
    '<div style="display: inline-block"></div>',
    '<div style="inline-size: fit-content"></div>',
    '<table><tr><td></td></tr></table>',
    '<div style="display: grid; grid-template-columns: auto 80px"><div></div><aside></aside></div>',
    '<div style="display: flex"><div></div><aside style="flex: none; inline-size: 80px"></aside></div>',
)
MIN_ROOT_WIDTH = 280


def stays_wide(browser, document):
    """In a box whose width depends on its content, the root is wide enough to be read, and no wider than the window."""
    if document.form == "page":
        return
    browser.run("""(() => {
      window.root = document.querySelector('.atoll');
      document.querySelector('head style').textContent = 'body { margin: 0 }';
    })()""")
    for width in (390, 1200):
        browser.size(width)
        for box in BOXES:
            browser.run("""(() => {
              document.body.innerHTML = %r;
              let place = document.body;
              while (place.firstElementChild) place = place.firstElementChild;
              place.append(root);
            })()""" % box)
            browser.settle()
            found = browser.run("root.getBoundingClientRect().width")
            if not MIN_ROOT_WIDTH <= found <= width:
                yield "is %.0f px wide in %s at %d px" % (found, box, width)


def fits(browser, document):
    """At every width, columns are wide enough to be read, and nothing overflows the window."""
    for width in WIDTHS:
        browser.size(width)
        browser.settle()
        over, names, narrow = browser.run("""(() => {
          const root = document.scrollingElement;
          const bodies = [...document.querySelectorAll('.atoll .a-c > article > .a-b')];
          const widths = bodies.filter(it => it.checkVisibility())
            .map(it => it.getBoundingClientRect().width);
          const out = [...document.querySelectorAll('.atoll, .atoll *')].filter(it => {
            const box = it.getBoundingClientRect();
            return !it.closest('.a-v, i') && (box.right > innerWidth + 0.5 || box.left < -0.5);
          });
          return [root.scrollWidth - innerWidth,
            out.slice(0, 3).map(it => it.tagName.toLowerCase() + '.' + it.className),
            Math.min(...widths, innerWidth)];
        })()""")
        if over > 0 or names:
            yield "is %d px too wide at %d px (%s)" % (max(over, 0), width, ", ".join(names))
        if narrow is not None and narrow < MIN_COLUMN_WIDTH:
            yield "has a column of text of %.0f px at %d px" % (narrow, width)


def targets(browser, _):
    """Targets of the pointer are large enough, except those in lines of text."""
    small = browser.run("""(() => {
      const all = [...document.querySelectorAll('.atoll :is(a, summary, label, button, [tabindex])')];
      return all.filter(it => it.checkVisibility({visibilityProperty: true})
          && !it.closest('.a-b, .a-v, i')).map(it => {
        const box = it.getBoundingClientRect();
        return [it.tagName.toLowerCase() + '.' + it.className + ' ' + it.textContent.slice(0, 20),
          box.width, box.height];
      }).filter(([, width, height]) => Math.min(width, height) < %d - 0.01);
    })()""" % MIN_TARGET_SIZE)
    for name, width, height in small[:5]:
        yield "has a target of %.0f × %.0f px: %s" % (width, height, name)


def spoilers(browser, _):
    """A spoiler is hidden until it has the focus."""
    colors = """(() => {
      const it = document.querySelector('.atoll .a-spoiler');
      if (!it) return null;
      %s
      return [getComputedStyle(it).color, getComputedStyle(it).backgroundColor];
    })()"""
    browser.point(0, 0)
    hidden = browser.run(colors % "it.blur();")
    if hidden is None:  # The page has no spoiler.
        return
    # A colour like the ground's would not hide emoji, which have colours of their own.
    clear = "rgba(0, 0, 0, 0)"
    if hidden[0] != clear or hidden[1] == clear:
        yield "shows a spoiler before it has the focus: %s on %s" % tuple(hidden)
    shown = browser.run(colors % "it.focus();")
    if shown[0] in (shown[1], clear):
        yield "does not show a spoiler that has the focus"
    browser.run("document.activeElement.blur()")


def prints(browser, document):
    """In print, all branches are open, addresses are written out, text is black on white, and there are no controls."""
    browser.run("document.querySelectorAll('.a-r').forEach(it => { it.open = false; })")
    # Branches fold with an animation, unless the reader wants none.
    browser.media(kind="print", motion="no-preference")
    browser.settle()
    colors = browser.run("""[...new Set([...document.querySelectorAll('.atoll, .atoll *:not(style, i)')]
      .map(it => getComputedStyle(it)).map(it => it.color + ' on ' + it.backgroundColor))]""")
    if colors != ["rgb(0, 0, 0) on rgba(0, 0, 0, 0)"]:
        yield "prints with the colors %s" % ", ".join(colors)
    hidden, bare, controls = browser.run("""(() => {
      const comments = [...document.querySelectorAll('.a-c')];
      const links = [...document.querySelectorAll('.atoll :is(.a-b, .a-m) a[href]')];
      return [
        comments.filter(it => {
          // The comments of a closed branch keep their boxes, but these are outside the box of the branch.
          const branch = it.parentElement.closest('.a-r');
          return !it.checkVisibility() || branch &&
            branch.getBoundingClientRect().bottom + 1 < it.getBoundingClientRect().bottom;
        }).length,
        links.filter(it => !getComputedStyle(it, '::after').content.includes(it.getAttribute('href'))
          && (it.closest('.a-m') || it.nextElementSibling?.className == 'a-host')).length,
        [...document.querySelectorAll('.a-sort')].filter(it => it.checkVisibility()).length,
      ];
    })()""")
    if hidden:
        yield "does not print %d comments" % hidden
    if bare:
        yield "prints %d links without their addresses" % bare
    if controls:
        yield "prints its sort controls"
    if browser.run("[...document.querySelectorAll('.a-more')].some(it => !it.checkVisibility())"):
        yield "does not print that there are more comments"
    # The canvas of a dark root is black, whatever the background of the elements on it.
    if browser.run("getComputedStyle(document.querySelector('.atoll')).colorScheme") == "dark":
        yield "prints on a dark ground"
    browser.media()
    browser.run("document.querySelectorAll('.a-r').forEach(it => { it.open = true; })")


def withstands(browser, document):
    """The style sheet of a hostile host page changes neither the style nor the layout."""
    if document.form == "page" or "--coral-classes" in document.arguments:
        return
    measure = """(() => {
      const root = document.querySelector('.atoll');
      const parts = [...root.querySelectorAll('*')].filter(it => !it.closest('style'));
      const names = ['color', 'backgroundColor', 'display', 'position', 'float', 'fontSize', 'fontStyle',
        'fontWeight', 'lineHeight', 'letterSpacing', 'textTransform', 'listStyleType', 'opacity',
        'visibility', 'marginTop', 'paddingLeft', 'width', 'height', 'transform', 'textAlign'];
      return [root, ...parts].map(it => [it.tagName.toLowerCase() + '.' + it.className,
        ...[null, '::before', '::after'].map(part => {
          const style = getComputedStyle(it, part);
          return names.map(name => name + ' ' + style[name]).concat('content ' + style.content);
        })]);
    })()"""
    # By the language, browsers choose capital letters, glyphs and hyphens.
    language, *used = browser.run("""(() => {
      const root = document.querySelector('.atoll');
      const used = [root, ...root.querySelectorAll('*')].map(it => getComputedStyle(it).webkitLocale.replaceAll('"', ''));
      return [root.lang, ...new Set(used)];
    })()""")
    if used != [language]:
        yield "is in the languages %s instead of %s" % (used, language)
    in_host = browser.run(measure)
    # The same without the style sheet of the host, with the same width.
    browser.run("""(() => {
      const root = document.querySelector('.atoll');
      root.style.width = root.getBoundingClientRect().width + 'px';
      document.querySelector('head style').textContent = 'body { margin: 0 }';
      document.body.replaceChildren(root);
    })()""")
    browser.settle()
    alone = browser.run(measure)
    found = {}
    for with_host, without in zip(in_host, alone):
        for part, (ours, theirs) in enumerate(zip(with_host[1:], without[1:])):
            for one, other in zip(ours, theirs):
                if one != other and not is_nearly(one, other):
                    found.setdefault((one.split()[0], part), "%s: %s, not %s" % (with_host[0], one, other))
    for sentence in list(found.values())[:8]:
        yield "a hostile host changes %s" % sentence


def is_nearly(one, other):
    """Returns whether two lengths are equal except for rounding."""
    numbers = [re.findall(r"-?[\d.]+(?=px)", text) for text in (one, other)]
    return (re.sub(r"[\d.]+px", "px", one) == re.sub(r"[\d.]+px", "px", other)
            and all(abs(float(a) - float(b)) <= 0.5 for a, b in zip(*numbers)))


CHECKS = (
    policy, fits, stays_wide, links, addresses, targets, folds, opens_folds, deep_link, spoilers, sorts, prints, withstands)
