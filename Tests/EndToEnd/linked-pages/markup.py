"""Checks the pages of a divided thread with axe-core and the Nu HTML checker."""
import concurrent.futures
import dataclasses
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pages"))
import accessibility  # noqa: E402
import devtools  # noqa: E402
import nu  # noqa: E402


@dataclasses.dataclass
class Page:
    """A page for Tests/EndToEnd/pages/accessibility.py and nu.py."""
    path: str
    form: str = "page"
    has_all_media: bool = False

    @property
    def name(self):
        return os.path.basename(self.path)

    @property
    def url(self):
        return "file://" + self.path


def check(folder, axe, jar, is_sample):
    """Returns the problems of all pages in a folder, or of a sample: the list of pages and the first, middle and last page."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(".html"))
    if is_sample:
        names = sorted({names[0], names[1], names[len(names) // 2], names[-1]})
    pages = [Page(os.path.join(os.path.abspath(folder), name)) for name in names]
    with open(axe, encoding="utf-8") as file:
        script = file.read()

    def check_some(pages):
        with devtools.Browser(devtools.find()) as browser:
            return ["%s: %s" % (page.name, finding) for page in pages
                    for finding in accessibility.findings(browser, page, script)]

    with concurrent.futures.ThreadPoolExecutor(2) as executor:
        found = [finding for part in executor.map(check_some, (pages[::2], pages[1::2])) for finding in part]
    return found + nu.check(jar, pages, folder)
