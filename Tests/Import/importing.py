"""Runs importers and Atoll, and counts what is in an export by other code than theirs."""
import json
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLES = os.path.join(ROOT, "Tests", "Import", "samples")
ATOLL = os.environ["ATOLL"]


def sample(name):
    return os.path.join(SAMPLES, name)


def importer(name, *arguments, data=None, limit=600):
    """Runs an importer, with these bytes as its standard input, and returns the finished process."""
    return subprocess.run(
        [os.path.join(ROOT, "recipes", "import", name), *arguments], input=data if data is not None else b"",
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit, check=False)


def atoll(*arguments, data=b""):
    return subprocess.run([ATOLL, *arguments], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def wxr(*items, site="http://example.com"):
    """Returns an export of WordPress."""
    return ('<rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">'
            "<channel><title>B</title><link>%s</link><wp:base_blog_url>%s</wp:base_blog_url>%s</channel></rss>" % (site, site, "".join(items)))


def wxr_comment(id, body, kind="comment", approved="1", meta=""):
    return ("<wp:comment><wp:comment_id>%d</wp:comment_id><wp:comment_author><![CDATA[Ann]]></wp:comment_author>"
            "<wp:comment_content><![CDATA[%s]]></wp:comment_content><wp:comment_approved><![CDATA[%s]]></wp:comment_approved>"
            "<wp:comment_type><![CDATA[%s]]></wp:comment_type><wp:comment_parent>0</wp:comment_parent>%s</wp:comment>"
            % (id, body, approved, kind, meta))


def wxr_item(id, *comments, status="publish", kind="post", password="", parent=0):
    return ("<item><title><![CDATA[Post]]></title><link>https://example.com/%d</link><wp:post_id>%d</wp:post_id>"
            "<wp:status><![CDATA[%s]]></wp:status><wp:post_parent>%d</wp:post_parent><wp:post_type><![CDATA[%s]]></wp:post_type>"
            "<wp:post_password><![CDATA[%s]]></wp:post_password>%s</item>"
            % (id, id, status, parent, kind, password, "".join(comments)))


def expected(entries):
    """Returns the counts of documents with these entries of one export: (story, id, parent, state, likes).

    The state is "shown" or a reason; rejected and withheld ones remain only if a shown one is below them.
    """
    children = {}
    for story, id, parent, *_ in entries:
        children.setdefault((story, parent), []).append((story, id))
    state = {(story, id): state for story, id, _, state, _ in entries}

    def is_kept(key):
        return state[key] in ("shown", "deleted") or any(is_kept(child) for child in children.get(key, []))
    kept = [entry for entry in entries if is_kept((entry[0], entry[1]))]
    return {
        "stories": len({entry[0] for entry in kept}), "comments": len(kept),
        "roots": sum(entry[2] is None for entry in kept),
        **{reason: sum(entry[3] == reason for entry in kept) for reason in ("deleted", "rejected", "withheld")},
        "likes": sum(max(0, entry[4]) for entry in kept if entry[3] == "shown"),
    }


def counted(documents):
    """Returns the counts of documents."""
    comments = [comment for document in documents for comment in document["comments"]]
    return {
        "stories": len(documents), "comments": len(comments),
        "roots": sum("parentId" not in comment for comment in comments),
        **{reason: sum(comment.get("tombstone") == reason for comment in comments)
           for reason in ("deleted", "rejected", "withheld")},
        "likes": sum(comment.get("likes", 0) for comment in comments),
    }


class ImporterTests(unittest.TestCase):
    """Checks that every test of an importer needs."""

    def documents(self, name, *arguments, data=None):
        done = importer(name, *arguments, data=data)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.report = done.stderr.decode()
        for address in (b"192.0.2.", b"2001:db8", b"@example.org", b"@spam.example", b"gravatar"):
            self.assertNotIn(address, done.stdout)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def check(self, name, *arguments, entries):
        """Returns the comments of a sample's documents by their ids, after comparing counts and rendering them."""
        documents = self.documents(name, *arguments)
        counts = expected(entries)
        self.assertEqual(counted(documents), counts)
        self.assertIn("%s: %s" % (name, ", ".join("%s: %d" % each for each in counts.items())), self.report)
        for document in documents:
            with tempfile.NamedTemporaryFile(suffix=".json") as file:
                file.write(json.dumps(document).encode())
                file.flush()
                for form in ("page", "email", "text", "ansi"):
                    done = atoll("render", "--strict", "--quiet", "-f", form, file.name)
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
        return {comment["id"]: comment for document in documents for comment in document["comments"]}

    def refused(self, code, name, *arguments, data=None):
        """Returns the message of an importer that ends with a code and writes nothing."""
        done = importer(name, *arguments, data=data)
        self.assertEqual((done.returncode, done.stdout), (code, b""), done.stderr.decode())
        self.assertNotIn("Traceback", done.stderr.decode())
        return done.stderr.decode()
