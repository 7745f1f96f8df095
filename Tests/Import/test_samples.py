"""One sample of every system: its comments, the counts, and what becomes of each part."""
import csv
import json
import os
import re
import sqlite3
import tempfile
import xml.etree.ElementTree as ElementTree

from importing import ImporterTests, atoll, sample

DISQUS = "{http://disqus.com}"
ID = "{http://disqus.com/disqus-internals}id"
WORDPRESS = "{http://wordpress.org/export/1.2/}"


def loaded(name):
    with open(sample(name), encoding="utf-8") as file:
        return json.load(file)


def lines(name):
    with open(sample(name), encoding="utf-8") as file:
        return [json.loads(line) for line in file]


class Samples(ImporterTests):
    maxDiff = None

    def test_disqus_keeps_the_tree_and_what_was_deleted(self):
        entries = []
        for post in ElementTree.parse(sample("disqus.xml")).getroot().findall(DISQUS + "post"):
            state = "deleted" if post.findtext(DISQUS + "isDeleted") == "true" else \
                "rejected" if post.findtext(DISQUS + "isSpam") == "true" else "shown"
            parent = post.find(DISQUS + "parent")
            entries.append((post.find(DISQUS + "thread").get(ID), post.get(ID), None if parent is None else parent.get(ID), state, 0))
        comments = self.check("disqus", sample("disqus.xml"), entries=entries)
        self.assertEqual(comments["50002"]["parentId"], "50001")
        self.assertEqual(comments["50001"]["author"], {"id": "zoe-reads", "name": "Zoë"})
        self.assertIn('<a href="https://example.org/">', comments["50001"]["body"])
        self.assertIn('<span class="coral-rte-spoiler">it was the gull</span>', comments["50001"]["body"])
        self.assertEqual(comments["50004"], {"id": "50004", "createdAt": "2014-05-02T10:00:00Z", "tombstone": "deleted"})
        self.assertEqual(comments["50005"]["author"]["name"], "ann")
        self.assertIn("lost: IP addresses: 7", self.report)
        self.assertIn("left out: stories without comments: 1", self.report)

    def test_disqus_keeps_addresses_titles_and_closed_threads(self):
        stories = [document["story"] for document in self.documents("disqus", sample("disqus.xml"))]
        self.assertEqual(stories, [
            {"id": "1001", "url": "https://www.example.com/tide-pools/", "title": "Tide pools – a guide",
             "createdAt": "2014-05-01T08:00:00Z"},
            {"id": "1002", "url": "https://www.example.com/lighthouse/?a=1&b=2", "title": "The lighthouse",
             "createdAt": "2014-06-01T08:00:00Z", "closed": True}])

    def test_wordpress_export_has_paragraphs_authors_and_pingbacks(self):
        states = {"1": "shown", "0": "withheld", "spam": "rejected", "trash": "deleted"}
        entries = []
        for item in ElementTree.parse(sample("wordpress.xml")).getroot().iter("item"):
            for each in item.findall(WORDPRESS + "comment"):
                parent = each.findtext(WORDPRESS + "comment_parent")
                entries.append((item.findtext("link"), each.findtext(WORDPRESS + "comment_id"), None if parent == "0" else parent,
                                states[each.findtext(WORDPRESS + "comment_approved")], 0))
        comments = self.check("wordpress", sample("wordpress.xml"), entries=entries)
        self.assertEqual(comments["3"]["body"], "<p>Thank you.</p><p>Two paragraphs,<br>\nand a line.</p>")
        self.assertEqual(comments["3"]["author"]["badges"], ["author"])
        self.assertIn("<pre>one\ntwo</pre>", comments["2"]["body"])
        self.assertNotIn("badges", comments["2"]["author"])
        self.assertEqual(comments["6"]["tags"], ["pingback"])

    def test_wordpress_list_has_titles_from_a_second_list(self):
        states = {"1": "shown", "spam": "rejected"}
        entries = [(row["comment_post_ID"], row["comment_ID"], None if row["comment_parent"] == "0" else row["comment_parent"],
                    states[row["comment_approved"]], 0) for row in loaded("wordpress-comments.json")]
        files = [sample("wordpress-comments.json"), sample("wordpress-posts.json")]
        self.check("wordpress", *files, entries=entries)
        story = self.documents("wordpress", *files)[0]["story"]
        self.assertEqual((story["title"], story["url"], story["closed"]),
                         ("Corals & crabs", "https://www.example.com/2020/corals/", True))

    def test_wordpress_rest_keeps_html_and_addresses(self):
        answer = [{"id": 9, "post": 18, "parent": 2, "author": 0, "author_name": "Ann", "author_url": "", "date_gmt": "2020-01-06T09:00:00",
                   "content": {"rendered": "<p>One<br />\nline</p>\n"}, "link": "https://www.example.com/2020/corals/#comment-9",
                   "status": "approved", "type": "comment", "author_avatar_urls": {"24": "https://secure.gravatar.com/avatar/x"}}]
        comment = self.documents("wordpress", "-", data=json.dumps(answer).encode())[0]["comments"][0]
        self.assertEqual(comment, {
            "id": "9", "parentId": "2", "createdAt": "2020-01-06T09:00:00Z", "author": {"name": "Ann"},
            "body": "<p>One<br />\nline</p>", "bodySyntax": "html", "permalink": "https://www.example.com/2020/corals/#comment-9"})

    def test_discourse_topic_keeps_likes_staff_and_quotes(self):
        entries = []
        for post in loaded("discourse-topic.json")["post_stream"]["posts"]:
            if post["post_type"] in (1, 2):
                likes = sum(action["count"] for action in post["actions_summary"] if action["id"] == 2)
                entries.append((42, post["post_number"], post["reply_to_post_number"],
                                "deleted" if post["user_deleted"] else "shown", likes))
        comments = self.check(
            "discourse", sample("discourse-topic.json"), "--site", "https://forum.example.com/", entries=entries)
        self.assertIn("here? :wave: See", comments["1"]["body"])
        self.assertIn('<a href="https://forum.example.com/t/rules/1">', comments["1"]["body"])
        self.assertNotIn("33 KB", comments["1"]["body"])
        self.assertEqual(comments["1"]["permalink"], "https://forum.example.com/t/what-lives-here/42/1")
        self.assertEqual(comments["1"]["author"]["badges"], ["Diver"])
        self.assertEqual((comments["2"]["tags"], comments["2"]["editedAt"]), (["moderator", "solution"], "2021-03-02T08:00:00Z"))
        self.assertIn("left out: whispers, which only the staff can see: 1", self.report)
        self.assertIn("5 of 6 of topic 42", self.report)

    def test_discourse_export_has_markdown_and_users(self):
        entries = [(topic["id"], post["post_number"], post["reply_to_post_number"], "withheld" if post["hidden"] else "shown", 0)
                   for topic in loaded("discourse-export.json")["topics"] for post in topic["posts"]]
        comments = self.check("discourse", sample("discourse-export.json"), entries=entries)
        self.assertEqual(comments["1"]["author"], {"id": "sam", "name": "Sam Reef"})
        self.assertNotIn("author", comments["2"])
        self.assertTrue(comments["2"]["body"].startswith("> **sam:**\n>\n> Hello **all**.\n"))

    def test_reddit_keeps_markdown_moderators_and_removed_ones(self):
        entries = []

        def collect(listing):
            for child in listing["data"]["children"]:
                data = child["data"]
                if child["kind"] == "more":
                    continue
                if child["kind"] == "t3":
                    entries.append(("abc12", "t3_abc12", None, "shown", data["score"]))
                    continue
                state = {"[deleted]": "deleted", "[removed]": "rejected"}.get(data["body"], "shown")
                parent = data["parent_id"]
                entries.append(("abc12", data["id"], parent[3:] if parent.startswith("t1_") else None, state,
                                0 if data.get("score_hidden") else data["score"]))
                if data["replies"]:
                    collect(data["replies"])
        for listing in loaded("reddit.json"):
            collect(listing)
        comments = self.check("reddit", sample("reddit.json"), entries=entries)
        self.assertEqual(comments["t3_abc12"]["body"], "I found **crabs**.\n\n> and a quote")
        self.assertEqual(comments["c1"]["body"], "Anemones <3 `a < b`")
        self.assertEqual(comments["c1"]["editedAt"], "2020-01-02T02:00:00Z")
        self.assertEqual(comments["c3"]["author"]["badges"], ["OP", "Biologist"])
        self.assertEqual((comments["c4"]["tags"], comments["c4"].get("likes")), (["moderator"], None))
        self.assertIn("left out: comments that Reddit only counts (“more”): 4", self.report)

    def test_reddit_dump_has_a_comment_a_line(self):
        def things(value):
            if isinstance(value, list):
                return [each for part in value for each in things(part)]
            if not isinstance(value, dict):
                return []
            found = [value["data"]] if value.get("kind") in ("t1", "t3") else []
            return found + things(list(value.values()))
        dump = b"".join(json.dumps({**thing, "replies": ""}).encode() + b"\n" for thing in reversed(things(loaded("reddit.json"))))
        nested = self.documents("reddit", sample("reddit.json"))[0]
        flat = self.documents("reddit", "-", data=dump)[0]
        self.assertEqual(flat["story"], nested["story"])
        self.assertCountEqual([each["id"] for each in flat["comments"]], [each["id"] for each in nested["comments"]])

    def test_hacker_news_of_algolia_has_the_text_of_the_story(self):
        entries, pending = [], [(loaded("hackernews-algolia.json"), None)]
        while pending:
            item, parent = pending.pop()
            entries.append((2000, item["id"], None if parent == 2000 else parent,
                            "shown" if item["author"] else "deleted", item["points"] or 0))
            pending += [(child, item["id"]) for child in item["children"]]
        comments = self.check("hackernews", sample("hackernews-algolia.json"), entries=entries)
        self.assertEqual(comments["2000"]["body"], "<p>I found crabs &#x27;and&#x27; more.<p>What else?")
        self.assertEqual(comments["2001"]["permalink"], "https://news.ycombinator.com/item?id=2001")

    def test_hacker_news_of_firebase_finds_the_story_of_each_item(self):
        entries = []
        for item in lines("hackernews-firebase.ndjson"):
            state = "deleted" if item.get("deleted") else "rejected" if item.get("dead") else "shown"
            parent = item.get("parent")
            entries.append((3000, item["id"], None if parent == 3000 else parent, state, item.get("score", 0)))
        comments = self.check("hackernews", sample("hackernews-firebase.ndjson"), entries=entries)
        self.assertEqual(comments["3003"]["parentId"], "3002")
        self.assertIn('<a href="https://maps.example/?a=1&amp;b=2">', comments["3000"]["body"])

    def test_hacker_news_search_results_are_read(self):
        hits = {"hits": [
            {"objectID": "11", "author": "ken", "comment_text": "Nice", "story_id": 10, "parent_id": 10, "created_at_i": 1577923200},
            {"objectID": "10", "author": "zoe", "title": "A map", "url": "https://maps.example/", "points": 3, "created_at_i": 1577923100,
             "story_text": None}], "nbHits": 2}
        document = self.documents("hackernews", "-", data=json.dumps(hits).encode())[0]
        self.assertEqual((document["story"]["title"], [each["id"] for each in document["comments"]]), ("A map", ["11", "10"]))

    def test_remark42_keeps_pins_edits_and_admins(self):
        entries = [(line["locator"]["url"], line["id"], line["pid"] or None, "deleted" if line.get("delete") else "shown", line["score"])
                   for line in lines("remark42.ndjson")[1:]]
        comments = self.check("remark42", sample("remark42.ndjson"), entries=entries)
        self.assertEqual(comments["r2"]["createdAt"], "2022-01-02T11:00:00.250Z")
        self.assertEqual((comments["r2"]["tags"], comments["r2"]["author"]["badges"]), (["moderator"], ["verified"]))
        self.assertIn('<a href="https://www.example.com/api/v1/picture/p.png">a crab</a>', comments["r2"]["body"])
        self.assertEqual((comments["r1"]["author"], comments["r1"]["tags"]), ({"name": "zoe"}, ["featured"]))

    def test_isso_reads_its_database(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "comments.db")
            database = sqlite3.connect(path)
            with open(sample("isso.sql"), encoding="utf-8") as script:
                database.executescript(script.read())
            states = {1: "shown", 2: "withheld", 4: "deleted"}
            entries = [(story, id, parent, states[mode], likes) for story, id, parent, mode, likes in
                       database.execute("SELECT tid, id, parent, mode, likes FROM comments")]
            database.close()
            with open(path, "rb") as file:
                before = file.read()
            comments = self.check("isso", path, "--site", "https://www.example.com", entries=entries)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), before)
        self.assertEqual((comments["1"]["body"], comments["1"]["createdAt"]), ("**First**", "2020-01-02T00:00:00.250Z"))
        self.assertEqual(comments["4"]["author"]["name"], "Anonymous")
        self.assertIn("lost: dislikes: 1", self.report)

    def test_isso_joins_no_threads_of_two_sites(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for name, page in (("a", "/a/"), ("b", "/b/")):
                paths.append(os.path.join(folder, name + ".db"))
                database = sqlite3.connect(paths[-1])
                with open(sample("isso.sql"), encoding="utf-8") as script:
                    database.executescript(script.read())
                database.execute("UPDATE threads SET uri = ? || id", (page,))
                database.commit()
                database.close()
            self.documents("isso", paths[0], paths[0])
            self.assertIn("convert each database on its own", self.refused(os.EX_DATAERR, "isso", *paths))

    def test_tables_are_stories_by_their_whole_names(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("example.com-about.csv", "example.com-contact.csv")]
            for path in paths:
                with open(path, "w", encoding="utf-8") as file:
                    file.write('body,"a note\nfor editors"\nhello,x\n')
            documents = self.documents("csv", *paths)
        self.assertEqual([each["story"]["id"] for each in documents], ["example.com-about", "example.com-contact"])
        self.assertEqual([[comment["body"] for comment in each["comments"]] for each in documents], [["hello"], ["hello"]])

    def test_discourse_limits_the_depth_of_quotations(self):
        post = {"id": 1, "post_number": 1, "topic_id": 7, "username": "ann", "raw": "[quote=a]\n" * 3200 + "Deep"}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"latest_posts": [post]}, file)
            file.flush()
            (document,) = self.documents("discourse", file.name)
        self.assertIn("> Deep", document["comments"][0]["body"])
        self.assertLess(len(document["comments"][0]["body"]), 300_000)

    def test_commento_keeps_scores_and_moderators(self):
        entries = []
        for each in loaded("commento.json")["comments"]:
            state = "deleted" if each["markdown"] == "[deleted]" else "shown" if each["state"] == "approved" else "withheld"
            entries.append((each["url"], each["commentHex"], None if each["parentHex"] == "root" else each["parentHex"],
                            state, each["score"]))
        comments = self.check("commento", sample("commento.json"), entries=entries)
        self.assertEqual(comments["c2"]["author"], {"id": "b2", "name": "Ben", "avatar": "https://avatars.example/b2.png"})
        self.assertEqual(comments["c2"]["tags"], ["moderator"])
        self.assertEqual(comments["c5"]["author"], {"id": "a1", "name": "Ann"})

    def test_comentario_keeps_pages_and_pins(self):
        entries = []
        for each in loaded("comentario.json")["comments"]:
            state = "deleted" if each["isDeleted"] else "shown" if each["isApproved"] else "rejected"
            entries.append((each["pageId"], each["id"], each.get("parentId"), state, each["score"]))
        comments = self.check("commento", sample("comentario.json"), entries=entries)
        self.assertEqual((comments["k-1"]["author"], comments["k-1"]["tags"]), ({"name": "Zoë"}, ["featured"]))
        story = self.documents("commento", sample("comentario.json"))[0]["story"]
        self.assertEqual((story["url"], story["closed"]), ("https://www.example.com/tide-pools/", True))

    def test_giscus_keeps_reactions_and_names_the_page(self):
        entries = []

        def add(node, parent):
            likes = node.get("upvoteCount", 0) + sum(
                group["users"]["totalCount"] for group in node["reactionGroups"] if group["content"] in ("THUMBS_UP", "HEART"))
            state = "deleted" if node["deletedAt"] else "rejected" if node["isMinimized"] else "shown"
            entries.append((5, node["id"], parent, state, likes))
            for reply in node.get("replies", {"nodes": []})["nodes"]:
                add(reply, node["id"])
        discussion = loaded("github-discussion.json")["data"]["repository"]["discussion"]
        for node in discussion["comments"]["nodes"]:
            add(node, None)
        comments = self.check("github", sample("github-discussion.json"), entries=entries)
        self.assertNotIn("author", comments["DC_3"])
        self.assertEqual((comments["DC_1"]["likes"], comments["DC_2"]["tags"]), (6, ["staff"]))
        story = self.documents("github", sample("github-discussion.json"))[0]["story"]
        self.assertEqual(story["url"], "https://www.example.com/tide-pools/")

    def test_utterances_joins_issues_and_comments(self):
        with open(sample("github-issues.json"), encoding="utf-8") as file:
            issues, comments = (json.loads(line) for line in file)
        entries = [(issue["html_url"], "post", None, "shown", issue["reactions"]["+1"]) for issue in issues
                   if issue["user"]["login"] != "utterances-bot" and "pull_request" not in issue]
        entries += [(each["issue_url"], each["id"], None, "shown", each["reactions"]["+1"] + each["reactions"].get("heart", 0))
                    for each in comments]
        found = self.check("github", sample("github-issues.json"), entries=entries)
        self.assertIn("left out: pull requests: 1", self.report)
        self.assertEqual(found["902"]["editedAt"], "2022-01-04T00:00:00Z")
        self.assertEqual([document["story"]["url"] for document in self.documents("github", sample("github-issues.json"))],
                         ["https://www.example.com/lighthouse/", "https://github.com/example/blog/issues/10"])

    def test_facebook_reads_columns_of_the_graph(self):
        with open(sample("facebook.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        entries = [(row["post_id"], row["id"], None if row["parent.id"] == row["post_id"] else row["parent.id"],
                    "withheld" if row["is_hidden"] == "true" else "shown", int(row["like_count"])) for row in rows]
        comments = self.check("facebook", sample("facebook.csv"), entries=entries)
        self.assertEqual(comments["77_1"]["body"], 'First, with "quotes"\nand two lines')

    def test_mastodon_joins_a_status_and_its_context(self):
        statuses = [loaded("mastodon-status.json"), *loaded("mastodon-context.json")["descendants"]]
        entries = [(100, status["id"], status["in_reply_to_id"], "shown", status["favourites_count"])
                   for status in statuses if status["visibility"] != "private"]
        files = [sample("mastodon-context.json"), sample("mastodon-status.json")]
        comments = self.check("mastodon", *files, entries=entries)
        self.assertEqual(comments["100"]["media"], {"kind": "image", "url": "https://files.example/crab.jpg", "title": "A crab"})
        self.assertIn('<a href="https://files.example/gull.jpg">A gull</a>', comments["100"]["body"])
        self.assertIn("<strong>octopus</strong>", comments["102"]["body"])
        self.assertEqual(len(re.findall("coral-rte-spoiler", comments["102"]["body"])), 1)
        self.assertIn("left out: statuses that are not public: 1", self.report)

    def test_youtube_joins_threads_and_lists_of_replies(self):
        _, threads, replies = lines("youtube.json")
        seen = {}
        for thread in threads["items"]:
            top = thread["snippet"]["topLevelComment"]
            seen[top["id"]] = (None, top["snippet"])
            for each in thread.get("replies", {"comments": []})["comments"]:
                seen[each["id"]] = (thread["id"], each["snippet"])
        for each in replies["items"]:
            seen[each["id"]] = (each["snippet"]["parentId"], each["snippet"])
        entries = [("vid1", id, parent, "withheld" if facts.get("moderationStatus") else "shown", facts["likeCount"])
                   for id, (parent, facts) in seen.items()]
        comments = self.check("youtube", sample("youtube.json"), entries=entries)
        self.assertEqual(comments["Ug1"]["editedAt"], "2022-05-02T00:10:00Z")
        self.assertEqual(comments["Ug1.a"]["author"]["badges"], ["creator"])
        self.assertNotIn("in doubt", self.report)

    def test_any_table_with_a_header_is_read(self):
        with open(sample("table.csv"), encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter=";"))
        states = {"approved": "shown", "published": "shown", "deleted": "deleted", "spam": "rejected"}
        entries = [(row["Page URL"], row["Comment ID"], row["Parent ID"] if row["Parent ID"] not in ("", "0") else None,
                    states[row["Status"]], int(row["Likes"])) for row in rows]
        comments = self.check("csv", sample("table.csv"), entries=entries)
        self.assertEqual([comments[id]["createdAt"] for id in "1234"], [
            "2020-01-02T00:00:00Z", "2020-01-02T01:00:00Z", "2020-01-02T01:00:00Z", "2020-01-02T03:00:00Z"])
        self.assertIn("lost: the column “E-mail”: 1", self.report)

    def test_atoll_names_the_importer_of_an_export(self):
        importers = {
            "comentario.json": "commento", "commento.json": "commento", "discourse-export.json": "discourse",
            "discourse-topic.json": "discourse", "disqus.xml": "disqus", "facebook.csv": "facebook",
            "github-discussion.json": "github", "github-issues.json": "github", "hackernews-algolia.json": "hackernews",
            "hackernews-firebase.ndjson": "hackernews", "mastodon-context.json": "mastodon", "mastodon-status.json": "mastodon",
            "reddit.json": "reddit", "remark42.ndjson": "remark42", "table.csv": "csv", "wordpress-comments.json": "wordpress",
            "wordpress.xml": "wordpress", "youtube.json": "youtube"}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "comments.db")
            with sqlite3.connect(path) as database, open(sample("isso.sql"), encoding="utf-8") as script:
                database.executescript(script.read())
            for file, name in [*((sample(file), name) for file, name in importers.items()), (path, "isso")]:
                done = atoll("render", file)
                self.assertEqual((done.returncode, done.stdout), (65, b""), file)
                self.assertRegex(done.stderr.decode(), "this looks like an export of .*; convert it: /usr/share/atoll/import/%s %s "
                                 "> stories.ndjson" % (name, re.escape(file)))
