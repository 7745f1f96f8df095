"""Kills atoll snapshot at random moments, and checks the files that remain."""
import os
import random
import signal
import subprocess
import time

KILLS_PER_COMMAND = 5


def references(project):
    """Returns the contents of all references by their paths, without pending snapshots and the cache."""
    found = {}
    for folder, folders, names in os.walk(project.path("Snapshots")):
        folders[:] = [it for it in folders if not it.startswith(".")]
        for name in names:
            if not name.startswith(".") and not name.endswith(".pending"):
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, project.folder)] = file.read()
    return found


def check(project):
    """Kills verify, accept and review at random moments, and yields the references that are damaged."""
    generator = random.Random(7)
    accepted = references(project)
    for name, change in (("style/theme.json", ('"meta": "13/18"', '"meta": "14/18"')),
                         ("thread.json", ("Late", "Later"))):
        project.replace(name, *change)
    start = time.monotonic()
    project.run("verify", "--fresh", "--quiet")
    duration = time.monotonic() - start
    for _ in range(KILLS_PER_COMMAND):
        kill(project, ["verify", "--fresh", "--quiet"], generator.uniform(0, duration))
        if references(project) != accepted:
            yield "verify was killed, and has changed a reference"
            return
    project.run("verify", "--quiet")
    start = time.monotonic()
    project.run("accept", "--all", "--quiet")
    duration = time.monotonic() - start
    expected = references(project)
    for path in expected:
        if expected[path] == accepted.get(path) and not path.endswith(("suite.json", "fonts.txt")):
            yield "%s should have changed, and has not" % path
    for command in (["accept", "--all", "--quiet"], ["review"]):
        for _ in range(KILLS_PER_COMMAND):
            for path, content in accepted.items():
                with open(project.path(path), "wb") as file:
                    file.write(content)
            project.run("verify", "--quiet")
            kill(project, command, generator.uniform(0, duration * 1.5))
            yield from damaged(project, command, accepted, expected)
    project.run("verify", "--quiet")
    project.run("accept", "--all", "--quiet")
    if references(project) != expected:
        yield "after the kills, accept does not write the expected references"


def damaged(project, command, accepted, expected):
    """Yields the references that are neither old nor new; of the manifest, each line may be old or new."""
    for path, content in references(project).items():
        allowed = (accepted.get(path), expected.get(path))
        if path.endswith("pictures.manifest"):
            lines = set((allowed[0] or b"").splitlines(True)) | set((allowed[1] or b"").splitlines(True))
            is_valid = set(content.splitlines(True)) <= lines
        else:
            is_valid = content in allowed
        if not is_valid:
            yield "%s was killed, and left %s damaged" % (command[0], path)
    outcome = project.run("verify", "--quiet")
    if outcome.returncode not in (0, 1):
        yield "%s was killed, and verify ends with %d: %s" % (
            command[0], outcome.returncode, outcome.stderr)


def kill(project, words, delay):
    """Runs a command in a terminal, presses the keys that accept everything, and kills it."""
    line = "%s snapshot %s" % (project.atoll, " ".join(words))
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    process = subprocess.Popen(
        ["script", "-qefc", "exec " + line, "/dev/null"], cwd=project.folder, env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        start_new_session=True)
    process.stdin.write(b"Ay")
    process.stdin.flush()
    time.sleep(delay)
    # The command is a child of `script`, in another session.
    for child in children(process.pid):
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.communicate()


def children(parent):
    listed = subprocess.run(["pgrep", "-P", str(parent)], text=True, stdout=subprocess.PIPE)
    return [int(child) for child in listed.stdout.split()]
