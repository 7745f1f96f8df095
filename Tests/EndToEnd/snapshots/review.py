"""Checks atoll snapshot review in tmux."""
import os
import subprocess
import time

SOCKET = "atoll-review-%d" % os.getpid()


def tmux(*words):
    return subprocess.run(
        ["tmux", "-L", SOCKET, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


def screen(words, timeout=120):
    """Returns the screen as soon as it contains some words, or after the timeout."""
    until = time.monotonic() + timeout
    while True:
        shown = tmux("capture-pane", "-p")
        if words in shown or time.monotonic() > until:
            return shown
        time.sleep(0.05)


def check(project):
    """Rejects a cause, undoes that, accepts it and quits; yields the keys that do not work."""
    count = len({line.split()[0] for line in project.run("list").stdout.splitlines() if line[0] != " "})
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "11", "-c", project.folder,
         "env -u CI %s snapshot review; echo \"ended with $?\"; sleep 60" % project.atoll)
    try:
        steps = [
            ("?", "key goes back"), ("x", "Cause 1 of %d" % count), ("i", "Lines 1 to"), ("Space", "Lines 9 to"),
            ("Up", "Lines 8 to"),
            ("x", "Cause 1 of %d" % count), ("r", "Cause 2 of %d" % count), ("u", "Cause 1 of %d" % count),
            ("a", "Cause 2 of %d" % count), ("q", "ended with 0"),
        ]
        shown = screen("Cause 1 of %d" % count)
        for key, words in steps:
            tmux("send-keys", *(["-l", key] if len(key) == 1 else [key]))
            shown = screen(words)
            if words not in shown:
                yield "review: after %s the screen does not contain '%s':\n%s" % (key, words, shown)
                return
        if " accepted, 0 rejected, " not in shown:
            yield "review: it ends with\n%s" % shown
    finally:
        tmux("kill-server")
