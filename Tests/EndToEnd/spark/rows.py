"""Writes a dump whose rows name their stories in every way that the engine reads."""
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
        # Numbers, and values in objects.
        dense(comment("i", 12)), dense(comment("j", "12")), dense(comment("k", {"$numberLong": "12"})), dense(comment("l", {"$oid": "A"})),
        # The same name in another object, and twice.
        dense(comment("m", "A", movedFrom={"storyID": "P", "authorID": "u2"})), dense(comment("n", "A")),
        dense(comment("o", "A", editing={"storyID": "A"})).replace('"storyID":"A","authorID"', '"authorID"'),
        twice.replace('"u1"', '"u2","authorID":"u1"'),
        # Rows that are truncated, or have invalid escapes or raw controls.
        dense(comment("p", "A"))[:-10], dense(comment("q", "Q"))[:-10], dense(comment("r", "Q")), dense(comment("s", "R"))[:-10],
        dense(comment("t", "A")).replace("body of", "body\tof"), dense(comment("u", "A")).replace("body of", "body\\qof"),
        # Rows without a row of their author or story, or without a story.
        dense(comment("v", "A", authorID="ü")), dense(comment("w", "A", authorID="nobody")), dense(comment("x", "no row")),
        dense(comment("y", ""))]
    for day, rows in enumerate((comments[:8], comments[8:])):
        (folder / "comments" / ("day=%d" % day)).mkdir(parents=True)
        (folder / "comments" / ("day=%d" % day) / "rows.json").write_text("\n".join(rows) + "\n")
    (folder / "archivedComments.json").write_text(dense(comment("z", "Q")) + "\n")
    (folder / "stories.json").write_text("".join(
        json.dumps({"tenantID": "t", "id": id, "url": "https://x.example/", "metadata": {"title": id}, "createdAt": comment(id, id)["createdAt"]}) + "\n"
        for id in ("É", 'say "hi"\\', "a/b", "P", "12", "A", "Q", "R")))
    (folder / "users.json").write_text("".join(
        json.dumps({"tenantID": "t", "id": id, "username": name}) + "\n"
        for id, name in (("u1", "Dana"), ("u2", "Eve"), ("ü", 'Ü "x"'))))


def write_flat(folder, flat):
    """Copies the tables into a folder without folders, as one machine reads them."""
    flat.mkdir()
    for file in sorted(path for path in folder.rglob("*.json")):
        (flat / "-".join(file.relative_to(folder).parts)).write_bytes(file.read_bytes())
