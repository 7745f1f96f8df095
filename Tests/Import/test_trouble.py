"""Damaged, strange, hostile and large exports."""
import gzip
import itertools
import json
import os
import subprocess
import sys
import tempfile

from importing import ROOT, ImporterTests, importer, sample

sys.path.insert(0, os.path.join(ROOT, "recipes", "import"))
import fields  # noqa: E402

BAD_DATA, NO_INPUT, IO_ERROR = 65, 66, 74
NAMES = ["commento", "csv", "discourse", "disqus", "facebook", "github", "hackernews", "isso", "mastodon", "reddit", "remark42",
         "wordpress", "youtube"]
# The memory that an importer may use for 64 MB of comments; Python and SQLite need a part of it for any input.
MOST_MEMORY = 128 << 20


def disqus(*posts):
    """Returns an export with these elements."""
    return ('<disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">\n'
            '<thread dsq:id="1"><link>https://example.com/</link></thread>\n%s\n</disqus>' % "\n".join(posts)).encode()


def post(id, parent=None, more="", message="Words"):
    answered = '<parent dsq:id="%s"/>' % parent if parent else ""
    return '<post dsq:id="%s"><message>%s</message>%s<thread dsq:id="1"/>%s</post>' % (id, message, more, answered)


class Trouble(ImporterTests):
    def test_times_are_read_in_any_form(self):
        for time in (1577923200, "1577923200.0", 1577923200000, 1577923200000000, "2020-01-02", "2020-01-02 00:00:00",
                     "2020-01-02T01:00:00+01:00", "2020-01-02T00:00:00.000Z", "Thu, 02 Jan 2020 00:00:00 GMT", "20200102",
                     "2020-01-01T19:00:00-0500", "2020-01-02 00:00:00 UTC", "Thu 02 Jan 2020 12:00:00 AM UTC", "2020-01-02 12:00 a.m."):
            self.assertEqual(fields.moment(time), "2020-01-02T00:00:00Z", time)
        for time in ("yesterday", "1/2/2020", 5, "9" * 20, "9" * 24, "9" * 400, True, float("nan"), 1e300, "9999-12-31T23:59:59-23:00", None,
                     "2020-01-02T13:04:05PM", "2020-01-02 1:03:04:05 PM", "spam, 01 Jan 2024 00:00:00 GMT", "1 Jan 2024 10 PM", "1 Jan 2024 22:00 PM"):
            self.assertIsNone(fields.moment(time), time)
        for time in ("1 Jan 2024 10:30 PM", "Mon, 01 Jan 2024 10:30:00 pm GMT", "2024-01-01 10:30PM", "2024-01-01T10:30PM",
                     "2024-01-01T10:30:00 p.m.", "2024-01-01T11:30:00PM+01:00", "20240101T10:30:00pm"):
            self.assertEqual(fields.moment(time), "2024-01-01T22:30:00Z", time)

    def test_the_first_of_two_attributes_counts_and_keeps_its_quotation_marks(self):
        attributes = fields.attributes_of("""<a HREF="https://a.example/" href=https://b.example/ alt="'Tis the season'">""")
        self.assertEqual(attributes, {"href": "https://a.example/", "alt": "'Tis the season'"})

    def test_times_of_other_programs_and_zones_are_read(self):
        for time in ("Fri Jan 05 2024 10:00:00 GMT+0100 (CET)", "Fri Jan 05 2024 10:00:00 GMT+0100 (Central European Standard Time)",
                     "Fri, 05 Jan 2024 10:00:00 CET", "Fri Jan  5 10:00:00 CET 2024", "Fri Jan 05 09:00:00 +0000 2024", "2024-01-05 18:00 JST",
                     "2024-01-05T10:00:00 UTC+1", "2024-01-05 10:00:00 UTC+01:00", "Fri, 05 Jan 2024 04:00 EST", "20240105090000", "202401050900", "2024/01/05 09:00",
                     "2024/01/05 09:00:00 +0000", "2024-1-5 9:00", "2024.01.05 9:00:00", "Jan 5, 2024 09:00", "January 5th, 2024 at 9:00 AM", "5 Jan 2024 9:00",
                     "5. January 2024, 09:00", "2024-01-05 09:00:00.000 Z", "05.01.2024 09:00", "5.1.2024, 09:00:00", "05-Jan-2024 09:00", "Friday, 05-Jan-24 09:00:00 GMT",
                     "Jan 5, 2024, 9:00:00\u202fAM", "Fri, 5 January 2024 09:00:00 -0000", "1704445200000000000",
                     "2024-01-05 10:00:00.000000000 +0100 CET", "2024-01-05T10:00:00+01:00[Europe/Berlin]", "Jan  5 2024  9:00AM"):
            self.assertEqual(fields.moment(time), "2024-01-05T09:00:00Z", time)
        for time, expected in (("25/01/2024", "2024-01-25"), ("01/25/2024", "2024-01-25"), ("5/5/2024", "2024-05-05"), ("Jan 5, 2024", "2024-01-05"),
                               ("5 Jan 2024", "2024-01-05"), ("25-01-2024", "2024-01-25"), ("2024/1/5", "2024-01-05"), ("25.01.2024", "2024-01-25"), ("1.2.2024", "2024-02-01")):
            self.assertEqual(fields.moment(time), expected + "T00:00:00Z", time)
        self.assertEqual(fields.moment("12/31/2023 11:59 PM"), "2023-12-31T23:59:00Z")
        for number, name in enumerate(fields.MONTHS, 1):
            for form in (name, name[:3], name[:3].upper(), name[:3] + ".", name[:4]):
                self.assertEqual(fields.moment("5 %s 2024" % form), "2024-%02d-05T00:00:00Z" % number, form)
        # Zones and days that may be several, and what is no time.
        for time in ("Fri, 05 Jan 2024 10:00:00 BST", "Fri Jan 05 10:00:00 IST 2024", "Fri Jan 05 10:00:00 CST 2024", "2024-01-05 10:00 Europe/Berlin",
                     "1/2/2024", "01-02-2024 10:00", "2024-13-01", "31/31/2024", "2024-01-05 25:00", "2024-01-05 10:60", "20241305100000", "99999999999999",
                     "Jan 2024", "5 Jan", "10:00", "5 Foo 2024", "2024-01-05 10:00 +9900", "2024-01-05 10:00 11:00", "1 Jan 2024 (x) 10:00 (y)"):
            self.assertIsNone(fields.moment(time), time)

    def test_the_order_of_day_and_month_is_that_of_the_table(self):
        orders = {"25/1/2024": "2024-02-01", "1/25/2024": "2024-01-02", "5/5/2024": None, "2024-01-25": None}
        with tempfile.TemporaryDirectory() as folder:
            for name in ("csv", "facebook"):
                for other, expected in orders.items():
                    # Another table has another order.
                    paths = [os.path.join(folder, each + ".csv") for each in "ab"]
                    for path, time in zip(paths, (other, "1/25/2024" if other.startswith("25") else "25/1/2024")):
                        with open(path, "w", encoding="utf-8") as file:
                            file.write("id,post_id,text,edited_at,created_at,deleted\n1,%s,x,1/2/2024,1/2/2024 10:00,\n2,%s,x,,%s,\n3,%s,x,,01/02/2024,1\n"
                                       % (path, path, time, path))
                    first, _, third = self.documents(name, *paths)[0]["comments"]
                    with self.subTest(name=name, other=other):
                        self.assertEqual((first.get("createdAt"), third.get("createdAt")), (expected and expected + "T10:00:00Z", expected and expected + "T00:00:00Z"))
                        if name == "csv":
                            self.assertEqual(first.get("editedAt"), expected and expected + "T00:00:00Z")
                        count = "in doubt: times whose day and month cannot be told apart: %d (the first: %s:2: 1/2/2024" % (3 if name == "csv" else 2, paths[0])
                        self.assertEqual(count in self.report, expected is None)
        self.documents("csv", "-", data=b"id,text,date\n1,x,1/2/2024\n2,x,25/1/2024\n3,x,1/25/2024\n")
        self.assertIn("cannot be told apart: 1 (the first: standard input:2: 1/2/2024)", self.report)

    def test_ids_that_a_spreadsheet_shortened_are_refused(self):
        for name in ("csv", "facebook"):
            for id in ("1.23457E+17", "1,23457E+17", "1E+17", "1.2345678901234567e+17"):
                for row in ('"%s",,First' % id, '1,"%s",First' % id):
                    message = self.refused(BAD_DATA, name, "-", data=("id,parent_id,message\n%s\n" % row).encode())
                    self.assertIn("standard input:2: the id “%s” is a number that a spreadsheet program has shortened" % id, message)
            comments = self.documents(name, "-", data=b"id,author,author_id,message\n1e5,Ann,1.23457E+17,First\n")[0]["comments"]
            self.assertEqual((comments[0]["id"], comments[0]["author"]), ("1e5", {"name": "Ann"}))
            self.assertIn("lost: ids of authors that a spreadsheet program has shortened: 1", self.report)

    def test_a_time_that_is_not_understood_is_reported_with_its_line(self):
        comment = self.documents("disqus", "-", data=disqus(post(7, more="<createdAt>soon</createdAt>")))[0]["comments"][0]
        self.assertNotIn("createdAt", comment)
        self.assertIn("times not understood: 1 (the first: standard input:3: soon)", self.report)

    def test_a_truncated_export_is_refused_with_the_line(self):
        with open(sample("disqus.xml"), "rb") as file:
            data = file.read()
        message = self.refused(BAD_DATA, "disqus", "-", data=data[:3000])
        self.assertRegex(message, r"^disqus: standard input:\d+:\d+: the file ends in <disqus/post")
        self.assertRegex(self.refused(BAD_DATA, "disqus", "-", data=gzip.compress(data)[:400]), "^disqus: ")

    def test_declarations_of_entities_are_refused(self):
        bomb = b'<!DOCTYPE disqus [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><disqus><post>&b;</post></disqus>'
        self.assertIn("declarations of entities", self.refused(BAD_DATA, "disqus", "-", data=bomb))

    def test_compressed_exports_and_standard_input_are_read(self):
        with open(sample("disqus.xml"), "rb") as file:
            data = file.read()
        self.assertEqual(self.documents("disqus", "-", data=gzip.compress(data)), self.documents("disqus", sample("disqus.xml")))

    def test_characters_that_xml_forbids_are_dropped_and_counted(self):
        comment = self.documents("disqus", "-", data=disqus(post(1, message="a\x08b")))[0]["comments"][0]
        self.assertEqual(comment["body"], "ab")
        self.assertIn("lost: control characters: 1", self.report)

    def test_other_files_are_refused_by_every_importer(self):
        for name in NAMES:
            for data in (b"", b"<html></html>", b"{}", b"[1]", b'{"a":', b"\xff\xfe\xff", b"[[[[", b'"words"', b"a,b\n1,2\n",
                         b"\x1f\x8bbroken", b'{"comments":[{"user":7,"author":[]}],"commenters":{}}'):
                with self.subTest(name=name, data=data), tempfile.NamedTemporaryFile() as file:
                    file.write(data)
                    file.flush()
                    self.assertIn("%s: %s" % (name, file.name), self.refused(BAD_DATA, name, file.name))

    def test_a_missing_file_is_named(self):
        for name in NAMES:
            self.assertIn("/nowhere/x: No such file", self.refused(NO_INPUT, name, "/nowhere/x"))

    def test_values_of_other_types_are_refused_with_the_line(self):
        line = b'{"version":1}\n{"id":"a","user":["x"],"locator":{"url":"https://example.com/"}}\n'
        self.assertIn("standard input:2: a value is not of the expected type", self.refused(BAD_DATA, "remark42", "-", data=line))

    def test_broken_json_is_refused_with_line_and_column(self):
        self.assertIn("standard input:3:3: Expecting", self.refused(BAD_DATA, "reddit", "-", data=b'[\n1,\n  ]x'))

    def test_deeply_nested_replies_are_read_and_deeper_ones_refused(self):
        def thread(depth):
            item = '{"id":%d,"type":"comment","author":"a","text":"x","children":['
            return "".join(item % number for number in range(1, depth + 1)).encode() + b"]}" * depth
        self.assertEqual(len(self.documents("hackernews", "-", data=thread(2000))[0]["comments"]), 2000)
        self.assertIn("levels of nesting", self.refused(BAD_DATA, "hackernews", "-", data=thread(200_000)))

    def test_a_reply_to_a_missing_comment_remains_and_is_counted(self):
        comments = self.documents("disqus", "-", data=disqus(post(2, parent=99)))[0]["comments"]
        self.assertEqual(comments[0]["parentId"], "99")
        self.assertIn("replies to comments that are not in the export: 1 (the first: comment 2)", self.report)

    def test_comments_that_are_their_own_ancestors_do_not_stop_an_importer(self):
        comments = self.documents("disqus", "-", data=disqus(post(1, parent=2), post(2, parent=1)))[0]["comments"]
        self.assertEqual([each["id"] for each in comments], ["1", "2"])
        items = b'{"id":1,"type":"comment","by":"a","text":"x","parent":2}\n{"id":2,"type":"comment","by":"b","text":"y","parent":1}\n'
        self.assertEqual(sum(len(each["comments"]) for each in self.documents("hackernews", "-", data=items)), 2)

    def test_comments_given_twice_are_written_once(self):
        comments = self.documents("disqus", "-", data=disqus(post(1), post(1), post(2)))[0]["comments"]
        self.assertEqual([each["id"] for each in comments], ["1", "2"])
        self.assertIn("left out: comments given twice: 1", self.report)

    def test_different_comments_with_one_id_are_kept_and_reported(self):
        rows = ("1,Ann,First,2024-01-01", "1,Bob,Second,2024-01-02", "2,Cy,Third,2024-01-03")
        for name in ("csv", "facebook"):
            for number, order in enumerate((rows, (rows[1], *rows), (*rows, "1,Ann,First edited,2024-01-01", ",,,"))):
                document, = self.documents(name, "-", data=("id,author,message,date\n%s\n" % "\n".join(order)).encode())
                self.assertEqual(sorted(each["body"] for each in document["comments"])[:2], ["First", "Second"])
                self.assertEqual(len(document["comments"]), 3)
                self.assertIn("in doubt: different comments with the same id: 1 (the first: comment 1)", self.report)
                self.assertEqual(bool(number), "left out: comments given twice: 1" in self.report)
            # A name or a text may have changed since.
            for change in ("1,Bob,First,2024-01-02", "1,Bob,Second,2024-01-01", "1,Ann,Second,2024-01-02", "1,,Second,2024-01-02"):
                document, = self.documents(name, "-", data=("id,author,message,date\n%s\n%s\n" % (rows[0], change)).encode())
                self.assertEqual(([each["body"] for each in document["comments"]], "in doubt" in self.report), (["First"], False))
            # One that is hidden hides all.
            document, = self.documents(name, "-", data=("id,author,message,date,parent_id,spam\n%s,,\n%s,,1\n3,Di,Reply,,1,\n" % rows[:2]).encode())
            self.assertEqual([each.get("tombstone") for each in document["comments"]], ["rejected", None])

    def test_comments_without_ids_get_some(self):
        comments = self.documents("csv", "-", data=b"author,text\nAnn,One\nBen,Two\n")[0]["comments"]
        self.assertEqual([each["id"] for each in comments], ["n1", "n2"])

    def test_likes_that_are_not_understood_are_counted(self):
        forms = {"1,234": 1234, "1,234,567": 1234567, "12.0": 12, "7": 7, "": None, "NULL": None, "nan": None,
                 "1.5": None, "1,23": None, "x": None, "1e3": None}
        data = "id;text;likes\n" + "".join("%d;x;%s\n" % each for each in enumerate(forms))
        for name in ("csv", "facebook"):
            comments = self.documents(name, "-", data=data.encode())[0]["comments"]
            self.assertEqual([each.get("likes") for each in comments], list(forms.values()))
            self.assertIn("in doubt: likes not understood: 4 (the first: standard input:9: 1.5)", self.report)

    def test_cells_that_say_that_there_is_nothing_are_empty(self):
        nulls = ("NULL", "\\N", "NaN", "<NA>")
        for nothing in (*nulls, "nan", "None", "NA", " null ", "-"):
            # A comment may be called by the other words.
            second, third = (nothing, nothing) if nothing in nulls else ("n2", "n3")
            rows = [["1", nothing, "Ann", "One", nothing, nothing, nothing, nothing], [second, "1", nothing, nothing, nothing, nothing, nothing, nothing],
                    [third, "0", "Cy", "Three", nothing, nothing, nothing, nothing]]
            for name in ("csv", "facebook"):
                header = ["id", "parent_id", "author", "text", "created_at", "post_id", "post_url", "edited_at"]
                rest = ["%s,%s" % (nothing, nothing)] if name == "csv" else []
                header += ["rating,avatar"] if rest else []
                data = "\n".join(",".join(row) for row in [header, *(row + rest for row in rows)])
                with self.subTest(name=name, nothing=nothing):
                    document, = self.documents(name, "-", data=data.encode())
                    self.assertEqual([(each["id"], each.get("parentId")) for each in document["comments"]], [("1", None), ("n2", "1"), ("n3", None)])
                    self.assertEqual({key for each in document["comments"] for key in each} - {"id", "parentId", "author", "body", "bodySyntax"}, set())
                    self.assertEqual((document["story"], document["comments"][1]["body"]), ({"id": "standard input"}, nothing.strip()))
                    self.assertEqual(document["comments"][1]["author"]["name"] == "Anonymous", nothing in nulls)
                    self.assertNotIn("not understood", self.report)

    def test_ids_may_be_words_that_say_that_there_is_nothing(self):
        for word in ("na", "nan", "nat", "none", "null", "NA", "None", "-"):
            first = "page_id,n9,,Ann,One\npage_id,%s,,Ben,SECRET\npage_id,nb,%s,Cy,Reply\npage_id,nc,NULL,Di,Root\n" % (word, word)
            later = "page_id,%s,,Ben,SECRET,1\n" % word
            tables = [header + row for header, row in (
                ("post_id,id,parent_id,author,message\n", first), ("post_id,id,parent_id,author,message,deleted\n", later))]
            for name in ("csv", "facebook"):
                for order in (tables, tables[::-1]):
                    with self.subTest(name=name, word=word), tempfile.TemporaryDirectory() as folder:
                        paths = [os.path.join(folder, str(number)) for number in range(2)]
                        for path, table in zip(paths, order):
                            with open(path, "w", encoding="utf-8") as file:
                                file.write(table)
                        document, = self.documents(name, *paths)
                        self.assertEqual({each["id"]: (each.get("parentId"), each.get("tombstone")) for each in document["comments"]},
                                         {"n9": (None, None), word: (None, "deleted"), "nb": (word, None), "nc": (None, None)})
                        self.assertNotIn("SECRET", json.dumps(document))
                        self.assertNotIn("in doubt", self.report)

    def test_a_table_says_when_or_whether_a_comment_was_edited(self):
        forms = {"2024-01-01": "2024-01-01T00:00:00Z", "t": True, "1.0": True, "yes": True, "f": None, "0.0": None, "1970-01-01": None}
        data = "id;text;edited\n" + "".join("%d;x;%s\n" % each for each in enumerate(forms))
        comments = self.documents("csv", "-", data=data.encode())[0]["comments"]
        self.assertEqual([each.get("editedAt", each.get("edited")) for each in comments], list(forms.values()))
        self.assertNotIn("not understood", self.report)

    def test_numbers_of_columns_with_gaps_are_found(self):
        data = "post_id,id,parent_id,text,rating\n1,10,,One,5.0\n1,11,10.0,Two,\n1,12,0.0,Three,\n1,13,14.0,Four,\n2,20.0,,Five,\n2,21,20.0,Six,\n2,20,,Seven,\n"
        for name in ("csv", "facebook"):
            first, second = self.documents(name, "-", data=data.encode())
            self.assertEqual([each.get("parentId") for each in first["comments"]], [None, "10", None, "14.0"])
            self.assertEqual([each.get("parentId") for each in second["comments"]], [None, "20.0", None])
            self.assertIn("roots: 4", self.report)
            self.assertIn("replies to comments that are not in the export: 1", self.report)
        first, _ = self.documents("csv", "-", data=data.encode())
        self.assertEqual((first["comments"][0]["rating"], first["story"]["mode"]), (5, "ratingsAndReviews"))

    def test_pages_of_columns_with_gaps_are_found(self):
        tables = ("post_id,post_url,id,parent_id,message,deleted\n7,https://e.com/7,1,,One,\n7,,4,,SECRET,\n",
                  "post_id,id,parent_id,message,deleted\n7.0,2,1.0,Two,\n7.0,4,7.0,SECRET,1\n8.0,5,,Five,\n,3,,Three,\n",
                  "post_id,post_url,id,parent_id,message,deleted\n7.0,https://e.com/7,6,,Six,\n")
        for name in ("csv", "facebook"):
            for order in itertools.permutations(tables):
                with self.subTest(name=name, order=order), tempfile.TemporaryDirectory() as folder:
                    paths = [os.path.join(folder, str(number)) for number in range(len(order))]
                    for path, table in zip(paths, order):
                        with open(path, "w", encoding="utf-8") as file:
                            # On Facebook, the parent of a root comment may be its page.
                            file.write(table if name == "facebook" else table.replace("4,7.0", "4,"))
                    documents = {document["story"]["id"]: document for document in self.documents(name, *paths)}
                    self.assertEqual(set(documents), {"7", "8.0", str(order.index(tables[1]))})
                    self.assertEqual(documents["7"]["story"]["url"], "https://e.com/7")
                    self.assertEqual({each["id"]: (each.get("parentId"), each.get("tombstone")) for each in documents["7"]["comments"]},
                                     {"1": (None, None), "2": ("1", None), "4": (None, "deleted"), "6": (None, None)})
                    self.assertNotIn("SECRET", json.dumps(documents))
                    self.assertNotIn("addresses", self.report)
        # Two sites that number their pages from 1.
        data = b"post_id,post_url,id,text\n7,https://a.com/7,1,One\n7.0,https://b.com/7,2,Two\n"
        self.documents("csv", "-", data=data)
        self.assertIn("in doubt: stories that are given with several addresses: 1 (the first: story 7.0)", self.report)

    def test_unknown_states_are_refused(self):
        data = b'[{"comment_content":"x","comment_post_ID":1,"comment_approved":"maybe","comment_type":""}]'
        self.assertRegex(self.refused(BAD_DATA, "wordpress", "-", data=data), "standard input:1.*maybe.*unknown")

    def test_hostile_text_takes_linear_time(self):
        forms = {
            "hackernews": lambda text: {"id": 1, "type": "comment", "by": text, "text": text},
            "wordpress": lambda text: [{
                "comment_content": text, "comment_post_ID": 1, "comment_author": text, "comment_approved": "1", "comment_type": ""}],
            "discourse": lambda text: [{"topic_id": 1, "post_number": number, kind: text, "username": text}
                                       for number, kind in enumerate(("cooked", "raw"))],
            "mastodon": lambda text: {
                "id": 1, "account": {"username": text}, "content": text, "spoiler_text": text, "visibility": "public"},
            "github": lambda text: {"title": text, "url": "https://github.com/o/r/issues/1", "body": text},
            "reddit": lambda text: {"id": "c", "link_id": "t3_s", "body": text, "author": text, "created_utc": text},
        }
        parts = ("<a ", '<a "', "<pre", "<pre>", "<img src=", "\n \n", "a@b.", "<p>", '<div class="meta">', "[quote=", "a=", "[spoiler]", ">!", "<!--", "<!-- -->", "`", "`a``", "~~~\n", "    \n")
        for text in (*(part * (500_000 // len(part)) for part in parts), "<a " + "a" * 500_000 + ">", "[quote=" + "a" * 500_000 + "]]"):
            for name, form in forms.items():
                data = json.dumps(form(text)).encode()
                self.assertEqual(importer(name, "-", data=data, limit=300).returncode, 0, (name, text[:10]))

    def test_deeply_nested_elements_are_refused(self):
        deep = b"<disqus><post>" + b"<a>" * 100_000
        self.assertIn("nested more than", self.refused(BAD_DATA, "disqus", "-", data=deep))

    def test_errors_of_the_output_are_reported(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [os.path.join(ROOT, "recipes", "import", "disqus"), sample("disqus.xml")], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, b"No space left" in done.stderr), (IO_ERROR, True), done.stderr)

    def test_a_large_export_needs_little_memory(self):
        size = int(os.environ.get("IMPORT_SIZE", 64)) << 20
        generator = subprocess.Popen(
            [sys.executable, os.path.join(ROOT, "Tests", "Import", "large_disqus.py"), str(size)], stdout=subprocess.PIPE)
        with tempfile.TemporaryFile() as report:
            done = subprocess.Popen(
                [os.path.join(ROOT, "recipes", "import", "disqus"), "-"], stdin=generator.stdout, stdout=subprocess.DEVNULL, stderr=report)
            generator.stdout.close()
            _, status, used = os.wait4(done.pid, 0)
            done.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual((generator.wait(), done.returncode), (0, 0))
            report.seek(0)
            print(report.read().decode().splitlines()[0], file=sys.stderr)
        peak = used.ru_maxrss << 10
        print("%d MiB of XML: %d MiB of memory" % (size >> 20, peak >> 20), file=sys.stderr)
        self.assertLess(peak, MOST_MEMORY)
