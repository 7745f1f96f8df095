"""A temporary project in which atoll snapshot runs: a story, a style and a suite."""
import json
import os
import shutil
import subprocess
import tempfile

STORY = {
    "atoll": 1,
    "story": {"id": "s1", "url": "https://example.com/a", "title": "A story"},
    "comments": [
        {"id": "1", "author": {"name": "Ann"}, "createdAt": "2026-07-31T10:00:00Z",
         "body": "Hello *you*, and [there](https://example.com/b).\n\n> Quoted\n\n`code`\n\n```\nmore\ncode\n```\n\n1. one\n2. two"},
        {"id": "2", "parentId": "1", "author": {"name": "Bo"}, "createdAt": "2026-07-31T11:00:00Z",
         "body": "Hi, I am here. And so are you"},
        {"id": "3", "author": {"name": "Cy"}, "createdAt": "2026-07-31T12:00:00Z", "body": "Late"},
    ],
}
SUITE = {
    "suite": "look", "styles": ["style"], "widths": [600],
    "cases": [
        {"id": "thread", "story": "thread.json", "options": ["--now", "2026-08-01T00:00:00Z"],
         "schemes": ["light", "dark"], "formats": ["json"], "accessibility": True},
    ],
}


class Project:
    """A temporary folder with a project; `with` removes it at the end."""

    def __init__(self, atoll, style, suite=SUITE):
        self.atoll = os.path.abspath(atoll)
        self.folder = tempfile.mkdtemp(prefix="atoll-snapshots-")
        os.mkdir(self.path("Snapshots"))
        shutil.copytree(style, self.path("style"))
        self.write("Snapshots/suite.json", json.dumps(suite))
        self.write("thread.json", json.dumps(STORY))
        self.write(".gitignore", ".work/\n*.pending\n")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def replace(self, name, old, new):
        text = self.read(name)
        if old not in text:
            raise SystemExit("%s does not contain '%s'" % (name, old))
        self.write(name, text.replace(old, new, 1))

    def run(self, *words, browser=None, **options):
        environment = {key: value for key, value in os.environ.items() if key != "CI"}
        if browser:
            environment["CHROMIUM"] = browser
        return subprocess.run(
            [self.atoll, "snapshot", *words], cwd=self.folder, env=environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def accept(self):
        self.run("verify", "--quiet")
        self.run("accept", "--all", "--quiet")

    def commit(self):
        subprocess.run(
            "git init -q && git add -A && git -c user.name=a -c user.email=a@b commit -qm one",
            shell=True, cwd=self.folder, check=True)
