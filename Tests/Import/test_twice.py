"""A comment that several inputs have, of which one hides it, is hidden, whatever the order of the inputs."""
import json
import os
import sqlite3
import tempfile

from importing import ImporterTests, wxr, wxr_comment, wxr_item

SECRET = "SECRET"
ISSUE = "https://github.com/o/r/issues/1"
API = "https://api.github.com/repos/o/r/issues/1"


def item(id, parent=1, **others):
    return {"id": id, "type": "comment", "parent": parent, "by": "ann", "text": SECRET, **others}


def topic(*posts, **facts):
    """Returns topic 5 of Discourse, with a post before these ones."""
    first = {"post_number": 1, "username": "ann", "cooked": "Words"}
    return {"id": 5, "title": "T", **facts, "post_stream": {"posts": [first, *posts]}}


def post(**others):
    return {"post_number": 2, "username": "ann", "cooked": SECRET, "post_type": 1, **others}


def row(**others):
    """Returns a comment of `wp comment list`."""
    values = {"ID": "1", "post_ID": "7", "author": "Ann", "content": SECRET, "approved": "1", "type": "comment", **others}
    return [{"comment_" + name: value for name, value in values.items()}]


def issue(*comments, is_private=False):
    """Returns a response of GitHub's GraphQL API."""
    facts = {"title": "T", "url": ISSUE, "body": "", "comments": {"nodes": list(comments)}}
    return {"data": {"repository": {"isPrivate": is_private, "issue": facts}}}


def node(**others):
    return {"id": "IC_1", "url": ISSUE + "#issuecomment-1", "author": {"login": "ann"}, "body": SECRET, **others}


def reply(**others):
    """Returns a comment of Reddit."""
    return {"id": "c", "link_id": "t3_s", "parent_id": "t3_s", "author": "ann", "body": SECRET, "subreddit": "tides", **others}


def submission(**others):
    return {"id": "s", "title": "T", "is_self": True, "selftext": SECRET, "author": "ann", "subreddit": "tides", **others}


def status(id="2", **others):
    return {"id": id, "in_reply_to_id": "1", "visibility": "public", "content": SECRET, "account": {"id": "9", "username": "ann"}, **others}


def video_comment(id="a.b", **others):
    return {"id": id, "snippet": {"textOriginal": SECRET, "authorDisplayName": "Ann", **others}}


def threads(*replies, words=SECRET, **facts):
    """Returns a response of YouTube with one thread."""
    top = {"id": "a", "snippet": {"textOriginal": words}}
    return {"kind": "youtube#commentThreadListResponse", "items": [
        {"id": "a", "snippet": {"videoId": "v", "topLevelComment": top, **facts}, "replies": {"comments": list(replies)}}]}


def replies(*items):
    return {"kind": "youtube#commentListResponse", "items": list(items)}


def disqus(words=SECRET, thread="", **flags):
    more = "".join("<%s>true</%s>" % (name, name) for name in flags)
    return ('<disqus xmlns:dsq="x"><thread dsq:id="1">%s</thread><post dsq:id="2"><message>%s</message>%s<thread dsq:id="1"/></post></disqus>'
            % (thread, words, more))


def commento(**others):
    return {"version": 1, "commenters": [], "comments": [{
        "commentHex": "a", "domain": "example.com", "path": "/", "parentHex": "root", "markdown": SECRET, "state": "approved", **others}]}


def comentario(**others):
    return {"version": 3, "commenters": [], "pages": [{"id": "p"}], "comments": [
        {"id": "a", "pageId": "p", "markdown": SECRET, "isApproved": True, **others}]}


def remark42(**others):
    return {"id": "a", "text": SECRET, "user": {"id": "u", "name": "Ann"}, "locator": {"url": "https://example.com/"}, **others}


