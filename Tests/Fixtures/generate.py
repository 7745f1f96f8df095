#!/usr/bin/env python3
"""Writes one and the same thread in every shape that Atoll reads, beside this file.

What a shape cannot say (a database knows no permalinks, Talk 4 no media) is left out of all of them,
so that all must come out alike. The dumps hold, besides, what must never come out: secrets, a
rejected comment, the comments of another story.
"""

import json
import os
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
START = datetime(2024, 3, 1, 9, 0, 0, tzinfo=timezone.utc)
SECRET = "SECRET-"

STORY = {
    "id": "7f3c1a52-6d0e-4a55-9a0b-0f6d5c7e2b11",
    "url": "https://www.example.com/articles/the-reef",
    "title": "The Reef \u2014 a review of “Coral & Sons”",
    "infobox": "Be kind. **No spoilers** before the second act.\nRead the [rules](https://www.example.com/rules).",
    "question": "What did *you* think of the ending?",
    "icon": "help",
    "closed": "This story is closed. Thank you for taking part.",
    "organization": "Example Games",
}

USERS = {
    "u1": ("Zoë Ångström", True),
    "u2": ("リーフ太郎", False),
    "u3": ("قارئ المرجان", False),
    "u4": ('<b>"Bobby" & \'Tables\'</b>', False),
    "u5": ("🐠 Fin 👩‍👩‍👧", False),
    "u6": ("plain_jane", False),
}

# id, parent, author, body as Markdown, body as HTML, whether Talk keeps the HTML as rich text
COMMENTS = [
    dict(id="c1", by="u6", text="First!", html="First!", likes=0),
    dict(id="c2", by="u1", text="We replayed it twice.\nThe second run is better.",
         html="We replayed it twice.<br>The second run is better.", likes=12, tags=["FEATURED", "STAFF"]),
    dict(id="c3", parent="c2", by="u2", text="サンゴ礁の音楽が最高でした。", html="サンゴ礁の音楽が最高でした。", likes=3),
    dict(id="c4", parent="c3", by="u3", text="أتفق معك تماما", html="أتفق معك تماما", likes=1),
    dict(id="c5", parent="c4", by="u4", text="5 < 6 & 7 > 3, “quoted”", html="5 &lt; 6 &amp; 7 &gt; 3, “quoted”", likes=0),
    dict(id="c6", parent="c5", by="u5", text="That is **really** deep.", html="That is <b>really</b> deep.",
         rich=True, likes=2),
    dict(id="c7", parent="c2", by="u1", text="Patch notes: https://www.example.com/patch",
         html='Patch notes: <a href="https://www.example.com/patch">https://www.example.com/patch</a>',
         likes=7, tags=["STAFF"], edited=True),
    dict(id="c8", deleted=True),
    dict(id="c9", parent="c8", by="u6", text="I wonder what stood above.", html="I wonder what stood above.", likes=0),
    dict(id="c10", by="u5", text="One thought.\n\nAnother thought 🐙.", html="<p>One thought.</p><p>Another thought 🐙.</p>",
         likes=5, edited=True),
    dict(id="c11", parent="c10", by="u4", text="Line\nby\nline", html="Line<br>by<br>line", likes=0),
    dict(id="c12", by="u2", text="A very late comment", html="A very late comment", likes=1),
]
for number, comment in enumerate(COMMENTS):
    comment["at"] = START + timedelta(minutes=17 * number, milliseconds=125 * number)
    comment["replies"] = sum(1 for c in COMMENTS if c.get("parent") == comment["id"])


