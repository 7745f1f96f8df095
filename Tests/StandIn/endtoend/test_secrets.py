"""Tokens and passwords go to the server, and nowhere else."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import time

from standin.schema import NEWEST, Shape
from standin.server import Options, StandIn

from .command import ATOLL, LONGEST, REFUSED, SUCCESS, CommandCase, can_trace

# A call of the system, as `strace -f` writes it: the process, the call, the file it goes to.
CALL = re.compile(r"^(?:\[pid +\d+\] |\d+ +)?(\w+)\((\d+)<([^>]*)>")
WRITES = ("write", "writev", "pwrite64", "sendto", "sendmsg", "sendmmsg")


class Secrets(CommandCase):
    """What holds for both servers."""

    def sign_in_by_command(self, name: str = "alice") -> str:
        """Signs in as users do, and gives the token that is kept."""
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
        # The server has forgotten it, too.
        self.assertNotEqual(self.post("again", token=token), "published")

    def test_signing_out_is_of_the_token_that_was_kept(self) -> None:
        """Whatever other token is at hand."""
        kept = self.sign_in_by_command()
        other = self.sign_in("bob")
        self.assertEqual(self.run_atoll("sign-out", token=other).code, SUCCESS)
        self.assertNotEqual(self.post("signed out", token=kept), "published")
        self.assertEqual(self.post("still in", token=other), "published")

    def test_a_token_may_say_any_time_of_itself(self) -> None:
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

    def test_a_token_that_ends_soon_is_told_and_one_that_has_ended_too(self) -> None:
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
            # Talk 4 says nothing of a bad token; the command notices all the same.
            self.assertEqual((ran.code, ran.out), (REFUSED, "refused token-rejected\n"))
            self.assertRegex(ran.err, "token|sign")
            self.assertEqual(self.drafts(), ["too late"] * len(self.drafts()))

    def test_a_fresh_token_in_the_file_is_taken_up(self) -> None:
        (self.home / "tokens").mkdir()
        file = self.home / "tokens" / "mine"
        old = self.control("token", {"email": "bob@example.org", "secret": "rotated away"})["token"]
        fresh = self.sign_in("bob")
        self.secrets.add(old)
        file.write_text(old, encoding="utf-8")
        self.control("faults", {"rules": [{"fault": "slow", "seconds": 1.5, "times": 1}]})
        process = self.start("post", "--story-id", "story-1", "--text", "renewed", "--token-file", str(file))
        time.sleep(0.7)
        file.write_text(fresh, encoding="utf-8")
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

    def test_traces_hold_no_token(self) -> None:
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
                timeout=LONGEST)
            for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
                if token in line:
                    sent += 1
                    found = CALL.match(line)
                    self.assertTrue(found and found[1] in WRITES, line[:200])
                    # A socket of the server is the one place it may go to.
                    self.assertRegex(found[3] if found else "", r"^(socket|TCP)", line[:200])
        self.assertGreaterEqual(sent, 3)

    def test_what_a_session_leaves_holds_no_token(self) -> None:
        """Every byte in the home but for the tokens' own folder, as `strings` would show it."""
        self.sign_in_by_command()
        self.fetch_to_file()
        self.post("a cabbage")
        self.run_atoll("render", "--story-id", "story-1", "-o", "page.html")
        self.run_atoll("sign-out")
        # check_secrets() reads every file of the home when the test ends; here are some.
        self.assertIn("page.html", self.left_over())
        self.assertEqual(self.drafts(), ["a cabbage"])

    def fetch_to_file(self) -> None:
        self.assertEqual(self.run_atoll("fetch", "--story-id", "story-1", "-o", "story.json").code, SUCCESS)


class SecretsOfTalk4(Secrets):
    protocol = "talk4"


class SingleSignOn(CommandCase):
    """`atoll token` for a Coral of one's own."""

    def test_a_token_that_was_made_here_is_known_there(self) -> None:
        secret = self.home / "tokens" / "sso"
        secret.parent.mkdir()
        secret.write_text("stand-in sso secret\n", encoding="utf-8")
        made = subprocess.run(
            [ATOLL, "token", "--secret-file", str(secret), "--user-id", "sso-7", "--email", "ann@example.com",
             "--username", "ann"],
            cwd=self.work, env=self.environment(), capture_output=True, text=True, check=True, timeout=LONGEST)
        token = made.stdout.strip()
        ran = self.run_atoll("post", "--story-id", "story-1", "--text", "from outside", token=token)
        self.assertEqual(ran.out.split()[0], "published", ran.err)
        self.assertEqual(self.tree("story-1")[-1]["username"], "ann")


class Encryption(CommandCase):
    """TLS is verified, and a token never goes unencrypted through a network."""

    def test_a_certificate_that_nobody_vouches_for_is_refused(self) -> None:
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
            timeout=LONGEST, check=False)
        self.assertNotEqual(done.returncode, SUCCESS)
        self.assertRegex(done.stderr, "certificate|trust")
        self.assertEqual(server.log, [])

    def test_a_token_is_not_sent_unencrypted_to_another_machine(self) -> None:
        """The proxy would see it, if it were sent."""
        environment = self.environment(self.sign_in("alice")) | {"http_proxy": self.origin}
        done = subprocess.run(
            [ATOLL, "fetch", "--server", "http://coral.example.org", "--story-id", "story-1", "--timeout", "3"],
            cwd=self.work, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False)
        self.assertNotEqual(done.returncode, SUCCESS)
        self.assertNotIn("authorization", json.dumps(self.server.log))

    def test_what_is_for_this_machine_goes_to_no_proxy(self) -> None:
        """A proxy would see the token and the password, since nothing encrypts them."""
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
                    env=environment | {"no_proxy": ""}, capture_output=True, text=True, timeout=LONGEST, check=False)
                self.assertEqual(done.returncode, SUCCESS, done.stderr)
        self.assertEqual(proxy.log, [])

    def test_a_proxy_is_used_when_the_environment_names_one(self) -> None:
        environment = self.environment() | {"http_proxy": self.origin}
        done = subprocess.run(
            [ATOLL, "fetch", "--server", "http://coral.example.org", "--story-id", "story-1", "--timeout", "3"],
            cwd=self.work, env=environment, capture_output=True, text=True, timeout=LONGEST, check=False)
        self.assertEqual(done.returncode, SUCCESS, done.stderr)
        self.assertTrue(all(entry["proxied"] for entry in self.log()))
