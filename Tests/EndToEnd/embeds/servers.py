"""Web servers for the pages of recipes/embed: a plain one that can fail, and those that include threads in pages."""
import contextlib
import functools
import gzip
import http.server
import os
import re
import socket
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

from hosts import RECIPES, read, write


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# The seconds after which something hangs.
PATIENCE = 300


def wait_until(is_ready, problem):
    """Waits until something is ready; raises an AssertionError if it never is."""
    end = time.monotonic() + PATIENCE
    while not is_ready():
        if time.monotonic() > end:
            raise AssertionError(problem)
        time.sleep(0.05)


def wait(address):
    """Waits until a server answers with any status."""
    def answers():
        try:
            with urllib.request.urlopen(address, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
    wait_until(answers, "%s does not answer" % address)


# The answers of a server that cannot give a thread.
FAULTS = ("404", "451", "500", "522", "no answer")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the files of a folder with the headers of the server, and logs the requested paths."""

    def end_headers(self):
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        super().end_headers()

    def do_GET(self):
        self.server.requested.append(self.path)
        is_thread = self.path.startswith("/comments/")
        if is_thread and not self.server.fault and "gzip" in self.headers.get("Accept-Encoding", ""):
            with open(self.translate_path(self.path), "rb") as file:
                body = gzip.compress(file.read())
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        elif not self.server.fault or not is_thread:
            super().do_GET()
        elif self.server.fault == "no answer":
            self.server.ended.wait(60)
        elif self.server.fault == "half":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"half a thread")
        else:
            self.send_error(int(self.server.fault), "OF THE ORIGIN")

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def origin(folder, headers=None):
    """Serves a folder; yields the server, whose `fault` is one of FAULTS or "half" while it has no threads."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    server.headers, server.requested, server.fault, server.ended = headers or {}, [], None, threading.Event()
    server.address = "http://127.0.0.1:%d" % server.server_port
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server
    finally:
        server.ended.set()
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def files(folder, headers=None):
    """Serves a folder; yields the address and the list of requested paths."""
    with origin(folder, headers) as server:
        yield server.address, server.requested


@contextlib.contextmanager
def program(command, **options):
    """Runs a program until the end of the `with` block. Its messages are in an error if the block fails."""
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=messages, stderr=messages, **options)
        try:
            yield process
        except AssertionError as error:
            messages.seek(0)
            raise AssertionError("%s\n%s" % (error, messages.read().decode(errors="replace")[-2000:])) from error
        finally:
            process.terminate()
            process.wait(PATIENCE)


def recipe(name, threads=None):
    """Returns the configuration of a recipe, for threads in files or at the address of another server.

    A comment says which lines are for another server; they take the place of the directive after them.
    """
    lines, text, other = read(os.path.join(RECIPES, name)).splitlines(), [], None
    for line in lines:
        if other is not None and line.lstrip().startswith("#"):
            other.append(re.sub(r"# ?", "", line, count=1))
        elif other:
            text += [re.sub(r"https?://threads.example.com|threads.example.com", threads, one) for one in other] if threads else [line]
            other = None
        else:
            text.append(line)
        if line.endswith("Threads of another server:"):
            other = []
    return "\n".join(text) + "\n"


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
    port = free_port()
    here = "%s-nginx-%d" % (root, port)
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
def nginx(folder, threads=None, upstream=None):
    """Runs nginx with the recipe for a folder or in front of another server; yields its address."""
    text = recipe("nginx/comments.conf", threads).replace("/srv/comments/", folder + "/comments/")
    if upstream:
        text += read(os.path.join(RECIPES, "ghost", "nginx.conf")).replace("http://127.0.0.1:2368", upstream)
    with run_nginx(folder, text) as port:
        yield "http://127.0.0.1:%d" % port


APACHE = """
ServerRoot %(here)s
ServerName 127.0.0.1
Listen 127.0.0.1:%(port)d
PidFile %(here)s/pid
ErrorLog /dev/stderr
%(modules)s
TypesConfig /dev/null
AddType text/html .html
AddType text/css .css
%(user)s
DocumentRoot %(root)s
<Directory />
Require all granted
</Directory>
"""
MODULES = ("mpm_event", "authz_core", "dir", "headers", "mime", "alias", "include", "proxy", "proxy_http")


@contextlib.contextmanager
def apache(folder, threads=None):
    """Runs Apache with the recipe for a folder; yields its address."""
    port = free_port()
    here = "%s-apache-%d" % (folder, port)
    text = recipe("apache/comments.conf", threads).replace("/srv/comments/", folder + "/comments/")
    path = os.path.join(here, "apache.conf")
    write(path, text=APACHE % {
        "here": here, "port": port, "root": folder, "user": "User www-data\nGroup www-data" if os.geteuid() == 0 else "",
        "modules": "\n".join("LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so" % (name, name) for name in MODULES)} + text)
    with program(["apache2", "-f", path, "-DFOREGROUND"]):
        wait("http://127.0.0.1:%d/" % port)
        yield "http://127.0.0.1:%d" % port


@contextlib.contextmanager
def caddy(folder, threads=None):
    """Runs Caddy with the recipe for a folder; yields its address."""
    port = free_port()
    here = "%s-caddy-%d" % (folder, port)
    address = "http://127.0.0.1:%d" % port
    text = recipe("caddy/Caddyfile", threads).replace("/srv/site", folder).replace(":80 {", address + " {")
    path = os.path.join(here, "Caddyfile")
    write(path, "{\n\tadmin off\n}\n" + text)
    with program(["caddy", "run", "--config", path, "--adapter", "caddyfile"],
                 env={**os.environ, "XDG_DATA_HOME": here, "XDG_CONFIG_HOME": here}):
        wait(address + "/")
        yield address


@contextlib.contextmanager
def varnish(folder, lifetime=None):
    """Runs Varnish with the recipe in front of a server of the folder; yields its address and that server.

    Threads are cached for `lifetime` instead of the times in the recipe.
    """
    port, here = free_port(), "%s-varnish-%s" % (folder, lifetime)
    with origin(folder) as backend:
        text = read(os.path.join(RECIPES, "varnish", "default.vcl"))
        text, count = re.subn(r'"8080"', '"%d"' % backend.server_port, text)
        if count != 1:
            raise AssertionError("the recipe for Varnish has no port")
        path = folder + ".vcl"
        write(path, re.sub("ttl = (60|5)s", "ttl = " + lifetime, text) if lifetime else text)
        with program(["varnishd", "-F", "-n", here, "-j", "none", "-a", "127.0.0.1:%d" % port, "-f", path, "-s", "malloc,16m"]):
            wait("http://127.0.0.1:%d/site.css" % port)
            yield "http://127.0.0.1:%d" % port, backend


@contextlib.contextmanager
def flask(folder):
    """Runs the recipe for Flask; yields its address."""
    port = free_port()
    with program(["/usr/bin/python3", "-m", "flask", "--app", "app", "run", "--port", str(port)], cwd=folder):
        wait("http://127.0.0.1:%d/" % port)
        yield "http://127.0.0.1:%d" % port


@contextlib.contextmanager
def django(folder):
    """Runs the recipe for Django; yields its address."""
    port = free_port()
    with program(["/usr/bin/python3", "-m", "django", "runserver", "--noreload", "--settings=settings", "--pythonpath=.",
                  "127.0.0.1:%d" % port], cwd=folder):
        wait("http://127.0.0.1:%d/" % port)
        yield "http://127.0.0.1:%d" % port