def iso(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (at.microsecond // 1000)


def children(parent):
    """Roots newest first, replies oldest first, as the servers give them."""
    found = [c for c in COMMENTS if c.get("parent") == parent]
    return found if parent else found[::-1]


def write(name, text):
    path = os.path.join(HERE, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)


def pretty(name, value):
    write(name, json.dumps(value, ensure_ascii=False, indent=1) + "\n")


# MARK: Atoll

def atoll():
    rows = []

    def add(parent):
        for c in children(parent):
            row = {"id": c["id"], "parentId": parent}
            if c.get("deleted"):
                row.update(author=None, createdAt=iso(c["at"]), body=None, tombstone="deleted")
            else:
                row.update(author={"id": c["by"], "name": USERS[c["by"]][0]}, createdAt=iso(c["at"]),
                           body=c["text"], likes=c["likes"], tags=c.get("tags", []))
                if c.get("edited"):
                    row["edited"] = True
            row["replyCount"] = c["replies"]
            rows.append(row)
            add(c["id"])

    add(None)
    pretty("atoll-document.json", {
        "atoll": 1,
        "story": {
            "id": STORY["id"], "url": STORY["url"], "title": STORY["title"], "createdAt": iso(START),
            "server": "coral", "organization": STORY["organization"], "infobox": STORY["infobox"],
            "questionBox": {"text": STORY["question"], "icon": STORY["icon"]},
            "closedMessage": STORY["closed"], "likeLabel": "Respect", "commentCount": len(COMMENTS),
        },
        "comments": rows,
    })


# MARK: Talk 4

TALK_SETTINGS = {
    "moderation": "POST", "infoBoxEnable": True, "infoBoxContent": STORY["infobox"],
    "questionBoxEnable": True, "questionBoxContent": STORY["question"], "questionBoxIcon": STORY["icon"],
    "closedMessage": STORY["closed"], "organizationName": STORY["organization"], "disableCommenting": False,
    "closedTimeout": 1209600,
}


def talk_comment(c, nested=True):
    value = {
        "id": c["id"], "body": None if c.get("deleted") else c["text"], "status": "ACCEPTED" if c.get("tags") else "NONE",
        "created_at": iso(c["at"]), "parent": {"id": c["parent"]} if c.get("parent") else None,
        "user": None if c.get("deleted") else {"id": c["by"], "username": USERS[c["by"]][0]},
        "richTextBody": c["html"] if c.get("rich") else None,
        "tags": [{"tag": {"name": name}} for name in c.get("tags", [])],
        "action_summaries": [], "editing": {"edited": bool(c.get("edited")), "editableUntil": iso(c["at"])},
        "replyCount": c["replies"],
    }
    if c.get("likes"):
        value["action_summaries"] = [
            {"__typename": "FlagActionSummary", "count": 9, "reason": "COMMENT_OFFENSIVE"},
            {"__typename": "RespectActionSummary", "count": c["likes"], "current_user": None},
        ]
    if nested:
        value["replies"] = {"nodes": [talk_comment(r) for r in children(c["id"])], "hasNextPage": False,
                            "startCursor": None, "endCursor": None}
    return value


def talk_response():
    pretty("talk4-response.json", {"data": {"asset": {
        "id": STORY["id"], "url": STORY["url"], "title": STORY["title"], "created_at": iso(START),
        "isClosed": False, "closedAt": None, "settings": TALK_SETTINGS, "totalCommentCount": len(COMMENTS),
        "featuredComments": {"nodes": [talk_comment(c, False) for c in COMMENTS if "FEATURED" in c.get("tags", [])]},
        "comments": {"nodes": [talk_comment(c) for c in children(None)], "hasNextPage": False,
                     "startCursor": None, "endCursor": None},
    }}})


# MARK: Extended JSON

class Relaxed:
    date = staticmethod(lambda at: {"$date": iso(at)})
    integer = staticmethod(lambda n: n)


class Canonical:
    date = staticmethod(lambda at: {"$date": {"$numberLong": str(int((at - datetime(1970, 1, 1, tzinfo=timezone.utc))
                                                                     / timedelta(milliseconds=1)))}})
    integer = staticmethod(lambda n: {"$numberInt": str(n)})


def lines(name, rows):
    for number, row in enumerate(rows):
        row["_id"] = {"$oid": "%024x" % (0x5E0000000000 + number)}
    write(name, "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows))


def talk_dump(folder, form):
    rows = []
    for c in COMMENTS:
        history = [] if c.get("deleted") else [{"body": SECRET + "old body", "created_at": form.date(c["at"])}]
        if c.get("edited"):
            history.append({"body": c["text"], "created_at": form.date(c["at"])})
        row = {
            "id": c["id"], "body": None if c.get("deleted") else c["text"], "asset_id": STORY["id"],
            "author_id": None if c.get("deleted") else c["by"], "parent_id": c.get("parent"),
            "status": "ACCEPTED" if c.get("tags") else "NONE", "body_history": history,
            "status_history": [{"type": "NONE", "assigned_by": SECRET + "moderator"}],
            "reply_count": form.integer(c["replies"]), "created_at": form.date(c["at"]),
            "updated_at": form.date(c["at"]), "action_counts": {"flag": form.integer(2), "flag_comment_offensive": form.integer(2)},
            "tags": [{"tag": {"name": name, "permissions": {"public": True}}, "assigned_by": SECRET + "x"}
                     for name in c.get("tags", [])],
            "metadata": {"akismet": False, "perspective": {"SECRET-score": 0.1}}, "__v": form.integer(0),
        }
        if c.get("likes"):
            row["action_counts"]["respect"] = form.integer(c["likes"])
        if c.get("rich"):
            row["metadata"]["richTextBody"] = c["html"]
        if c.get("deleted"):
            row["deleted_at"] = form.date(c["at"])
        rows.append(row)
    rejected = dict(rows[0], id="c-rejected", status="REJECTED", body=SECRET + "rejected body", author_id="u2")
    lines(folder + "/comments.ndjson", rows + [rejected])
    lines(folder + "/assets.ndjson", [{
        "id": STORY["id"], "url": STORY["url"], "title": STORY["title"], "created_at": form.date(START),
        "closedAt": None, "scraped": form.date(START), "settings": {
            "questionBoxEnable": True, "questionBoxContent": STORY["question"], "questionBoxIcon": STORY["icon"]},
        "metadata": {"source": SECRET + "source"}, "tags": [],
    }])
    lines(folder + "/users.ndjson", [{
        "id": user, "username": name, "lowercaseUsername": name.lower(), "password": SECRET + "$2a$10$hash",
        "profiles": [{"id": SECRET + "mail@example.com", "provider": "local"}], "tokens": [{"jwt": SECRET + "token"}],
        "role": "STAFF" if staff else "COMMENTER", "metadata": {"displayName": SECRET + "name"},
        "status": {"banned": {"status": False, "history": [{"reason": SECRET + "reason"}]}},
        "created_at": form.date(START),
    } for user, (name, staff) in USERS.items()])
    settings = dict(TALK_SETTINGS, id="1", questionBoxEnable=False, questionBoxContent="Not this one",
                    wordlist={"banned": [SECRET + "word"], "suspect": []}, closedTimeout=form.integer(1209600),
                    autoCloseStream=False, domains={"whitelist": [SECRET + "domain"]})
    lines(folder + "/settings.ndjson", [settings])


# MARK: Coral

def coral_comment(c, nested=True):
    deleted = bool(c.get("deleted"))
    value = {
        "__typename": "Comment", "id": c["id"], "body": None if deleted else c["html"], "deleted": deleted,
        "status": "APPROVED" if c.get("tags") else "NONE", "createdAt": iso(c["at"]),
        "author": None if deleted else {"id": c["by"], "username": USERS[c["by"]][0], "avatar": None, "badges": None},
        "parent": {"id": c["parent"]} if c.get("parent") else None,
        "editing": {"edited": bool(c.get("edited")), "editableUntil": None},
        "actionCounts": {"reaction": {"total": c.get("likes", 0)}}, "tags": [{"code": name} for name in c.get("tags", [])],
        "revision": None if deleted else {"id": "r-" + c["id"], "media": None}, "rating": None,
        "replyCount": c["replies"], "canReply": True,
    }
    if nested:
        value["replies"] = {"edges": [{"node": coral_comment(r), "cursor": iso(r["at"])} for r in children(c["id"])],
                            "pageInfo": {"hasNextPage": False, "endCursor": None}}
    return value


def coral_settings():
    return {
        "organization": {"name": STORY["organization"]},
        "communityGuidelines": {"enabled": True, "content": STORY["infobox"]}, "announcement": None,
        "closeCommenting": {"message": STORY["closed"]}, "disableCommenting": {"enabled": False, "message": ""},
        "reaction": {"label": "Respect"},
    }


def coral_response():
    pretty("coral-response.json", {"data": {
        "settings": coral_settings(), "viewer": None,
        "stream": {
            "id": STORY["id"], "url": STORY["url"], "isClosed": False, "closedAt": None, "createdAt": iso(START),
            "metadata": {"title": STORY["title"]}, "commentCounts": {"totalPublished": len(COMMENTS)},
            "settings": {"mode": "COMMENTS", "messageBox": {"enabled": True, "icon": STORY["icon"], "content": STORY["question"]}},
            "featuredComments": {"edges": [{"node": coral_comment(c, False)} for c in COMMENTS if "FEATURED" in c.get("tags", [])],
                                 "pageInfo": {"hasNextPage": False}},
            "comments": {"edges": [{"node": coral_comment(c), "cursor": iso(c["at"])} for c in children(None)],
                         "pageInfo": {"hasNextPage": False, "endCursor": None}},
        },
    }})


def coral_dump(folder, form):
    rows = []
    for c in COMMENTS:
        deleted = bool(c.get("deleted"))
        revision = {"id": "r", "body": None if deleted else c["html"], "createdAt": form.date(c["at"]),
                    "actionCounts": {}, "metadata": {"linkCount": form.integer(0), "SECRET-akismet": False}}
        revisions = [] if deleted else [revision]
        if c.get("edited"):
            revisions.insert(0, dict(revision, body=SECRET + "old body"))
        row = {
            "tenantID": "t1", "id": c["id"], "siteID": "site1", "storyID": STORY["id"],
            "authorID": None if deleted else c["by"], "revisions": revisions,
            "status": "APPROVED" if c.get("tags") else "NONE", "ancestorIDs": [], "childIDs": [],
            "childCount": form.integer(c["replies"]), "actionCounts": {"FLAG": form.integer(3)},
            "tags": [{"type": name, "createdBy": SECRET + "x", "createdAt": form.date(c["at"])} for name in c.get("tags", [])],
            "createdAt": form.date(c["at"]),
        }
        if c.get("parent"):
            row["parentID"] = c["parent"]
        if c.get("likes"):
            row["actionCounts"]["REACTION"] = form.integer(c["likes"])
        if deleted:
            row["deletedAt"] = form.date(c["at"])
        rows.append(row)
    rejected = dict(rows[0], id="c-rejected", status="REJECTED", authorID="u2",
                    revisions=[{"id": "r", "body": SECRET + "rejected body", "createdAt": form.date(START)}])
    lines(folder + "/comments.ndjson", rows + [rejected])
    lines(folder + "/stories.ndjson", [{
        "tenantID": "t1", "id": STORY["id"], "siteID": "site1", "url": STORY["url"],
        "metadata": {"title": STORY["title"], "author": SECRET + "author"}, "createdAt": form.date(START), "closedAt": False,
        "commentCounts": {"status": {"NONE": form.integer(10), "APPROVED": form.integer(2)}},
        "settings": {"mode": "COMMENTS", "messageBox": {"enabled": True, "icon": STORY["icon"], "content": STORY["question"]}},
    }])
    lines(folder + "/users.ndjson", [{
        "tenantID": "t1", "id": user, "username": name, "email": SECRET + "mail@example.com", "badges": [],
        "profiles": [{"type": "local", "id": SECRET + "mail", "password": SECRET + "hash", "passwordID": SECRET + "p"}],
        "tokens": [{"id": SECRET + "token"}], "role": "STAFF" if staff else "COMMENTER",
        "ssoURL": SECRET + "sso", "status": {"ban": {"history": [{"message": SECRET + "reason"}]}},
        "createdAt": form.date(START),
    } for user, (name, staff) in USERS.items()])
    tenant = dict(coral_settings(), id="t1", domain="coral.example.com", locale="en-US",
                  announcement={"id": "a", "content": SECRET + "announcement", "createdAt": form.date(START), "duration": form.integer(60)},
                  auth={"integrations": {"sso": {"signingSecrets": [{"secret": SECRET + "sso secret"}]}}},
                  email={"smtp": {"password": SECRET + "smtp"}}, wordList={"banned": [SECRET + "word"]},
                  closeCommenting={"auto": True, "timeout": form.integer(1209600), "message": STORY["closed"]})
    lines(folder + "/tenants.ndjson", [tenant])


atoll()
talk_response()
coral_response()
for name, form in (("relaxed", Relaxed), ("canonical", Canonical)):
    talk_dump("talk4-dump-" + name, form)
    coral_dump("coral-dump-" + name, form)
