"""Searches the traces of a test run for tokens and passwords: each may be sent to its server, and nowhere else."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

# A JSON Web Token, the password of a user of the stand-ins, and the secrets that tokens are signed with.
SECRET = re.compile(
    r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{20,}|\b[a-z]+-password\b|stand-in secret, not for use|stand-in sso secret")
# A call as `strace -ff -yy` writes it: its name, and the file or connection of its first argument.
CALL = re.compile(r"^(\w+)\((?:\d+<(.*?)>(?=[,)]))?")
CONNECTION = re.compile(r"^TCP:\[127\.0\.0\.1:\d+->127\.0\.0\.1:(\d+)\]$")
SERVER = re.compile(r'"--server", "https?://127\.0\.0\.1:(\d+)"')
SENDING = ("write", "writev", "sendto", "sendmsg", "sendmmsg")


@dataclass
class Process:
    """One process with all its threads."""

    command: str = ""
    lines: list[str] = field(default_factory=list)

    @property
    def is_server(self) -> bool:
        """Returns whether the process is a stand-in server, which issues tokens."""
        return "/python" in self.command

    def permission(self, line: str) -> str | None:
        """Returns the reason why a secret is allowed in a call, or None if it is not."""
        found = CALL.match(line)
        call, target = (found[1], found[2] or "") if found else ("", "")
        connection = CONNECTION.match(target)
        if call in SENDING and connection:
            named = SERVER.search(self.command)
            # The tests of the library use several servers, all of them on this machine.
            return "to its server" if named is None or named[1] == connection[1] else None
        if call in SENDING and "/atoll/tokens/.atoll-" in target:
            return "kept by sign-in"
        if call in SENDING and '"token", "--secret-file"' in self.command:
            return "made by atoll token"
        return None


def processes(folder: Path) -> Iterator[Process]:
    """Yields the processes in a folder of traces. `strace -ff` writes a file for each thread."""
    for path in sorted(folder.rglob("*.*")):
        process = Process()
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("execve("):
                process.command = line
            process.lines.append(line)
        # The threads of a run are in one folder, and only the first of them starts with the command.
        if not process.command:
            process.command = next((first for first in commands(path.parent)), "")
        yield process


def commands(folder: Path) -> Iterator[str]:
    for path in sorted(folder.glob("*.*")):
        with path.open(encoding="utf-8", errors="replace") as file:
            first = file.readline()
        if first.startswith("execve("):
            yield first


def main(traces: Path, others: list[Path]) -> int:
    allowed: Counter[str] = Counter()
    secrets: set[str] = set()
    wrong: list[str] = []
    calls = runs = 0
    for process in processes(traces):
        if process.is_server:
            continue
        runs += process.lines[:1] != [] and process.lines[0].startswith("execve(")
        for line in process.lines:
            calls += 1
            found = SECRET.findall(line)
            if not found:
                continue
            secrets.update(found)
            reason = process.permission(line)
            if reason is None:
                wrong.append(f"{SECRET.sub('SECRET', process.command)[:160]}\n    {SECRET.sub('SECRET', line)[:300]}")
            else:
                allowed[reason] += 1
    files = [path for other in others for path in ([other] if other.is_file() else other.rglob("*")) if path.is_file()]
    for path in files:
        if SECRET.search(path.read_bytes().decode("utf-8", "replace")):
            wrong.append(f"{path} contains a secret")
    print(f"{runs} traced runs, {calls} calls, {len(secrets)} tokens, passwords and secrets, {len(files)} files")
    for reason, count in sorted(allowed.items()):
        print(f"  {count} times {reason}")
    for line in wrong:
        print(f"error: {line}")
    # Without any token the search proves nothing.
    if not allowed["to its server"]:
        print("error: no token was sent to a server")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]]))
