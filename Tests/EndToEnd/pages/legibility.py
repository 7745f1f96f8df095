"""Checks whether a document can be read where it is narrow, and where its text is enlarged. Each yields problems as sentences."""


def names_parents(browser, document):
    """A reply names the comment that it answers where it is not indented below it, and only there."""
    # A card and a later page of a branch name it wherever they repeat it.
    if document.form == "card" or document.thread == "pages":
        return
    for width in (390, 1024):
        browser.size(width)
        browser.settle()
        silent, loud = browser.run("""(() => {
          const start = it => getComputedStyle(it).direction == 'rtl'
            ? -it.getBoundingClientRect().right : it.getBoundingClientRect().left;
          const replies = [...document.querySelectorAll('.a-l .a-c .a-c > article')].map(article => {
            const label = article.querySelector(':scope > .a-to');
            const above = article.parentElement.parentElement.closest('.a-c');
            return {
              isShown: article.checkVisibility(), isIndented: start(article.parentElement) > start(above), isNamed: !!label && label.checkVisibility(),
              hasName: !!above.querySelector(':scope > article .a-n bdi'), isNarrow: !!label?.matches('.a-narrow'),
            };
          });
          return [
            replies.filter(it => it.isShown && !it.isIndented && !it.isNamed && it.hasName).length,
            replies.filter(it => it.isIndented && it.isNamed && it.isNarrow).length,
          ];
        })()""")
        if silent:
            yield "does not say what %d replies answer at %d px" % (silent, width)
        if loud:
            yield "says twice what %d replies answer at %d px" % (loud, width)


def enlarges(browser, document):
    """With text of 200 %, no line of a tombstone or of a count of replies overlaps another (WCAG 2.2, 1.4.4)."""
    browser.size(390)
    browser.run("document.documentElement.style.fontSize = '200%'")
    browser.settle()
    low = browser.run("""[...document.querySelectorAll('.atoll :is(.a-x > article, .a-r > summary, .a-to, .a-k, .a-f)')]
      .filter(it => it.checkVisibility())
      .filter(it => parseFloat(getComputedStyle(it).lineHeight) < 1.2 * parseFloat(getComputedStyle(it).fontSize)).length""")
    if low:
        yield "has %d lines that are lower than their text at 200 %%" % low
    browser.run("document.documentElement.style.fontSize = ''")


def is_dense(browser, document):
    """On a phone, a root comment of one line takes 64 px in the theme with initials; its name and its likes share a line."""
    browser.size(390)
    browser.settle()
    high, apart = browser.run("""(() => {
      const box = it => it.getBoundingClientRect();
      const plain = [...document.querySelectorAll('.a-l:not(.a-card *) > .a-c > article:has(> header .a-n[data-i])')]
        .filter(it => it.checkVisibility() && !it.nextElementSibling && !it.querySelector('.a-m, .a-to, .a-stars'))
        .filter(it => box(it.querySelector('header')).height < 32);
      const body = it => it.querySelector(':scope > .a-b');
      const likes = it => it.querySelector(':scope > .a-f');
      return [
        plain.filter(it => body(it) && box(body(it)).height < 28 && box(it.parentElement).height > 64).length,
        plain.filter(it => likes(it) && Math.abs(box(likes(it)).top - box(it.querySelector('.a-n')).top) > 4).length,
      ];
    })()""")
    if high:
        yield "has %d comments of one line that are higher than 64 px" % high
    if apart:
        yield "has %d comments whose likes are not beside their names" % apart


CHECKS = (names_parents, enlarges, is_dense)
