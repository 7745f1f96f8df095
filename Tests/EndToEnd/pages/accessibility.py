"""Runs axe-core in pages, and walks through them with the Tab key."""

# In pages with more links, the Tab key is not tried.
MAX_STOPS = 100

RUN_AXE = """axe.run(%s, {preload: false, resultTypes: ['violations'], runOnly: {type: 'tag', values: [
  'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']},
  rules: {'color-contrast': {enabled: %s}}})
  .then(result => result.violations.map(it => [it.id, it.help,
    it.nodes.map(node => node.target.flat().join(' ') + ' – ' + node.failureSummary)]))"""

# The width, scheme, contrast and forced colours in which documents are checked: two for each, and more for some.
MEDIA = (
    (390, "light", "no-preference", "none"),
    (1200, "dark", "no-preference", "none"),
    (390, "dark", "more", "none"),
    (1200, "light", "more", "none"),
)
MORE_MEDIA = (
    (1200, "light", "no-preference", "none"),
    (390, "dark", "no-preference", "none"),
    (390, "light", "no-preference", "active"),
)


def findings(browser, document, axe):
    """Yields what axe-core finds in a document; in a host page, only below the root of Atoll."""
    browser.open(document.url)
    browser.run(axe + ";0")
    root = "document" if document.form == "page" else "'.atoll'"
    media = MEDIA + MORE_MEDIA if document.has_all_media else MEDIA[:2]
    for width, scheme, contrast, forced in media:
        browser.size(width)
        browser.media(scheme, contrast, forced)
        browser.settle()
        # With forced colours, axe takes the page's colour of a link for the one that readers see.
        checks_contrast = "true" if forced == "none" else "false"
        for rule, description, parts in browser.run(RUN_AXE % (root, checks_contrast)):
            yield "%s (%s; %d px, %s, contrast %s): %s" % (
                description, rule, width, scheme, contrast, " | ".join(parts[:3]).replace("\n", " "))


def reaches_all(browser, document):
    """In each order, the Tab key leads once to every link and control of the comments, and then out of them."""
    stops = browser.run("""(window.stops = [...document.querySelectorAll('.a-l :is(a[href], summary, [tabindex])')]
      .filter(it => it.checkVisibility())).length""")
    if not document.is_sortable or stops > MAX_STOPS:
        return
    for value in "nolr":
        browser.run("""(() => {
          const control = document.querySelector('.a-sort [value=%s]');
          control.click();
          control.focus();
        })()""" % value)
        browser.settle()
        reached = []
        for _ in range(stops + MAX_STOPS):
            browser.press("Tab", 9)
            stop = browser.run("document.activeElement.closest('.a-l') ? stops.indexOf(document.activeElement) : -1")
            if stop in reached or stop < 0 and reached:
                break
            if stop >= 0:
                reached.append(stop)
        if len(reached) < stops or stop >= 0:
            yield "reaches %d of %d links with the Tab key in the order '%s'" % (len(reached), stops, value)


CHECKS = (reaches_all,)
