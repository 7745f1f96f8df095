"""The findings of axe-core."""

RUN_AXE = """axe.run(%s, {preload: false, resultTypes: ['violations'], runOnly: {type: 'tag', values: [
  'wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']},
  rules: {'color-contrast': {enabled: %s}}})
  .then(result => result.violations.map(it => [it.id, it.help,
    it.nodes.map(node => node.target.flat().join(' ') + ' – ' + node.failureSummary)]))"""

# Width, scheme, contrast and forced colours of each look that axe takes at a document.
LOOKS = (
    (390, "light", "no-preference", "none"),
    (1200, "dark", "no-preference", "none"),
    (390, "dark", "more", "none"),
    (1200, "light", "more", "none"),
)
MORE_LOOKS = (
    (1200, "light", "no-preference", "none"),
    (390, "dark", "no-preference", "none"),
    (390, "light", "no-preference", "active"),
)


def findings(browser, document, axe):
    """What axe-core finds. In a host page only what is ours is looked at."""
    browser.open(document.url)
    browser.run(axe + ";0")
    root = "document" if document.form == "page" else "'.atoll'"
    looks = LOOKS + MORE_LOOKS if document.has_all_looks else LOOKS[:2]
    for width, scheme, contrast, forced in looks:
        browser.size(width)
        browser.media(scheme, contrast, forced)
        browser.settle()
        # Where the reader's colours hold, axe takes the page's own colour of a link for the one that is drawn.
        asks_contrast = "true" if forced == "none" else "false"
        for rule, what, parts in browser.run(RUN_AXE % (root, asks_contrast)):
            yield "%s (%s; %d px, %s, contrast %s): %s" % (
                what, rule, width, scheme, contrast, " | ".join(parts[:3]).replace("\n", " "))