# An input that shows a comment, and one that hides it.
PAIRS = {
    "commento": [(commento(), commento(state="flagged")), (commento(), commento(deleted=True)),
                 (comentario(), comentario(isDeleted=True)), (comentario(), comentario(isPending=True))],
    "csv": [("story,id,text,deleted\ns,1,SECRET,\n", "story,id,text,deleted\ns,1,SECRET,true\n"),
            ("page_url,id,text,deleted\nhttps://e.com/a,1,SECRET,\n", "page_id,page_url,id,text,deleted\n7,https://e.com/a,1,SECRET,true\n"),
            ("page_id,page_url,id,text,deleted\n7,https://e.com/a,1,SECRET,\n", "page_url,id,text,deleted\nhttps://e.com/a,1,SECRET,true\n")],
    "discourse": [(topic(post()), topic(post(**each))) for each in (
        {"post_type": 4}, {"post_type": 3}, {"hidden": True}, {"deleted_at": "2024-01-01"}, {"user_deleted": True})] + [
        ({"topics": [{"id": 5, "title": "T", "posts": [post(raw=SECRET)]}], "users": []}, topic(post(post_type=4))),
        (topic(post()), topic(post(), archetype="private_message")), (topic(post()), topic(deleted_at="2024-01-01")),
        # Only the export of categories says that category 3 is one of a group; it does not have the topic.
        (topic(post(), category_id=3), {"categories": [{"id": 3, "permissions_params": {"staff": 1}}], "topics": [{"id": 6, "posts": []}]}),
        ([post(topic_id=5, category_id=3)], {"categories": [{"id": 3, "permissions_params": {"staff": 1}}], "topics": [{"id": 6, "posts": []}]})],
    "disqus": [(disqus(), disqus(isDeleted=1)), (disqus(), disqus(isSpam=1)), (disqus(), disqus(thread="<isDeleted>true</isDeleted>"))],
    # The post of a comment may be missing from one of the tables.
    "facebook": [("id,post_id,message\n123456789_2,1,SECRET\n", "id,post_id,message,is_hidden\n123456789_2,1,SECRET,true\n"),
                 ("post_url,id,message\nhttps://e.com/a,2,SECRET\n", "post_id,post_url,id,message,is_deleted\n1,https://e.com/a,2,SECRET,true\n"),
                 ("id,message\n123456789_2,SECRET\n", "id,post_id,message,is_private\n123456789_2,1,SECRET,true\n")],
    "github": [(issue(node()), issue(node(), is_private=True)), (issue(node()), issue(node(isMinimized=True))),
               (issue(node()), issue(node(deletedAt="2024-01-01T00:00:00Z"))),
               (issue(node()), {"full_name": "o/r", "html_url": "https://github.com/o/r", "private": True}),
               (issue(node()), {"nameWithOwner": "o/r", "isPrivate": True}),
               ({"title": "T", "html_url": ISSUE, "body": SECRET},
                {"title": "T", "html_url": ISSUE, "body": "Words", "repository": {"private": True}}),
               # The two APIs have other ids for the same comment.
               ({"id": 1, "node_id": "IC_1", "issue_url": "x", "html_url": ISSUE + "#issuecomment-1", "body": SECRET}, issue(node(isMinimized=True))),
               ({"id": 1, "node_id": "IC_1", "issue_url": "x", "html_url": ISSUE + "#issuecomment-1", "body": SECRET},
                issue(node(isMinimized=True, url=None))),
               # The address of the issue in the API is that of its page.
               ({"id": 1, "issue_url": API, "url": API + "/comments/1", "body": SECRET}, {"full_name": "o/r", "private": True}),
               ({"id": 1, "issue_url": API, "body": SECRET}, {"url": "https://api.github.com/repos/O/R", "visibility": "private"}),
               ({"title": "T", "url": API, "body": SECRET}, issue(node(body="Words"), is_private=True)),
               ({"id": 1, "issue_url": "https://git.example.com/api/v3/repos/o/r/issues/1", "body": SECRET},
                {"html_url": "https://git.example.com/o/r", "private": True}),
               ([{"title": "T", "html_url": ISSUE, "body": SECRET}],
                [{"title": "T", "html_url": ISSUE + "0", "repository": {"visibility": "private"}}])],
    "hackernews": [({"id": 1, "type": "story", "title": "T", "by": "a", "children": [item(2)]}, item(2, by=None, text=None, deleted=True)),
                   ({"id": 1, "type": "story", "title": "T", "by": "a", "children": [item(2)]}, item(2, dead=True)),
                   (item(2), {"id": 2, "type": "comment", "deleted": True}),
                   ({"id": 1, "type": "story", "title": SECRET, "text": SECRET, "by": "a"}, {"id": 1, "type": "story", "deleted": True}),
                   ({"id": 1, "type": "story", "title": SECRET, "url": "https://example.com/SECRET", "by": "a"},
                    {"id": 1, "type": "story", "dead": True}),
                   ({"id": "2", "type": "comment", "parent": "1", "by": "a", "text": SECRET}, item(2, dead=True))],
    "mastodon": [(status(), status(**each)) for each in (
        {"visibility": "private"}, {"visibility": None}, {"local_only": True}, {"account": {"id": "9", "limited": True}})] + [
        (status("1", in_reply_to_id=None), status("1", in_reply_to_id=None, visibility="direct")),
        # The account was suspended after the first input.
        (status(), status("3", account={"id": 9, "username": "ann", "suspended": True})),
        # Each server has another id for an account.
        (status(account={"id": "9", "url": "https://b.example/@ann"}),
         status("3", account={"id": "7", "url": "https://b.example/@Ann", "uri": "https://b.example/users/ann", "limited": True})),
        (status(account={"id": "9", "uri": "https://b.example/users/ann"}),
         status("3", account={"id": "7", "url": "https://b.example/@ann", "uri": "https://b.example/users/ann", "limited": True})),
        (status(), status("3", account={"id": "9", "url": "https://b.example/@ann", "limited": True})),
        ({"ancestors": [], "descendants": [status()]}, status(visibility="private", in_reply_to_id=None))],
    "reddit": [(reply(), reply(body="[deleted]")), (reply(), reply(body="[removed]")), (reply(), reply(removed=True)),
               (reply(), reply(subreddit_type="private")),
               (reply(), {**reply(body="Words"), "id": "d", "link_id": "t3_z", "subreddit_type": "private"}),
               # Names have no case, and any of them may be missing.
               (reply(), {**reply(body="Words", subreddit="Tides"), "id": "d", "link_id": "t3_z", "subreddit_type": "private", "subreddit_id": "t5_1"}),
               (reply(subreddit_id="t5_1"), {**reply(body="Words", subreddit=None, subreddit_id="t5_1"), "link_id": "t3_z", "subreddit_type": "private"}),
               ([reply(), {**reply(body="Words", subreddit_id="t5_1"), "id": "d", "link_id": "t3_y"}],
                {**reply(body="Words", subreddit=None, subreddit_id="t5_1"), "link_id": "t3_z", "subreddit_type": "private"}),
               (reply(subreddit=None, permalink="/r/tides/comments/s/t/c/"),
                {**reply(body="Words"), "id": "d", "link_id": "t3_z", "subreddit_type": "private"}),
               (submission(), submission(selftext="[removed]")),
               ([submission(title=SECRET, selftext="Words"), reply(body="Words")],
                submission(title="[ Removed ]", selftext="", removed_by_category="moderator")),
               ([submission(selftext="Words", is_self=False, url="https://example.com/SECRET"), reply(body="Words")],
                [submission(selftext="", is_self=False, removed_by_category="moderator")]),
               ([submission(title=SECRET, selftext="Words", removed_by_category="moderator"), reply(body="Words")],
                submission(title="[deleted by user]", selftext="[deleted]")),
               (submission(), submission(selftext="", removed_by_category="moderator")), (submission(), submission(removed_by_category="deleted"))],
    # The address of the page may have changed between two backups.
    "remark42": [(remark42(), remark42(delete=True)), (remark42(), remark42(delete=True, locator={"url": "https://www.example.com/"}))],
    "wordpress": [(row(), row(approved=each)) for each in ("0", "spam", "trash", "post-trashed")] + [
        (row(), row(type="order_note")), (wxr(wxr_item(7, wxr_comment(1, SECRET))), row(approved="spam")),
        # A site may have got encryption, and the comment another post.
        (wxr(wxr_item(7, wxr_comment(1, SECRET))),
         wxr(wxr_item(8, wxr_comment(1, SECRET, approved="trash")), site="https://www.Example.com/")),
        (wxr(wxr_item(7, wxr_comment(1, SECRET))), wxr(wxr_item(8, wxr_comment(1, SECRET, "note")))),
        (row(), [{"ID": 7, "post_title": "T", "post_status": "private"}]),
        ({"id": 1, "post": 7, "author_name": "Ann", "status": "approved", "content": {"rendered": SECRET}}, row(approved="spam"))],
    "youtube": [(threads(video_comment(), words="Words"), threads(video_comment(moderationStatus="rejected"), words="Words")),
                (threads(video_comment(), words="Words"), replies(video_comment(moderationStatus="likelySpam", parentId="a"))),
                (threads(video_comment(moderationStatus="rejected"), words="Words"), replies(video_comment(parentId="a"))),
                (threads(video_comment()), threads(isPublic=False)),
                (replies(video_comment(parentId="a")), threads(isPublic=False)),
                (threads(), replies(video_comment("a", moderationStatus="heldForReview"))),
                (replies(video_comment(parentId="a", videoId="v")), replies(video_comment(moderationStatus="rejected"))),
                (threads(video_comment()), {"kind": "youtube#videoListResponse", "items": [{"id": "v", "status": {"privacyStatus": "private"}}]})],
}


