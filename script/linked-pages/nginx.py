"""nginx with a table of redirects, as the first lines of the table say."""
import contextlib
import os

import servers

CONFIGURATION = """
%(user)s daemon off; worker_processes 1; pid %(here)s/pid; error_log stderr crit;
events { worker_connections 64; }
http {
  access_log off; default_type text/html; keepalive_requests 100000;
  client_body_temp_path %(here)s/a; proxy_temp_path %(here)s/b; fastcgi_temp_path %(here)s/c;
  uwsgi_temp_path %(here)s/d; scgi_temp_path %(here)s/e;
  %(http)s
  server {
    listen 127.0.0.1:%(port)d; root %(root)s;
    location = /story { %(location)s try_files /story.html =404; }
  }
}
"""


def instructions(path):
    """The lines for the http block and for the location, from the comment at the top of the table."""
    with open(path, encoding="utf-8") as file:
        lines = [line[1:].strip() for line in file if line.startswith("#")]
    code = [line for line in lines if line.endswith((";", "}"))]
    http = [line.replace("/srv/comments/*/redirects.map", path) for line in code if not line.startswith("if ")]
    location = [line for line in code if line.startswith("if ")]
    if len(http) != 2 or len(location) != 1:
        raise AssertionError("the table does not say how to include it: %s" % lines)
    return "\n  ".join(http), location[0]


@contextlib.contextmanager
def server(root, folder):
    """nginx for the pages in a folder of its root, and a story at /story; its value is the port."""
    port, here = servers.free_port(), root + "-nginx"
    os.makedirs(here)
    with open(os.path.join(root, "story.html"), "w", encoding="utf-8") as file:
        file.write("<title>A story</title>")
    http, location = instructions(os.path.join(folder, "redirects.map"))
    path = os.path.join(here, "nginx.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION % {
            "user": "user root;" if os.geteuid() == 0 else "", "here": here, "port": port, "root": root, "http": http,
            "location": location})
    with servers.program(["nginx", "-c", path, "-p", here]):
        servers.wait("http://127.0.0.1:%d/story" % port)
        yield port
