"""Template engines in Python, and engines that are separate programs."""
import os
import re
import shutil
import string
import subprocess
import tempfile

import django
import jinja2
import mako.template
import pystache
from django.conf import settings
from django.template import Context, Engine

settings.configure()
django.setup()


def jinja_with_lines(prefix):
    environment = jinja2.Environment(line_statement_prefix=prefix, line_comment_prefix="##")
    return lambda text: environment.from_string(text).render()


PYTHON_ENGINES = {
    "jinja": lambda text: jinja2.Environment().from_string(text).render(),
    "jinja-lines-percent": jinja_with_lines("%"),
    "jinja-lines-hash": jinja_with_lines("#"),
    "django": lambda text: Engine().from_string(text).render(Context()),
    "mako": lambda text: mako.template.Template(text).render(),
    "mustache": lambda text: pystache.Renderer(escape=lambda it: it).render(text, {"x": "gone"}),
    "python-template": lambda text: string.Template(text).substitute(),
    "python-replace": lambda text: re.sub("<!--(here)-->", text, "<!--here-->"),
    # The merge tags of mailing services, with any name.
    "merge-tags": lambda text: re.sub(
        r"\*\|\w+\|\*|%[\w.]+%|%%\w+%%|\[\[?\w+\]\]?|\{\{?[\w. ]+\}\}?|~[\w.]+~|\$\w+\$|@[A-Z]+@", "gone", text),
}


def python_engines(inputs, output):
    """Writes the output of each engine in Python for each input."""
    for engine, render in PYTHON_ENGINES.items():
        os.makedirs(os.path.join(output, engine))
        for name in os.listdir(inputs):
            with open(os.path.join(inputs, name), encoding="utf-8", newline="") as file:
                text = file.read()
            try:
                result = render(text)
            except Exception as error:  # pylint: disable=broad-except
                result = "FAILED: %s" % error
            with open(os.path.join(output, engine, name), "w", encoding="utf-8", newline="") as file:
                file.write(result)


def hugo(inputs, output):
    """Writes Hugo's output for each input as the content of a page and as a file that a template reads.

    One bad page ends a whole build, so each page is built separately.
    """
    for name in os.listdir(inputs):
        with tempfile.TemporaryDirectory() as site:
            for folder in ("content", "layouts/_default", "fragments"):
                os.makedirs(os.path.join(site, folder))
            with open(os.path.join(inputs, name), encoding="utf-8") as file:
                text = file.read()
            files = {
                "config.toml": 'baseURL = "https://example.com/"\ndisableKinds = ["taxonomy", "term", "RSS", "sitemap"]\n'
                               "disableHugoGeneratorInject = true\n",
                "layouts/_default/single.html": "{{ .Content }}",
                "layouts/index.html": '{{ readFile "fragments/a.html" | safeHTML }}',
                "content/page.html": "+++\ntitle = 'a'\n+++\n" + text,
                "fragments/a.html": text,
            }
            for path, content in files.items():
                with open(os.path.join(site, path), "w", encoding="utf-8") as file:
                    file.write(content)
            done = subprocess.run(["hugo", "--quiet", "-s", site], capture_output=True, text=True, check=False)
            for engine, path in (("hugo", "public/page/index.html"), ("hugo-read", "public/index.html")):
                os.makedirs(os.path.join(output, engine), exist_ok=True)
                result = "FAILED: " + done.stdout + done.stderr
                if done.returncode == 0:
                    with open(os.path.join(site, path), encoding="utf-8") as file:
                        result = file.read()
                with open(os.path.join(output, engine, name), "w", encoding="utf-8") as file:
                    file.write(result)


def jekyll(inputs, output):
    """Writes Jekyll's output for each input as an include of a page.

    One bad include ends a build, so the text on which Jekyll acts is built separately.
    """
    os.makedirs(os.path.join(output, "jekyll"))
    names = os.listdir(inputs)
    for share in ([name for name in names if not name.startswith("raw-")], ["raw-liquid.html"]):
        with tempfile.TemporaryDirectory() as site:
            os.makedirs(os.path.join(site, "_includes"))
            for name in share:
                shutil.copy(os.path.join(inputs, name), os.path.join(site, "_includes", name))
                with open(os.path.join(site, name), "w", encoding="utf-8") as file:
                    file.write("---\n---\n{%% include %s %%}" % name)
            done = subprocess.run(
                ["jekyll", "build", "--quiet", "--disable-disk-cache", "-s", site, "-d", os.path.join(site, "_site")],
                capture_output=True, text=True, check=False)
            for name in share:
                result = "FAILED: " + done.stdout + done.stderr
                if done.returncode == 0:
                    with open(os.path.join(site, "_site", name), encoding="utf-8") as file:
                        result = file.read()
                with open(os.path.join(output, "jekyll", name), "w", encoding="utf-8") as file:
                    file.write(result)


CONFIGURATION = """
daemon off; worker_processes 1; pid %(here)s/pid; error_log stderr crit;
events { worker_connections 16; }
http {
  access_log off; default_type text/html;
  client_body_temp_path %(here)s/a; proxy_temp_path %(here)s/b; fastcgi_temp_path %(here)s/c;
  uwsgi_temp_path %(here)s/d; scgi_temp_path %(here)s/e;
  server { listen unix:%(here)s/socket; root %(root)s; ssi on; ssi_silent_errors on; }
}
"""


def ssi(inputs, output):
    """Writes nginx's output for each input, with server-side includes."""
    os.makedirs(os.path.join(output, "ssi"))
    with tempfile.TemporaryDirectory() as here:
        path = os.path.join(here, "nginx.conf")
        # The workers of nginx may run as another user, who needs access.
        for folder in (here, inputs, os.path.dirname(inputs)):
            os.chmod(folder, 0o755)
        with open(path, "w", encoding="utf-8") as file:
            if os.geteuid() == 0:
                file.write("user root;\n")
            file.write(CONFIGURATION % {"here": here, "root": os.path.abspath(inputs)})
        server = subprocess.Popen(["nginx", "-c", path, "-p", here], stderr=subprocess.DEVNULL)
        try:
            for name in os.listdir(inputs):
                subprocess.run(
                    ["curl", "-sf", "--retry", "20", "--retry-delay", "0", "--retry-all-errors", "--unix-socket",
                     os.path.join(here, "socket"), "http://localhost/" + name, "-o",
                     os.path.join(output, "ssi", name)], check=True)
        finally:
            server.terminate()
            server.wait()
