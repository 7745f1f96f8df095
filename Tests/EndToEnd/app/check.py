"""Uses the reader of recipes/app in tmux, with the stand-in servers: it folds, sorts, likes, replies, scrolls and wraps."""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

READER = os.path.abspath(sys.argv[1])
# However busy the machine is, a screen is waited for; only a mistake takes so long.
PATIENCE = 300


class Server:
    """A stand-in server, which ends with this program."""

    def __init__(self, protocol, folder):
        self.protocol = protocol
        self.process = subprocess.Popen(
            [sys.executable, "Tests/StandIn/serve.py", "--protocol", protocol], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.address = "http://127.0.0.1:" + self.process.stdout.readline().strip()
        self.ask("settings", {"rateLimit": False})
        self.token = os.path.join(folder, protocol + ".token")
        with open(self.token, "w", encoding="utf-8") as file:
            file.write(self.ask("token", {"email": "alice@example.org"})["token"] + "\n")

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen("%s/_control/%s" % (self.address, path), data) as response:
            return json.load(response)

    def comments(self, story):
        return {one["id"]: one for one in self.ask("tree?story=%s&all=1" % story)["comments"]}

    def add(self, story, body, parent=None):
        return self.ask("comment", {"story": story, "author": "user-bob", "body": body, "parent": parent})["id"]


class Screen:
    """The reader in a terminal."""

    count = 0

    def __init__(self, *arguments, columns=80, rows=24):
        Screen.count += 1
        # A server of tmux that ends could still be there for the next one.
        self.socket = "atoll-app-%d-%d" % (os.getpid(), Screen.count)
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows),
                  " ".join([READER, *arguments]) + "; status=$?; stty -a; echo \"ended with $status\"; sleep 600")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", self.socket, *words], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, check=False).stdout

    def lines(self):
        return self.tmux("capture-pane", "-p").rstrip("\n").split("\n")

    def wait(self, what, shows):
        """Returns the lines of the screen as soon as a condition holds."""
        until = time.monotonic() + PATIENCE
        while True:
            lines = self.lines()
            if shows("\n".join(lines)):
                return lines
            if time.monotonic() > until:
                sys.exit("the reader: %s; the screen is\n%s" % (what, "\n".join(lines)))
            time.sleep(0.05)

    def press(self, *keys):
        for key in keys:
            self.tmux("send-keys", *(["-l", key] if len(key) == 1 else [key]))

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def paste(self, text):
        self.tmux("set-buffer", text)
        self.tmux("paste-buffer", "-p")

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")


def selected(screen):
    """The words of the selected comment."""
    return "\n".join(line[1:].lstrip(" │") for line in screen.split("\n") if line.startswith("▌"))


def read_and_write(server, story):
    """Folds, likes, replies and sorts a thread of five comments."""
    first = server.add(story, "The first root")
    reply = server.add(story, "A reply to the first root", first)
    server.add(story, "A reply to the reply", reply)
    server.ask("clock", {"advance": 5})
    second = server.add(story, "The second root")
    server.ask("comment", {"id": first, "likes": 3})
    with Screen(server.address, story, server.token) as screen:
        screen.wait("shows the thread", lambda s: "The second root" in selected(s) and "A reply to the first" in s)
        # The first page of Talk 4 has no replies to replies.
        screen.press("G", "m")
        screen.wait("fetches more replies", lambda s: "A reply to the reply" in s)
        screen.press("g", "?")
        screen.wait("lists its keys", lambda s: "g G     first and last" in s and "The first root" not in s)
        screen.press("?", "Down")
        screen.wait("selects the next row", lambda s: "The first root" in selected(s))
        screen.press("Space")
        screen.wait("folds a branch", lambda s: "+2" in selected(s) and "A reply" not in s and "▸" in s)
        screen.press("Right")
        screen.wait("opens a branch", lambda s: "A reply to the reply" in s and "▸" not in s)
        screen.press("Right", "Right")
        screen.wait("goes to the replies", lambda s: "A reply to the reply" in selected(s))
        screen.press("Left", "Left")
        screen.wait("goes to the parents", lambda s: "The first root" in selected(s))

        screen.press("s", "s")
        lines = screen.wait("sorts by likes", lambda s: "most-liked" in s and "The first root" in selected(s))
        text = "\n".join(lines)
        assert text.index("The first root") < text.index("The second root"), text
        screen.press("G", "l")
        screen.wait("shows a like", lambda s: "1 like" in selected(s) and "♥" in selected(s))
        until = time.monotonic() + PATIENCE
        while server.comments(story)[second]["likes"] != 1:
            assert time.monotonic() < until, "the like does not reach the server"
            time.sleep(0.05)
        screen.press("r")
        screen.wait("asks for a reply", lambda s: "Reply to bob · Enter sends" in s)
        screen.type("I like rotten fish, 東京 and 🐟s")
        screen.press("BSpace", "Enter")
        # Coral gives no reason.
        refusal = {"talk4": "a word that is not allowed", "coral": "Your comment was rejected."}[server.protocol]
        lines = screen.wait("takes a banned word back", lambda s: refusal in s and s.count("rotten") == 0)
        assert len(server.comments(story)) in (4, 5), lines
        screen.press("r")
        screen.wait("keeps the text", lambda s: "I like rotten fish, 東京 and 🐟▏" in s)
        screen.press(*["BSpace"] * 30)
        screen.type("Fresh fish is fine <b>")
        screen.press("Enter")
        screen.wait("shows the reply", lambda s: "Fresh fish is fine <b>" in s and "alice" in s and "Enter sends" not in s)
        until = time.monotonic() + PATIENCE
        while not any(one["parent"] == second and one["body"].count("Fresh") for one in server.comments(story).values()):
            assert time.monotonic() < until, server.comments(story)
            time.sleep(0.05)

        # Pasted characters, also line ends, are text and never keys.
        screen.paste("qlc")
        screen.press("c")
        screen.wait("asks for a comment", lambda s: "New comment · Enter sends" in s)
        screen.paste("Pasted 東京\nlol\r\nclear")
        screen.wait("shows what is pasted", lambda s: "clear▏" in s and "Enter sends" in s)
        # A text that is written while another is on its way stays.
        server.ask("faults", {"rules": [{"fault": "slow", "seconds": 3, "times": 1}]})
        screen.press("Enter", "c")
        screen.type("The next one")
        until = time.monotonic() + PATIENCE
        while not any("Pasted 東京" in one["body"] and "clear" in one["body"] for one in server.comments(story).values()):
            assert time.monotonic() < until, server.comments(story)
            time.sleep(0.05)
        time.sleep(1)
        screen.wait("keeps what is written meanwhile", lambda s: "The next one▏" in s)
        screen.press(*["BSpace"] * 12)
        screen.press("Escape")
        screen.wait("goes back", lambda s: "Enter sends" not in s)
        screen.press("G")
        screen.wait("selects the reply", lambda s: "Fresh fish is fine" in selected(s))
        screen.press("Left")

        # The server has answered the like by now, as it answered the replies after it.
        screen.press("l")
        screen.wait("takes a like back", lambda s: "1 like" not in selected(s) and "♥" not in s)

        # The way out gives the terminal back.
        screen.press("q")
        text = "\n".join(screen.wait("ends", lambda s: "ended with 0" in s))
        assert " icanon " in text and "-icanon" not in text, text


