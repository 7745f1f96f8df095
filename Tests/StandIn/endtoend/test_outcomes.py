"""Tests every outcome of every action with the messages of the command: a table, with a new server for each row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .command import REFUSED, SUCCESS, CommandCase, Ran

BOTH, TALK4, CORAL = ("talk4", "coral"), ("talk4",), ("coral",)
POST = ("post", "--story-id", "story-1")
LIMIT = {"fault": "too-many", "operation": "mutation", "retryAfter": 3600}
SHORT = {"charCount": {"enabled": True, "min": 4, "max": 9}}


@dataclass(frozen=True)
class Row:
    """An action, and the expected messages.

    In `given`, {own}, {other}, {hidden} and {closed} are comments: the user's own, another's, one that
    nobody sees, and one of the user's own in a story that is closed.
    """

    says: str
    tells: str = ""
    given: tuple[str, ...] = POST
    text: str | None = "words"
    who: str | None = "alice"
    on: tuple[str, ...] = BOTH
    settings: dict[str, Any] = field(default_factory=dict)
    faults: tuple[dict[str, Any], ...] = ()

    @property
    def keeps(self) -> bool:
        """Returns whether the text is kept, because nobody can read it on the server, now or later."""
        return self.text is not None and not self.says.startswith(("published", "held-for-review"))


PUBLISHED = (
    Row("published"),
    Row("published", text="A suspect turnip, which is only flagged"),
    Row("published", text="Fish & <chips>\n\n*no* markup 🐠"),
    Row("published", who="sam"),
    Row("published", who="uma"),
    Row("published {own}", given=("edit", "{own}")),
    Row("published", given=("reply", "{other}")),
    Row("published", faults=({**LIMIT, "retryAfter": 1, "times": 1},)),
)
BANNED_WORD = tuple(
    Row("rejected", "the server rejected the comment.*a word that the site does not allow", given=given, text=text)
    for given in (POST, ("reply", "{other}"), ("edit", "{own}")) for text in ("I grow cabbage", "rotten fish\nand more"))
HELD = (
    *(Row("held-for-review", "a moderator", given=given, settings={"moderation": "PRE"})
      for given in (POST, ("reply", "{other}"), ("edit", "{own}"))),
    Row("held-for-review", "a moderator", who="peter"),
    Row("held-for-review", "a moderator", text="See https://a.example/", settings={"premodLinksEnable": True}),
    Row("held-for-review", "a moderator", text="turnip", settings={"premoderateSuspectWords": True}, on=CORAL),
)
NUDGES = (
    *(row for given in (POST, ("reply", "{other}")) for row in (
        Row("refused toxic", "looks toxic.*--send-anyway", given=given, text="so venomous"),
        Row("refused spam", "looks like spam.*--send-anyway", given=given, text="cheap wristwatches"),
        Row("held-for-review", "a moderator", given=(*given, "--send-anyway"), text="so venomous"),
        Row("held-for-review", "a moderator", given=(*given, "--send-anyway"), text="cheap wristwatches"),
        Row("refused repeated", "repeats your previous one.*--send-anyway", given=given, text="said before", on=CORAL),
        Row("held-for-review", "a moderator", given=(*given, "--send-anyway"), text="said before", on=CORAL))),
    # Talk accepts it.
    Row("published", text="said before", on=TALK4),
    # Servers without these checks publish the comment.
    Row("published", text="so venomous, these wristwatches", settings={"toxicWords": [], "spamWords": []}),
)
STORIES = (
    Row("refused story-closed", "closed for comments", given=("post", "--story-id", "story-closed")),
    Row("refused story-closed", "closed for comments", given=("reply", "{closed}")),
    Row("refused story-closed", "closed for comments", given=("edit", "{closed}")),
    Row("refused story-archived", "archived", given=("post", "--story-id", "story-archived"), on=CORAL),
    Row("refused story-not-found", "no such story", given=("post", "--story-id", "nowhere")),
    Row("refused story-not-found", "knows no story", given=("post", "--story-url", "https://example.org/no"), on=CORAL),
    Row("refused other", "does not give the story", on=CORAL,
        given=("post", "--story-url", "https://evil.example/x", "--create")),
    Row("refused other", "only operations whose ids it knows", settings={"persistedOnly": True}, on=CORAL),
    *(Row("refused commenting-disabled", "the whole site", given=given, settings={"disabled": True})
      for given in (POST, ("reply", "{other}"), ("edit", "{own}"))),
)
LENGTHS = (
    Row("refused too-short", "too short", text="x", settings=SHORT),
    Row("refused too-short", "too short", text="x", settings=SHORT, given=("reply", "{other}")),
    Row("refused too-short", "too short", text="x", settings=SHORT, given=("edit", "{own}")),
    Row("refused too-long", "too long", text="0123456789", settings=SHORT),
    Row("refused too-long", "too long", text="0123456789", settings=SHORT, given=("reply", "{other}")),
    Row("refused too-long", "too long", text="0123456789", settings=SHORT, given=("edit", "{own}")),
    Row("published", text="012345678", settings=SHORT),
)
TARGETS = (
    Row("refused edit-window-over", "time for editing", given=("edit", "{own}"), settings={"editWindow": 0}),
    Row("refused not-allowed", "may not do this", given=("edit", "{other}")),
    Row("refused comment-not-found", "no such comment", given=("edit", "nothing")),
    Row("refused parent-not-visible", "is hidden", given=("reply", "{hidden}")),
    Row("refused parent-not-visible", "is hidden or does not exist", given=("reply", "nothing")),
    *(Row("refused comment-not-found", "no such comment", given=(action, "{hidden}"), text=None)
      for action in ("like", "unlike", "report")),
)
ACCOUNTS = tuple(
    Row(says, tells, given=given, text=text, who=who, on=on)
    for given, text in ((POST, "words"), (("reply", "{other}"), "words"), (("like", "{other}"), None),
                        (("report", "{other}"), None))
    for says, tells, who, on in (
        ("refused not-signed-in", "you are not signed in", None, BOTH),
        ("refused banned", "banned", "bill", BOTH),
        ("refused suspended", r"suspended until 2099-01-01T00:00:00Z", "sue", BOTH),
        ("refused warned", "a warning", "wanda", CORAL),
        ("refused no-name", "no name", "nora", BOTH)))
RATES = (
    *(Row("refused rate-limited", "try again in 3600 s", given=given, text=text, faults=(LIMIT,))
      for given, text in ((POST, "words"), (("reply", "{other}"), "words"), (("edit", "{own}"), "words"),
                          (("like", "{other}"), None), (("report", "{other}"), None))),
    Row("refused rate-limited", "try again in 3 s", faults=({"fault": "rate-limited", "operation": "mutation"},),
        given=(*POST, "--timeout", "5"), on=CORAL),
)
LIKES = (
    Row("liked", given=("like", "{other}"), text=None),
    Row("unliked", given=("unlike", "{other}"), text=None),
    Row("reported", given=("report", "{other}", "--reason", "offensive"), text=None),
    Row("reported", given=("report", "{other}", "--reason", "abusive"), text=None),
    Row("reported", given=("report", "{other}", "--reason", "spam", "--details", "It sells."), text=None),
    Row("reported", given=("report", "{other}", "--reason", "other"), text=None),
)


class Outcomes(CommandCase):
    """Tests for both servers."""

    plugins = ("like", "toxic", "spam")

    def check(self, rows: tuple[Row, ...]) -> None:
        checked = 0
        for row in rows:
            if self.protocol in row.on:
                with self.subTest(row=row):
                    self.check_row(row)
                checked += 1
        self.assertGreater(checked, 0)

    def check_row(self, row: Row) -> None:
        self.control("reset", {})
        targets = self.set_up(row)
        self.control("settings", {"rateLimit": False, **row.settings})
        self.control("faults", {"rules": list(row.faults)})
        given = [word.format(**targets) for word in row.given]
        ran = self.run_atoll(*given, who=row.who, input=row.text or "")
        self.assertIn(f"{row.says.format(**targets)} ", ran.out.split("\n")[0] + " ", ran.err)
        refused = row.says.startswith(("refused", "rejected"))
        self.assertEqual(ran.code, REFUSED if refused else SUCCESS)
        self.assertRegex(ran.err.replace("\n", " "), row.tells or "^")
        self.assertEqual("error: " in ran.err, refused)
        self.check_drafts(row, ran)

    def set_up(self, row: Row) -> dict[str, str]:
        """Writes the comments that the rows refer to, and returns their ids."""
        def write(author: str, story: str = "story-1", body: str = "before") -> str:
            return str(self.control("comment", {"story": story, "author": author, "body": body})["id"])

        found = {"other": write("user-bob"), "hidden": write("user-bob"), "closed": write("user-alice", "story-closed"),
                 "own": write("user-alice")}
        self.control("comment", {"id": found["hidden"], "status": "REJECTED"})
        if row.text == "said before":
            write("user-alice", body=row.text)
        return found

    def check_drafts(self, row: Row, ran: Ran) -> None:
        """Checks that texts that nobody can read are kept unchanged in a file whose path is printed."""
        kept = [path for path in self.home.rglob("drafts/*")]
        self.assertEqual([path.read_text(encoding="utf-8") for path in kept], [f"{row.text}\n"] if row.keeps else [])
        for path in kept:
            self.assertIn(f"saved in {path}", ran.err)
            path.unlink()

    def test_published(self) -> None:
        self.check(PUBLISHED)

    def test_banned_words(self) -> None:
        self.check(BANNED_WORD)

    def test_held_for_review(self) -> None:
        self.check(HELD)

    def test_nudges(self) -> None:
        self.check(NUDGES)

    def test_stories(self) -> None:
        self.check(STORIES)

    def test_lengths(self) -> None:
        self.check(LENGTHS)

    def test_targets(self) -> None:
        self.check(TARGETS)

    def test_accounts(self) -> None:
        self.check(ACCOUNTS)

    def test_rates(self) -> None:
        self.check(RATES)

    def test_likes_and_reports(self) -> None:
        self.check(LIKES)


class OutcomesOnTalk4(Outcomes):
    protocol = "talk4"


class WithoutLikes(Outcomes):
    """Tests for Talk 4 without plugins."""

    protocol = "talk4"
    plugins = ()

    def check(self, rows: tuple[Row, ...]) -> None:
        if rows is LIKES:
            super().check((Row("refused not-supported", "no likes", given=("like", "{other}"), text=None),
                           Row("reported", given=("report", "{other}"), text=None)))


class SigningIn(CommandCase):
    """Tests of the messages for attempts to sign in."""

    settings = {"requireEmailConfirmation": True}
    # The email address is not verified: Coral accepts the sign-in, Talk does not.
    unconfirmed = (SUCCESS, "signed in")
    most_tries = 10

    def sign_in_as(self, name: str, password: str | None = None) -> Ran:
        password = password or f"{name}-password"
        self.secrets.add(password)
        return self.run_atoll("sign-in", "--email", f"{name}@example.org", "--timeout", "5", input=f"{password}\n")

    def test_outcomes(self) -> None:
        for name, password, code, tells in (
                ("alice", None, SUCCESS, "signed in"), ("bill", None, SUCCESS, "signed in"),
                ("alice", "quite wrong", REFUSED, "the address or the password is wrong"),
                ("nobody", None, REFUSED, "the address or the password is wrong"),
                ("uma", None, *self.unconfirmed)):
            with self.subTest(name=name, password=password):
                ran = self.sign_in_as(name, password)
                self.assertEqual(ran.code, code, ran.err)
                self.assertIn(tells, ran.err)

    def test_too_many_attempts_are_reported(self) -> None:
        for _ in range(self.most_tries):
            self.send("POST", "/api/auth/local" if self.protocol == "coral" else "/api/v1/auth/local",
                      {"email": "alice@example.org", "password": "guessed"})
        ran = self.sign_in_as("alice")
        self.assertNotEqual(ran.code, SUCCESS)
        self.assertRegex(ran.err, "too many tries|try again later")


class SigningInToTalk4(SigningIn):
    protocol = "talk4"
    unconfirmed = (REFUSED, "the address is not confirmed yet; follow the link in the mail")
    most_tries = 5
