"""Tests that `atoll fetch --all` returns every story of a site, whatever happens during the run.

`ATOLL_SITE_STORIES=10000` makes the site as large as a real one.
"""

from __future__ import annotations

import json
import os
import pty
import random
import subprocess
import time
from typing import Any

from .command import (
    ATOLL, BAD_INPUT, CANNOT_CREATE, NO_INPUT, REFUSED, RUN_TIMEOUT, SUCCESS, TEMPORARY, UNAVAILABLE, USAGE, CommandCase)

STORIES = int(os.environ.get("ATOLL_SITE_STORIES", "150"))
KILLS = 20


class SiteCase(CommandCase):
    """Tests with a site of many stories."""

    timeout = max(RUN_TIMEOUT, STORIES * 0.2)

    def setUp(self) -> None:
        super().setUp()
        self.control("site", {"stories": STORIES, "comments": 4})
        self.token = self.sign_in("mona")

    def command(self, name: str, *given: str) -> list[str]:
        return ["fetch", "--all", "--state", f"{name}.state", "-o", f"{name}.ndjson", *given]

    def fetch_all(self, name: str, *given: str) -> Any:
        ran = self.run_atoll(*self.command(name, *given), token=self.token)
        self.assertEqual(ran.code, SUCCESS, ran.err)
        return ran

    def fail_for(self, *stories: str) -> None:
        self.control("faults", {"rules": [{"fault": "graphql-error", "story": story} for story in stories]})

    def update_store(self, name: str, *given: str, changes: bool = False) -> subprocess.CompletedProcess[str]:
        """Fetches what has changed, and renders it into a store, as docs/coral.md says."""
        self.fetch_all(name, "--timeout", "1", *given)
        ran = subprocess.run(
            [ATOLL, "batch", f"{name}.ndjson", "--store", "site.db", "--format", "fragment", "--no-sync",
             *(["--changes"] if changes else [])],
            cwd=self.work, env=self.environment(), text=True, capture_output=True, check=False)
        self.assertEqual(ran.returncode, SUCCESS, ran.stderr)
        return ran

    def words(self, story: str) -> str:
        """Returns the output of a story in the store."""
        return subprocess.run(
            [ATOLL, "store", "get", "site.db", story], cwd=self.work, env=self.environment(), text=True,
            capture_output=True, check=True).stdout

    def lines(self, name: str) -> list[dict[str, Any]]:
        text = (self.work / f"{name}.ndjson").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines() if line.strip()]

    def stories(self) -> set[str]:
        return {story["id"] for story in self.control("state")["stories"]}

    def assert_same_stories(self, name: str, other: str) -> None:
        """Checks that two outputs have the same lines; stories that are fetched twice move to the end."""
        first, second = (sorted(map(json.dumps, self.lines(each))) for each in (name, other))
        self.assertEqual(first, second)

    def asked(self, operation: str) -> int:
        return sum(1 for entry in self.log() if entry.get("operation") == operation)


