"""Makes pictures of the demo in a terminal: runs atoll in tmux, and renders the screen that tmux reports.

    Tests/EndToEnd/widths/pictures.py ATOLL FOLDER
"""

import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata

STORY = "Sources/Command/AtollCommand/Demo/story.json"
# The name, columns, rows, colour scheme and further arguments.
PICTURES = (
    ("terminal-40-dark", 40, 64, "dark", []),
    ("terminal-80-dark", 80, 60, "dark", []),
    ("terminal-120-light", 120, 56, "light", []),
    ("terminal-80-light", 80, 60, "light", []),
    ("terminal-80-ascii", 80, 44, "dark", ["--ascii"]),
)
# The background, the foreground and the palette of common terminals.
SCHEMES = {
    "dark": ("#1c1c1c", "#d4d4d4", (
        "#000000 #cd3131 #0dbc79 #e5e510 #2472c8 #bc3fbc #11a8cd #e5e5e5 "
        "#767676 #f14c4c #23d18b #f5f543 #3b8eea #d670d6 #29b8db #ffffff").split()),
    "light": ("#ffffff", "#24292f", (
        "#24292f #a40e26 #116329 #4d2d00 #0550ae #6639a6 #1b7c83 #6e7781 "
        "#57606a #cf222e #1a7f37 #633c01 #0969da #8250df #3192aa #8c959f").split()),
}
SEQUENCE = re.compile("\x1b\\[([0-9;]*)m|\x1b\\]8;[^\x1b]*\x1b\\\\")


def on_screen(command, columns, rows):
    """Returns the lines on the screen of a terminal of this size after a command, with their colours."""
    socket = "atoll-pictures-%d" % os.getpid()
    tmux = ["tmux", "-L", socket, "-f", "/dev/null"]
    subprocess.run(
        tmux + ["new-session", "-d", "-x", str(columns), "-y", str(rows),
                command + "; exec sleep 60"], check=True)
    try:
        time.sleep(2)
        captured = subprocess.run(
            tmux + ["capture-pane", "-e", "-p", "-S", "-"], check=True, stdout=subprocess.PIPE)
        return captured.stdout.decode("utf-8").split("\n")[:rows]
    finally:
        subprocess.run(tmux + ["kill-server"], check=False)


def to_html(lines, scheme):
    """Returns the lines as HTML, with a span for each piece of text in one style."""
    background, foreground, palette = SCHEMES[scheme]
    rows = []
    state, color = set(), None  # styles continue from line to line
    for line in lines:
        out, start = [], 0
        for match in list(SEQUENCE.finditer(line)) + [None]:
            text = line[start:match.start()] if match else line[start:]
            if text:
                out.append(span(text, state, color or foreground, background))
            if not match:
                break
            start = match.end()
            for code in (match.group(1) or "0").split(";") if match.group(1) is not None else ():
                number = int(code or 0)
                if number == 0:
                    state, color = set(), None
                elif 30 <= number <= 37:
                    color = palette[number - 30]
                elif 90 <= number <= 97:
                    color = palette[number - 82]
                elif number == 39:
                    color = None
                else:
                    state.add(number)
        rows.append("".join(out) or " ")
    return PAGE % (background, foreground, "\n".join(rows))


def span(text, state, color, background):
    style = "color:%s" % color
    if 7 in state:
        style = "color:%s;background:%s" % (background, color)
    if 1 in state:
        style += ";font-weight:bold"
    if 2 in state:
        style += ";opacity:.7"
    if 3 in state:
        style += ";font-style:italic"
    if 4 in state:
        style += ";text-decoration:underline"
    cells = []
    for character in text:
        wide = unicodedata.east_asian_width(character) in "WF"
        escaped = html.escape(character)
        cells.append("<i>%s</i>" % escaped if wide else escaped)
    return '<span style="%s">%s</span>' % (style, "".join(cells))


PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>
body { margin: 0; background: %s; color: %s }
pre { margin: 0; padding: 16px; font: 15px/20px 'DejaVu Sans Mono', 'Liberation Mono', monospace }
i { display: inline-block; width: 2ch; font-style: inherit; text-align: center }
</style><pre>%s</pre>"""


def main():
    atoll, folder = sys.argv[1:]
    chromium = os.environ.get("CHROMIUM", "chromium")
    for name, columns, rows, scheme, arguments in PICTURES:
        command = " ".join(
            [os.path.abspath(atoll), "render", "-q", STORY, "--format", "ansi", "--color", "always",
             "--now", "2026-07-31T18:30:00Z", "--width", str(columns), "--no-pager"] + arguments)
        lines = on_screen("FORCE_COLOR=1 " + command + " | head -n %d" % (rows - 1), columns, rows)
        path = os.path.join(folder, name + ".png")
        with tempfile.TemporaryDirectory() as scratch:
            page = os.path.join(scratch, "page.html")
            with open(page, "w", encoding="utf-8") as file:
                file.write(to_html(lines, scheme))
            subprocess.run(
                [chromium, "--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu",
                 "--window-size=%d,%d" % (columns * 9 + 40, rows * 20 + 16),
                 "--screenshot=" + os.path.abspath(path), "file://" + page],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if shutil.which("pngquant"):
            subprocess.run(["pngquant", "--force", "--ext", ".png", "--skip-if-larger", path])
        print(path)


if __name__ == "__main__":
    main()
