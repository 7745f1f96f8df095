#!/usr/bin/env python3
"""Starts a stand-in for a server of Talk 4 or Coral; see README.md."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading

from standin.schema import LOWEST, NEWEST, PLUGINS, Shape, format_version, parse_version
from standin.server import Options, StandIn


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--protocol", required=True, choices=sorted(NEWEST))
    parser.add_argument("--version", help="the version that it reports, with the schema of that version")
    parser.add_argument("--plugins", default="like", help="plugins of Talk 4, separated by commas; or none")
    parser.add_argument("--mount", default="", help="the path below which Talk 4 is")
    parser.add_argument("--persisted-only", action="store_true", help="reject raw queries, as Coral does in production")
    parser.add_argument("--comments", type=int, default=30, help="the number of comments of story-1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--settings", type=json.loads, default={}, help="as JSON")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--tls", nargs=2, metavar=("CERT", "KEY"))
    parser.add_argument("--forever", action="store_true", help="do not end when standard input is closed")
    return parser.parse_args()


def options(given: argparse.Namespace) -> Options:
    """Returns the checked arguments; ends the process if one is invalid."""
    version = parse_version(given.version) if given.version else NEWEST[given.protocol]
    if not LOWEST[given.protocol] <= version <= NEWEST[given.protocol]:
        low, high = format_version(LOWEST[given.protocol]), format_version(NEWEST[given.protocol])
        sys.exit(f"serve.py: --version must be between {low} and {high}")
    names = [] if given.plugins in ("", "none") or given.protocol == "coral" else given.plugins.split(",")
    for name in names:
        if name not in PLUGINS:
            sys.exit(f"serve.py: unknown plugin '{name}'; the plugins are {', '.join(PLUGINS)}")
    settings = dict(given.settings)
    if given.persisted_only:
        settings["persistedOnly"] = True
    return Options(
        Shape(given.protocol, version, frozenset(names)), given.comments, given.seed, given.mount.rstrip("/"),
        given.port, settings, tuple(given.tls) if given.tls else None)


def wait_for_end_of_input(ended: threading.Event) -> None:
    sys.stdin.buffer.read()
    ended.set()


def main() -> None:
    given = arguments()
    stand_in = StandIn(options(given))
    stand_in.start()
    print(stand_in.port, flush=True)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    if not given.forever:
        threading.Thread(target=wait_for_end_of_input, args=(ended,), daemon=True).start()
    ended.wait()
    stand_in.stop()


if __name__ == "__main__":
    main()