class Site(SiteCase):
    """Tests with Coral."""

    def test_every_story_is_fetched_once_and_then_only_changed_stories(self) -> None:
        self.fetch_all("site")
        ids = [line["story"]["id"] for line in self.lines("site")]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual(set(ids), self.stories())
        for line in self.lines("site")[:20]:
            wanted = {comment["id"] for comment in self.tree(line["story"]["id"])}
            self.assertEqual({comment["id"] for comment in line["comments"]}, wanted)
        for story in ("site-00003", "site-00011"):
            self.control("comment", {"story": story, "body": "Something new"})
        self.control("log", method="DELETE")
        ran = self.fetch_all("site")
        self.assertIn(": 2 of ", ran.err)
        changed = {line["story"]["id"]: line for line in self.lines("site")}
        self.assertEqual(set(changed), {"site-00003", "site-00011"})
        self.assertIn("Something new", json.dumps(changed["site-00003"]))
        self.assertEqual(self.asked("Story"), 2)
        self.fetch_all("site")
        self.assertEqual(self.lines("site"), [])

    def test_a_terminal_shows_progress_if_the_stories_go_to_a_file(self) -> None:
        terminal, other_end = pty.openpty()
        process = subprocess.Popen(
            self.arguments(*self.command("site", "--delay", "30")), cwd=self.work, stdin=subprocess.DEVNULL,
            stdout=other_end, stderr=other_end, env=self.environment(self.token) | {"TERM": "xterm", "CI": ""})
        self.addCleanup(process.kill)
        os.close(other_end)
        shown = b""
        try:
            while piece := os.read(terminal, 4096):
                shown += piece
        except OSError:  # The other end is closed.
            pass
        os.close(terminal)
        self.assertEqual(process.wait(), SUCCESS, shown)
        self.assertRegex(shown.decode(), r"\r.*[0-9]+ stories")

    def test_a_full_run_finds_changes_that_other_runs_miss(self) -> None:
        self.fetch_all("site")
        line = next(line for line in self.lines("site") if line["comments"])
        comment = line["comments"][0]["id"]
        self.control("comment", {"id": comment, "body": "Edited words"})
        self.fetch_all("site")
        self.assertEqual(self.lines("site"), [])
        self.fetch_all("site", "--full")
        self.assertEqual(len(self.lines("site")), len(self.stories()))
        self.assertIn("Edited words", json.dumps(self.lines("site")))
        self.fetch_all("site", "--full-every", "3")
        self.assertEqual(len(self.lines("site")), len(self.stories()))

    def test_the_deletion_of_an_account_is_found(self) -> None:
        for story in ("site-00003", "site-00011"):
            root = self.control("comment", {"story": story, "author": "user-peter", "body": "Words of Peter"})
            self.control("comment", {"story": story, "author": "user-alice", "body": "No", "parent": root["id"]})
        self.fetch_all("site")
        self.assertIn("Words of Peter", json.dumps(self.lines("site")))
        self.control("user", {"email": "peter@example.org", "deleted": True})
        self.fetch_all("site")
        self.assertEqual({line["story"]["id"] for line in self.lines("site")}, {"site-00003", "site-00011"})
        self.assertNotIn("Words of Peter", json.dumps(self.lines("site")))
        self.fetch_all("site")
        self.assertEqual(self.lines("site"), [])

    def test_comments_of_users_whom_the_moderator_ignores_are_fetched(self) -> None:
        root = self.control("comment", {"story": "site-00003", "author": "user-bob", "body": "Words of Bob"})
        self.control("comment", {"story": "site-00003", "author": "user-alice", "body": "Answer", "parent": root["id"]})
        self.control("user", {"email": "mona@example.org", "ignored": ["user-bob"]})
        self.fetch_all("site")
        written = json.dumps(self.lines("site"))
        self.assertIn("Words of Bob", written)
        self.assertIn("Answer", written)

    def test_a_story_that_always_fails_is_reported_and_fetched_later(self) -> None:
        self.fetch_all("site")
        self.fail_for("site-00007")
        ran = self.fetch_all("site", "--full", "--timeout", "1")
        url = next(story["url"] for story in self.control("state")["stories"] if story["id"] == "site-00007")
        self.assertRegex(ran.err, rf"{url}: warning: the story site-00007 is not fetched: ")
        self.assertIn("not fetched: 1 story", ran.err)
        others = self.stories() - {"site-00007"}
        *lines, last = self.lines("site")
        self.assertEqual({line["story"]["id"] for line in lines}, others)
        self.assertEqual(last, {"notFetched": "site-00007"})
        self.control("faults", {"rules": []})
        ran = self.fetch_all("site")
        self.assertEqual([line["story"]["id"] for line in self.lines("site")], ["site-00007"])
        self.assertNotIn("no longer on the server", ran.err)

    def test_a_list_that_breaks_off_does_not_replace_a_whole_story(self) -> None:
        self.update_store("site")
        before = self.words("site-00007")
        self.control("seed", {"story": "site-00007", "comments": 300, "roots": 300})
        self.control("settings", {"quirks": ["lost-cursors"]})
        ran = self.fetch_all("site")
        self.assertIn("the list of its comments broke off", ran.err)
        self.assertEqual(self.lines("site"), [])
        self.assertEqual(self.words("site-00007"), before)
        # A list that always breaks off is better than none.
        ran = self.fetch_all("site")
        self.assertEqual([line["story"]["hasMore"] for line in self.lines("site")], [True])

    def test_a_server_that_fails_for_every_story_ends_the_run(self) -> None:
        self.control("faults", {"rules": [{"fault": "unavailable", "skip": 10, "retryAfter": 3600}]})
        ran = self.run_atoll(*self.command("site"), token=self.token)
        self.assertEqual(ran.code, TEMPORARY, ran.err)
        self.assertNotIn("is not fetched", ran.err)
        self.control("faults", {"rules": []})
        self.fetch_all("site")
        self.assertEqual({line["story"]["id"] for line in self.lines("site")}, self.stories())

    def test_a_wait_of_an_hour_ends_the_run(self) -> None:
        self.control("faults", {"rules": [
            {"fault": "too-many", "retryAfter": 3600, "operation": "Story", "skip": 9, "times": 1}]})
        ran = self.run_atoll(*self.command("site"), token=self.token)
        self.assertEqual(ran.code, TEMPORARY, ran.err)
        self.assertRegex(ran.err, r"run the same command again to resume it; try again in 3[56]\d\d s")
        self.fetch_all("site")
        self.assertEqual({line["story"]["id"] for line in self.lines("site")}, self.stories())

    def test_an_answer_about_another_story_is_a_failure(self) -> None:
        for operation in ("Story", "Comments"):
            rule = {"fault": "other-story", "operation": operation, "story": "site-00007"}
            self.control("faults", {"rules": [rule]})
            ran = self.fetch_all("site", "--full")
            self.assertIn("the answer is about the story another-story, not about site-00007", ran.err)
            lines = self.lines("site")
            self.assertEqual(lines[-1], {"notFetched": "site-00007"})
            stories = [line["story"]["id"] for line in lines[:-1]]
            self.assertEqual(sorted(stories), sorted(self.stories() - {"site-00007"}))
        self.control("faults", {"rules": []})
        self.fetch_all("site")
        self.assertEqual([line["story"]["id"] for line in self.lines("site")], ["site-00007"])

    def test_a_story_that_is_gone_when_it_is_fetched_is_not_counted(self) -> None:
        self.control("faults", {"rules": [{"fault": "null-story", "operation": "Story", "story": "site-00007"}]})
        ran = self.fetch_all("site")
        self.assertIn(f"all fetched: {len(self.stories()) - 1} stories", ran.err)
        self.assertIn("gone before they were fetched: 1 story", ran.err)

    def interrupt(self) -> None:
        """Fetches a site, and then the first of two changed stories."""
        self.fetch_all("site")
        for story in ("site-00003", "site-00011"):
            self.control("comment", {"story": story, "body": "Something new"})
        self.control("faults", {"rules": [{"fault": "unauthorized", "operation": "Story", "skip": 1}]})
        ran = self.run_atoll(*self.command("site", "--parallel", "1"), token=self.token)
        self.assertNotEqual(ran.code, SUCCESS)
        self.control("faults", {})

    def test_a_resumed_run_counts_all_of_its_stories(self) -> None:
        self.interrupt()
        ran = self.fetch_all("site")
        self.assertIn(": 2 of ", ran.err)
        self.assertEqual(len(self.lines("site")), 2)

    def test_a_resumed_run_fetches_everything_if_asked_to(self) -> None:
        self.interrupt()
        ran = self.fetch_all("site", "--full")
        self.assertIn("all fetched", ran.err)
        ids = [line["story"]["id"] for line in self.lines("site")]
        self.assertEqual(sorted(ids), sorted(self.stories()))

    def test_a_story_that_has_changed_since_the_interruption_is_fetched_again(self) -> None:
        self.control("faults", {"rules": [{"fault": "unauthorized", "operation": "Story", "skip": 5}]})
        for given in ([], [], ["--full"]):
            ran = self.run_atoll(*self.command("site", "--parallel", "1", *given), token=self.token)
            self.assertNotEqual(ran.code, SUCCESS)
            state = (self.work / "site.state").read_text(encoding="utf-8").splitlines()
            fetched = [story["got"] for story in map(json.loads, state) if "got" in story]
            for story in (fetched[0], fetched[-1]):
                self.control("comment", {"story": story, "body": f"After {given}"})
        self.control("faults", {})
        ran = self.fetch_all("site", "--full")
        self.assertIn(f"all fetched: {len(self.stories())} stories", ran.err)
        lines = {line["story"]["id"]: json.dumps(line) for line in self.lines("site")}
        self.assertEqual(len(self.lines("site")), len(self.stories()))
        self.assertEqual(set(lines), self.stories())
        for story in (fetched[0], fetched[-1]):
            self.assertIn("After ['--full']", lines[story])

    def test_a_complete_run_needs_its_own_output(self) -> None:
        self.fetch_all("site")
        state, output = self.work / "site.state", self.work / "site.ndjson"
        text, content = state.read_text(encoding="utf-8"), output.read_bytes()
        for is_renamed in (True, False):
            # The process was killed at its end.
            state.write_text(text + f'{{"begin":"full"}}\n{{"done":{len(content)}}}\n', encoding="utf-8")
            if not is_renamed:
                output.rename(self.work / "site.ndjson.part")
            (self.work / "old.ndjson").write_bytes(b"x" + content)
            for other in ("other.ndjson", "old.ndjson"):
                ran = self.run_atoll("fetch", "--all", "--state", "site.state", "-o", other, token=self.token)
                self.assertEqual(ran.code, NO_INPUT, ran.err)
                self.assertIn("give the same -o as before", ran.err)
            ran = self.fetch_all("site")
            self.assertIn("the run that was interrupted is complete", ran.err)
            self.assertEqual(output.read_bytes(), content)

    def test_links_stay_and_what_is_no_file_is_refused(self) -> None:
        self.fetch_all("site")
        for ending in ("ndjson", "state"):
            (self.work / f"site.{ending}").rename(self.work / f"real.{ending}")
            (self.work / f"site.{ending}").symlink_to(f"real.{ending}")
        self.control("comment", {"story": "site-00003", "body": "Something new"})
        self.fetch_all("site")
        for ending in ("ndjson", "state"):
            self.assertTrue((self.work / f"site.{ending}").is_symlink())
        self.assertEqual([line["story"]["id"] for line in self.lines("real")], ["site-00003"])
        os.mkfifo(self.work / "pipe")
        for paths in (["pipe", "site.state"], ["/dev/null", "site.state"], ["other.ndjson", "pipe"]):
            ran = self.run_atoll("fetch", "--all", "-o", paths[0], "--state", paths[1], token=self.token)
            self.assertEqual(ran.code, CANNOT_CREATE, ran.err)
        self.assertTrue((self.work / "pipe").is_fifo())
        (self.work / "other.ndjson.part").write_text("mine", encoding="utf-8")
        ran = self.run_atoll(*self.command("other"), token=self.token)
        self.assertEqual(ran.code, CANNOT_CREATE, ran.err)
        self.assertEqual((self.work / "other.ndjson.part").read_text(encoding="utf-8"), "mine")

    def test_a_complete_run_of_changes_does_not_replace_a_full_one(self) -> None:
        self.fetch_all("site")
        # The process was killed before it gave the output its name.
        state = self.work / "site.state"
        text = state.read_text(encoding="utf-8")
        for kind, count in (("changes", len(self.stories())), ("full", 0)):
            state.write_text(text + f'{{"begin":"{kind}"}}\n{{"done":0}}\n', encoding="utf-8")
            (self.work / "site.ndjson.part").write_text("", encoding="utf-8")
            self.fetch_all("site", "--full")
            self.assertEqual(len(self.lines("site")), count)

    def test_faults_and_kills_change_nothing(self) -> None:
        self.fetch_all("quiet")
        self.control("faults", {"rules": [
            {"fault": "too-many", "retryAfter": 1, "times": 2, "skip": 9},
            {"fault": "random", "seed": 11, "probability": 0.05}]})
        chance = random.Random(5)
        killed = turn = 0
        while killed < KILLS:
            turn += 1
            name = f"site{turn}"
            while True:
                process = self.start(*self.command(name), token=self.token)
                time.sleep(chance.uniform(0.05, 0.6) * max(1, STORIES / 1000))
                process.kill()
                self.end(process)
                if process.returncode == SUCCESS:
                    break
                killed += 1
                if killed == KILLS:
                    self.fetch_all(name)
                    break
            self.assert_same_stories(name, "quiet")

    def test_comments_written_during_a_run_are_not_lost(self) -> None:
        process = self.start(*self.command("site", "--delay", "5"), token=self.token)
        time.sleep(0.4)
        process.kill()
        self.end(process)
        for number in range(0, STORIES, 7):
            self.control("comment", {"story": f"site-{number:05d}", "body": f"Meanwhile {number}"})
        self.fetch_all("site")
        first = {line["story"]["id"]: json.dumps(line) for line in self.lines("site")}
        self.fetch_all("site")
        latest = first | {line["story"]["id"]: json.dumps(line) for line in self.lines("site")}
        for number in range(0, STORIES, 7):
            self.assertIn(f"Meanwhile {number}", latest[f"site-{number:05d}"])

    def test_requests_respect_the_minimum_interval(self) -> None:
        began = time.monotonic()
        self.control("log", method="DELETE")
        self.control("faults", {"rules": [{"fault": "unavailable", "retryAfter": 2, "skip": 5, "times": 1}]})
        self.fetch_all("site", "--delay", "10", "--parallel", "8")
        requests = len(self.log())
        self.assertGreaterEqual(time.monotonic() - began, 2 + (requests - 10) * 0.01)

    def test_users_without_permission_are_told_which_role_is_needed(self) -> None:
        self.token = self.sign_in("alice")
        ran = self.run_atoll(*self.command("site"), token=self.token)
        self.assertEqual(ran.code, REFUSED, ran.err)
        self.assertIn("moderator", ran.err)
        self.assertEqual(self.left_over(), [])
        ran = self.run_atoll("fetch", "--all", token=self.token)
        self.assertEqual(ran.code, USAGE, ran.err)
        ran = self.run_atoll("fetch", "--story-id", "site-00001", "--delay", "5", token=self.token)
        self.assertEqual(ran.code, USAGE, ran.err)

    def test_the_state_of_another_site_is_rejected(self) -> None:
        (self.work / "site.state").write_text("{}\n", encoding="utf-8")
        ran = self.run_atoll(*self.command("site"), token=self.token)
        self.assertEqual(ran.code, BAD_INPUT, ran.err)


