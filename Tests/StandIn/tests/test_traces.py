"""Tests of the search for tokens in traces."""

from __future__ import annotations

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

from check_secrets import main
from standin import tokens

TOKEN = tokens.sign({"sub": "user-alice", "jti": "one"})
RUN = 'execve("/bin/atoll", ["/bin/atoll", "post", "--server", "http://127.0.0.1:4001"], 0x1 /* 9 vars */) = 0'
SENT = f'sendto(7<TCP:[127.0.0.1:50000->127.0.0.1:4001]>, "POST / HTTP/1.1\\r\\nAuthorization: Bearer {TOKEN}", 90) = 90'


class Traces(unittest.TestCase):
    def search(self, *calls: str, left: str = "") -> tuple[int, str]:
        with tempfile.TemporaryDirectory() as name:
            run = Path(name) / "traces" / "run"
            run.mkdir(parents=True)
            (run / "call.1").write_text("\n".join([RUN, SENT]), encoding="utf-8")
            (run / "call.2").write_text("\n".join(calls), encoding="utf-8")
            other = Path(name) / "left"
            other.write_text(left, encoding="utf-8")
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                code = main(run.parent, [other])
            self.assertNotIn(TOKEN, said.getvalue())
            return code, said.getvalue()

    def test_a_token_may_be_sent_to_its_server_and_written_by_sign_in(self) -> None:
        code, said = self.search(f'write(9</home/a/.local/state/atoll/tokens/.atoll-7-x.tmp>, "{TOKEN}\\n", 90) = 90')
        self.assertEqual(code, 0, said)

    def test_a_token_anywhere_else_is_an_error(self) -> None:
        for call in (
            SENT.replace("4001]", "4002]"), SENT.replace("127.0.0.1:4001]", "192.0.2.1:4001]"),
            f'write(2<pipe:[123]>, "error: {TOKEN}", 90) = 90', f'write(3</home/a/out.json>, "{TOKEN}", 90) = 90',
            f'execve("/bin/sh", ["sh", "{TOKEN}"], 0x1 /* 9 vars */) = 0',
        ):
            self.assertEqual(self.search(call)[0], 1, call[:60])
        self.assertEqual(self.search(left=f"a log with {TOKEN}")[0], 1)
        self.assertEqual(self.search(left="alice-password")[0], 1)
