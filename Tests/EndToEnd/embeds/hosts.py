"""Builds the pages of recipes/embed with their hosts: each function writes a folder that a web server can serve."""
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
RECIPES = os.path.abspath(os.path.join(HERE, "..", "..", "..", "recipes", "embed"))
THREAD = os.path.join(RECIPES, "tide-pools.json")
COMMENTS = 4


class Site:
    """The input of all hosts: a folder for them, the program, and the thread in the formats that they need."""

    def __init__(self, folder, atoll, tools):
        self.folder, self.atoll, self.tools = folder, atoll, tools
        self.fragment = self.render("fragment.html", "--format", "fragment")
        self.linked = self.render("linked.html", "--format", "fragment", "--style-sheet", "/comments.css")
        self.page = self.render("page.html", "--format", "page")
        self.sheet = os.path.join(folder, "comments.css")
        run([atoll, "theme", "css", "--format", "fragment", "-o", self.sheet])

    def render(self, name, *options, thread=THREAD):
        path = os.path.join(self.folder, name)
        run([self.atoll, "render", "--quiet", thread, *options, "-o", path])
        return path

    def make_folder(self, name):
        """Makes the folder of a host, with the style sheet of the site, and returns its path."""
        folder = os.path.join(self.folder, name)
        os.makedirs(folder)
        shutil.copy(os.path.join(RECIPES, "site.css"), folder)
        return folder


def run(command, text="", **options):
    """Runs a command with a text as its input, and returns its output. Raises an AssertionError with its messages if it fails."""
    done = subprocess.run(command, check=False, input=text.encode(), capture_output=True, **options)
    if done.returncode != 0:
        raise AssertionError("%s: %s" % (command, done.stderr.decode()))
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def page_with(text):
    """Returns the page of the recipe for plain HTML with a text in the place of its marker."""
    return read(os.path.join(RECIPES, "plain", "page.html")).replace("<!-- comments -->", text)


def page_of(name):
    """Returns the page with the include of a recipe."""
    return page_with(read(os.path.join(RECIPES, name, "include.html")).removesuffix("\n"))


def plain(site):
    folder = site.make_folder("plain")
    path = os.path.join(folder, "bin")
    os.makedirs(path)
    os.symlink(site.atoll, os.path.join(path, "atoll"))
    # Other programs indent the marker, and end lines with CRLF.
    page = os.path.join(folder, "source.html")
    write(page, page_with("\t  <!-- comments --> \r"))
    command = [os.path.join(RECIPES, "plain", "build"), THREAD, page]
    environment = {**os.environ, "PATH": path + ":" + os.environ["PATH"]}
    built = run(command, env=environment).decode()
    write(os.path.join(folder, "index.html"), built)
    if run([*command[:-1], "/dev/stdin"], text=read(page), env=environment).decode() != built:
        raise AssertionError("plain/build writes another page if it reads a pipe")
    write(page, page_with(""))
    if subprocess.run(command, check=False, env=environment, capture_output=True).returncode != 65:
        raise AssertionError("plain/build does not miss its marker")
    return folder


def facade(site):
    folder = site.make_folder("facade")
    shutil.copy(os.path.join(RECIPES, "facade", "facade.js"), folder)
    shutil.copy(site.sheet, folder)
    page = read(os.path.join(RECIPES, "facade", "page.html"))
    write(os.path.join(folder, "index.html"), page.replace("<!-- comments -->", read(site.linked)))
    return folder


