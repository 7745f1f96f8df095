"""Runs the `atoll` command against a stand-in server, and checks that tokens appear nowhere else."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.asking import StandInCase

ROOT = Path(__file__).resolve().parent.parent.parent.parent
ATOLL = os.environ.get("ATOLL", str(ROOT / ".build" / "debug" / "atoll"))
# In the background, a shell starts programs that ignore Ctrl-C, and their children would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The time limit of a run, in seconds.
RUN_TIMEOUT = 120

SUCCESS, FAILURE, USAGE, BAD_INPUT, UNAVAILABLE, TEMPORARY, REFUSED = 0, 1, 64, 65, 69, 75, 77
NO_INPUT, CANNOT_CREATE, INPUT_OUTPUT = 66, 73, 74
INTERRUPTED, TERMINATED = 130, 143


def can_trace() -> bool:
    """Returns whether strace works here."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-o", "/dev/null", "true"], capture_output=True, check=False).returncode == 0


@dataclass
class Ran:
    """The result of a run."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)

    @property
    def ids(self) -> list[str]:
        return [comment["id"] for comment in self.document["comments"]]


class CommandCase(StandInCase):
    """Tests of the command, each with its own home folder.

    After each test, tokens may be only in the folder for tokens: not in the output, in an argument, in another file, or in a
    request to another host.
    """

    # The time limit of a run, in seconds.
    timeout: float = RUN_TIMEOUT

    def setUp(self) -> None:
        super().setUp()
        self.home = Path(tempfile.mkdtemp(prefix="atoll-home-"))
        self.addCleanup(shutil.rmtree, self.home)
        self.work = self.home / "work"
        self.work.mkdir()
        self.secrets: set[str] = set()
        self.printed: list[str] = []
        self.addCleanup(self.check_secrets)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def sign_in(self, name: str) -> str:
        token = super().sign_in(name)
        self.secrets.add(token)
        return token

    # Running

    def environment(self, token: str | None = None) -> dict[str, str]:
        found = {name: value for name, value in os.environ.items()
                 if not name.startswith(("XDG_", "ATOLL")) and not name.lower().endswith("_proxy")}
        found |= {"HOME": str(self.home), "TZ": "UTC"}
        return found | ({"ATOLL_TOKEN": token} if token else {})

    def arguments(self, *given: str) -> list[str]:
        self.printed += given
        return [ATOLL, given[0], "--server", self.origin, *given[1:]]

    def start(self, *given: str, who: str | None = None, token: str | None = None) -> subprocess.Popen[str]:
        """Starts a run as a user, whose token is in the environment."""
        token = self.sign_in(who) if who else token
        if token:
            self.secrets.add(token)
        return subprocess.Popen(
            self.arguments(*given), cwd=self.work, env=self.environment(token), text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process: subprocess.Popen[str], given: str = "") -> Ran:
        out, err = process.communicate(given, timeout=self.timeout)
        self.printed += [out, err]
        return Ran(process.returncode, out, err)

    def run_atoll(self, *given: str, input: str = "", who: str | None = None, token: str | None = None) -> Ran:
        return self.end(self.start(*given, who=who, token=token), input)

    def fetch(self, story: str, *given: str, **options: Any) -> Ran:
        ran = self.run_atoll("fetch", "--story-id", story, *given, **options)
        self.assertEqual(ran.code, SUCCESS, ran.err)
        return ran

    # Results

    def log(self) -> list[dict[str, Any]]:
        return list(self.control("log")["requests"])

    def check_secrets(self) -> None:
        """Checks that no secret appears anywhere except in requests to the server."""
        everything = "\n".join(self.printed)
        for path in self.home.rglob("*"):
            if path.is_file() and "tokens" not in path.parts:
                everything += path.read_bytes().decode("utf-8", "replace")
        for entry in self.server.log:
            # An address may not contain a token, not even one of the right server.
            everything += entry["path"] + json.dumps(entry["query"])
            if entry["server"] == "other":
                everything += json.dumps(entry)
        for secret in self.secrets:
            self.assertNotIn(secret, everything)
            # The signature alone is secret, too.
            self.assertNotIn(secret.rsplit(".", 1)[-1], everything)

    def left_over(self) -> list[str]:
        """Returns the names of the files in the working folder."""
        return sorted(path.name for path in self.work.iterdir())

    def drafts(self) -> list[str]:
        """Returns the texts that were kept because they were not posted."""
        return sorted(path.read_text(encoding="utf-8").rstrip("\n") for path in self.home.rglob("drafts/*"))
