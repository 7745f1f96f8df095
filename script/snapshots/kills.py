"""Kills atoll snapshot at random moments, and checks the files that remain."""
import os
import random
import signal
import subprocess
import time

MOMENTS = 5


def references(project):
    """Every reference, by its path: what git would have of the store."""
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
    """Kills verify, accept and review at many moments; what is not whole is said."""
    chance = random.Random(7)
    accepted = references(project)
    for name, change in (("style/theme.json", ('"meta": "13/18"', '"meta": "14/18"')),
                         ("thread.json", ("Late", "Later"))):
        project.replace(name, *change)
    began = time.monotonic()
    project.run("verify", "--fresh", "--quiet")
    whole = time.monotonic() - began
    for _ in range(MOMENTS):
        kill(project, ["verify", "--fresh", "--quiet"], chance.uniform(0, whole))
        if references(project) != accepted:
            yield "verify was killed, and a reference is another"
            return
    project.run("verify", "--quiet")
    # What they are to become.
    began = time.monotonic()
    project.run("accept", "--all", "--quiet")
    whole = time.monotonic() - began
    wanted = references(project)
    for path in wanted:
        if wanted[path] == accepted.get(path) and not path.endswith(("suite.json", "fonts.txt")):
            yield "%s was to change, and has not" % path
    for command in (["accept", "--all", "--quiet"], ["review"]):
        for _ in range(MOMENTS):
            for path, content in accepted.items():
                with open(project.path(path), "wb") as file:
                    file.write(content)
            project.run("verify", "--quiet")
            kill(project, command, chance.uniform(0, whole * 1.5))
            yield from mixed(project, command, accepted, wanted)
    project.run("verify", "--quiet")
    project.run("accept", "--all", "--quiet")
    if references(project) != wanted:
        yield "after all that killing, accepting no longer makes the references"


def mixed(project, command, accepted, wanted):
    """References that are neither as they were nor as they were to be, line by line of the manifest."""
    for path, content in references(project).items():
        allowed = (accepted.get(path), wanted.get(path))
        if path.endswith("pictures.manifest"):
            lines = set((allowed[0] or b"").splitlines(True)) | set((allowed[1] or b"").splitlines(True))
            is_whole = set(content.splitlines(True)) <= lines
        else:
            is_whole = content in allowed
        if not is_whole:
            yield "%s was killed, and left %s in pieces" % (command[0], path)
    checked = project.run("verify", "--quiet")
    if checked.returncode not in (0, 1):
        yield "%s was killed, and verify ends with %d: %s" % (
            command[0], checked.returncode, checked.stderr)


def kill(project, words, delay):
    """Runs a command in a terminal of its own, presses what accepts all, and kills it."""
    line = "%s snapshot %s" % (project.atoll, " ".join(words))
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    process = subprocess.Popen(
        ["script", "-qefc", "exec " + line, "/dev/null"], cwd=project.folder, env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        start_new_session=True)
    process.stdin.write(b"Ay")
    process.stdin.flush()
    time.sleep(delay)
    # `script` has the command as its child, in a session of that one's own.
    for child in children(process.pid):
        try:
            os.kill(child, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.communicate()


def children(parent):
    said = subprocess.run(["pgrep", "-P", str(parent)], text=True, stdout=subprocess.PIPE)
    return [int(it) for it in said.stdout.split()]
