"""Runs axe-core in pages."""

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
