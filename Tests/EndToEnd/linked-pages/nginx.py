"""nginx with a table of redirects, included as the comment at the top of the table says."""
import contextlib
import os

import servers


def directives(path):
    """Returns the directives for the http block and for the location, from the comment at the top of the table."""
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
    """Runs nginx for the pages in a folder below its root, and a story at /story; yields its port."""
    with open(os.path.join(root, "story.html"), "w", encoding="utf-8") as file:
        file.write("<title>A story</title>")
    http, location = directives(os.path.join(folder, "redirects.map"))
    with servers.run_nginx(root, "location = /story { %s try_files /story.html =404; }" % location, http) as port:
        yield port
