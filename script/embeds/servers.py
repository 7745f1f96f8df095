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
    """Waits until a server answers with any status."""
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
    """Serves the files of a folder with the headers of the server, and logs the requested paths."""

    def end_headers(self):
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self):
        self.server.requested.append(self.path)
        super().do_GET()

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def files(folder, headers=None):
    """Serves a folder; yields the address and the list of requested paths."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.headers, server.requested = headers or {}, []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield "http://127.0.0.1:%d" % server.server_port, server.requested
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def program(command):
    """Runs a program until the end of the `with` block."""
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
  access_log off; default_type text/html; keepalive_requests 100000;
  types { text/html html; text/css css; }
  client_body_temp_path %(here)s/a; proxy_temp_path %(here)s/b; fastcgi_temp_path %(here)s/c;
  uwsgi_temp_path %(here)s/d; scgi_temp_path %(here)s/e;
  %(http)s
  server { listen 127.0.0.1:%(port)d; root %(root)s; %(server)s }
}
"""


@contextlib.contextmanager
def run_nginx(root, server, http=""):
    """Runs nginx for a folder, with directives for its server and http blocks; yields its port."""
    port, here = free_port(), root + "-nginx"
    os.makedirs(here)
    path = os.path.join(here, "nginx.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(NGINX % {
            "user": "user root;" if os.geteuid() == 0 else "", "here": here, "port": port, "root": root,
            "server": server, "http": http})
    with program(["nginx", "-c", path, "-p", here]):
        wait("http://127.0.0.1:%d/" % port)
        yield port


@contextlib.contextmanager
def nginx(folder, upstream=None):
    """Runs nginx with the recipe for a folder or in front of another server; yields its address."""
    recipe = read(os.path.join(RECIPES, "nginx", "comments.conf")).replace("/srv/comments/", folder + "/comments/")
    if upstream:
        recipe += read(os.path.join(RECIPES, "ghost", "nginx.conf")).replace("http://127.0.0.1:2368", upstream)
    with run_nginx(folder, recipe) as port:
        yield "http://127.0.0.1:%d" % port


@contextlib.contextmanager
def varnish(folder):
    """Runs Varnish with the recipe in front of a server of the folder; yields its address and the paths requested from the server."""
    port, here = free_port(), folder + "-varnish"
    with files(folder) as (backend, requested):
        text = read(os.path.join(RECIPES, "varnish", "default.vcl"))
        text, count = re.subn(r'"8080"', '"%s"' % backend.rsplit(":", 1)[1], text)
        if count != 1:
            raise AssertionError("the recipe for Varnish has no port")
        path = folder + ".vcl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        with program(["varnishd", "-F", "-n", here, "-j", "none", "-a", "127.0.0.1:%d" % port, "-f", path, "-s", "malloc,16m"]):
            wait("http://127.0.0.1:%d/site.css" % port)
            yield "http://127.0.0.1:%d" % port, requested
