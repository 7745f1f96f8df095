"""Fields that hide a comment in a table hide it in an Atoll document, and the other way round."""
import csv
import io
import json
import os
import re
import sys

from importing import ROOT, ImporterTests, atoll

sys.path.insert(0, os.path.join(ROOT, "recipes", "import"))
from tables import COLUMNS, FLAG_FORMS, FLAGS, NO, PERMISSION, PUBLICATION, SHOWN, YES  # noqa: E402

VALUES = (
    *YES, *NO, *SHOWN, *FLAGS, "perhaps", "draft", "2", "0.0", "1.00", "1.", ".5", "0.02", "0.49", "0.5", "0.98", "1e0", "00000000",
    "10000000", "99999999", "100000000", "1700000000", "1700000000.5", "1700000000000", "20240101", "20240101T100000Z", "19700101",
    "0000-00-00", "0000-00-00 00:00:00", "0001-01-01", "0001-01-01T00:00:00Z", "1/1/0001 12:00:00 AM", "00/00/0000", "1899-12-30",
    "1970-01-01 01:00:00", "1970-01-01T00:00:00-05:00", "1972-12-31", "1973-01-01", "2024-01-01", "2024-01-01T10:00:00.000Z",
    "2024-01-01 10:00:00+00", "2024/01/31", "01.02.2024 10:00", "1/2/2024 10:00:00 PM", "31.12.2024", "40.40.2024", "31.31.2024",
    "2024-13-13", "2024-01", "2024", "1 Jan 2024", "January 1, 2024 10:00 am", "Mon, 01 Jan 2024 00:00:00 GMT", "Mon Jan  1 10:00:00 2024",
    "Mon Jan 01 10:00:00 +0000 2024", "01 Jan 24", "Jan 2024", "spam, 01 Jan 2024 00:00:00 GMT", "2024 rejected by bob", "1234spam",
    "marked 12 2024", "2024-01-01 rejected", "10101010", "13041012", "12345678", "-1", "+1", "-62135596800", " YES ", "True", "PUBLISHED", "{}", "x" * 200)


class Hiding(ImporterTests):
    """Keys of documents and columns of tables."""

    def test_ids_of_moderators_that_could_be_dates_hide_a_comment(self):
        ids = ["10101010", "13041012", "15101131", "19700101", "00010101", "1", "7", "123456789", "1970-01-01", "anne"]
        shown = ["", "0", "0.0", "false", "NULL", "none", "-"]
        for key in ("deleted_by", "removed_by", "is_hidden_by", "deleted_by_id"):
            values = ids + shown
            table = "id,text,%s\nr,Root,\n" % key + "".join("c%d,Words,%s\n" % each for each in enumerate(values))
            table += "".join("r%d,Words,\n" % number for number in range(len(values)))
            for data in (table, table.replace("text", "message")):
                for name in ("csv", "facebook"):
                    comments = self.documents(name, "-", data=data.encode())[0]["comments"]
                    bodies = {each["id"] for each in comments if "body" in each and each["id"].startswith("c")}
                    self.assertEqual(bodies, {"c%d" % number for number in range(len(ids), len(values))}, key)
                    self.assertNotIn("not understood", self.report)
            words = re.sub("_(.)", lambda letter: letter[1].upper(), key)
            for written in (values, [int(value) if value.isdecimal() and value[0] != "0" else value for value in values]):
                for name in (key, words):
                    document = {"atoll": 1, "comments": [
                        {"id": "c%d" % number, "author": "A", "body": "Words", name: value} for number, value in enumerate(written)]}
                    done = atoll("render", "-q", "-f", "json", data=json.dumps(document).encode())
                    blocks = [block for block in json.loads(done.stdout) if "id" in block]
                    self.assertEqual({block["id"] for block in blocks if "reason" not in block},
                                     {"c%d" % number for number in range(len(ids), len(values))}, name)

    def test_documents_and_tables_hide_the_same_comments(self):
        # Of most flags one of the forms, and of a few all.
        forms = [form % flag for number, flag in enumerate(FLAGS) for form in (FLAG_FORMS[number % len(FLAG_FORMS)], "is_%s", "Is %s")]
        forms += [before + form % flag for flag in ("deleted", "spam") for form in FLAG_FORMS for before in ("", "was_")]
        keys = [*FLAGS, *forms, *(key for key, kind in COLUMNS.items() if kind not in FLAGS and key != "tombstone")]
        for key in keys:
            comments = [{"id": "c%d" % number, "author": "A", "body": "Words", key: value} for number, value in enumerate(VALUES)]
            document = json.dumps({"atoll": 1, "comments": comments})
            rendered = atoll("render", "-q", "-f", "json", data=document.encode())
            self.assertEqual(rendered.returncode, 0, rendered.stderr)
            table = io.StringIO()
            writer = csv.writer(table)
            writer.writerow(["id", "text", "parent", key])
            writer.writerows(["c%d" % number, "Words", "", value] for number, value in enumerate(VALUES))
            # A reply to each, so that each is in the document.
            shown = "yes" if COLUMNS.get(key) in (PERMISSION, PUBLICATION) else ""
            writer.writerows(["r%d" % number, "Words", "c%d" % number, shown] for number in range(len(VALUES)))
            imported = self.documents("csv", "-", data=table.getvalue().encode())[0]["comments"]
            expected = {comment["id"]: comment.get("tombstone") for comment in imported}
            found = {block["id"]: block.get("reason") for block in json.loads(rendered.stdout) if "id" in block}
            for number, value in enumerate(VALUES):
                with self.subTest(key=key, value=value):
                    self.assertEqual(found["c%d" % number], expected["c%d" % number])
