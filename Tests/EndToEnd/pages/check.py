"""Runs all checks of pages, in two browsers at the same time. See script/check pages."""
import argparse
import concurrent.futures
import sys
import time

import accessibility
import behaviour
import devtools
import documents
import embeddings
import languages
import legibility
import nu


def check_some(share, chromium, axe):
    """Checks some of the documents in a browser, and returns the problems."""
    found = []
    with devtools.Browser(chromium) as browser:
        for document in share:
            start = time.monotonic()
            for check in behaviour.CHECKS + legibility.CHECKS + accessibility.CHECKS:
                browser.size(390)
                browser.media()
                browser.open(document.url)
                problems = [*check(browser, document), *behaviour.quiet(browser, document)]
                found += ["%s: %s" % (document.name, problem) for problem in problems]
            if document.thread != "deep":
                found += ["%s: %s" % (document.name, problem)
                          for problem in accessibility.findings(browser, document, axe)]
            print("%5.1f s  %s" % (time.monotonic() - start, document.name), flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description="Checks pages in a browser and with the Nu HTML checker.")
    parser.add_argument("--atoll", required=True)
    parser.add_argument("--axe", required=True)
    parser.add_argument("--nu", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--only", help="only the documents with this text in their names")
    given = parser.parse_args()

    made = documents.make(given.atoll, given.folder)
    made = [document for document in made if not given.only or given.only in document.name]
    with open(given.axe, encoding="utf-8") as file:
        axe = file.read()
    chromium = devtools.find()
    found = nu.check(given.nu, made, given.folder + "/nu") if made else []
    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        shares = [executor.submit(check_some, made[start::2], chromium, axe) for start in (0, 1)]
        for share in shares:
            found += share.result()
    if not given.only or given.only in "embeddings":
        found += embeddings.check(given.atoll, given.folder + "/embeddings", chromium)
    if not given.only or given.only in "languages":
        found += languages.check(given.atoll, given.folder + "/languages", chromium)
    found = list(dict.fromkeys(found))
    for problem in found:
        print(problem)
    print("%d documents, %d problems" % (len(made), len(found)))
    return 1 if found else 0


sys.exit(main())
