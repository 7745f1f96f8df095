"""Posts many comments through `atoll` while the server fails at random. No comment may be lost or duplicated."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from standin import tokens
from standin.schema import NEWEST, Shape
from standin.server import Options, StandIn
from standin.world import User

ROOT = Path(__file__).resolve().parent.parent.parent
STORY = "story-empty"
# A post is tried at most so often.
MAX_RUNS = 20


@dataclass(frozen=True)
class Plan:
    """The number of posts, and how often the server fails."""

    posts: int = 1000
    seed: int = 1
    probability: float = 0.2
    # The number of posts at the same time, and of accounts that write them.
    parallel: int = 4
    accounts: int = 4
    atoll: str = os.environ.get("ATOLL", str(ROOT / ".build" / "debug" / "atoll"))


@dataclass
class Post:
    """The outcome of a post."""

    text: str
    published: bool
    runs: int
    unclear: int


class Soak:
    """A server, and the accounts that post there."""

    def __init__(self, protocol: str, plan: Plan) -> None:
        plugins = frozenset({"like"}) if protocol == "talk4" else frozenset[str]()
        self.plan = plan
        self.server = StandIn(Options(
            Shape(protocol, NEWEST[protocol], plugins), comments=0, settings={"rateLimit": False}))
        self.server.start()
        self.server.faults.set({"rules": [
            {"fault": "random", "seed": plan.seed, "probability": plan.probability}]})
        self.home = tempfile.TemporaryDirectory(prefix="atoll-soak-")
        # The tokens for posts. With fewer accounts than posts at the same time, accounts have several posts at once.
        self.idle: SimpleQueue[str] = SimpleQueue()
        for number in range(plan.parallel):
            name = f"soak{number % plan.accounts}"
            user = User(f"user-{name}", name, f"{name}@example.org")
            self.server.world.users[user.id] = user
            self.idle.put(self.server.server.new_token(user, None, {}, tokens.SECRET))

    def run(self, text: str, token: str) -> subprocess.CompletedProcess[str]:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ATOLL")}
        environment |= {"HOME": self.home.name, "ATOLL_TOKEN": token}
        return subprocess.run(
            [self.plan.atoll, "post", "--server", f"http://127.0.0.1:{self.server.port}", "--story-id", STORY,
             "--timeout", "5", "--text", text],
            env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)

    def post(self, text: str) -> Post:
        """Posts a text as a careful user does, and returns the outcome.

        A post that failed is repeated. If the outcome is unclear, it is repeated only if the comment is not in the story.
        """
        token = self.idle.get()
        try:
            return self.post_as(token, text)
        finally:
            self.idle.put(token)

    def post_as(self, token: str, text: str) -> Post:
        unclear = 0
        for run in range(1, MAX_RUNS + 1):
            done = self.run(text, token)
            if done.returncode == 0 and done.stdout.startswith("published "):
                return Post(text, True, run, unclear)
            if "may have" in done.stderr or "unclear" in done.stderr or "look" in done.stderr:
                unclear += 1
                if text in self.bodies():
                    return Post(text, True, run, unclear)
        return Post(text, False, MAX_RUNS, unclear)

    def bodies(self) -> Counter[str]:
        with self.server.lock:
            story = self.server.world.stories[STORY]
            return Counter(comment.body or "" for comment in self.server.world.of_story(story))

    def report(self, posts: list[Post], seconds: float) -> bool:
        """Prints the outcome, and returns whether no comment was lost or duplicated."""
        arrived = self.bodies()
        lost = [post.text for post in posts if arrived[post.text] == 0]
        duplicated = [text for text, count in arrived.items() if count > 1]
        faults = Counter(entry["fault"] for entry in self.server.log if entry["fault"])
        print(f"{self.server.options.shape.protocol}: {len(posts)} posts in {seconds:.0f} s, "
              f"{len(self.server.log)} requests, {sum(faults.values())} of them failed in {len(faults)} ways; "
              f"{sum(post.runs for post in posts)} runs, {sum(post.unclear for post in posts)} with an unclear outcome; "
              f"lost {len(lost)}, duplicated {len(duplicated)}, abandoned {sum(not post.published for post in posts)}")
        for text in [*lost, *duplicated][:10]:
            print(f"  {text}: {arrived[text]} times; {self.trail(text)}")
        return not lost and not duplicated

    def trail(self, text: str) -> str:
        """Returns the time and the fault of each request with a text."""
        sent = [entry for entry in self.server.log if f"{text}\"" in entry["body"]]
        return ", ".join(f"{entry['time'][11:]} {entry['fault'] or 'answered'}" for entry in sent)

    def run_all(self) -> bool:
        """Posts everything, and returns whether no comment was lost or duplicated."""
        start = time.monotonic()
        with ThreadPoolExecutor(self.plan.parallel) as pool:
            posts = list(pool.map(self.post, [f"Post number {number} of the run" for number in range(self.plan.posts)]))
        return self.report(posts, time.monotonic() - start)

    def end(self) -> None:
        self.server.stop()
        self.home.cleanup()


def soak(protocol: str, plan: Plan) -> bool:
    """Runs a plan with a server, and returns whether no comment was lost or duplicated."""
    run = Soak(protocol, plan)
    try:
        return run.run_all()
    finally:
        run.end()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    usual = Plan()
    parser.add_argument("--posts", type=int, default=usual.posts)
    parser.add_argument("--seed", type=int, default=usual.seed)
    parser.add_argument("--probability", type=float, default=usual.probability, help="the probability that a request fails")
    parser.add_argument("--parallel", type=int, default=usual.parallel, help="the number of posts at the same time")
    parser.add_argument("--accounts", type=int, help="the number of accounts (default: one for each)")
    parser.add_argument("--protocol", choices=sorted(NEWEST), action="append")
    given = parser.parse_args()
    plan = Plan(given.posts, given.seed, given.probability, given.parallel, given.accounts or given.parallel)
    return 0 if all([soak(protocol, plan) for protocol in given.protocol or sorted(NEWEST)]) else 1


if __name__ == "__main__":
    sys.exit(main())
