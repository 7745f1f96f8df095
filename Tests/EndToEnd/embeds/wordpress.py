"""A WordPress with MariaDB in a folder of its own, with the plugin of the recipe, and the checks of its pages."""
import contextlib
import http.cookiejar
import json
import os
import secrets
import shutil
import tempfile
import urllib.error
import urllib.parse
import urllib.request

import hosts
import servers

THEMES = ("twentytwentyone", "twentytwentythree")
SCRIPT = os.path.join(hosts.HERE, "wordpress.php")
CONFIGURATION = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost:%(socket)s');
define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', ''); $table_prefix = 'wp_';
define('ATOLL_COMMENTS', '%(threads)s');
define('WP_HOME', '%(address)s'); define('WP_SITEURL', '%(address)s');
define('DISABLE_WP_CRON', true); define('AUTOMATIC_UPDATER_DISABLED', true); define('WP_HTTP_BLOCK_EXTERNAL', true);
define('WP_DEBUG', true); define('WP_DEBUG_DISPLAY', false); define('WP_DEBUG_LOG', '%(log)s');
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""
# A text that WordPress changes: it writes curly quotation marks, dashes, an ellipsis, a sign of multiplication and an emoji.
QUOTES = "\"It's\" 5 x 5 metres -- or ... 'more' (tm) :)"


@contextlib.contextmanager
def mariadb(folder):
    """Runs MariaDB with an empty database in a folder; yields its socket, the only way to reach it."""
    os.makedirs(folder)
    command = ["mariadbd", "--no-defaults", "--datadir=" + folder, "--skip-grant-tables", "--skip-networking", "--innodb-buffer-pool-size=16M",
               "--innodb-flush-log-at-trx-commit=0", "--innodb-log-file-size=4M"]
    if os.geteuid() == 0:
        command.append("--user=root")
    hosts.run([*command, "--bootstrap"], text="CREATE DATABASE wordpress CHARACTER SET utf8mb4;\n")
    # The path of a socket has at most 107 bytes.
    with tempfile.TemporaryDirectory() as short:
        socket = os.path.join(short, "socket")
        with servers.program([*command, "--socket=" + socket, "--pid-file=" + os.path.join(short, "pid")]):
            servers.wait_until(lambda: os.path.exists(socket), "MariaDB does not start")
            yield socket


