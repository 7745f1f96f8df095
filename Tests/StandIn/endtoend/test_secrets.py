"""Tests that tokens and passwords are sent to the server, and nowhere else."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import time

from standin.schema import NEWEST, Shape
from standin.server import Options, StandIn

from .command import ATOLL, REFUSED, RUN_TIMEOUT, SUCCESS, UNAVAILABLE, CommandCase, can_trace

# A system call as `strace -f` writes it: the process, the call, and the file of its first argument.
CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((\d+)<([^>]*)>")
WRITES = ("write", "writev", "pwrite64", "sendto", "sendmsg", "sendmmsg")


class Secrets(CommandCase):
    """Tests for both servers."""

    def sign_in_by_command(self, name: str = "alice") -> str:
        """Signs in with the command, and returns the kept token."""
        self.secrets.add(f"{name}-password")
        ran = self.run_atoll("sign-in", "--email", f"{name}@example.org", input=f"{name}-password\n")
        self.assertEqual(ran.code, SUCCESS, ran.err)
        files = [path for path in self.home.rglob("tokens/*") if path.is_file()]
        self.assertEqual(len(files), 1)
        self.assertEqual(stat.S_IMODE(files[0].stat().st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(files[0].parent.stat().st_mode), 0o700)
        token = files[0].read_text(encoding="utf-8").strip()
        self.secrets.add(token)
        return token

    def post(self, text: str = "hello", **options: str) -> str:
        self.control("clock", {"advance": 4})
        ran = self.run_atoll("post", "--story-id", "story-1", "--text", text, **options)
        return ran.out.split()[0] if ran.out else ran.err

    def test_signing_in_keeps_a_token_and_signing_out_forgets_it(self) -> None:
        token = self.sign_in_by_command()
        self.assertEqual(self.post(), "published")
        self.assertEqual(self.run_atoll("sign-out").code, SUCCESS)
        self.assertEqual([path for path in self.home.rglob("tokens/*") if path.is_file()], [])
        self.assertIn("DELETE", [entry["method"] for entry in self.log()])
        self.assertEqual(self.run_atoll("post", "--story-id", "story-1", "--text", "x y").code, REFUSED)
        # The server has revoked it, too.
        self.assertNotEqual(self.post("again", token=token), "published")

    def test_signing_out_revokes_the_kept_token(self) -> None:
        """The token in the environment is not revoked."""
        kept = self.sign_in_by_command()
        other = self.sign_in("bob")
        self.assertEqual(self.run_atoll("sign-out", token=other).code, SUCCESS)
        self.assertNotEqual(self.post("signed out", token=kept), "published")
        self.assertEqual(self.post("still in", token=other), "published")

    def test_a_failed_sign_out_says_that_the_token_remains_valid(self) -> None:
        self.sign_in_by_command()
        self.control("faults", {"rules": [{"fault": "error-500", "skip": 1}]})
        ran = self.run_atoll("sign-out", "--timeout", "5")
        self.assertEqual(ran.code, UNAVAILABLE, ran.err)
        self.assertIn("the token is deleted here, but the server may accept it until it expires", ran.err)
        self.assertEqual([path for path in self.home.rglob("tokens/*") if path.is_file()], [])

    def test_a_token_may_contain_any_time(self) -> None:
        for number, time in enumerate((-(2**63) + 1, 2**63 - 1, 2**63, -1, 0.5, "soon", None)):
            token = self.control("token", {"email": "alice@example.org", "claims": {"exp": time}})["token"]
            self.control("clock", {"advance": 4})
            ran = self.run_atoll("post", "--story-id", "story-1", "--text", f"time {number}", token=token)
            # A crash would be a signal.
            self.assertIn(ran.code, (SUCCESS, REFUSED), (time, ran.err))
        self.control("settings", {"tokenLifetime": -(2**63) + 1 - 10**9})
        self.sign_in_by_command()

    def test_a_wrong_password_keeps_nothing(self) -> None:
        self.secrets.add("quite wrong")
        ran = self.run_atoll("sign-in", "--email", "alice@example.org", input="quite wrong\n")
        self.assertEqual(ran.code, REFUSED, ran.err)
        self.assertEqual([path for path in self.home.rglob("*") if path.is_file()], [])

    def test_a_token_comes_from_a_file_or_from_standard_input(self) -> None:
        token = self.sign_in("bob")
        (self.home / "tokens").mkdir()
        file = self.home / "tokens" / "mine"
        file.write_text(token + "\n", encoding="utf-8")
        for given, input in ((str(file), ""), ("-", token + "\n")):
            self.control("clock", {"advance": 4})
            ran = self.run_atoll(
                "post", "--story-id", "story-1", "--text", f"by {given[-4:]}", "--token-file", given, input=input)
            self.assertEqual(ran.out.split()[0], "published", ran.err)

    def test_tokens_that_expire_soon_and_expired_tokens_are_reported(self) -> None:
        for seconds, tells in ((230, "expires in 3 minutes"), (90, r"expires in \d\d seconds")):
            soon = self.control("token", {"email": "alice@example.org", "expiresIn": seconds})["token"]
            ran = self.run_atoll("post", "--story-id", "story-1", "--text", f"in {seconds}", token=soon)
            self.assertEqual(ran.code, SUCCESS, ran.err)
            self.assertRegex(ran.err, tells)
            self.control("clock", {"advance": 4})
        for given in ({"expiresIn": -5}, {"secret": "another secret"}):
            bad = self.control("token", {"email": "alice@example.org", **given})["token"]
            self.control("clock", {"advance": 4})
            ran = self.run_atoll("post", "--story-id", "story-1", "--text", "too late", token=bad)
            # Talk 4 ignores an invalid token, but the command reports it.
            self.assertEqual((ran.code, ran.out), (REFUSED, "refused token-rejected\n"))
            self.assertRegex(ran.err, "token|sign")
            self.assertEqual(self.drafts(), ["too late"] * len(self.drafts()))

    def test_a_new_token_in_the_file_is_used(self) -> None:
        (self.home / "tokens").mkdir()
        file = self.home / "tokens" / "mine"
        old = self.control("token", {"email": "bob@example.org", "secret": "rotated away"})["token"]
        fresh = self.sign_in("bob")
        self.secrets.add(old)
        file.write_text(old, encoding="utf-8")
        self.control("faults", {"rules": [{"fault": "slow", "seconds": 10, "times": 1}]})
        before = len(self.log())
        process = self.start("post", "--story-id", "story-1", "--text", "renewed", "--token-file", str(file))
        # While the client waits for its first answer, the file gets the new token.
        while len(self.log()) == before:
            time.sleep(0.1)
        renewed = file.with_name("renewed")
        renewed.write_text(fresh, encoding="utf-8")
        renewed.replace(file)
        ran = self.end(process)
        self.assertEqual(ran.out.split()[0], "published", ran.err)

    def test_a_redirect_to_another_host_carries_no_token(self) -> None:
        self.sign_in_by_command()
        for code in (301, 302, 303, 307, 308):
            self.control("faults", {"rules": [{"fault": "redirect", "code": code}]})
            for given in (("fetch", "--story-id", "story-1"), ("post", "--story-id", "story-1", "--text", "x y")):
                self.run_atoll(*given, "--timeout", "2")
        self.run_atoll("sign-out", "--timeout", "2")
        self.assertEqual([entry for entry in self.log() if entry["server"] == "other"], [])

    def test_traces_contain_no_token(self) -> None:
        if not can_trace():
            self.skipTest("no strace")
        token = self.sign_in_by_command()
        trace = self.home / "tokens" / "trace"
        trace.parent.mkdir()
        sent = 0
        for given in (("fetch", "--story-id", "story-1", "-o", "out.json"),
                      ("post", "--story-id", "story-1", "--text", "traced"), ("sign-out",)):
            subprocess.run(
                ["strace", "-f", "-y", "-s", "1000000", "-e", "trace=execve," + ",".join(WRITES), "-o", str(trace),
                 *self.arguments(*given)],
                cwd=self.work, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True, check=True,
                timeout=RUN_TIMEOUT)
            for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
                if token in line:
                    sent += 1
                    found = CALL.match(line)
                    self.assertTrue(found and found[1] in WRITES, line[:200])
                    # A token may be sent only to a socket of the server.
                    self.assertRegex(found[3] if found else "", r"^(socket|TCP)", line[:200])
        self.assertGreaterEqual(sent, 3)

    def test_files_of_a_session_contain_no_token(self) -> None:
        """All files in the home folder are searched, except those in the folder for tokens."""
        self.sign_in_by_command()
        self.fetch_to_file()
        self.post("a cabbage")
        self.run_atoll("render", "--story-id", "story-1", "-o", "page.html")
        self.run_atoll("sign-out")
        # check_secrets() reads every file of the home folder when the test ends.
        self.assertIn("page.html", self.left_over())
        self.assertEqual(self.drafts(), ["a cabbage"])

    def fetch_to_file(self) -> None:
        self.assertEqual(self.run_atoll("fetch", "--story-id", "story-1", "-o", "story.json").code, SUCCESS)


class SecretsOfTalk4(Secrets):
    protocol = "talk4"
    path = ""

    @property
    def origin(self) -> str:
        return super().origin + self.path

    def test_servers_with_long_addresses_do_not_share_a_token(self) -> None:
        """The addresses differ after more characters than a file name can have."""
        self.path = "/" + "a" * 300
        self.server = StandIn(Options(self.server.options.shape, mount=self.path))
        self.server.start()
        self.addCleanup(self.server.stop)
        self.sign_in_by_command()
        self.path += "b"
        self.assertIn("you were not signed in", self.run_atoll("sign-out").err)


class SingleSignOn(CommandCase):
    """Tests of `atoll token`, which makes tokens for single sign-on."""

    def test_the_server_accepts_a_token_of_the_command(self) -> None:
        secret = self.home / "tokens" / "sso"
        secret.parent.mkdir()
        secret.write_text("stand-in sso secret\n", encoding="utf-8")
        made = subprocess.run(
            [ATOLL, "token", "--secret-file", str(secret), "--user-id", "sso-7", "--email", "ann@example.com",
             "--username", "ann"],
            cwd=self.work, env=self.environment(), capture_output=True, text=True, check=True, timeout=RUN_TIMEOUT)
        token = made.stdout.strip()
        ran = self.run_atoll("post", "--story-id", "story-1", "--text", "from outside", token=token)
        self.assertEqual(ran.out.split()[0], "published", ran.err)
        self.assertEqual(self.tree("story-1")[-1]["username"], "ann")


class Encryption(CommandCase):
    """Tests that TLS certificates are verified, and that tokens are never sent unencrypted over a network."""

    def test_an_untrusted_certificate_is_rejected(self) -> None:
        if shutil.which("openssl") is None:
            self.skipTest("no openssl")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "cert.pem",
             "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
            cwd=self.home, capture_output=True, check=True)
        server = StandIn(Options(
            Shape("coral", NEWEST["coral"]), certificate=(str(self.home / "cert.pem"), str(self.home / "key.pem"))))
        server.start()
        self.addCleanup(server.stop)
        done = subprocess.run(
            [ATOLL, "fetch", "--server", f"https://127.0.0.1:{server.port}", "--story-id", "story-1",
             "--timeout", "3"],
            cwd=self.work, env=self.environment(self.sign_in("alice")), capture_output=True, text=True,
            timeout=RUN_TIMEOUT, check=False)
        self.assertNotEqual(done.returncode, SUCCESS)
        self.assertRegex(done.stderr, "certificate|trust")
        self.assertEqual(server.log, [])

    def test_a_token_is_not_sent_unencrypted_to_another_machine(self) -> None:
        """A proxy would receive the token if it were sent."""
        environment = self.environment(self.sign_in("alice")) | {"http_proxy": self.origin}
        done = subprocess.run(
            [ATOLL, "fetch", "--server", "http://coral.example.org", "--story-id", "story-1", "--timeout", "3"],
            cwd=self.work, env=environment, capture_output=True, text=True, timeout=RUN_TIMEOUT, check=False)
        self.assertNotEqual(done.returncode, SUCCESS)
        self.assertNotIn("authorization", json.dumps(self.server.log))

    def test_requests_to_this_machine_do_not_use_a_proxy(self) -> None:
        """A proxy would receive the token and the password, because they are not encrypted."""
        proxy = StandIn(Options(Shape("coral", NEWEST["coral"])))
        proxy.start()
        self.addCleanup(proxy.stop)
        self.secrets.add("alice-password")
        for variable in ("http_proxy", "all_proxy", "ALL_PROXY"):
            for given in (("fetch", "--story-id", "story-1"), ("sign-in", "--email", "alice@example.org")):
                environment = self.environment(self.sign_in("alice"))
                environment |= {variable: f"http://127.0.0.1:{proxy.port}"}
                done = subprocess.run(
                    self.arguments(*given, "--timeout", "3"), cwd=self.work, input="alice-password\n",
                    env=environment | {"no_proxy": ""}, capture_output=True, text=True, timeout=RUN_TIMEOUT, check=False)
                self.assertEqual(done.returncode, SUCCESS, done.stderr)
        self.assertEqual(proxy.log, [])

    def test_the_password_of_a_proxy_is_not_printed(self) -> None:
        for proxy in ("http://bob:s3cretpw@127.0.0.1:99999", "gopher://bob:s3cretpw@127.0.0.1:1",
                      "http://bob:s3c@retpw@127.0.0.1:1", "http://bob:s3c/retpw@127.0.0.1:1",
                      "http://bob:s3c#retpw@127.0.0.1:1", "http://bob:s3c retpw@127.0.0.1:1"):
            done = subprocess.run(
                [ATOLL, "fetch", "--server", "https://coral.example.org", "--story-id", "story-1", "--timeout", "3"],
                cwd=self.work, env=self.environment() | {"https_proxy": proxy}, capture_output=True, text=True,
                timeout=RUN_TIMEOUT, check=False)
            self.assertEqual(done.returncode, UNAVAILABLE, done.stderr)
            self.assertIn("proxy", done.stderr)
            self.assertNotRegex(done.stderr, "retpw|s3c|bob")

    def test_a_proxy_is_used_when_the_environment_names_one(self) -> None:
        environment = self.environment() | {"http_proxy": self.origin}
        done = subprocess.run(
            [ATOLL, "fetch", "--server", "http://coral.example.org", "--story-id", "story-1", "--timeout", "3"],
            cwd=self.work, env=environment, capture_output=True, text=True, timeout=RUN_TIMEOUT, check=False)
        self.assertEqual(done.returncode, SUCCESS, done.stderr)
        self.assertTrue(all(entry["proxied"] for entry in self.log()))
