"""Texts, titles, names and links, as the readers of the other system saw them."""
import json
import re
import sqlite3
import tempfile

from importing import ImporterTests, atoll, importer, wxr, wxr_comment, wxr_item

SECRET = "SECRET"
COVER = '<div class="coral-rte-spoiler">'


def status(content="", **others):
    return {"id": "1", "created_at": "2024-01-01T00:00:00Z", "visibility": "public", "url": "https://m.example/1", "content": content,
            "account": {"id": "1", "username": "ann"}, **others}


def post(**others):
    """Returns a post of Discourse."""
    return {"id": 1, "username": "ann", "post_number": 1, "topic_id": 42, **others}


def issue(body="Words", **others):
    return {"title": "T", "html_url": "https://github.com/o/r/issues/1", "user": {"login": "ann"}, "body": body, **others}


class Bodies(ImporterTests):
    maxDiff = None

    def document(self, name, value, *arguments):
        data = value if isinstance(value, str) else json.dumps(value)
        document, = self.documents(name, "-", *arguments, data=data.encode())
        return document

    def body(self, name, value, *arguments):
        return self.document(name, value, *arguments)["comments"][0]["body"]

    def rendered(self, document, *options):
        done = atoll("render", "--quiet", *options, "-", data=json.dumps(document).encode())
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode()

    def test_everything_of_a_warned_status_is_covered(self):
        for content in ("SECRET", "<p>SECRET</p>", '<p lang="en">SECRET</p>', "<ul><li>SECRET</li></ul>", "<pre>SECRET</pre>",
                        "x</div>SECRET", "<p>x</p></div >SECRET", "<div>x</div>SECRET</DIV><p>SECRET</p>", "<p>x</span>SECRET</p>",
                        "<!-- x", "<div", "x</blockquote>SECRET</p>SECRET"):
            picture = {"type": "image", "url": "https://m.example/SECRET.png", "description": "SECRET"}
            for pictures in ([], [picture], [picture, picture]):
                document = self.document("mastodon", status(content, sensitive=True, spoiler_text="Ep. <5>", media_attachments=pictures))
                self.assertEqual(document["story"]["title"], "Ep. <5>")
                text = self.rendered(document, "-f", "text")
                with self.subTest(content=content, pictures=len(pictures)):
                    self.assertEqual(text.split()[:2], ["Ep.", "<5>"])
                    self.assertNotIn(SECRET, text)
                    self.assertNotIn("media", document["comments"][0])
                    self.assertIn(SECRET, self.rendered(document, "-f", "text", "--spoilers", "show") + ("" if SECRET in content else SECRET))

    def test_sensitive_media_are_links_in_a_spoiler(self):
        pictures = [{"type": kind, "url": "https://m.example/%s" % kind, "description": SECRET} for kind in ("image", "gifv")]
        document = self.document("mastodon", status("<p>Words</p>", sensitive=True, media_attachments=pictures))
        page = self.rendered(document, "-f", "page", "--images", "load")
        self.assertNotIn("<img", page)
        self.assertEqual((document["story"]["title"], document["comments"][0].get("media")), ("Words", None))
        self.assertNotIn(SECRET, self.rendered(document, "-f", "text"))
        self.assertEqual(document["comments"][0]["body"].count('<a href="https://m.example/'), 2)

    def test_titles_of_statuses_have_their_words(self):
        content = ('<p>Hi <a href="https://m.example/@bob">@<span>bob</span></a>, see #<span>Swift</span>: <a href="https://e.example/a/b"><span class='
                   '"invisible">https://</span><span class="ellipsis">e.example/</span><span class="invisible">a/b</span></a></p><p>a &amp;amp; b<br>c</p>')
        self.assertEqual(self.document("mastodon", status(content))["story"]["title"], "Hi @bob, see #Swift: https://e.example/a/b a &amp; b c")

    def test_spoilers_of_forums_are_covered(self):
        for body in ('<div class="spoiler">\n<p>SECRET</p><ul><li>SECRET</li></ul></div>', '<p><span class="spoiled">SECRET</span></p>'):
            document = self.document("discourse", [post(cooked=body + "<p>Open</p>")])
            self.assertEqual([word in self.rendered(document, "-f", "text") for word in (SECRET, "Open")], [False, True])
        for raw in ("[spoiler]SECRET[/spoiler] Open", "Open\n\n[spoiler]\nSECRET\n\nSECRET\n[/spoiler]", "Open [SPOILER]a[spoiler]b[/spoiler]SECRET <b>", "Open[/spoiler] [spoiler]SECRET[/spoiler]",
                    'Open [quote="bob"]\n[spoiler]SECRET[/spoiler]\n[/quote]'):
            document = self.document("discourse", [post(raw=raw)])
            self.assertEqual([word in self.rendered(document, "-f", "text") for word in (SECRET, "Open")], [False, True], raw)
            self.assertIn(SECRET, self.rendered(document, "-f", "text", "--spoilers", "show"))
        for body in (">!SECRET!< Open", "Open\n\n>!SECRET\n\nSECRET!<", "a &gt;!SECRET!&lt; Open", "Open >! SECRET !< x < y"):
            document = self.document("reddit", {"id": "c", "link_id": "t3_s", "parent_id": "t3_s", "author": "ann", "body": body})
            self.assertEqual([word in self.rendered(document, "-f", "text") for word in (SECRET, "Open")], [False, True], body)
        self.assertEqual(self.document("reddit", {"id": "c", "link_id": "t3_s", "parent_id": "t3_s", "author": "ann", "body": "Wow!<br>"})["comments"][0]["body"], "Wow!<br>")
        self.assertNotIn("bodySyntax", self.document("discourse", [post(raw="`[spoiler]` is **one**")])["comments"][0])

    def test_titles_that_are_plain_text_are_not_decoded(self):
        title = "How to write &amp; in XML"
        row = "id,text,page_title\n1,Words,%s\n" % title
        video = {"kind": "youtube#videoListResponse", "items": [{"id": "v", "snippet": {"title": title}}]}
        thread = {"kind": "youtube#commentThreadListResponse", "items": [{"id": "a", "snippet": {
            "videoId": "v", "topLevelComment": {"id": "a", "snippet": {"textOriginal": "Words"}}}}]}
        topic = {"id": 5, "title": title, "post_stream": {"posts": [post(cooked="Words")]}}
        remark = {"id": "a", "text": "Words", "title": title, "user": {"id": "u", "name": "Ann"}, "locator": {"url": "https://example.com/"}}
        for name, value in (("csv", row), ("youtube", json.dumps(video) + json.dumps(thread)), ("discourse", topic), ("remark42", remark),
                            ("github", issue(title=title))):
            self.assertEqual(self.document(name, value)["story"]["title"], title, name)
        story = {"id": 1, "type": "story", "by": "a", "text": "Words", "title": "R&amp;D"}
        link = {"id": "s", "title": "R&amp;D &lt;3 &amp;amp;", "selftext": "Words", "is_self": True}
        self.assertEqual(self.document("hackernews", story)["story"]["title"], "R&D")
        hit = {"objectID": "2", "author": "a", "comment_text": "Words", "story_id": 1, "parent_id": 1, "story_title": "Why Array<String> &amp; <b>"}
        for value in ({**story, "title": hit["story_title"]}, {"hits": [hit]}):
            self.assertEqual(self.document("hackernews", value)["story"]["title"], "Why Array<String> & <b>")
        for title in ("Why Array&lt;String&gt; &amp;amp; &lt;b&gt;", "Why Array&amp;lt;String&amp;gt; &amp;amp; &amp;lt;b&amp;gt;"):
            export = ('<disqus xmlns:dsq="x"><thread dsq:id="1"><title>%s</title></thread><post dsq:id="2"><message>Words</message><thread dsq:id="1"/>'
                      "</post></disqus>" % title)
            self.assertEqual(self.document("disqus", export)["story"]["title"], "Why Array<String> & <b>")
        self.assertEqual(self.document("reddit", link)["story"]["title"], "R&D <3 &amp;")

    def test_names_that_are_stored_escaped_are_decoded(self):
        row = {"comment_ID": 1, "comment_post_ID": 7, "comment_author": "Tom &amp; Jerry", "comment_content": "Words", "comment_approved": "1", "comment_type": ""}
        rest = {"id": 1, "post": 7, "author_name": "Tom &amp; Jerry", "status": "approved", "content": {"rendered": "Words"}}
        remark = {"id": "a", "text": "Words", "user": {"id": "u", "name": "Tom &amp; Jerry"}, "locator": {"url": "https://example.com/"}}
        for name, value in (("wordpress", [row]), ("wordpress", [rest]), ("remark42", remark)):
            self.assertEqual(self.document(name, value)["comments"][0]["author"]["name"], "Tom & Jerry")
        reply = {"id": "c", "link_id": "t3_s", "parent_id": "t3_s", "author": "ann", "body": "Words", "author_flair_text": "R&amp;D"}
        self.assertEqual(self.document("reddit", reply)["comments"][0]["author"]["badges"], ["R&D"])

    def test_addresses_are_in_no_name_and_no_picture(self):
        remark = {"id": "a", "text": "Words", "locator": {"url": "https://example.com/"}, "user": {
            "id": "email_" + "a" * 40, "name": "Guest 192.0.2.7", "picture": "https://r.example/api/v1/avatar/%s.image" % ("b" * 40)}}
        self.assertEqual(self.document("remark42", remark)["comments"][0]["author"], {"name": "Guest"})

    def test_decorations_are_dropped_and_videos_are_links(self):
        cooked = ('<aside class="quote"><div class="title"><img src="https://f.example/a.png" class="avatar"> ann:</div><blockquote><p>q</p></blockquote>'
                  '</aside><aside class="onebox"><img src="https://f.example/i.ico" class="site-icon"><img width="1" src="https://f.example/t.png" '
                  'class="thumbnail onebox-avatar"></aside><div class="video-placeholder-container" data-video-src="/uploads/v.mp4"></div>')
        body = self.body("discourse", [post(cooked=cooked)], "--site", "https://f.example")
        self.assertNotRegex(body, "a.png|i.ico|t.png")
        self.assertIn('<a href="https://f.example/uploads/v.mp4">https://f.example/uploads/v.mp4</a>', body)
        topic = {"id": 5, "title": "Hi :wave:", "unicode_title": "Hi 👋", "post_stream": {"posts": [post(cooked="Words")]}}
        self.assertEqual(self.document("discourse", topic)["story"]["title"], "Hi 👋")

    def test_relative_addresses_begin_at_the_page_or_are_counted(self):
        words = '<a href="/about/">one</a> <a href="//cdn.example/x">two</a> <img src="/up/x.png"> <a href="#top">three</a> <a>four</a>'
        body = self.body("wordpress", wxr(wxr_item(7, wxr_comment(1, words))))
        self.assertEqual(re.findall('href="([^"]*)"', body), [
            "https://example.com/about/", "https://cdn.example/x", "https://example.com/up/x.png", "https://example.com/7#top"])
        self.assertNotIn("relative", self.report)
        item = {"id": 1, "type": "comment", "by": "a", "text": words}
        body = self.body("discourse", [post(cooked=words)])
        self.assertEqual(re.findall('href="([^"]*)"', body), ["https://cdn.example/x"])
        self.assertIn("lost: relative addresses of links and pictures: 3", self.report)
        self.assertIn("https://news.ycombinator.com/about/", self.body("hackernews", {**item, "type": "story", "title": "T"}))

    def test_a_picture_inside_of_the_text_is_not_its_words(self):
        source = "data:image/png;base64," + "A" * 100
        self.assertEqual(self.body("discourse", [post(cooked='Hi <img src="%s"> <img src="%s" alt="crab">' % (source, source))]), "Hi  crab")
        self.assertIn("lost: pictures whose data is in the text: 2", self.report)

    def test_markdown_of_github_has_no_invisible_parts(self):
        picture = '<img width="6" alt="a [crab]" src="https://github.com/user-attachments/assets/a" />'
        forms = {
            "<!-- for maintainers -->\r\nHi\r\n%s" % picture: "Hi\r\n![a \\[crab\\]](<https://github.com/user-attachments/assets/a>)",
            "a <!-- b\n\nc --> d": "a  d", "a\n<!-- b": "a", "a <!-- b": "a <!-- b",
            "`<!-- a -->` ``<img src='x'>``": "`<!-- a -->` ``<img src='x'>``",
            "```html\n<!-- a -->\n```\n<!-- b -->c": "```html\n<!-- a -->\n```\nc", "~~~\n<!-- a -->\n```": "~~~\n<!-- a -->\n```",
            "x\n\n    <!-- a -->": "x\n\n    <!-- a -->",
            "<details open><summary>More</summary>\n\nwords\n</details>": "More\n\nwords",
            "<details><summary>Logs</summary>text</details>after": "Logs\ntext\nafter", "<p>one</p><p>two</p>\n\n<p>three</p>": "one\ntwo\n\nthree",
            "<ul><li>one</li><li>two <b>x</b>y</li></ul>": "one\ntwo xy", "a<hr/>b<div>c": "a\nb\nc", "<p>one</p>\r\ntwo": "one\r\ntwo",
            "<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>": "a  b \nc  d",
            "- <p>one</p>\n> 1. <p>two</p>\n## <p>three": "- one\n> 1. two\n## three", "2024<p>one": "2024\none",
            "| a | b |\n|---|---|\n| c<br>d | <p>e</p><p>f</p> |": "| a | b |\n|---|---|\n| c d |  e  f  |",
            "Option\\<b>, \\<!-- a -->, \\\\<b>c</b>": "Option\\<b>, \\<!-- a -->, \\\\c", "\\`<b>a</b>\\` `\\`<b>c</b>": "\\`a\\` `\\`c",
            "a<sup>2</sup><br/>b <kbd>c</kbd>": "a<sup>2</sup>\nb c", "Array<String> <a@b> 1 < 2": "Array<String> <a@b> 1 < 2",
        }
        for form, expected in forms.items():
            self.assertEqual(self.body("github", issue(form)), expected, form)

    def test_links_with_a_text_keep_their_address(self):
        story = {"id": 1, "type": "story", "by": "a", "title": "T", "text": "Words", "url": "https://e.example/?a=1&b"}
        self.assertEqual(self.body("hackernews", story), '<p><a href="https://e.example/?a=1&amp;b">https://e.example/?a=1&amp;b</a></p>Words')
        link = {"id": "s", "title": "T", "selftext": "Words", "is_self": False, "url": "https://e.example/", "permalink": "/r/a/comments/s/t/"}
        self.assertEqual(self.body("reddit", link), "https://e.example/\n\nWords")
        own = {**link, "url": "https://www.reddit.com/r/a/comments/s/t/"}
        del own["is_self"]
        self.assertEqual(self.body("reddit", own), "Words")
        self.document("mastodon", status("Words", quote={"state": "accepted", "quoted_status": status("Other")}))
        self.assertIn("lost: quoted posts: 1", self.report)

    def test_search_results_of_hacker_news_are_one_story(self):
        hits = [{"objectID": id, "author": "a", "comment_text": "Words", "story_id": 100, "story_title": "R&amp;D", "story_url": "https://e.example/",
                 "parent_id": parent} for id, parent in (("101", 100), ("102", 150), ("103", 101))]
        document = self.document("hackernews", {"hits": hits})
        self.assertEqual(document["story"], {"id": "100", "url": "https://news.ycombinator.com/item?id=100", "title": "R&D"})
        self.assertEqual([each.get("parentId") for each in document["comments"]], [None, "150", "101"])
        self.assertEqual(len(self.document("hackernews", 'null\n{"id":1,"type":"comment","by":"a","text":"x"}\n')["comments"]), 1)
        self.assertIn("left out: items that do not exist: 1", self.report)

    def test_a_site_has_a_scheme(self):
        for name in ("discourse", "isso", "commento"):
            done = importer(name, "x", "--site", "f.example")
            self.assertEqual((done.returncode, b"https://f.example" in done.stderr), (2, True))

    def test_threads_of_isso_may_have_whole_addresses(self):
        with tempfile.NamedTemporaryFile(suffix=".db") as file:
            with sqlite3.connect(file.name) as database:
                database.executescript("""
                    CREATE TABLE threads(id, uri, title); INSERT INTO threads VALUES(1, 'https://full.example/c/', 'T'), (2, '/d/', 'T');
                    CREATE TABLE comments(tid, id, parent, created, modified, mode, remote_addr, text, author, email, website, likes, dislikes);
                    INSERT INTO comments(tid, id, created, mode, text) VALUES(1, 1, 1577923200, 1, 'x'), (2, 2, 1577923200, 1, 'y');""")
            for site, urls in ((("--site", "https://e.example"), ["https://full.example/c/", "https://e.example/d/"]), ((), ["https://full.example/c/", None])):
                self.assertEqual([each["story"].get("url") for each in self.documents("isso", file.name, *site)], urls)
