"""Runs the commands of docs/other-systems.md that lead from a Disqus export to a folder, and asks a real nginx for the pages."""
import gzip
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from importing import ATOLL, ROOT, sample

HEADING = "## From a Disqus export to a folder that nginx serves"
CONFIGURATION = """
daemon off; pid nginx.pid; error_log stderr; worker_processes 1;
events {}
http { access_log off; types { text/html html; } %s }
"""


def blocks(heading):
    """Returns the code below a heading of the document, by language."""
    with open(os.path.join(ROOT, "docs", "other-systems.md"), encoding="utf-8") as file:
        section = file.read().partition(heading + "\n")[2].partition("\n## ")[0]
    return dict(re.findall(r"^```(\w+)\n(.*?)^```", section, re.MULTILINE | re.DOTALL))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def answer(address, **headers):
    """Returns the status, headers and body of a response."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=30) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


@unittest.skipUnless(shutil.which("nginx") or "CI" in os.environ, "nginx is not installed")
class Walk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        # nginx gives its workers to another user, if root starts it.
        os.chmod(self.folder, 0o755)

    def start(self, configuration, port):
        path = os.path.join(self.folder, "nginx.conf")
        with open(path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION % configuration)
        server = subprocess.Popen(["nginx", "-p", self.folder, "-c", path], stderr=subprocess.PIPE)

        def stop():
            server.terminate()
            server.communicate()
        self.addCleanup(stop)
        for _ in range(600):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", port)) == 0:
                    return
            if server.poll() is not None:
                self.fail(server.stderr.read().decode())
            time.sleep(0.05)
        self.fail("nginx does not listen")

    def test_the_documented_commands_make_pages_that_nginx_serves(self):
        code = blocks(HEADING)
        shutil.copy(sample("disqus.xml"), os.path.join(self.folder, "export.xml"))
        os.symlink(ATOLL, os.path.join(self.folder, "atoll"))
        commands = code["sh"].replace("/usr/share/atoll/import", os.path.join(ROOT, "recipes", "import"))
        done = subprocess.run(
            ["bash", "-e", "-c", commands], cwd=self.folder, env={**os.environ, "PATH": self.folder + ":" + os.environ["PATH"]},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        self.assertEqual(done.returncode, 0, done.stdout.decode())
        port = free_port()
        self.start(code["nginx"].replace("listen 80;", "listen 127.0.0.1:%d;" % port).replace(
            "/srv/comments/public", os.path.join(self.folder, "public")), port)
        address = "http://127.0.0.1:%d/" % port
        status, headers, page = answer(address + "1001")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/html"))
        for words in ("Tide pools – a guide", "Archived on 24 November 2026", "Zoë", "An answer to words that were deleted."):
            self.assertIn(words, page.decode())
        self.assertNotIn("Rude", page.decode())
        status, headers, compressed = answer(address + "1001", **{"Accept-Encoding": "gzip"})
        self.assertEqual((status, headers["Content-Encoding"], gzip.decompress(compressed)), (200, "gzip", page))
        self.assertEqual([answer(address + path)[0] for path in ("1002", "1003", "")], [200, 404, 404])