def scroll_and_wrap(server):
    """Reads a long thread to its end, and in a narrow window."""
    server.ask("seed", {"story": "long", "comments": 0})
    for number in range(70):
        server.add("long", "Root %d" % number if number else "The oldest root")
        server.ask("clock", {"advance": 5})
    essay = server.add("long", " ".join("word%d" % number for number in range(400)) + " the-end")
    above = essay
    for level in range(9):
        above = server.add("long", "Level %d" % (level + 1), above)
    server.add("long", "Hostile \x1b[2J\x07 words \u202e and a word of " + "w" * 60, above)
    with Screen(server.address, "long", rows=16) as screen:
        screen.wait("shows the long comment", lambda s: "word0 " in selected(s))
        lines = screen.lines()
        for _ in range(400 // 9):
            if "the-end" in "\n".join(lines):
                break
            screen.press("NPage")
            lines = screen.wait("turns the page", lambda s, last=lines: s.split("\n") != last)
        screen.wait("scrolls to the end of a long comment", lambda s: "the-end" in s)
        screen.press("g")
        screen.wait("goes to the top", lambda s: "word0 " in selected(s))
        screen.press("l")
        screen.wait("says that visitors cannot like", lambda s: "sign in" in s.lower() or "signed in" in s.lower())

        def after(key, words):
            """Presses a key again and again until the selected comment has these words."""
            def shows(shown):
                if words in selected(shown):
                    return True
                screen.press(key)
                return False
            return screen.wait("comes to '%s'" % words, shows)

        # Each time the end is reached, there is more, until all roots are there.
        after("G", "The oldest root")
        screen.resize(40, 18)
        screen.press("g")
        after("Down", "Level 9")
        lines = after("Down", "Hostile")
        assert sum(line.count("w") for line in lines if line.startswith("▌")) >= 60, lines
        assert len(lines) <= 18 and all(len(line) <= 40 for line in lines), lines
        screen.press("q")
        screen.wait("ends", lambda s: "ended with 0" in s)


def fail_well(server):
    """Says what is wrong, and can still be left."""
    with Screen(server.address, "no-such-story") as screen:
        screen.wait("names a missing story", lambda s: "no-such-story" in s and "knows no story" in s)
        screen.press("Space", "l", "r", "G", "Down")
        # Keys that come together are all read.
        screen.tmux("send-keys", "s", "C-c")
        screen.wait("ends", lambda s: "ended with 0" in s)
    ended = subprocess.run([READER, server.address, "s"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    assert ended.returncode == 64 and b"usage" in ended.stdout, ended


def main():
    with tempfile.TemporaryDirectory() as folder:
        for protocol in ("talk4", "coral"):
            server = Server(protocol, folder)
            server.ask("seed", {"story": "short", "comments": 0})
            read_and_write(server, "short")
            if protocol == "coral":
                scroll_and_wrap(server)
                fail_well(server)
            print("%s: the reader works" % protocol)


main()