def hugo(site):
    source = os.path.join(site.folder, "hugo-source")
    shutil.copytree(os.path.join(RECIPES, "hugo"), source)
    # A page in a folder, a bundle with a picture, and one without a thread that has the name of another one.
    for name in ("lighthouse.md", "news/lighthouse.md", "news/tide-pools/index.md", "reviews/lighthouse.md"):
        write(os.path.join(source, "content", name), "---\ntitle: A page\n---\n\nIn short.\n")
    write(os.path.join(source, "content", "news", "tide-pools", "pool.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>")
    with_thread = ("tide-pools", "lighthouse", "news/lighthouse", "news/tide-pools")
    for name in with_thread:
        path = os.path.join(source, "comments", name + ".html")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copy(site.fragment, path)
    folder = site.make_folder("hugo")
    run(["hugo", "--quiet", "--source", source])
    public = os.path.join(source, "public")
    pages = {name: read(os.path.join(public, name, "index.html")) for name in (*with_thread, "reviews/lighthouse")}
    for name, text in pages.items():
        if text.count(read(site.fragment).strip()) != (name in with_thread):
            raise AssertionError("hugo changes the thread of %s" % name)
    feed = read(os.path.join(public, "news", "index.xml"))
    if "In short" not in feed or "atoll" in feed:
        raise AssertionError("hugo puts the thread into the feed")
    if not os.path.exists(os.path.join(public, "news", "tide-pools", "pool.svg")):
        raise AssertionError("hugo does not publish the pictures of a bundle")
    write(os.path.join(folder, "index.html"), pages["tide-pools"])
    return folder


def eleventy(site):
    source = os.path.join(site.folder, "eleventy-source")
    shutil.copytree(os.path.join(RECIPES, "eleventy"), source)
    os.makedirs(os.path.join(source, "comments"))
    shutil.copy(site.fragment, os.path.join(source, "comments", "tide-pools.html"))
    built = run(["node", os.path.join(HERE, "eleventy.js"), "eleventy.config.js", "tide-pools.njk"], cwd=source,
                env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
    folder = site.make_folder("eleventy")
    write(os.path.join(folder, "index.html"), built.decode())
    return folder


def jekyll(site):
    source = os.path.join(site.folder, "jekyll-source")
    shutil.copytree(os.path.join(RECIPES, "jekyll"), source)
    os.makedirs(os.path.join(source, "_includes", "comments"))
    shutil.copy(site.fragment, os.path.join(source, "_includes", "comments", "tide-pools.html"))
    public = os.path.join(site.folder, "jekyll-public")
    run(["jekyll", "build", "--quiet", "--disable-disk-cache", "--source", source, "--destination", public])
    folder = site.make_folder("jekyll")
    write(os.path.join(folder, "index.html"), read(os.path.join(public, "tide-pools.html")))
    return folder


def iframe(site):
    folder = site.make_folder("iframe")
    write(os.path.join(folder, "index.html"), page_of("iframe"))
    os.makedirs(os.path.join(folder, "comments"))
    shutil.copy(site.page, os.path.join(folder, "comments", "tide-pools-page.html"))
    return folder


def shadow_root(site):
    folder = site.make_folder("shadow-root")
    page = page_of("shadow-root").replace("<!-- comments -->", read(site.fragment))
    write(os.path.join(folder, "index.html"), page)
    return folder


def with_includes(site, name):
    """Returns the folder for a server with includes: the page of the recipe, and the thread that it includes."""
    folder = site.make_folder(name)
    write(os.path.join(folder, "index.html"), page_of(name))
    if name == "apache":
        shutil.copy(os.path.join(RECIPES, name, "no-comments.html"), folder)
    os.makedirs(os.path.join(folder, "comments"))
    shutil.copy(site.fragment, os.path.join(folder, "comments", "tide-pools.html"))
    return folder


def ghost(site):
    """Returns the folder with a page as Ghost writes it, for nginx, which includes the thread."""
    folder = site.make_folder("ghost")
    partial = run(["node", os.path.join(HERE, "ghost.js"), os.path.join(RECIPES, "ghost", "comments.hbs"), "tide-pools"],
                  env={**os.environ, "NODE_PATH": "/usr/share/nodejs"}).decode()
    if not re.fullmatch(r'\s*<!--# include virtual="/comments/tide-pools.html" -->\s*', partial):
        raise AssertionError("Ghost writes %r" % partial)
    write(os.path.join(folder, "index.html"), page_with(partial))
    os.makedirs(os.path.join(folder, "comments"))
    shutil.copy(site.fragment, os.path.join(folder, "comments", "tide-pools.html"))
    return folder


def with_framework(site, name):
    """Returns a copy of the recipe for a web framework, with the thread of one of its pages."""
    source = os.path.join(site.folder, name + "-source")
    shutil.copytree(os.path.join(RECIPES, name), source)
    os.makedirs(os.path.join(source, "comments"))
    shutil.copy(site.fragment, os.path.join(source, "comments", "tide-pools.html"))
    return source


STATIC = {
    "plain": plain, "facade": facade, "hugo": hugo, "eleventy": eleventy, "jekyll": jekyll,
    "iframe": iframe, "shadow-root": shadow_root,
}
