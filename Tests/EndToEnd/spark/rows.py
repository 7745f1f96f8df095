"""Writes a dump whose rows name their stories, authors and editors in every way that the engine reads."""
import json


def comment(id, story, **more):
    time = {"$date": "2026-07-01T10:00:00Z"}
    return {
        "tenantID": "t", "id": id, "storyID": story, "authorID": "u1", "status": "NONE", "ancestorIDs": [], "tags": [],
        "revisions": [{"id": "r", "body": "body of " + id, "createdAt": time}], "createdAt": time, **more}


def dense(row):
    return json.dumps(row, separators=(",", ":"), ensure_ascii=False)


def write_rows(folder):
    """Writes the tables into a folder. The comments are in two folders, like those of a table that is partitioned by days."""
    twice = dense(comment("twice", "P")).replace('"storyID":"P"', '"storyID":"A","storyID":"P"')
    comments = [
        # Characters as they are and escaped, and white space.
        dense(comment("a", "É")), json.dumps(comment("b", "É"), separators=(",", ":")), dense(comment("c", 'say "hi"\\')),
        dense(comment("d", "a/b")), dense(comment("e", "a/b")).replace("a/b", "a\\/b"), dense(comment("f", "A B%2F\u2028?&{A}")),
        json.dumps(comment("g", "P")), dense(comment("h", "P")),
        # Numbers, and values in objects; a text that looks like such an object.
        dense(comment("i", 12)), dense(comment("j", "12")), dense(comment("k", {"$numberLong": "12"})), dense(comment("l", {"$oid": "A"})),
        dense(comment("l1", {"$oid": 12})), json.dumps(comment("l2", {"$oid": "A"})), dense(comment("l3", '{"$oid":"A"}')),
        dense(comment("l4", 15)).replace(":15,", ":1.50e1,"), dense(comment("l5", '[1]')), dense(comment("l6", "true")),
        dense(comment("l7", {"$oid": "S"}, authorID={"$oid": "u3"})), dense(comment("l8", "no url", authorID=4)),
        # Values that are no ids.
        dense(comment("l9", True)), dense(comment("m1", [1])), dense(comment("m2", {"id": "A"})), dense(comment("m3", None)),
        # Featured by an editor, and by nobody.
        dense(comment("m4", "A", tags=[{"type": "FEATURED", "createdBy": "e1"}])),
        dense(comment("m5", "Q", tags=[{"type": "STAFF", "createdBy": "u2"}, {"type": "FEATURED", "createdBy": {"$oid": "e2"}}])),
        dense(comment("m6", "Q", tags=[{"type": "FEATURED"}, "FEATURED"])),
        # The same name in another object, and twice.
        dense(comment("m", "A", movedFrom={"storyID": "P", "authorID": "u2"})), dense(comment("n", "A")),
        dense(comment("o", "A", editing={"storyID": "A"})).replace('"storyID":"A","authorID"', '"authorID"'),
        twice.replace('"u1"', '"u2","authorID":"u1"'),
        # Rows that are truncated, or have invalid escapes or raw controls.
        dense(comment("p", "A"))[:-10], dense(comment("q", "Q"))[:-10], dense(comment("r", "Q")), dense(comment("s", "R"))[:-10],
        dense(comment("s1", {"$oid": "A"}))[:-10], json.dumps(comment("s2", {"$oid": "S"}))[:-10], dense(comment("s3", 12))[:-10],
        dense(comment("t", "A")).replace("body of", "body\tof"), dense(comment("u", "A")).replace("body of", "body\\qof"),
        dense(comment("u1", "A")) + dense(comment("u2", "A")), "7", "{}",
        # Rows without a row of their author or story, or without a story.
        dense(comment("v", "A", authorID="ü")), dense(comment("v1", "A", authorID="cut")), dense(comment("v3", "A", authorID="tail")), dense(comment("v4", "A", authorID="two")), dense(comment("v2", "of t2", tenantID="t2")), dense(comment("w", "A", authorID="nobody")), dense(comment("x", "no row")),
        dense(comment("y", ""))]
    for day, rows in enumerate((comments[:8], comments[8:])):
        (folder / "comments" / ("day=%d" % day)).mkdir(parents=True)
        (folder / "comments" / ("day=%d" % day) / "rows.json").write_text("\n".join(rows) + "\n")
    (folder / "archivedComments.json").write_text(dense(comment("z", "Q")) + "\n")
    (folder / "stories.json").write_text("".join(
        json.dumps({"tenantID": "t", "id": id, "url": "https://x.example/", "metadata": {"title": id}, "createdAt": comment("", id)["createdAt"]}) + "\n"
        for id in ("É", 'say "hi"\\', "a/b", "P", 12, "A", "Q", "R", {"$oid": "S"}, "1.50e1", '{"$oid":"A"}'))
        + dense({"tenantID": "t", "id": "no url", "metadata": {"title": "T"}, "createdAt": comment("", "")["createdAt"]}) + "\n" + dense({"id": "cut", "url": "https://x.example/"})[:-1] + "\n\n")
    (folder / "users.json").write_text("".join(
        json.dumps({"tenantID": "t", "id": id, "username": name, **more}) + "\n"
        for id, name, more in (
            ("u1", "Dana", {"avatar": "https://x.example/dana.png", "badges": ["Gold"], "secretBadges": ["Mole"], "email": "SECRET"}),
            ("u1", "Double", {"tenantID": "t2"}), ("u2", "Eve", {"tags": [{"type": "STAFF"}], "badges": None}), ("ü", 'Ü "x"', {}),
            ({"$oid": "u3"}, "Finn", {"badges": "[", "avatar": None}), (4, "Gus", {}), ("e1", "Editor", {}), ({"$oid": "e2"}, "Other editor", {})))
        + dense({"tenantID": "t", "id": "cut", "username": "Cut"})[:-1] + "\n"
        + dense({"tenantID": "t", "id": "tail", "username": "Tail"}) + " x\n"
        + dense({"tenantID": "t", "id": "two", "username": "Two"}) + ",{}\n")
    (folder / "tenants.ndjson").write_text(dense(
        {"id": "t", "organization": {"name": "X"}, "domain": "x.example", "locale": "en-US", "featuredBy": True, "featureFlags": ["AVATARS"]}) + "\n")


def write_flat(folder, flat):
    """Copies the tables into a folder without folders, as one machine reads them."""
    flat.mkdir()
    for file in sorted(path for path in folder.rglob("*.*json")):
        (flat / "-".join(file.relative_to(folder).parts)).write_bytes(file.read_bytes())
