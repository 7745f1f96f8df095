"""Tests of the questions that the command asks on a terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import resource
import signal
import subprocess
import termios
import time

from .command import RUN_TIMEOUT, SUCCESS, CommandCase

KEYS = {signal.SIGINT: b"\x03", signal.SIGQUIT: b"\x1c"}
SUSPEND = b"\x1a"
SIGNALS = (signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGHUP)


class Terminal(CommandCase):
    """Tests with a terminal of their own."""

    def setUp(self) -> None:
        super().setUp()
        self.terminal, self.other_end = pty.openpty()
        self.addCleanup(os.close, self.terminal)
        self.addCleanup(os.close, self.other_end)
        os.set_blocking(self.terminal, False)
        self.shown = b""

    def start_here(self, *given: str) -> subprocess.Popen[bytes]:
        def take_terminal() -> None:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            # A shell may have started these tests in the background, ignoring signals.
            for sent in SIGNALS:
                signal.signal(sent, signal.SIG_DFL)

        # Swift would catch Ctrl-\\ and print a backtrace.
        environment = self.environment() | {"TERM": "xterm", "SWIFT_BACKTRACE": "enable=no"}
        process = subprocess.Popen(
            self.arguments(*given), cwd=self.work, env=environment, stdin=self.other_end, stdout=self.other_end,
            stderr=self.other_end, start_new_session=True, preexec_fn=take_terminal)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, text: str) -> None:
        """Waits until the terminal has shown a text, and forgets everything up to it."""
        end = time.monotonic() + RUN_TIMEOUT
        while text.encode() not in self.shown:
            self.assertLess(time.monotonic(), end, self.shown)
            try:
                self.shown += os.read(self.terminal, 4096)
            except BlockingIOError:
                time.sleep(0.01)
        self.shown = self.shown.partition(text.encode())[2]

    def wait_for_echo(self, on: bool) -> None:
        end = time.monotonic() + RUN_TIMEOUT
        while bool(termios.tcgetattr(self.other_end)[3] & termios.ECHO) != on:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def ask(self) -> subprocess.Popen[bytes]:
        """Runs a command until it waits for a password."""
        process = self.start_here("sign-in", "--email", "alice@example.org")
        self.wait_for("Password: ")
        self.wait_for_echo(False)
        return process

    def test_signals_end_a_question_for_a_password_and_restore_the_terminal(self) -> None:
        for sent in SIGNALS:
            process = self.ask()
            if sent in KEYS:
                os.write(self.terminal, KEYS[sent])
            else:
                process.send_signal(sent)
            self.assertEqual(process.wait(RUN_TIMEOUT), -sent)
            self.wait_for_echo(True)

    def test_a_password_is_asked_for_again_after_a_suspension(self) -> None:
        self.secrets.add("alice-password")
        process = self.ask()
        # Nobody could continue this process, so the system does not suspend it.
        os.write(self.terminal, SUSPEND)
        self.wait_for("Password: ")
        self.wait_for_echo(False)
        os.write(self.terminal, b"alice-password\n")
        self.wait_for("expires in 90 days")
        self.assertEqual(process.wait(RUN_TIMEOUT), SUCCESS)
        self.wait_for_echo(True)
        self.assertNotIn(b"alice-password", self.shown)
