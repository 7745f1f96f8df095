"""Resolvers of the fields of Coral's schema, and the checks of permissions, rates and constraints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

from graphql import (
    FieldNode,
    GraphQLArgument,
    GraphQLField,
    GraphQLObjectType,
    GraphQLSchema,
    default_field_resolver,
)

from .coral_mutations import mutation_resolvers
from .execution import Context, Info, Resolver, Resolvers
from .moderation import Refusal
from .paging import Page, StoryPage, page_with_quirks, story_page
from .scalars import Date
from .schema import Version, applied, covers
from .world import Comment, Revision, Story, User, iso

# Permissions

def conditions(context: Context, user: User) -> Refusal | None:
    """Returns the reason why a user may not act at all, or None."""
    if user.banned:
        return Refusal("USER_BANNED")
    if user.warned:
        return Refusal("USER_WARNED")
    if context.world.is_suspended(user):
        return Refusal("USER_SUSPENDED")
    return Refusal("USER_NOT_ENTITLED") if not user.username or not user.email else None


def _authorize(context: Context, source: Any, rule: dict[str, Any]) -> None:
    viewer = context.viewer
    if viewer is None:
        raise Refusal("USER_NOT_ENTITLED")
    kept = conditions(context, viewer)
    if kept is not None and not rule.get("nameless" if kept.code == "USER_NOT_ENTITLED" else "always"):
        raise kept
    restricted = rule.get("administrators") or rule.get("moderators") or rule.get("own")
    if not restricted or (rule.get("moderators") and viewer.is_moderator):
        return
    if rule.get("administrators") and viewer.role == "ADMIN":
        return
    if not (rule.get("own") and isinstance(source, User) and source.id == viewer.id):
        raise Refusal("USER_NOT_ENTITLED")


def _check_rate(context: Context, name: str, rule: dict[str, Any]) -> None:
    if context.viewer is None or not context.world.settings.rateLimit:
        return
    key = f"{context.viewer.id} {rule.get('key') or name}"
    if context.world.exceeds_rate(key, rule.get("max", 1), rule["seconds"]):
        raise Refusal("RATE_LIMIT_EXCEEDED")


def _check_constraints(field: GraphQLField, arguments: dict[str, Any], version: Version) -> None:
    for name, value in arguments.items():
        argument: GraphQLArgument = field.args[name]
        for rule in applied(argument.ast_node, "constraint"):
            if not isinstance(value, int) or not covers(version, rule.get("since"), rule.get("until")):
                continue
            if value < rule.get("min", value) or value > rule.get("max", value):
                raise ValueError("too long" if value > rule.get("max", value) else "too short")


def guard(schema: GraphQLSchema, version: Version) -> None:
    """Adds the checks of @auth, @rate and @constraint to the resolvers of a schema."""
    for named in schema.type_map.values():
        if not isinstance(named, GraphQLObjectType) or named.name.startswith("__"):
            continue
        for name, field in named.fields.items():
            field.resolve = _guarded(name, field, version)


def _guarded(name: str, field: GraphQLField, version: Version) -> Resolver | None:
    inner = field.resolve or default_field_resolver
    auth, rate = applied(field.ast_node, "auth"), applied(field.ast_node, "rate")
    constrained = any(applied(argument.ast_node, "constraint") for argument in field.args.values())
    if not auth and not rate and not constrained:
        return field.resolve

    def resolve(source: Any, info: Info, **arguments: Any) -> Any:
        context = info.context
        for rule in auth:
            _authorize(context, source, rule)
        for rule in rate:
            _check_rate(context, name, rule)
        _check_constraints(field, arguments, version)
        return inner(source, info, **arguments)
    return resolve


# Reading

def _page(
    context: Context, comments: list[Comment], first: int | None, after: Date | int | None, orderBy: str | None,
) -> Page:
    order = orderBy or "CREATED_AT_DESC"
    rank: Callable[[Comment], int] | None = None
    if order == "REPLIES_DESC":
        rank = lambda comment: len(context.world.children.get(comment.id, ()))  # noqa: E731
    elif order == "REACTION_DESC":
        rank = Comment.likes
    found = [comment for comment in comments if comment.published]
    if rank is None and after and not isinstance(after, Date):
        # In MongoDB a number is not comparable with a date, so nothing is later or earlier than a number.
        found, after = [], None
    return page_with_quirks(
        context.world.settings.quirks, found, 10 if first is None else first, after or None,
        order != "CREATED_AT_ASC", rank)


def _story_comments(
    story: Story, info: Info, first: int | None = None, orderBy: str | None = None,
    after: Date | int | None = None, refreshStream: bool | None = None, rating: int | None = None, tag: str | None = None,
) -> Page:
    context = info.context
    world = context.world
    if "shifting-pages" in world.settings.quirks:
        world.write(story, world.users["user-bob"], f"meanwhile {len(story.comments)}", None)
    found = [comment for comment in world.of_story(story) if comment.parent_id is None]
    if tag is not None:
        found = [comment for comment in found if tag in comment.tags]
    if rating is not None:
        found = [comment for comment in found if comment.rating == rating]
    return _page(context, found, first, after, orderBy)


def _featured(
    story: Story, info: Info, first: int | None = None, orderBy: str | None = None,
    after: Date | int | None = None,
) -> Page:
    context = info.context
    found = [comment for comment in context.world.of_story(story) if "FEATURED" in comment.tags]
    return _page(context, found, first, after, orderBy)


def _replies(
    comment: Comment, info: Info, first: int | None = None, orderBy: str | None = None,
    after: Date | int | None = None, flatten: bool | None = None, refreshStream: bool | None = None,
) -> Page:
    context = info.context
    world = context.world
    found = world.descendants(comment) if flatten else world.replies(comment)
    return _page(context, found, first, after, orderBy)


def _parents(comment: Comment, info: Info, last: int = 1, before: str | None = None) -> Page:
    """Returns the nearest published ancestors, the farthest of them first."""
    above = [parent for parent in info.context.world.ancestors(comment) if parent.published][:last]
    return Page(above[::-1], False, None, None)


def _user_comments(
    user: User, info: Info, first: int | None = None, orderBy: str | None = None,
    after: Date | int | None = None,
) -> Page:
    context = info.context
    found = [comment for comment in context.world.comments.values() if comment.author_id == user.id]
    return _page(context, found, first, after, orderBy)


def _find_story(info: Info, id: str | None, url: str | None, create: bool) -> Story | None:
    world = info.context.world
    story = world.stories.get(id) if id else world.story_by_url(url) if url else None
    if story is not None or not create or not url:
        return story
    if urlsplit(url).hostname != "example.org":
        raise Refusal("STORY_URL_NOT_PERMITTED")
    if not world.settings.createStories:
        return None
    story = Story(id or world.new_id(), url, "", world.next_time())
    world.stories[story.id] = story
    return story


def _find_comment(info: Info, id: str) -> Comment | None:
    context = info.context
    comment = context.world.comments.get(id)
    if comment is None or comment.published or (context.viewer is not None and context.viewer.is_moderator):
        return comment
    return None


def _above(info: Info, id: str | None) -> Comment | dict[str, str] | None:
    """Returns a parent. Coral looks it up only if more than its id is requested, so ids of hidden parents are returned too."""
    if id is None:
        return None
    wanted = [
        selection.name.value if isinstance(selection, FieldNode) else None
        for node in info.field_nodes for selection in (node.selection_set.selections if node.selection_set else ())]
    return {"id": id} if set(wanted) == {"id"} else _find_comment(info, id)


def _settings(context: Context) -> dict[str, Any]:
    settings = context.world.settings
    return {
        "id": "tenant-1", "locale": "en-US",
        "organization": {
            "name": settings.organization, "contactEmail": "letters@example.org", "url": "https://example.org/"},
        "communityGuidelines": {"enabled": settings.infoBox is not None, "content": settings.infoBox},
        "announcement": {"id": "announcement-1", "content": settings.announcement} if settings.announcement else None,
        "closeCommenting": {"message": settings.closedMessage},
        "disableCommenting": {"enabled": settings.disabled, "message": settings.disabledMessage},
        "charCount": settings.charCount, "editCommentWindowLength": settings.editWindow,
        "flattenReplies": False,
        "featureFlags": (["REDUCED_SECURITY_MODE"] if settings.reducedSecurity else [])
        + (["AVATARS"] if settings.avatars else [])
        + (["DATA_CACHE"] if "ignore-first" in settings.quirks else []),
        "reaction": {
            "icon": "thumb_up", "label": "Respect", "labelActive": "Respected", "sortLabel": "Most respected"},
        "staff": {"label": "Staff"}, "featuredBy": True, "topCommenter": {"enabled": True},
        "newCommenter": {"enabled": False},
        "badges": {
            "memberLabel": "Member", "staffLabel": "Staff", "moderatorLabel": "Moderator", "adminLabel": "Admin"},
        "flairBadges": {"flairBadgesEnabled": False, "badges": []},
        "rte": {"enabled": True, "strikethrough": True, "spoiler": True, "sarcasm": False},
        "media": {
            name: {"enabled": name in settings.media}
            for name in ("twitter", "bluesky", "youtube", "giphy", "gifs", "external")},
        "memberBios": False,
    }


def _message_box(story: Story, context: Context) -> dict[str, Any]:
    content = story.question_box or context.world.settings.questionBox
    return {"enabled": content is not None, "icon": None, "content": content}


def _presence(comment: Comment, context: Context) -> dict[str, Any] | None:
    viewer = context.viewer
    if viewer is None:
        return None
    kinds = {action.kind for action in comment.actions if action.user_id == viewer.id}
    return {
        "reaction": viewer.id in comment.reactions.get("LIKE", {}), "dontAgree": "DONTAGREE" in kinds,
        "flag": "FLAG" in kinds, "illegal": False}


def _revision(comment: Comment) -> dict[str, Any] | None:
    if not comment.revisions:
        return None
    revision: Revision = comment.revisions[-1]
    return {
        "id": revision.id, "comment": comment, "body": revision.body, "media": revision.media,
        "createdAt": iso(revision.created)}


def _user_status(user: User, context: Context) -> dict[str, Any]:
    suspended = context.world.is_suspended(user)
    current = [
        name for name, holds in (
            ("BANNED", user.banned), ("SUSPENDED", suspended), ("PREMOD", user.premod), ("WARNED", user.warned))
        if holds]
    until = iso(user.suspended_until) if suspended and user.suspended_until else None
    return {
        "current": current or ["ACTIVE"], "ban": {"active": user.banned},
        "suspension": {"active": suspended, "until": until}, "premod": {"active": user.premod},
        "warning": {"active": user.warned, "message": "Be kind." if user.warned else None}}


def _counts(story: Story, context: Context) -> dict[str, Any]:
    published = [comment for comment in context.world.of_story(story) if comment.published]
    tags = {
        tag: sum(1 for comment in published if tag in comment.tags)
        for tag in ("FEATURED", "UNANSWERED", "REVIEW", "QUESTION")}
    statuses = {
        status: sum(1 for comment in context.world.of_story(story) if comment.status == status)
        for status in ("NONE", "APPROVED", "REJECTED", "PREMOD", "SYSTEM_WITHHELD")}
    return {"totalPublished": len(published), "tags": tags, "statuses": statuses}


def _ratings(story: Story, context: Context) -> dict[str, Any] | None:
    given = [comment.rating for comment in context.world.of_story(story) if comment.rating and comment.published]
    if story.mode != "RATINGS_AND_REVIEWS":
        return None
    return {"average": sum(given) / len(given) if given else 0.0, "count": len(given)}


def _stories(
    _: Any, info: Info, first: int | None = None, after: Date | int | None = None, status: str | None = None,
    query: str | None = None, siteID: str | None = None, siteIDs: list[str] | None = None,
) -> StoryPage:
    """Returns a page of all stories, including archived ones, the newest first."""
    stories = list(info.context.world.stories.values())
    sites = siteIDs or ([siteID] if siteID else None)
    if sites is not None:
        stories = [story for story in stories if story.site in sites]
    if status is not None:
        stories = [story for story in stories if story.closed == (status == "CLOSED")]
    if query:
        raise ValueError("the stand-in cannot search for stories")
    return story_page(stories, 10 if first is None else first, after)


def _last_commented(story: Story, context: Context) -> str | None:
    """Returns the time of the last comment, published or not. Edits and removals do not change it."""
    times = [comment.created for comment in context.world.of_story(story)]
    return iso(max(times)) if times else None


def resolvers(version: Version) -> Resolvers:
    """Returns all resolvers of a version. Before 5.3, `story` creates a story that does not exist."""
    def reads(read: Callable[[Any, Context], Any]) -> Resolver:
        return lambda source, info: read(source, info.context)

    def permalink(comment: Comment, context: Context) -> str:
        url = context.world.stories[comment.story_id].url
        return f"{url}{'&' if '?' in url else '?'}commentID={quote(comment.id)}"

    creates = version < (5, 3, 0)
    def site(id: str) -> dict[str, str]:
        return {"id": id, "name": f"Stand-in {id}"}

    def sites(_: Any, info: Info, first: int | None = None, after: Date | int | None = None) -> dict[str, Any]:
        ids = sorted({story.site for story in info.context.world.stories.values()})
        return {"nodes": [site(id) for id in ids], "pageInfo": {"hasNextPage": False, "hasPreviousPage": False}}
    return {
        "Query": {
            "comment": lambda _, info, id: _find_comment(info, id),
            "story": lambda _, info, id=None, url=None: _find_story(info, id, url, creates),
            "stream": lambda _, info, id=None, url=None, mode=None: _find_story(info, id, url, True),
            "stories": _stories,
            "sites": sites,
            "viewer": reads(lambda _, context: context.viewer),
            "settings": reads(lambda _, context: _settings(context)),
        },
        "Mutation": mutation_resolvers(),
        "Story": {
            "status": reads(lambda story, _: "CLOSED" if story.closed else "OPEN"),
            "metadata": reads(lambda story, _: {"title": story.title} if story.title else None),
            "featuredComments": _featured,
            "comments": _story_comments,
            "closedAt": reads(lambda story, _: iso(story.created) if story.closed else None),
            "isClosed": reads(lambda story, _: story.closed),
            "isArchiving": reads(lambda story, _: False),
            "isArchived": reads(lambda story, _: story.archived),
            "commentCounts": reads(_counts),
            "createdAt": reads(lambda story, _: iso(story.created)),
            "lastCommentedAt": reads(_last_commented),
            "settings": reads(lambda story, context: {
                "live": {"enabled": False}, "messageBox": _message_box(story, context), "mode": story.mode,
                "experts": []}),
            "site": reads(lambda story, _: site(story.site)),
            "viewerCount": reads(lambda story, _: None),
            "ratings": reads(_ratings),
        },
        "Comment": {
            "body": reads(lambda comment, _: comment.body),
            "revision": reads(lambda comment, _: _revision(comment)),
            "createdAt": reads(lambda comment, _: iso(comment.created)),
            "author": reads(lambda comment, context: context.world.users.get(comment.author_id or "")),
            "parentCount": reads(lambda comment, _: comment.depth),
            "depth": reads(lambda comment, _: comment.depth),
            "ancestorIDs": reads(lambda comment, context: [above.id for above in context.world.ancestors(comment)]),
            "replyCount": reads(lambda comment, context: len(context.world.published_replies(comment))),
            "replies": _replies,
            "parents": _parents,
            "parent": lambda comment, info: _above(info, comment.parent_id),
            "rootParent": lambda comment, info: (
                _above(info, above[-1].id) if (above := info.context.world.ancestors(comment)) else None),
            "editing": reads(lambda comment, context: {
                "edited": comment.edited,
                "editableUntil": iso(comment.created + context.world.settings.editWindow * 1000)
                if context.viewer and context.viewer.id == comment.author_id else None}),
            "actionCounts": reads(lambda comment, _: {
                "reaction": {"total": comment.likes()},
                "dontAgree": {"total": sum(1 for action in comment.actions if action.kind == "DONTAGREE")},
                "flag": {"total": sum(1 for action in comment.actions if action.kind == "FLAG")}}),
            "viewerActionPresence": reads(_presence),
            "story": reads(lambda comment, context: context.world.stories[comment.story_id]),
            "permalink": reads(permalink),
            "tags": reads(lambda comment, _: [
                {"code": tag, "createdBy": None, "createdAt": iso(comment.created)} for tag in comment.tags]),
            "canReply": reads(lambda comment, context: not any(
                above.status == "REJECTED" for above in context.world.ancestors(comment))),
            "site": reads(lambda comment, context: site(context.world.stories[comment.story_id].site)),
            "seen": reads(lambda comment, _: False),
        },
        "CommentsConnection": {
            "edges": reads(lambda page, _: [
                {"node": comment, "cursor": iso(comment.created)} for comment in page.comments]),
            "nodes": reads(lambda page, _: page.comments),
            "pageInfo": reads(lambda page, _: {
                "hasNextPage": page.has_next, "hasPreviousPage": False, "startCursor": None,
                "endCursor": None if page.end is None else str(page.end)}),
        },
        "StoriesConnection": {
            "edges": reads(lambda page, _: [{"node": story, "cursor": iso(story.created)} for story in page.stories]),
            "nodes": reads(lambda page, _: page.stories),
            "pageInfo": reads(lambda page, _: {
                "hasNextPage": page.has_next, "hasPreviousPage": False, "startCursor": None, "endCursor": page.end}),
        },
        "User": {
            "avatar": reads(lambda user, context: (
                f"https://example.org/{user.username}.png" if context.world.settings.avatars else None)),
            "badges": reads(lambda user, _: user.badges or None),
            "ignoreable": reads(lambda user, _: not user.is_staff),
            "comments": _user_comments,
            "status": reads(_user_status),
            "ignoredUsers": reads(lambda user, context: [context.world.users[id] for id in user.ignored]),
            "createdAt": reads(lambda user, _: iso(user.created)),
            "bio": reads(lambda user, _: None),
            "featuredCommenter": reads(lambda user, _: False),
            "newCommenter": reads(lambda user, _: False),
        },
    }
