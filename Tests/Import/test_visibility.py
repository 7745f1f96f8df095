"""Comments that an anonymous reader of another system does not see are in no document, and are counted."""
import json
import os
import sqlite3
import tempfile

from importing import ImporterTests, wxr, wxr_comment, wxr_item

SECRET = "SECRET"


def status(id, parent="1", **others):
    """Returns a status of Mastodon that answers the first one."""
    return {"id": id, "in_reply_to_id": parent, "visibility": "public", "content": "<p>%s</p>" % SECRET, "emojis": [],
            "account": {"id": "2", "username": "ann", "emojis": []}, **others}


class Visibility(ImporterTests):
    maxDiff = None

    def shown(self, name, *data, stories=None):
        """Returns the comments by their ids of documents for this JSON, or this text, in which nothing secret may be."""
        data = "\n".join(each if isinstance(each, str) else json.dumps(each) for each in data)
        documents = self.documents(name, "-", data=data.encode())
        self.assertNotIn(SECRET, json.dumps(documents))
        if stories is not None:
            self.assertEqual([document["story"]["id"] for document in documents], stories)
        return {comment["id"]: comment for document in documents for comment in document["comments"]}

    def counted(self, *counts):
        """Compares the lines of the report of what is left out, lost and in doubt."""
        lines = [line.partition(": ")[2].partition(" (the first:")[0] for line in self.report.splitlines()[1:]]
        self.assertCountEqual(lines, counts)

    def test_disqus_leaves_out_deleted_threads_and_keeps_closed_ones(self):
        def thread(id, more):
            return '<thread dsq:id="%d"><link>https://example.com/%d</link>%s</thread>' % (id, id, more)

        def post(id, thread, words, more=""):
            return '<post dsq:id="%d"><message>%s</message>%s<thread dsq:id="%d"/></post>' % (id, words, more, thread)
        data = "".join((
            # The posts of a thread may come before it.
            post(1, 10, SECRET), post(2, 10, SECRET), thread(10, "<isDeleted>true</isDeleted>"), thread(11, "<isClosed>true</isClosed>"),
            post(3, 11, "Words"), post(4, 11, SECRET, "<isSpam>true</isSpam>"), post(5, 11, SECRET, "<isDeleted>true</isDeleted>")))
        comments = self.shown("disqus", '<disqus xmlns:dsq="http://disqus.com/disqus-internals">%s</disqus>' % data, stories=["11"])
        self.assertEqual(list(comments), ["3", "5"])
        self.counted("left out: deleted threads: 1", "left out: comments of deleted threads: 2",
                     "left out: rejected comments without shown replies: 1")

    def test_wordpress_leaves_out_posts_that_are_not_public(self):
        items = [wxr_item(1, wxr_comment(1, "Words"))]
        for id, name in enumerate(("draft", "pending", "private", "future", "trash", "wc-completed"), 2):
            items.append(wxr_item(id, wxr_comment(id, SECRET), status=name))
        items.append(wxr_item(9, wxr_comment(9, SECRET), password="open sesame"))
        comments = self.shown("wordpress", wxr(*items), stories=["1"])
        self.assertEqual(list(comments), ["1"])
        counts = [what % name for name in ("draft", "pending", "private", "future", "trash", "wc-completed")
                  for what in ("left out: posts with the status “%s”: 1", "left out: comments of posts with the status “%s”: 1")]
        self.counted(*counts, "left out: posts with a password: 1", "left out: comments of posts with a password: 1")

    def test_wordpress_shows_an_attachment_if_its_post_is_public(self):
        unknown = wxr_item(5, wxr_comment(4, "Words"), status="inherit", kind="attachment", parent=9)
        self.shown("wordpress", wxr(unknown), stories=["5"])
        self.counted("in doubt: attachments of posts that are not in the export, and may not be public: 1")
        items = [wxr_item(2, wxr_comment(1, SECRET), status="inherit", kind="attachment", parent=7),
                 wxr_item(3, wxr_comment(2, "Words"), status="inherit", kind="attachment", parent=8),
                 wxr_item(4, wxr_comment(3, "Words"), status="inherit", kind="attachment"),
                 wxr_item(7, status="private"), wxr_item(8)]
        self.assertEqual(list(self.shown("wordpress", wxr(*items), stories=["3", "4"])), ["2", "3"])
        self.assertIn("left out: comments of attachments of posts with the status “private”: 1", self.report)

    def test_wordpress_leaves_out_types_of_comments_that_readers_may_not_have_seen(self):
        kinds = ("order_note", "webhook_delivery", "action_log", "note", "edd_payment_note", "like")
        meta = "<wp:commentmeta><wp:meta_key>rating</wp:meta_key><wp:meta_value>5</wp:meta_value></wp:commentmeta>"
        comments = self.shown("wordpress", wxr(
            wxr_item(1, *(wxr_comment(id, SECRET, kind) for id, kind in enumerate(kinds, 10)), wxr_comment(2, "Words", ""),
                     wxr_comment(3, "Words", "pingback"), wxr_comment(7, "Words", "webmention"), wxr_comment(4, SECRET, approved="post-trashed")),
            wxr_item(5, wxr_comment(5, "Words", "review", meta=meta), kind="product"),
            wxr_item(6, wxr_comment(6, "Words"), kind="ticket")))
        self.assertEqual({id: comment.get("tags") for id, comment in comments.items()},
                         {"2": None, "3": ["pingback"], "7": ["webmention"], "5": ["review"], "6": None})
        self.counted(*("left out: comments of the type “%s”, which readers may not have seen: 1" % kind for kind in kinds),
                     "left out: comments of posts in the trash: 1", "lost: data of plug-ins, such as ratings: 1",
                     "in doubt: posts of other types than post, page, attachment and product, which may have no page: 1")

    def test_wordpress_list_of_posts_says_which_ones_are_public(self):
        comments = [{"comment_ID": str(post), "comment_post_ID": str(post), "comment_content": "Words" if post == 1 else SECRET,
                     "comment_approved": "1", "comment_type": "comment"}
                    for post in (1, 2, 3, 4)]
        posts = [{"ID": id, "post_title": "T", "post_status": name, "post_password": password, "post_type": "post", "post_parent": 0}
                 for id, name, password in ((1, "publish", ""), (2, "private", ""), (3, "publish", "sesame"))]
        self.shown("wordpress", comments, posts, stories=["1"])
        self.counted("left out: posts with the status “private”: 1", "left out: comments of posts with the status “private”: 1",
                     "left out: posts with a password: 1", "left out: comments of posts with a password: 1",
                     "left out: posts that are not in the list of posts: 1",
                     "left out: comments of posts that are not in the list of posts: 1")
        attachment = {"ID": 2, "post_title": "T", "post_status": "inherit", "post_type": "attachment", "post_parent": 9}
        self.shown("wordpress", comments[:2], [posts[0], attachment], stories=["1"])
        self.counted("left out: attachments of posts that are not in the list of posts: 1",
                     "left out: comments of attachments of posts that are not in the list of posts: 1")
        self.shown("wordpress", comments[:1], [{"ID": 1, "post_title": "T"}], stories=["1"])
        self.counted("in doubt: posts without a status, taken as public: 1")

    def test_comments_without_a_status_are_not_shown(self):
        for fields in ({}, {"comment_approved": "1"}, {"comment_type": "comment"}):
            row = json.dumps([{"comment_ID": "1", "comment_post_ID": "1", "comment_content": SECRET, **fields}])
            self.assertIn("no texts, posts, approval or types", self.refused(65, "wordpress", "-", data=row.encode()))
        comment = wxr_comment(1, SECRET).replace("<wp:comment_approved><![CDATA[1]]></wp:comment_approved>", "")
        self.assertEqual(self.shown("wordpress", wxr(wxr_item(1, comment))), {})
        self.assertEqual(self.shown("commento", {"version": 1, "commenters": [], "comments": [{"commentHex": "1", "markdown": SECRET}]}), {})
        self.assertEqual(self.shown("mastodon", {key: value for key, value in status("1", None).items() if key != "visibility"}), {})

    def test_discourse_leaves_out_messages_and_deleted_topics(self):
        def topic(id, words, facts=None, **post):
            return {"id": id, "title": words, "archetype": "regular", **(facts or {}), "post_stream": {"posts": [
                {"post_number": 1, "topic_id": id, "username": "ann", "cooked": words, "post_type": 1, **post}]}}
        comments = self.shown(
            "discourse", topic(1, SECRET, {"archetype": "private_message"}), topic(2, SECRET, {"deleted_at": "2024-02-02T00:00:00Z"}),
            topic(3, SECRET, deleted_at="2024-02-02T00:00:00Z"), topic(4, "Words", {"visible": False}),
            {"post_stream": {"posts": [
                {"post_number": 2, "username": "ann", "cooked": SECRET, "post_type": 4},
                {"post_number": 3, "username": "ann", "cooked": "", "post_type": 3},
                {"post_number": 4, "username": "ann", "cooked": SECRET, "post_type": 1, "hidden": True},
                {"post_number": 5, "username": "ann", "cooked": SECRET, "post_type": 1, "user_deleted": True},
                {"post_number": 6, "username": "ann", "cooked": "Words", "post_type": 1, "polls": [{"name": "poll"}],
                 "reactions": [{"id": "heart", "count": 2}, {"id": "laughing", "count": 3}]}]}, "id": 4}, stories=["4"])
        self.assertEqual({id: comment.get("tombstone") for id, comment in comments.items()}, {"1": None, "5": "deleted", "6": None})
        self.counted("left out: private messages: 1", "left out: comments of private messages: 1", "left out: deleted topics: 2",
                     "left out: comments of deleted topics: 2", "left out: whispers, which only the staff can see: 1",
                     "left out: notices of actions in a topic: 1", "left out: withheld comments without shown replies: 1",
                     "lost: polls: 1", "lost: reactions other than likes: 3",
                     "in doubt: topics that are not listed, which only those read who know the address: 1")

    def test_discourse_leaves_out_categories_of_groups(self):
        def topic(id, category, words):
            return {"id": id, "title": words, "category_id": category, "archetype": "regular",
                    "posts": [{"user_id": 1, "post_number": 1, "raw": words}]}
        self.shown("discourse", {
            "categories": [{"id": 1, "permissions_params": {}}, {"id": 2, "permissions_params": {"staff": 1}},
                           {"id": 3, "permissions_params": {"everyone": 3, "staff": 1}}],
            "topics": [topic(1, 1, "Words"), topic(2, 2, SECRET), topic(3, 3, "Words")], "users": []}, stories=["1", "3"])
        self.counted("left out: topics of categories that only groups can read: 1",
                     "left out: comments of topics of categories that only groups can read: 1",
                     "in doubt: exports of topics, which do not say which posts are whispers of the staff: 1")

    def test_reddit_leaves_out_what_was_removed_and_private_subreddits(self):
        def comment(id, words, **others):
            return {"id": id, "link_id": "t3_s", "parent_id": "t3_s", "author": "ann", "body": words, **others}
        marks = ({"removed": True}, {"spam": True}, {"banned_by": "mod"}, {"banned_by": True})
        comments = self.shown(
            "reddit", {"id": "s", "title": "T", "selftext": "", "is_self": False, "url": "https://example.com/" + SECRET,
                       "author": "ann", "removed_by_category": "moderator"},
            {"id": "d", "title": "T", "selftext": SECRET, "is_self": True, "author": "ann", "removed_by_category": "deleted"},
            *(comment("m%d" % number, SECRET, **mark) for number, mark in enumerate(marks)),
            comment("r", "[ Removed by Reddit on account of violating the [content policy](/help/contentpolicy). ]"),
            comment("u", "[unavailable]"),
            comment("c", "Words", removed=False, spam=False, banned_by=None, media_metadata={"a": {}, "b": {}},
                    all_awardings=[{"name": "Silver", "count": 2}, {"name": "Gold", "count": 1}]),
            comment("p", SECRET, link_id="t3_q", subreddit_type="private"))
        self.assertEqual({id: comment.get("tombstone") for id, comment in comments.items()}, {"t3_d": "deleted", "c": None})
        self.counted("left out: rejected comments without shown replies: 6", "left out: withheld comments without shown replies: 1",
                     "left out: threads of private subreddits: 1", "left out: comments of threads of private subreddits: 1",
                     "lost: awards: 3", "lost: media: 2")

    def test_hacker_news_does_not_show_titles_of_stories_that_were_killed(self):
        comments = self.shown(
            "hackernews", {"id": 1, "type": "story", "by": "ann", "title": SECRET, "url": "https://example.com/" + SECRET, "dead": True},
            {"id": 2, "type": "comment", "by": "ken", "parent": 1, "text": "Words"},
            {"id": 3, "type": "comment", "by": "rude", "parent": 1, "text": SECRET, "dead": True})
        self.assertEqual(list(comments), ["2"])
        self.counted("left out: rejected comments without shown replies: 2", "lost: titles of stories that were deleted or killed: 1")

    def test_remark42_counts_blocked_users_and_hides_what_was_deleted(self):
        comments = self.shown(
            "remark42", {"version": 1, "posts": [], "users": [{"id": "a", "blocked": {"status": True, "until": "2030-01-01T00:00:00Z"}},
                                                              {"id": "b", "blocked": {"status": False}}]},
            {"id": "1", "text": SECRET, "delete": True, "user": {"id": "a", "block": True}, "locator": {"url": "https://example.com/"}})
        self.assertEqual(comments["1"]["tombstone"], "deleted")
        self.counted("lost: blocked users: 1")

    def test_isso_leaves_out_what_awaits_approval(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "comments.db")
            with sqlite3.connect(path) as database:
                database.executescript("""
                    CREATE TABLE threads(id, uri, title); INSERT INTO threads VALUES(1, '/', 'T');
                    CREATE TABLE comments(tid, id, parent, created, modified, mode, remote_addr, text, author, email, website,
                                          voters, likes, dislikes, notification);
                    INSERT INTO comments(tid, id, created, mode, text) VALUES(1, 1, 1577923200, 1, 'Words'),
                        (1, 2, 1577923200, 2, 'SECRET'), (1, 3, 1577923200, 4, 'SECRET');""")
            comments = self.documents("isso", path)[0]["comments"]
        self.assertEqual([comment.get("tombstone") for comment in comments], [None, "deleted"])
        self.assertNotIn(SECRET, json.dumps(comments))
        self.assertIn("left out: withheld comments without shown replies: 1", self.report)

    def test_commento_leaves_out_every_state_but_approved(self):
        first = [{"commentHex": state, "domain": "example.com", "path": "/", "parentHex": "root", "markdown": SECRET, "state": state}
                 for state in ("unapproved", "flagged")]
        shown = {**first[0], "commentHex": "approved", "state": "approved", "markdown": "Words"}
        self.shown("commento", {"version": 1, "commenters": [], "comments": [shown, *first]})
        self.counted("left out: withheld comments without shown replies: 2")
        third = [{"id": str(number), "pageId": "p", "markdown": SECRET, "isApproved": True, **state} for number, state in enumerate((
            {"isApproved": False}, {"isApproved": False, "isPending": True}, {"isPending": True}, {"isDeleted": True}))]
        comments = self.shown("commento", {"version": 3, "pages": [{"id": "p"}], "commenters": [], "comments": third})
        self.assertEqual(list(comments), ["3"])
        self.counted("left out: rejected comments without shown replies: 1", "left out: withheld comments without shown replies: 2")

    def test_github_leaves_out_minimized_comments_and_private_repositories(self):
        def comment(id, words, **others):
            return {"id": id, "author": {"login": "ann"}, "body": words, **others}
        reasons = ("spam", "abuse", "off-topic", "OUTDATED", "resolved", "duplicate", "low-quality", "")
        public = {"title": "T", "url": "https://github.com/a/b/discussions/1", "comments": {"nodes": [
            comment("c", "Words", isMinimized=False),
            *(comment(str(number), SECRET, isMinimized=True, minimizedReason=reason) for number, reason in enumerate(reasons))]}}
        private = {"title": SECRET, "url": "https://github.com/a/c/issues/1", "comments": [comment("p", SECRET)]}
        self.shown("github", public, {**private, "repository": {"private": True}},
                   {"data": {"repository": {"isPrivate": True, "discussion": private}}}, stories=["https://github.com/a/b/discussions/1"])
        self.counted("left out: rejected comments without shown replies: 8", "left out: threads of private repositories: 1",
                     "left out: comments of threads of private repositories: 1", "left out: private repositories: 1")

    def test_facebook_leaves_out_hidden_and_private_comments(self):
        comments = self.shown("facebook", "id,message,is_hidden,is_private\n1,Words,false,FALSE\n2,SECRET,TRUE,false\n3,SECRET,f,t\n4,Words,,")
        self.assertEqual(list(comments), ["1", "4"])
        self.counted("left out: withheld comments without shown replies: 2")

    def test_mastodon_leaves_out_what_only_some_see(self):
        hidden = [status(name, visibility=name) for name in ("private", "direct", "limited", "list")]
        hidden += [status("local", local_only=True), status("limited account", account={"id": "3", "username": "x", "limited": True}),
                   status("suspended", account={"id": "4", "username": "y", "suspended": True})]
        emoji = [{"shortcode": "crab"}]
        comments = self.shown("mastodon", [
            status("1", None, content="Words", emojis=emoji, account={"id": "5", "username": "z", "emojis": emoji}),
            status("2", content="Words", visibility="unlisted"), *hidden])
        self.assertEqual(list(comments), ["1", "2"])
        self.counted("left out: statuses that are not public: 4", "left out: statuses that only users of the server see: 1",
                     "left out: statuses of accounts that are limited or suspended: 2", "lost: custom emoji: 2")

    def test_youtube_leaves_out_threads_and_videos_that_are_not_public(self):
        def thread(id, video, words, **facts):
            return {"id": id, "snippet": {"videoId": video, **facts, "topLevelComment": {"id": id, "snippet": {"textOriginal": words}}},
                    "replies": {"comments": [{"id": id + ".a", "snippet": {"textOriginal": words}}]}}
        comments = self.shown(
            "youtube", {"kind": "youtube#videoListResponse", "items": [
                {"id": "v", "snippet": {"title": SECRET}, "status": {"privacyStatus": "private"}},
                {"id": "u", "snippet": {"title": "T"}, "status": {"privacyStatus": "unlisted"}}]},
            {"kind": "youtube#commentThreadListResponse", "items": [
                thread("a", "v", SECRET), thread("b", "u", SECRET, isPublic=False), thread("c", "u", "Words", isPublic=True)]},
            stories=["u"])
        self.assertEqual(list(comments), ["c", "c.a"])
        self.counted("left out: private videos: 1", "left out: comments of private videos: 2",
                     "left out: withheld comments without shown replies: 2")

    def test_a_table_hides_by_any_usual_column(self):
        columns = {"deleted_at": ("2024-01-01 10:00:00", "0000-00-00 00:00:00"), "is_deleted": ("t", "f"), "is_spam": ("TRUE", "0"),
                   "hidden": ("yes", "no"), "is_private": ("1", "NULL"), "is_approved": ("f", "t"), "approved_at": ("", "2024-01-01"),
                   "comment_approved": ("spam", "1"), "visible": ("", "on"), "is_public": ("maybe", "True"),
                   "published": ("", "2024-01-01T10:00:00Z"), "published_at": ("", "3 days ago"), "status": ("pending", "approved"),
                   "removed": ("1", "0"), "is_removed": ("true", "false"), "Removed At": ("2024-01-01", ""), "rejected": ("yes", "no"),
                   "trash": ("1", ""), "isTrashed": ("true", "0"), "withheld": ("1", "0"), "pending": ("1", "0"),
                   "is_unpublished": ("1", "0"), "unapproved": ("1", "0"), "blocked": ("x", "false"), "banned_at": ("1700000000", "NULL"),
                   "visibility": ("private", "public"), "is_draft": ("true", "false"), "active": ("0", "1"), "isEnabled": ("false", "true"),
                   "deleted_on": ("2024-01-01", ""), "date_deleted": ("01.02.2024", "NULL"), "deleted_by": ("active", "NULL"),
                   "was_deleted": ("1", "0"), "softDeleted": ("1", "0"), "shadow_banned": ("true", "false"),
                   "approval_status": ("declined", "approved"), "review_status": ("held", "ok"), "is_hidden_at": ("2024-01-01", ""),
                   "is_published_at": ("", "2024-01-01"), "date_published": ("NULL", "2024-01-01"), "published_at": ("pending", "early in 2024"), "approved_on": ("", "2024-01-01")}
        # Values that programs write if there is no time, or words that only contain one; and times in other notations.
        times = [("0001-01-01T00:00:00Z", "01.02.2024 10:00"), ("0000-00-00", "1/2/2024 10:00:00 PM"), ("1/1/0001 12:00:00 AM", "2024/01/31"),
                 ("00/00/0000", "January 1, 2024 10:00 am"), ("1970-01-01 00:00:00", "1 Jan 2024"), ("1899-12-30", "Mon, 01 Jan 2024 00:00:00 GMT"),
                 ("spam, 01 Jan 2024 00:00:00 GMT", "Mon Jan  1 10:00:00 2024"), ("2024 rejected by bob", "1700000000"), ("1234spam", "20240101"),
                 ("00000000", "2024-01-01 10:00:00+00"), ("40.40.2024", "31.12.2024")]
        for no, yes in times:
            with self.subTest(no=no, yes=yes):
                comments = self.shown("csv", 'id,text,approved_at\n1,SECRET,"%s"\n2,Words,"%s"\n' % (no, yes))
                self.assertEqual(list(comments), ["2"])
        for column, (no, yes) in columns.items():
            with self.subTest(column=column):
                for name in ("csv", "facebook"):
                    comments = self.shown(name, "id,text,%s\n1,SECRET,%s\n2,Words,%s\n" % (column, no, yes))
                    self.assertEqual([id for id, comment in comments.items() if "tombstone" not in comment], ["2"])
        self.assertEqual(self.shown("csv", "id,text,visible\n1,SECRET\n"), {})

    def test_a_table_may_have_several_columns_of_a_kind(self):
        comments = self.shown("csv", "id,text,status,approval_status,deleted,was_deleted\n1,Words,ok,approved,0,0\n2,SECRET,ok,pending,0,0\n"
                              "3,SECRET,ok,ok,0,1\n")
        self.assertEqual([id for id, comment in comments.items() if "tombstone" not in comment], ["1"])

    def test_the_time_of_publication_is_that_of_the_comment_if_there_is_no_other(self):
        for name in ("csv", "facebook"):
            comments = self.shown(name, "id,text,created_at,published_at\n1,Words,2024-01-01,2024-01-02\n2,Words,,2024-01-02\n3,SECRET,2024-01-01,\n")
            self.assertEqual({id: each["createdAt"] for id, each in comments.items()}, {"1": "2024-01-01T00:00:00Z", "2": "2024-01-02T00:00:00Z"})

    def test_a_table_shows_what_its_columns_do_not_hide(self):
        columns = {"deleted": ("0.0", "active", "-"), "deleted_at": ("NaT", "-", "n/a", "\\N"), "hidden": ("n/a", "0.00", "visible"),
                   "is_private": ("public", "NaN"), "spam": ("0.02", "ham", "clean", "0"), "visible": ("visible", "1.0"),
                   "public": ("public", "1.00"), "comment_approved": ("approved", "1"), "approved_at": ("1700000000",),
                   "moderation_status": ("clean", "Approved", "")}
        for column, values in columns.items():
            for value in values:
                with self.subTest(column=column, value=value):
                    comments = self.shown("csv", "id,text,%s\n1,Words,%s\n" % (column, value))
                    self.assertNotIn("tombstone", comments["1"])

    def test_a_table_hides_a_comment_with_a_value_that_is_not_understood_and_counts_it(self):
        columns = {"deleted": ("perhaps", "1", "1.0"), "hidden": ("0.5", "x"), "spam": ("0.98", "2 %", "spam"), "visible": ("2", "0.0", "spam"),
                   "public": ("hidden", "x"), "moderation_status": ("clear", "1"), "status": ("frozen",)}
        understood = {"1", "1.0", "spam", "0.0", "hidden"}
        for column, values in columns.items():
            for value in values:
                with self.subTest(column=column, value=value):
                    comments = self.shown("csv", "id,text,%s\n1,SECRET,%s\n2,Words,%s\n" % (
                        column, value, "1" if column in ("visible", "public") else ""))
                    self.assertEqual([id for id, comment in comments.items() if "tombstone" not in comment], ["2"])
                    is_counted = value not in understood or column == "moderation_status"
                    self.assertEqual("in doubt" in self.report, is_counted, self.report)
