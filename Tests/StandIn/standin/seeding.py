"""Makes the users and stories that a server has at the start, from a seed."""

from __future__ import annotations

import random
from html import escape
from typing import Any

from .settings import Settings
from .world import Comment, Revision, Story, User, World, from_iso

START = from_iso("2024-05-01T12:00:00.000Z")
SUSPENDED_UNTIL = from_iso("2099-01-01T00:00:00.000Z")
AUTHORS = 60
DEPTH = 6
WORDS = (
    "the game boss level ending music patch server people really never always maybe after before ship "
    "story frame rate combat island reef coral water light dark player map trailer review score seven "
    "ten out of price launch day weekend friends couch online save file bug feature studio team writing "
    "voice actor remake sequel original hardware console portable battery screen sound track loved hated "
    "finished dropped again someday naïve café Straße über 東京 привет שלום 🐠 🎮"
).split()


def seed_world(world: World, protocol: str, comments: int, seed: int) -> None:
    """Makes the users and stories that README.md lists."""
    people: list[dict[str, Any]] = [
        {"name": "alice"}, {"name": "bob"}, {"name": "sam", "role": "STAFF"},
        {"name": "mona", "role": "MODERATOR"}, {"name": "ada", "role": "ADMIN"},
        {"name": "bill", "banned": True}, {"name": "sue", "suspended_until": SUSPENDED_UNTIL},
        {"name": "peter", "premod": True}, {"name": "wanda", "warned": True},
        {"name": "uma", "verified": False}, {"name": "nora", "username": None},
    ]
    for person in people:
        name = person.pop("name")
        user = User(
            id=f"user-{name}", username=person.pop("username", name), email=f"{name}@example.org",
            password=f"{name}-password", created=START, **person)
        world.users[user.id] = user
    for number in range(AUTHORS):
        author = User(id=f"author-{number:02d}", username=f"reader_{number:02d}", created=START)
        if number % 20 == 19:
            author.role = "STAFF"
        world.users[author.id] = author
    seed_story(world, protocol, "story-1", comments, seed, title="The reef, a year later")
    seed_story(world, protocol, "story-empty", 0, seed, title="Nobody said anything")
    seed_story(world, protocol, "story-closed", 3, seed, title="All is said").closed = True
    if protocol == "coral":
        seed_story(world, protocol, "story-archived", 3, seed, title="Long ago").archived = True


def new_settings(protocol: str) -> Settings:
    """Returns the default settings of a server."""
    talk4 = protocol == "talk4"
    return Settings(introspection=talk4, tokenLifetime=86_400 if talk4 else 90 * 86_400)


def seed_story(
    world: World, protocol: str, story_id: str, comments: int, seed: int, *,
    url: str | None = None, title: str | None = None, roots: int | None = None, depth: int = DEPTH,
    chain: bool = False,
) -> Story:
    """Makes or replaces a story with a number of comments."""
    world.remove_story(story_id)
    story = Story(
        id=story_id, url=url or f"https://example.org/{story_id}", title=title or f"Story {story_id}",
        created=START - 3_600_000)
    world.stories[story_id] = story
    chance = random.Random(f"{protocol} {story_id} {comments} {seed}")
    authors = [user for user in world.users.values() if user.email is None]
    top = _top_level(chance, comments, roots, chain)
    written: list[Comment] = []
    open_for_replies: list[Comment] = []
    time = START
    for number in range(comments):
        time += chance.randint(1, 60_000)
        parent = None
        if number not in top and open_for_replies:
            parent = written[-1] if chain else chance.choice(open_for_replies)
        comment = _comment(world, chance, protocol, story, chance.choice(authors), parent, time)
        world.add_comment(comment)
        written.append(comment)
        if chain or comment.depth < depth:
            open_for_replies.append(comment)
    world.latest = max(world.latest, time)
    return story


def _top_level(chance: random.Random, comments: int, roots: int | None, chain: bool) -> set[int]:
    if comments == 0:
        return set()
    if chain:
        return {0}
    count = roots if roots is not None else max(1, comments * 3 // 10)
    return {0, *chance.sample(range(1, comments), min(max(count - 1, 0), comments - 1))}


def _comment(
    world: World, chance: random.Random, protocol: str, story: Story, author: User,
    parent: Comment | None, time: int,
) -> Comment:
    def identifier() -> str:
        digits = f"{chance.getrandbits(128):032x}"
        return "-".join((digits[:8], digits[8:12], "4" + digits[13:16], "8" + digits[17:20], digits[20:]))

    body = _body(chance, protocol)
    revisions = [Revision(identifier(), body, time, _rich(body) if protocol == "talk4" else None)]
    if chance.random() < 0.03:
        changed = _body(chance, protocol)
        revisions.append(Revision(identifier(), changed, time + 9_000, _rich(changed) if protocol == "talk4" else None))
    comment = Comment(
        id=identifier(), story_id=story.id, author_id=author.id, parent_id=parent.id if parent else None,
        created=time, depth=parent.depth + 1 if parent else 0, status="NONE", revisions=revisions,
        more_likes=max(0, int(chance.expovariate(0.4)) - 1))
    fate = chance.random()
    if fate < 0.02:
        comment.status = "REJECTED"
    elif fate < 0.03:
        comment.status = "PREMOD"
    elif fate < 0.04:
        delete(comment)
    elif fate < 0.06:
        comment.tags.append("FEATURED")
        comment.status = "APPROVED"
    if author.is_staff and not comment.deleted:
        comment.tags.append("STAFF")
    return comment


def delete(comment: Comment) -> None:
    """Deletes a comment: its place remains, without author and body."""
    comment.deleted = True
    comment.author_id = None
    comment.revisions, comment.tags = [], []
    comment.reactions, comment.actions, comment.more_likes = {}, [], 0


def _body(chance: random.Random, protocol: str) -> str:
    lines = []
    for _ in range(1 if chance.random() < 0.7 else chance.randint(2, 5)):
        line = " ".join(chance.choice(WORDS) for _ in range(chance.randint(2, 24)))
        odd = chance.random()
        if odd < 0.03:
            line += " <b>not</b> & \"quoted\" 'twice' *stars* _lines_"
        elif odd < 0.06:
            line += f" https://example.org/page?a={chance.randint(1, 99)}&b=2"
        lines.append(line)
    text = "\n".join(lines)
    if protocol == "talk4":
        return text
    html = escape(text, quote=False).replace("\n", "<br>")
    return f"<b>{html}</b>" if chance.random() < 0.03 else html


def _rich(body: str) -> str:
    return escape(body, quote=False).replace("\n", "<br>")
