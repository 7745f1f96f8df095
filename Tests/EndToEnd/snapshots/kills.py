"""Kills atoll snapshot before some of its calls that rename or remove a file, and checks the files that remain."""
import os
import shlex
import subprocess

KILLS_PER_COMMAND = 4
# Only these calls change what a name stands for: content is written to new files.
CALLS = "/^(rename|unlink)"


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
    """Kills verify, accept and review, and yields the references that are damaged."""
    accepted = references(project)
    for name, change in (("style/theme.json", ('"meta": "13/18"', '"meta": "14/18"')),
                         ("thread.json", ("Late", "Later"))):
        project.replace(name, *change)
    expected = None

    def prepare(command):
        """Restores the accepted references; for a decision, output is pending, and for a run, none is."""
        for path, content in accepted.items():
            with open(project.path(path), "wb") as file:
                file.write(content)
        project.run("verify", "--quiet")
        if command[0] == "verify":
            project.run("reject", "--all", "--quiet")

    for command in (["verify", "--fresh", "--quiet"], ["accept", "--all", "--quiet"], ["review"]):
        prepare(command)
        calls, _ = trace(project, command)
        if command[0] == "accept":
            expected = references(project)
            for path in expected:
                if expected[path] == accepted.get(path) and not path.endswith(("suite.json", "fonts.txt")):
                    yield "%s should have changed, and has not" % path
        for place in sorted({len(calls) * number // KILLS_PER_COMMAND for number in range(KILLS_PER_COMMAND)}):
            # strace counts the calls of each name.
            call, number = calls[place], calls[:place + 1].count(calls[place])
            prepare(command)
            _, was_killed = trace(project, command, "-e", "inject=%s:signal=KILL:when=%d" % (call, number))
            if not was_killed:
                yield "%s has ended before %s number %d" % (command[0], call, number)
            if command[0] == "verify":
                if references(project) != accepted:
                    yield "verify was killed, and has changed a reference"
            else:
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


def trace(project, words, *injected):
    """Runs a command in a terminal, and presses the keys that accept everything.

    Returns the names of the calls of its first thread, and whether it was killed. A browser is not traced.
    """
    path = project.path("trace")
    strace = ["strace", "-qq", "-o", path, "-e", "trace=" + CALLS, *injected]
    line = shlex.join([*strace, project.atoll, "snapshot", *words])
    environment = {key: value for key, value in os.environ.items() if key != "CI"}
    subprocess.run(
        ["script", "-qefc", "exec " + line, "/dev/null"], cwd=project.folder, env=environment,
        input=b"Ay", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    os.remove(path)
    return [line.split("(")[0] for line in lines if "(" in line], "+++ killed by SIGKILL +++" in lines