class WordPress:
    """An installed WordPress."""

    def __init__(self, folder, address, password, posts):
        # The identifiers of posts by name.
        self.folder, self.address, self.password, self.posts = folder, address, password, posts

    def use(self, theme):
        hosts.run(["php", SCRIPT, self.folder, "theme", theme])

    def open(self, name, **form):
        """Returns the status and the text of a page."""
        data = urllib.parse.urlencode(form).encode() if form else None
        try:
            with urllib.request.urlopen("%s/%s" % (self.address, urllib.parse.quote(name)), data=data, timeout=servers.PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


@contextlib.contextmanager
def serve(site, threads):
    """Installs and runs WordPress with rendered threads, by name; yields it."""
    folder = os.path.join(site.folder, "wordpress")
    shutil.copytree(os.path.join(site.tools, "wordpress"), folder, symlinks=True)
    # Scripts of the editor are links to those of Debian.
    os.symlink("/usr/share/javascript", os.path.join(site.folder, "javascript"))
    content = os.path.join(folder, "wp-content")
    shutil.copytree(os.path.join(hosts.RECIPES, "wordpress"), os.path.join(content, "plugins", "atoll-comments"))
    for name, thread in threads.items():
        hosts.write(os.path.join(folder + "-threads", name + ".html"), thread)
    address, log = "127.0.0.1:%d" % servers.free_port(), os.path.join(site.folder, "wordpress.log")
    password = secrets.token_hex(16)
    with mariadb(os.path.join(site.folder, "mariadb")) as socket:
        hosts.write(os.path.join(folder, "wp-config.php"),
                    CONFIGURATION % {"socket": socket, "address": "http://" + address, "log": log, "threads": folder + "-threads"})
        with servers.program(["php", "-S", address, "-t", folder]):
            posts = json.loads(hosts.run(["php", SCRIPT, folder, "install", password]))
            servers.wait("http://%s/" % address)
            yield WordPress(folder, "http://" + address, password, posts)
    reports = [line for line in (hosts.read(log) if os.path.exists(log) else "").splitlines() if "atoll-comments" in line]
    if reports:
        raise AssertionError("WordPress reports %s" % reports[0])


def check_theme(check, wordpress, theme, threads):
    """Checks which posts show a thread, and that each is exact."""
    wordpress.use(theme)
    for name in ("tide-pools", "quotes", "潮だまり", "block"):
        status, page = wordpress.open(name + "/")
        if page.count(threads[name]) != 1:
            check.problem(theme, "shows %d exact threads in the post %s (%d)" % (page.count(threads[name]), name, status))
        if page.count('id="comments"') != 1:
            check.problem(theme, "links to the comments of %s lead nowhere" % name)
        if "wp-comments-post" in page:
            check.problem(theme, "shows its own comment form for %s" % name)
        if "wpemoji" in page:
            check.problem(theme, "replaces the emoji of %s by pictures" % name)
    page = wordpress.open("lighthouse/")[1]
    if "A comment of WordPress" not in page:
        check.problem(theme, "does not show the comments of a post without a thread")
    for name in ("lighthouse", "secret", "private", "secret_"):
        if 'class="atoll' in wordpress.open(name + "/")[1]:
            check.problem(theme, "shows a thread in the post " + name)
    page = wordpress.open("all/quotes/")[1]
    if page.count(threads["block"]) != 1 or threads["quotes"] in page:
        check.problem(theme, "does not show the thread for the number of a page")
    page = wordpress.open("all/")[1]
    for name, thread in threads.items():
        if page.count(thread) != (0 if name in ("secret", "private") else 1):
            check.problem(theme, "shows %d exact threads of %s in a list of posts" % (page.count(thread), name))
    if "<slash:comments>4</slash:comments>" not in wordpress.open("feed/")[1]:
        check.problem(theme, "does not know the number of comments")
    status, _ = wordpress.open("wp-comments-post.php", comment_post_ID=wordpress.posts["tide-pools"], author="A", email="a@example.com",
                               comment="Spam")
    if status != 403:
        check.problem(theme, "takes comments for a post with a thread (%d)" % status)


def check_public_folder(check, wordpress):
    """Checks that no thread is read from a folder that readers can open, where that of a post with a password would be public."""
    path = os.path.join(wordpress.folder, "wp-config.php")
    configuration = hosts.read(path)
    threads = wordpress.folder + "-threads"
    public = os.path.join(wordpress.folder, "wp-content", "uploads", "comments")
    shutil.copytree(threads, public)
    # A link to a public folder is one, too.
    link = threads + "-link"
    os.symlink(public, link)
    # WordPress can be in a subfolder of the folder that the web server shows.
    in_subfolder = configuration.replace("<?php", "<?php $_SERVER['DOCUMENT_ROOT'] = dirname(__DIR__);", 1)
    for changed in (configuration.replace("'%s'" % threads, "'%s'" % public), configuration.replace("'%s'" % threads, "'%s'" % link), in_subfolder):
        hosts.write(path, changed)
        # PHP reads a changed file after some seconds.
        servers.wait_until(lambda: 'class="atoll' not in wordpress.open("tide-pools/")[1], "WordPress takes threads from a public folder")
        hosts.write(path, configuration)
        servers.wait_until(lambda: 'class="atoll' in wordpress.open("tide-pools/")[1], "WordPress does not read the changed folder")


def check_editor(check, wordpress):
    """Checks that the block shows the thread of the post in the editor."""
    browser = check.browser
    cookies = http.cookiejar.CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    form = urllib.parse.urlencode({"log": "editor", "pwd": wordpress.password}).encode()
    opener.open(wordpress.address + "/wp-login.php", data=form, timeout=servers.PATIENCE).close()
    for cookie in cookies:
        browser.ask("Network.setCookie", name=cookie.name, value=cookie.value, url=wordpress.address, path=cookie.path)
    browser.open("%s/wp-admin/post.php?post=%d&action=edit" % (wordpress.address, wordpress.posts["tide-pools"]))
    servers.wait_until(lambda: browser.run("!!wp.data.select('core/block-editor').getBlocks().length"), "the editor does not start")
    browser.run("void wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('atoll/comments'))")
    servers.wait_until(lambda: browser.run("document.querySelectorAll('.editor-styles-wrapper li.a-c').length === %d" % hosts.COMMENTS),
                       "the block does not show the thread in the editor")


def check_wordpress(check, site):
    """Checks the plugin in WordPress, with a classic theme and a block theme."""
    thread = hosts.read(site.fragment).strip()
    document = json.loads(hosts.read(hosts.THREAD))
    document["comments"] = [{**document["comments"][0], "body": QUOTES}]
    quotes = os.path.join(site.folder, "quotes.json")
    hosts.write(quotes, json.dumps(document))
    threads = {"tide-pools": thread, "quotes": hosts.read(site.render("quotes.html", "--format", "fragment", thread=quotes)).strip()}
    for name in ("潮だまり", "secret", "private", "block"):
        document["comments"] = [{**document["comments"][0], "body": name}]
        hosts.write(quotes, json.dumps(document))
        threads[name] = hosts.read(site.render("quotes.html", "--format", "fragment", thread=quotes)).strip()
    with serve(site, threads) as wordpress:
        for post, name in (("quotes-of-page", "block"), ("private", "private")):
            hosts.write("%s-threads/post.%d.html" % (wordpress.folder, wordpress.posts[post]), threads[name])
        for theme in THEMES:
            check_theme(check, wordpress, theme, threads)
            check.page(theme, wordpress.address + "/tide-pools/", host=wordpress.address + "/lighthouse/")
        if check.browser:
            check_editor(check, wordpress)
        check_public_folder(check, wordpress)
