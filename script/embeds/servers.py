"""Web servers for the pages of recipes/embed: a plain one, nginx with includes, and Varnish in front of the plain one."""
import contextlib
import functools
import http.server
import os
import re
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

from hosts import RECIPES, read


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(address):
    """Waits until a server answers, with whatever status."""
    for _ in range(200):
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError("%s does not answer" % address)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, with the headers and the log that the server was given."""

    def end_headers(self):
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self):
        self.server.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def files(folder, headers=None):
    """A server of a folder; its value is the address and the list of what was asked for."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.headers, server.asked = headers or {}, []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield "http://127.0.0.1:%d" % server.server_port, server.asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def program(command):
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate(timeout=20)


NGINX = """
%(user)s daemon off; worker_processes 1; pid %(here)s/pid; error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off; default_type text/html;
  types { text/html html; text/css css; }
  client_body_temp_path %(here)s/a; proxy_temp_path %(here)s/b; fastcgi_temp_path %(here)s/c;
  uwsgi_temp_path %(here)s/d; scgi_temp_path %(here)s/e;
  server { listen 127.0.0.1:%(port)d; root %(root)s; %(recipe)s %(more)s }
}
"""


@contextlib.contextmanager
def nginx(folder, upstream=None):
    """nginx with the recipe, in front of a folder or of another server."""
    port, here = free_port(), folder + "-nginx"
    os.makedirs(here)
    recipe = read(os.path.join(RECIPES, "nginx", "comments.conf")).replace("/srv/comments/", folder + "/comments/")
    more = ""
    if upstream:
        more = read(os.path.join(RECIPES, "ghost", "nginx.conf")).replace("http://127.0.0.1:2368", upstream)
    with open(os.path.join(here, "nginx.conf"), "w", encoding="utf-8") as file:
        file.write(NGINX % {
            "user": "user root;" if os.geteuid() == 0 else "", "here": here, "port": port, "root": folder,
            "recipe": recipe, "more": more})
    with program(["nginx", "-c", os.path.join(here, "nginx.conf"), "-p", here]):
        wait("http://127.0.0.1:%d/" % port)
        yield "http://127.0.0.1:%d" % port


@contextlib.contextmanager
def varnish(folder):
    """Varnish with the recipe, in front of a server of the folder."""
    port, here = free_port(), folder + "-varnish"
    with files(folder) as (backend, asked):
        text = read(os.path.join(RECIPES, "varnish", "default.vcl"))
        text, count = re.subn(r'"8080"', '"%s"' % backend.rsplit(":", 1)[1], text)
        if count != 1:
            raise AssertionError("the recipe of Varnish has no port")
        path = folder + ".vcl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        with program(["varnishd", "-F", "-n", here, "-j", "none", "-a", "127.0.0.1:%d" % port, "-f", path, "-s", "malloc,16m"]):
            wait("http://127.0.0.1:%d/site.css" % port)
            yield "http://127.0.0.1:%d" % port, asked
