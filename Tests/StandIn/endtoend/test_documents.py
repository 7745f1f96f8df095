"""Runs every example of docs/coral.md against a stand-in server."""

from __future__ import annotations

import re
import subprocess

from .command import ATOLL, ROOT, RUN_TIMEOUT, SUCCESS, CommandCase

SERVER = re.compile(r"https://(talk|coral)\.example\.com")


class Documents(CommandCase):
    settings = {"rateLimit": False}

    def test_every_example_works(self) -> None:
        self.control("seed", {"story": "7c1f", "url": "https://www.example.com/reef"})
        (self.home / "tokens").mkdir()
        (self.work / "sso-secret").write_text("stand-in sso secret\n", encoding="utf-8")
        programs = self.home / "bin"
        programs.mkdir()
        (programs / "atoll").symlink_to(ATOLL)
        token, moderator = self.sign_in("bob"), self.sign_in("mona")
        program = programs / "some-program"
        program.write_text(f"#!/bin/sh\nprintf %s {token}\n", encoding="utf-8")
        program.chmod(0o755)
        environment = self.environment()
        environment["PATH"] = f"{programs}:{environment['PATH']}"
        page = (ROOT / "docs" / "coral.md").read_text(encoding="utf-8")
        examples = [line.removeprefix("$ ") for line in page.split("\n") if line.startswith("$ ")]
        self.assertGreaterEqual(len(examples), 6)
        for number, example in enumerate(examples):
            # Only moderators may list the stories of a site.
            own = moderator if " --all " in example else token
            line = SERVER.sub(self.origin, example).replace("ATOLL_TOKEN=…", f"ATOLL_TOKEN={own}")
            with self.subTest(example=example):
                done = subprocess.run(
                    ["bash", "-c", line.replace('"Hello"', f'"Hello {number}"')], cwd=self.work, env=environment,
                    input="alice@example.org\nalice-password\n", capture_output=True, text=True, timeout=RUN_TIMEOUT,
                    check=False)
                self.assertEqual(done.returncode, SUCCESS, done.stderr)
        program.unlink()