class SiteOfCoral(SiteCase):
    """Tests of the fields and filters that only Coral has, and of stores."""

    def swap(self, story: str) -> None:
        """Rejects a comment of a story and writes another."""
        comment = next(comment for comment in self.tree(story) if not comment["deleted"])
        self.control("comment", {"id": comment["id"], "status": "REJECTED"})
        self.control("comment", {"story": story, "body": "In its place"})

    def test_a_rejected_comment_disappears_from_a_store_although_another_story_fails(self) -> None:
        self.update_store("site")
        rejected, kept = ((story, self.words(story)) for story in ("site-00003", "site-00007"))
        comment = next(each for each in self.tree(rejected[0]) if not each["deleted"])
        self.control("comment", {"id": comment["id"], "status": "REJECTED"})
        self.control("comment", {"story": kept[0], "body": "Something new"})
        self.fail_for("site-00007")
        self.update_store("site", changes=True)
        self.assertNotEqual(self.words(rejected[0]), rejected[1])
        self.assertNotIn(comment["id"], self.words(rejected[0]))
        self.assertEqual(self.words(kept[0]), kept[1])
        self.control("faults", {"rules": []})
        self.update_store("site", changes=True)
        self.assertIn("Something new", self.words(kept[0]))

    def test_a_full_run_without_a_story_that_fails_keeps_it_in_a_store(self) -> None:
        self.update_store("site")
        words = self.words("site-00007")
        self.fail_for("site-00007")
        comment = next(each for each in self.tree("site-00003") if not each["deleted"])
        self.control("comment", {"id": comment["id"], "status": "REJECTED"})
        for changes in (False, True):
            ran = self.update_store("site", "--full", changes=changes)
            self.assertIn('"key":"site-00007"', ran.stdout)
            self.assertIn("the story was not fetched", ran.stdout)
            self.assertEqual(self.words("site-00007"), words)
            self.assertNotIn(comment["id"], self.words("site-00003"))

    def test_a_first_run_without_a_story_that_fails_makes_a_store(self) -> None:
        self.fail_for("site-00007")
        self.update_store("site")
        self.control("faults", {"rules": []})
        self.update_store("site", changes=True)
        self.assertIn("site-00007", self.words("site-00007"))

    def test_a_server_that_fails_for_most_stories_ends_a_full_run_which_is_resumed(self) -> None:
        self.control("reset", {})
        self.token = self.sign_in("mona")
        self.fail_for(*sorted(self.stories())[1:])
        for _ in range(2):
            ran = self.run_atoll(*self.command("site", "--timeout", "1"), token=self.token)
            self.assertEqual(ran.code, UNAVAILABLE, ran.err)
            self.assertIn("the server fails for most stories: ", ran.err)
            self.assertFalse((self.work / "site.ndjson").exists())
        self.control("faults", {"rules": []})
        self.fetch_all("site")
        self.assertEqual({line["story"]["id"] for line in self.lines("site")}, self.stories())

    def test_a_comment_in_place_of_another_is_found_with_every_token(self) -> None:
        for who in ("mona", "ada"):
            self.token = self.sign_in(who)
            ran = self.fetch_all(who)
            self.assertEqual("only" in ran.err, who == "mona", ran.err)
            self.swap("site-00007")
            ran = self.fetch_all(who)
            self.assertEqual([line["story"]["id"] for line in self.lines(who)], ["site-00007"], ran.err)

    def test_another_kind_of_token_fetches_nothing_again(self) -> None:
        self.fetch_all("site")
        for who in ("ada", "mona", "ada"):
            self.token = self.sign_in(who)
            self.fetch_all("site")
            self.assertEqual(self.lines("site"), [])
        self.swap("site-00007")
        self.fetch_all("site")
        self.assertEqual(len(self.lines("site")), 1)

    def test_a_personal_token_that_was_deactivated_is_refused(self) -> None:
        self.token = self.control("token", {"email": "ada@example.org", "kind": "pat"})["token"]
        self.fetch_all("site")
        self.control("revoke", {"token": self.token})
        ran = self.run_atoll(*self.command("site"), token=self.token)
        self.assertEqual(ran.code, REFUSED, ran.err)
        self.assertIn("fails with this token", ran.err)

    def test_a_server_that_fails_for_a_while_is_no_deactivated_token(self) -> None:
        self.token = self.sign_in("ada")
        for failures in (2, 3, 4, 5):
            name = f"site{failures}"
            self.control("faults", {"rules": [{"fault": "error-500", "operation": "Story", "times": failures}]})
            ran = self.fetch_all(name)
            self.assertEqual({line["story"]["id"] for line in self.lines(name)}, self.stories(), ran.err)

    def test_a_story_that_cannot_be_listed_is_not_gone(self) -> None:
        self.fetch_all("site")
        known = self.stories()
        self.control("site", {"stories": 120, "comments": 1, "together": 1000})
        ran = self.fetch_all("site")
        self.assertIn("cannot list", ran.err)
        self.assertNotIn("no longer on the server", ran.err)
        ran = self.fetch_all("site", "--full")
        self.assertIn("cannot list", ran.err)
        self.assertEqual({line["story"]["id"] for line in self.lines("site")}, known)


class SmallSite(SiteCase):
    """Tests with the few stories that the stand-in begins with."""

    def setUp(self) -> None:
        CommandCase.setUp(self)
        self.token = self.sign_in("mona")

    def test_a_full_run_in_which_most_lists_break_off_twice_ends(self) -> None:
        for story in self.stories():
            self.control("seed", {"story": story, "comments": 300, "roots": 300})
        self.fetch_all("site")
        self.control("settings", {"quirks": ["lost-cursors"]})
        ran = self.run_atoll(*self.command("site", "--full"), token=self.token)
        self.assertEqual(ran.code, UNAVAILABLE, ran.err)
        self.fetch_all("site", "--full")
        self.assertEqual({line["story"]["hasMore"] for line in self.lines("site")}, {True})
