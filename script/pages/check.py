"""Runs all checks of pages, in two browsers at a time. See script/check-pages."""
import argparse
import concurrent.futures
import sys
import time

import accessibility
import behaviour
import devtools
import documents
import embeddings
import nu

def look_at(share, chromium, axe):
    """All findings about some of the documents, in a browser of their own."""
    found = []
    with devtools.Browser(chromium) as browser:
        for document in share:
            began = time.monotonic()
            for check in behaviour.CHECKS:
                browser.size(390)
                browser.media()
                browser.open(document.url)
                said = [*check(browser, document), *behaviour.quiet(browser, document)]
                found += ["%s: %s" % (document.name, finding) for finding in said]
            if document.thread != "deep":
                found += ["%s: %s" % (document.name, finding)
                          for finding in accessibility.findings(browser, document, axe)]
            print("%5.1f s  %s" % (time.monotonic() - began, document.name), flush=True)
    return found


def main():
    parser = argparse.ArgumentParser(description="Checks pages in a browser and with the Nu HTML checker.")
    parser.add_argument("--atoll", required=True)
    parser.add_argument("--axe", required=True)
    parser.add_argument("--nu", required=True)
    parser.add_argument("--folder", required=True)
    parser.add_argument("--only", help="only documents with this in their name")
    given = parser.parse_args()

    made = documents.make(given.atoll, given.folder)
    made = [it for it in made if not given.only or given.only in it.name]
    with open(given.axe, encoding="utf-8") as file:
        axe = file.read()
    chromium = devtools.find()
    found = nu.check(given.nu, made, given.folder + "/nu")
    with concurrent.futures.ThreadPoolExecutor(2) as both:
        shares = [both.submit(look_at, made[start::2], chromium, axe) for start in (0, 1)]
        for share in shares:
            found += share.result()
    if not given.only or given.only in "embeddings":
        found += embeddings.check(given.atoll, given.folder + "/embeddings", chromium)
    found = list(dict.fromkeys(found))
    for finding in found:
        print(finding)
    print("%d documents, %d findings" % (len(made), len(found)))
    return 1 if found else 0


sys.exit(main())
