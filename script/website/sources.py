"""Adds the documents outside of docs/ to the website, and adapts the links between documents."""
import os
import posixpath
import re

from mkdocs.structure.files import File

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), os.pardir, os.pardir))
# The pages of documents that are not in docs/.
PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "bench/README.md": "benchmarks.md",
    "script/website/gallery.md": "live.md",
}
SOURCES = {page: source for source, page in PAGES.items()}
REPOSITORY = os.environ.get("SITE_REPOSITORY", "").rstrip("/")
# The text of a link may have brackets; its target is followed by an anchor or a title.
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
IMAGE = re.compile(r"(!\[[^\]]*\]\()([^)\s]+)(\))")
ATTRIBUTE = re.compile(r'(\b(?:src|srcset)=")([^"]+)(")')


def on_files(files, config):
    for source, page in PAGES.items():
        files.append(File.generated(config, page, abs_src_path=os.path.join(ROOT, source)))
    return files


def on_page_markdown(markdown, page, config, files):
    source = SOURCES.get(page.file.src_uri, "docs/" + page.file.src_uri)
    parts = re.split(r"^(```.*?^```)", markdown, flags=re.DOTALL | re.MULTILINE)
    parts[::2] = [adapted(part, posixpath.dirname(source), files) for part in parts[::2]]
    return "".join(parts)


def adapted(text, folder, files):
    """Returns text of a document in a folder of the repository, with the links that it has on the website."""
    def link(found):
        words, target, anchor = found.group(1), found.group(2), found.group(3) or ""
        address = located(target, folder)
        page = address and files.get_file_from_path(address)
        # On the website, a page is known by its title, not by its file.
        if page and page.page and words == posixpath.basename(target):
            words = page.page.title
        return "[%s](%s%s)" % (words, address, anchor) if address else words

    def file(found):
        return found.group(1) + (located(found.group(2), folder) or found.group(2)) + found.group(3)

    return ATTRIBUTE.sub(file, IMAGE.sub(file, LINK.sub(link, text)))


def located(target, folder):
    """Returns the address of a file of the repository as a page of the website names it, or None if it has none."""
    if "://" in target or target.startswith("mailto:"):
        return target
    path = posixpath.normpath(posixpath.join(folder, target))
    if path in PAGES:
        return PAGES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return "%s/%s" % (REPOSITORY, path) if REPOSITORY else None
