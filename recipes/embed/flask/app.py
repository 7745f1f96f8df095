"""Pages with the threads that are rendered into the folder comments next to this file."""
import pathlib

from flask import Flask, render_template
from markupsafe import Markup

app = Flask(__name__)
FOLDER = pathlib.Path(app.root_path, "comments")


@app.template_global()
def comments(name):
    """Returns a thread for {{ comments("tide-pools") }}, or nothing if there is none of that name."""
    file = FOLDER / (name + ".html")
    if file.parent != FOLDER:
        return ""
    try:
        # A fragment is escaped already.
        return Markup(file.read_text("utf-8"))
    except (OSError, ValueError):
        return ""


@app.get("/<name>/")
def story(name):
    return render_template("story.html", name=name, title=name.replace("-", " ").capitalize())