class Twice(ImporterTests):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def written(self, *inputs):
        """Writes inputs, JSON or text, to files and returns their paths."""
        paths = [os.path.join(self.folder, str(number)) for number in range(len(inputs))]
        for path, data in zip(paths, inputs):
            with open(path, "w", encoding="utf-8") as file:
                file.write(data if isinstance(data, str) else json.dumps(data))
        return paths

    def shown_comments(self, name, *paths):
        return [comment for document in self.documents(name, *paths) for comment in document["comments"] if "tombstone" not in comment]

    def test_what_one_input_hides_is_hidden_in_any_order(self):
        for name, pairs in PAIRS.items():
            for number, pair in enumerate(pairs):
                paths = self.written(*pair)
                for order in (paths, paths[::-1]):
                    with self.subTest(name=name, number=number, order=order):
                        self.assertNotIn(SECRET, json.dumps(self.documents(name, *order)))
                # One of the two inputs alone shows it.
                with self.subTest(name=name, number=number):
                    self.assertIn(SECRET, "".join(json.dumps(self.documents(name, path)) for path in paths))

    def test_isso_hides_a_comment_that_a_later_backup_hides(self):
        paths = self.written("", "")
        for path, mode in zip(paths, (1, 4)):
            with sqlite3.connect(path) as database:
                database.executescript("""
                    CREATE TABLE threads(id, uri, title); INSERT INTO threads VALUES(1, '/', 'T');
                    CREATE TABLE comments(tid, id, parent, created, modified, mode, remote_addr, text, author, email, website, likes, dislikes);
                    INSERT INTO comments(tid, id, created, mode, text) VALUES(1, 1, 1577923200, %d, 'SECRET');""" % mode)
        for order in (paths, paths[::-1]):
            self.assertNotIn(SECRET, json.dumps(self.documents("isso", *order)))

    def test_a_name_that_one_input_lacks_is_not_shown(self):
        pairs = {"github": (issue(node(author={"login": SECRET}, body="Words")), issue(node(author=None, body="Words"))),
                 "reddit": (reply(author=SECRET, body="Words"), reply(author="[deleted]", body="Words")),
                 "remark42": (remark42(text="Words", user={"id": "u", "name": SECRET}), remark42(text="Words", user={"id": "deleted"}))}
        for name, pair in pairs.items():
            paths = self.written(*pair)
            for order in (paths, paths[::-1]):
                with self.subTest(name=name, order=order):
                    comments = self.shown_comments(name, *order)
                    self.assertEqual([comment["body"] for comment in comments], ["Words"])
                    self.assertNotIn(SECRET, json.dumps(comments))

    def test_a_comment_that_both_inputs_show_is_shown_once(self):
        shown = {name: pairs[0][0] for name, pairs in PAIRS.items()}
        for name, data in shown.items():
            with self.subTest(name=name):
                comments = self.shown_comments(name, *self.written(data, data))
                self.assertEqual(sum(SECRET in comment["body"] for comment in comments), 1)

    def test_each_of_several_comments_with_one_id_is_shown_once(self):
        rows = ("1,Ann,First,2024-01-01", "1,Bob,Second,2024-01-02", "1,Cy,Third,2024-01-03", "1,,Fourth,2024-01-04", "2,Di,Fifth,2024-01-05")
        changed = ("1,Bob,Second edited,2024-01-02", "1,,Second,2024-01-02", "1,Robert,Second,2024-01-02")
        for name in ("csv", "facebook"):
            for number, order in enumerate((rows[:3], rows[2::-1], rows[1:], *((*rows[:3], each) for each in changed))):
                table = "post_url,id,author,message,date\n" + "".join("https://e.com/a,%s\n" % row for row in order)
                once, twice = (self.shown_comments(name, *self.written(*(table,) * count)) for count in (1, 2))
                with self.subTest(name=name, number=number):
                    self.assertEqual(twice, once)
                    self.assertEqual([each["body"] for each in once].count("Second"), 1)
                    self.assertIn("in doubt: different comments with the same id: %d (the first: comment 1)" % (1 if number == 2 else 2), self.report)

    def test_a_hidden_comment_keeps_its_place_above_a_shown_reply(self):
        data = "story,id,parent_id,text,deleted\ns,1,,Words,\ns,2,1,SECRET,\ns,3,2,Words,\n", "story,id,text,deleted\ns,2,,true\n"
        for order in (data, data[::-1]):
            comments = {comment["id"]: comment for comment in self.documents("csv", *self.written(*order))[0]["comments"]}
            self.assertEqual([comments[id].get("parentId") for id in "123"], [None, "1", "2"])
            self.assertEqual(comments["2"]["tombstone"], "deleted")
            self.assertNotIn(SECRET, json.dumps(comments))

    def test_wordpress_hides_nothing_of_another_post_or_site(self):
        note, spam = row(type="order_note", content=SECRET), row(approved="spam", content=SECRET)
        shown = [{**row(content="Words")[0], "comment_post_ID": "8"}]
        for hiding in (note, spam):
            for order in ((hiding, shown), (shown, hiding)):
                self.assertEqual([each["body"] for each in self.shown_comments("wordpress", *self.written(*order))], ["<p>Words</p>"])
        first = wxr(wxr_item(7, wxr_comment(1, SECRET, approved="spam"), wxr_comment(2, SECRET, "note"), wxr_comment(3, "First")),
                    wxr_item(8, wxr_comment(4, SECRET), status="private"), wxr_item(9, wxr_comment(5, "First"), status="inherit", parent=7))
        second = wxr(wxr_item(7, wxr_comment(1, "Second"), wxr_comment(2, "Second"), status="inherit", parent=8),
                     wxr_item(8, wxr_comment(4, "Second")), wxr_item(9, wxr_comment(5, SECRET), status="private"), site="http://example.com/blog/")
        bodies = {"First": ["3", "5"], "Second": ["1", "2", "4"]}
        for order, ids in (((first, second), ["7", "9", "example.com/blog/?p=7", "example.com/blog/?p=8"]),
                           ((second, first), ["7", "8", "example.com/?p=7", "example.com/?p=9"])):
            documents = self.documents("wordpress", *self.written(*order))
            self.assertEqual([document["story"]["id"] for document in documents], ids)
            comments = [comment for document in documents for comment in document["comments"]]
            for words, expected in bodies.items():
                self.assertEqual([each["id"] for each in comments if each["body"] == "<p>%s</p>" % words], expected)
            self.assertEqual(len(comments), 5)
            self.assertIn("in doubt: exports of several sites, each with posts and comments of its own: 2 (the first: example.com", self.report)
        for nameless in (row(), wxr(wxr_item(7), site="")):
            message = self.refused(65, "wordpress", *self.written(first, nameless, second))
            self.assertIn("1: this does not say of which site it is (example.com, example.com/blog); convert each site by itself", message)

    def test_what_another_story_hides_is_in_doubt(self):
        posts = (wxr_item(7, wxr_comment(1, SECRET)), wxr_item(8, wxr_comment(1, SECRET, "order_note"), wxr_comment(2, "Words")))
        for order in (posts, posts[::-1]):
            self.assertEqual([each["id"] for each in self.shown_comments("wordpress", *self.written(*map(wxr, order)))], ["2"])
            self.assertIn("in doubt: comments that are shown in one story and hidden in another, taken as hidden: 1 (the first: comment 1)",
                          self.report)

    def test_facebook_hides_nothing_by_the_number_of_a_row(self):
        shown, hidden = self.written("id,message\n1,Words\n", "id,message,is_hidden\n1,SECRET,true\n")
        for order in ((shown, hidden), (hidden, shown)):
            self.assertEqual([each["body"] for each in self.shown_comments("facebook", *order)], ["Words"])
            self.assertIn("in doubt: tables without a page, each taken as a story of its own: 2", self.report)

    def test_a_removed_submission_keeps_its_address(self):
        link = submission(selftext="", is_self=False, url="https://example.com/SECRET", title=SECRET, permalink="/r/tides/comments/s/t/")
        removed = submission(selftext="", removed_by_category="moderator", title="[ Removed ]")
        for order in ((link, removed, reply(body="Words")), (removed, link, reply(body="Words")), ({**removed, "permalink": link["permalink"]},
                      {**link, "permalink": None}, reply(body="Words"))):
            for inputs in (order, order[::-1]):
                story = self.documents("reddit", *self.written(*inputs))[0]["story"]
                self.assertEqual((story["title"], story["url"]), ("[ Removed ]", "https://www.reddit.com/r/tides/comments/s/_/"))

    def test_no_permalink_has_the_title_of_a_removed_submission(self):
        shown = submission(selftext="", is_self=True, title="SECRET", permalink="/r/tides/comments/s/SECRET/")
        removed = submission(selftext="[removed]", title="[ Removed by Reddit ]", removed_by_category="reddit")
        answer = reply(body="Words", permalink="/r/tides/comments/s/SECRET/c/")
        for order in ((shown, answer, removed), (removed, answer, shown)):
            document, = self.documents("reddit", *self.written(*order))
            self.assertNotIn(SECRET, json.dumps(document))
            self.assertEqual(document["comments"][-1]["permalink"], "https://www.reddit.com/r/tides/comments/s/_/c/")

    def test_accounts_and_repositories_of_the_same_number_or_owner_are_others(self):
        shown = status(account={"id": "9", "url": "https://a.example/@ann", "username": "ann"}, content="Words")
        limited = status("3", account={"id": "9", "url": "https://b.example/@eve", "limited": True})
        self.assertEqual(len(self.shown_comments("mastodon", *self.written(shown, limited))), 1)
        comment = {"id": 1, "issue_url": API, "url": API + "/comments/1", "body": "Words"}
        documents = self.documents("github", *self.written(comment, {"url": "https://api.github.com/repos/o/other", "private": True}))
        self.assertEqual(documents[0]["story"]["id"], ISSUE)
        self.assertNotIn("permalink", documents[0]["comments"][0])

    def test_ids_of_a_table_are_those_of_one_page(self):
        comments = self.shown_comments("csv", *self.written("story,id,text\ns,1,Words\n", "story,id,text,deleted\nt,1,Words,true\n"))
        self.assertEqual([comment["id"] for comment in comments], ["1"])

    def test_stories_of_two_sites_with_the_same_ids_are_reported(self):
        sites = ("story,story_url,id,text\n1,https://%s.example.com/,%d,Words\n" % each for each in (("a", 1), ("b", 2), ("a", 3)))
        self.documents("csv", *self.written(*sites))
        self.assertRegex(self.report, "in doubt: stories that are given with several addresses: 1 .the first: .*/1:2: story 1")

    def test_a_page_that_tables_name_by_its_address_or_its_id_is_one(self):
        tables = ("page_id,page_url,id,text,parent_id\n7,https://e.com/a,1,Words,\n", "page_url,id,text,parent_id\nhttps://e.com/a,2,Words,1\n")
        for order in (tables, tables[::-1]):
            document, = self.documents("csv", *self.written(*order))
            self.assertEqual(document["story"], {"id": "7", "url": "https://e.com/a"})
            self.assertCountEqual([(each["id"], each.get("parentId")) for each in document["comments"]], [("1", None), ("2", "1")])
            self.assertNotIn("in doubt", self.report)
        facts = ("page_url,title,rating,id,text,published_at\nhttps://e.com/a,,,1,Words,2024-01-01\nhttps://e.com/a,Title,5,2,Words,2024-01-01\n",
                 "page_url,page_id,id,text\nhttps://e.com/a,7,3,Words\n")
        for order in (facts, facts[::-1]):
            document, = self.documents("csv", *self.written(*order))
            self.assertEqual(document["story"], {"id": "7", "url": "https://e.com/a", "title": "Title", "mode": "ratingsAndReviews"})
        self.documents("csv", *self.written(*tables, "page_id,page_url,id,text\n8,https://e.com/a,3,Words\n"))
        self.assertIn("in doubt: addresses of several stories: 1 (the first: https://e.com/a)", self.report)

    def test_later_records_of_a_story_fill_the_gaps_of_the_first(self):
        video = {"kind": "youtube#videoListResponse", "items": [{"id": "v", "snippet": {"title": "Title", "publishedAt": "2024-01-01T00:00:00Z"}}]}
        bare = {"kind": "youtube#videoListResponse", "items": [{"id": "v", "snippet": {}}]}
        thread = {"kind": "youtube#commentThreadListResponse", "items": [{"id": "a", "snippet": {
            "videoId": "v", "topLevelComment": {"id": "a", "snippet": {"textOriginal": "Words"}}}}]}
        for order in ((video, bare, thread), (bare, thread, video)):
            story = self.documents("youtube", *self.written(*order))[0]["story"]
            self.assertEqual((story["title"], story["createdAt"]), ("Title", "2024-01-01T00:00:00Z"))

    def test_tables_without_a_page_and_cut_rows_are_reported(self):
        shown, hidden = self.written("id,text,deleted\n1,Words", "id,text,deleted\n1,Words,true\n")
        self.documents("csv", shown, hidden)
        self.assertIn("in doubt: tables without a page, each taken as a story of its own: 2 (the first: %s)" % shown, self.report)
        self.assertIn("in doubt: rows with fewer cells than columns, taken as empty: 1 (the first: %s:2)" % shown, self.report)
        later = os.path.join(self.folder, "later", "0")
        os.renames(hidden, later)
        self.assertEqual(self.shown_comments("csv", shown, later), [])
        self.assertNotIn("tables without a page", self.report)

    def test_posts_and_comments_given_twice_do_not_hide_that_others_are_missing(self):
        page = topic(post(cooked="Words"))
        page["post_stream"]["stream"] = [1, 2, 3]
        self.assertTrue(self.documents("discourse", *self.written(page, page))[0]["story"]["hasMore"])
        self.assertIn("2 of 3 of topic 5", self.report)
        listed = issue(node(body="Words"))
        listed["data"]["repository"]["issue"]["comments"]["totalCount"] = 2
        self.documents("github", *self.written(listed, listed))
        self.assertIn("1 of 2 at " + ISSUE, self.report)
