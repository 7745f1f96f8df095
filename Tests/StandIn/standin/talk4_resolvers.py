"""Resolvers of the fields of Talk 4's schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlsplit

from .execution import Context, Info, Resolver, Resolvers
from .moderation import Checks, Refusal, talk4_verdict
from .paging import Page, StoryPage, page_with_quirks, story_page
from .scalars import Date
from .world import Action, Comment, Revision, Story, User, World, iso

PUBLISHED = ["NONE", "ACCEPTED"]
EDITABLE = ("NONE", "PREMOD", "APPROVED")
# The tags that are not public: Talk shows them only to those who may add tags, and does not mark them.
INTERNAL_TAGS = ("TROLL_SUSPECT",)


def _status(comment: Comment) -> str:
    return "ACCEPTED" if comment.status == "APPROVED" else comment.status


def _may_act(world: World, user: User | None) -> User:
    """Returns the user. Raises Refusal if that user may not write, like and report."""
    if user is None or user.banned or world.is_suspended(user) or user.username is None:
        raise Refusal("NOT_AUTHORIZED")
    return user


def _outcome(resolver: Callable[..., Any]) -> Resolver:
    """Returns a resolver whose payload contains the refusal, as in mutations of Talk 4."""
    def resolve(source: Any, info: Info, **arguments: Any) -> Any:
        try:
            return resolver(info.context, **arguments)
        except Refusal as refusal:
            error: dict[str, Any] = {"__typename": "GenericUserError", "translation_key": refusal.code}
            if refusal.param:
                error.update(__typename="ValidationUserError", field_name=refusal.param)
            return {"errors": [error]}
    return resolve


def _own(name: str, resolver: Resolver) -> Resolver:
    """Returns a resolver that gives null to everyone except the user and moderators, as in Talk."""
    def resolve(user: User, info: Info, **arguments: Any) -> Any:
        viewer = info.context.viewer
        if viewer is None or (viewer.id != user.id and not viewer.is_moderator):
            return None
        return resolver(user, info, **arguments)
    resolve.__name__ = name
    return resolve


def _for_moderators(resolver: Resolver) -> Resolver:
    def resolve(source: Any, info: Info, **arguments: Any) -> Any:
        viewer = info.context.viewer
        return resolver(source, info, **arguments) if viewer is not None and viewer.is_moderator else None
    return resolve


def _history(comment: Comment, info: Info) -> list[dict[str, Any]] | None:
    viewer = info.context.viewer
    if viewer is None or not viewer.is_moderator and viewer.id != comment.author_id:
        return None
    return [{"body": revision.body, "created_at": iso(revision.created)} for revision in comment.revisions]


# Reading

def _find_asset(info: Info, id: str | None, url: str | None) -> Story | None:
    world = info.context.world
    if id:
        return world.stories.get(id)
    if not url:
        raise ValueError("neither id nor url")
    story = world.story_by_url(url)
    if story is None:
        if urlsplit(url).hostname != "example.org":
            raise Refusal("INVALID_ASSET_URL")
        story = Story(world.new_id(), url, url, world.next_time())
        if world.settings.createStories:
            world.stories[story.id] = story
    return story


def _find_comment(info: Info, id: str) -> Comment | None:
    context = info.context
    comment = context.world.comments.get(id)
    if comment is None or comment.published or (context.viewer is not None and context.viewer.is_moderator):
        return comment
    return None


def _connection(context: Context, query: dict[str, Any], comments: list[Comment] | None = None) -> Page | None:
    """Returns the comments of a query, or None where Talk returns null."""
    world, viewer = context.world, context.viewer
    moderator = viewer is not None and viewer.is_moderator
    limit = query.get("limit")
    if limit is None or limit < 0:
        raise ValueError("cannot query for limit < 0")
    statuses = query.get("statuses", PUBLISHED)
    if (statuses is None or any(status not in PUBLISHED for status in statuses)) and not moderator:
        return None
    if "shifting-pages" in world.settings.quirks:
        _shift(world, query)
    found = comments if comments is not None else list(world.comments.values())
    if query.get("asset_id"):
        story = world.stories.get(query["asset_id"])
        found = [world.comments[id] for id in story.comments] if story and comments is None else found
        found = [comment for comment in found if comment.story_id == query["asset_id"]]
    if statuses is not None:
        found = [comment for comment in found if _status(comment) in statuses]
    if "parent_id" in query:
        found = [comment for comment in found if comment.parent_id == query["parent_id"]]
    author = query.get("author_id")
    if author is not None and viewer is not None and (moderator or viewer.id == author):
        found = [comment for comment in found if comment.author_id == author]
    if query.get("excludeDeleted"):
        found = [comment for comment in found if not comment.deleted]
    if query.get("excludeIgnored") and viewer is not None:
        found = [comment for comment in found if comment.author_id not in viewer.ignored]
    if query.get("tags"):
        found = [comment for comment in found if set(comment.tags) & set(query["tags"])]
    return _sorted_page(context, query, found, limit)


def _sorted_page(context: Context, query: dict[str, Any], found: list[Comment], limit: int) -> Page:
    by = query.get("sortBy", "CREATED_AT")
    rank: Callable[[Comment], int] | None = None
    if by == "REPLIES":
        rank = lambda comment: len(context.world.children.get(comment.id, ()))  # noqa: E731
    elif by != "CREATED_AT":
        kind = str(by)[:-1]
        rank = lambda comment: comment.likes(kind)  # noqa: E731
    cursor = query.get("cursor") or None
    if isinstance(cursor, (int, float)):
        # Mongoose treats a number as the milliseconds of a date.
        cursor = int(cursor) if rank else Date(int(cursor), "")
    return page_with_quirks(
        context.world.settings.quirks, found, limit, cursor, query.get("sortOrder", "DESC") == "DESC", rank)


def _shift(world: World, query: dict[str, Any]) -> None:
    """Writes a comment while pages are read, for the quirk `shifting-pages`."""
    story = world.stories.get(query.get("asset_id") or "")
    if story is not None:
        world.write(story, world.users["user-bob"], f"meanwhile {len(story.comments)}", None)


def _asset_comments(story: Story, info: Info, query: dict[str, Any], deep: bool = False) -> Page | None:
    asked = {**query, "asset_id": story.id}
    if not deep:
        asked["parent_id"] = None
    return _connection(info.context, asked)


def _assets(_: Any, info: Info, query: dict[str, Any] | None = None) -> StoryPage:
    """Returns a page of all assets, sorted by the time of their creation."""
    asked = query or {}
    stories = list(info.context.world.stories.values())
    if asked.get("open") is not None:
        stories = [story for story in stories if story.closed != asked["open"]]
    cursor = asked.get("cursor") or None
    if isinstance(cursor, (int, float)):
        cursor = Date(int(cursor), "")
    return story_page(stories, asked.get("limit", 10), cursor, asked.get("sortOrder", "DESC") == "DESC")


def _replies(comment: Comment, info: Info, query: dict[str, Any]) -> Page | None:
    context = info.context
    asked = {**query, "asset_id": comment.story_id, "parent_id": comment.id, "statuses": PUBLISHED}
    return _connection(context, asked, context.world.replies(comment))


def _user_comments(user: User, info: Info, query: dict[str, Any]) -> Page | None:
    return _connection(info.context, {**query, "author_id": user.id})


def _count(story: Story, info: Info, deep: bool, tags: list[str] | None) -> int:
    comments = info.context.world.of_story(story)
    return sum(
        1 for comment in comments
        if comment.published and (deep or comment.parent_id is None)
        and (not tags or set(tags) & set(comment.tags)))


def _count_by_query(_: Any, info: Info, query: dict[str, Any]) -> int | None:
    """Returns the number of comments of a query, for moderators."""
    world = info.context.world
    statuses = query.get("statuses", PUBLISHED)
    return sum(
        1 for comment in world.comments.values()
        if (statuses is None or _status(comment) in statuses)
        and query.get("asset_id") in (None, comment.story_id)
        and ("parent_id" not in query or query["parent_id"] == comment.parent_id)
        and query.get("author_id") in (None, comment.author_id)
        and not (query.get("excludeDeleted") and comment.deleted)
        and (not query.get("tags") or set(query["tags"]) & set(comment.tags)))


def _settings(story: Story | None, info: Info) -> dict[str, Any]:
    settings = info.context.world.settings
    question = (story.question_box if story else None) or settings.questionBox
    return {
        "moderation": settings.moderation, "requireEmailConfirmation": settings.requireEmailConfirmation,
        "infoBoxEnable": settings.infoBox is not None, "infoBoxContent": settings.infoBox or "",
        "questionBoxEnable": question is not None, "questionBoxContent": question or "",
        "questionBoxIcon": "default", "premodLinksEnable": settings.premodLinksEnable,
        "closedTimeout": 1_209_600, "closedMessage": settings.closedMessage,
        "disableCommenting": settings.disabled, "disableCommentingMessage": settings.disabledMessage,
        "editCommentWindowLength": settings.editWindow * 1000,
        "charCountEnable": settings.charCount.enabled, "charCount": settings.charCount.max or 5000,
        "organizationName": settings.organization, "organizationContactEmail": "letters@example.org",
        "customCssUrl": None,
    }


def _summaries(comment: Comment, info: Info) -> list[dict[str, Any]]:
    context = info.context
    viewer = context.viewer.id if context.viewer else None
    found: list[dict[str, Any]] = []
    for plugin in sorted(context.plugins & {"like", "respect", "love", "upvote", "downvote"}):
        kind = plugin.upper()
        own = comment.reactions.get(kind, {}).get(viewer or "")
        if comment.likes(kind):
            found.append({
                "__typename": f"{plugin.capitalize()}ActionSummary", "count": comment.likes(kind),
                "current_user": {"id": own, "item_id": comment.id} if own else None})
    reasons = sorted({(action.kind, action.reason) for action in comment.actions}, key=str)
    for kind, reason in reasons:
        actions = [action for action in comment.actions if (action.kind, action.reason) == (kind, reason)]
        own_action = next((action for action in actions if action.user_id == viewer and viewer), None)
        name = "FlagActionSummary" if kind == "FLAG" else "DontAgreeActionSummary"
        found.append({
            "__typename": name, "count": len(actions), "reason": reason,
            "current_user": _action(own_action) if own_action else None})
    return found


def _action(action: Action) -> dict[str, Any]:
    return {
        "__typename": "FlagAction" if action.kind == "FLAG" else "DontAgreeAction", "id": action.id,
        "reason": action.reason, "message": action.message, "created_at": iso(action.created),
        "updated_at": iso(action.created)}


def _tags(comment: Comment, context: Context) -> list[dict[str, Any]]:
    is_staff = context.viewer is not None and context.viewer.is_staff
    time = iso(comment.created)
    return [
        {"tag": {"name": name, "created_at": time}, "created_at": time}
        for name in comment.tags if is_staff or name not in INTERNAL_TAGS]


# Writing

def _create_comment(context: Context, input: dict[str, Any]) -> dict[str, Any]:
    world = context.world
    user = _may_act(world, context.viewer)
    story = world.stories.get(input["asset_id"])
    if story is None:
        raise Refusal("NOT_FOUND")
    checks = Checks(bool(input.get("checkToxicity")), bool(input.get("checkSpam")))
    verdict = talk4_verdict(world, user, story, input["body"], checks, context.plugins)
    parent = None
    if input.get("parent_id") is not None:
        parent = world.comments.get(input["parent_id"])
        if parent is None or not parent.published or parent.deleted:
            raise Refusal("COMMENT_PARENT_NOT_VISIBLE")
    comment = world.write(story, user, input["body"], parent, verdict.status)
    comment.revisions[0].rich_text = input.get("richTextBody")
    for reason in verdict.reasons:
        comment.actions.append(Action(world.new_id(), "FLAG", reason, None, world.now()))
    return {"comment": comment, "actions": [_action(action) for action in comment.actions]}


def _edit_comment(context: Context, id: str, asset_id: str, edit: dict[str, Any]) -> dict[str, Any]:
    world = context.world
    user = _may_act(world, context.viewer)
    story = world.stories.get(asset_id)
    if story is None:
        raise Refusal("NOT_FOUND")
    verdict = talk4_verdict(world, user, story, edit["body"], Checks(), context.plugins)
    comment = world.comments.get(id)
    if comment is None:
        raise Refusal("NOT_FOUND")
    if comment.author_id != user.id or comment.status not in EDITABLE:
        raise Refusal("NOT_AUTHORIZED")
    if comment.created <= world.now() - world.settings.editWindow * 1000:
        raise Refusal("EDIT_WINDOW_ENDED")
    comment.revisions.append(
        Revision(world.new_id(), edit["body"], world.next_time(), edit.get("richTextBody")))
    comment.status = verdict.status
    for reason in verdict.reasons:
        comment.actions.append(Action(world.new_id(), "FLAG", reason, None, world.now()))
    return {"comment": comment}


def _report(kind: str, field: str, argument: str) -> Callable[..., dict[str, Any]]:
    def resolve(context: Context, **arguments: Any) -> dict[str, Any]:
        world, given = context.world, arguments[argument]
        user = _may_act(world, context.viewer)
        if given["item_type"] != "COMMENTS":
            raise Refusal("NOT_FOUND")
        # If the comment does not exist, Talk fails with a masked error.
        comment = world.comments[given["item_id"]]
        if comment.deleted:
            raise Refusal("NOT_FOUND")
        reason = given.get("reason")
        for action in comment.actions:
            if (action.kind, action.reason, action.user_id) == (kind, reason, user.id):
                raise Refusal("ALREADY_EXISTS")
        action = Action(world.new_id(), kind, reason, user.id, world.next_time(), given.get("message"))
        comment.actions.append(action)
        return {field: _action(action)}
    return resolve


def _delete_action(context: Context, id: str) -> None:
    world = context.world
    user = _may_act(world, context.viewer)
    for comment in world.comments.values():
        for users in comment.reactions.values():
            if users.get(user.id) == id:
                del users[user.id]
                return
        comment.actions = [
            action for action in comment.actions if action.id != id or action.user_id != user.id]


def reaction_resolvers(plugin: str) -> Resolvers:
    """Returns the resolvers that a plugin for reactions adds."""
    kind = plugin.upper()

    def create(context: Context, input: dict[str, Any]) -> dict[str, Any]:
        world = context.world
        comment = world.comments.get(input["item_id"])
        if comment is None or not comment.published:
            raise Refusal("NOT_FOUND")
        user = _may_act(world, context.viewer)
        users = comment.reactions.setdefault(kind, {})
        if user.id in users:
            # Talk returns the action itself instead of the payload.
            return {}
        users[user.id] = world.new_id()
        time = iso(world.next_time())
        return {plugin: {
            "id": users[user.id], "item_id": comment.id, "created_at": time, "updated_at": time, "user": user}}

    def delete(context: Context, input: dict[str, Any]) -> None:
        _delete_action(context, input["id"])

    name = plugin.capitalize()
    return {"RootMutation": {f"create{name}Action": _outcome(create), f"delete{name}Action": _outcome(delete)}}


def _ignore(add: bool) -> Callable[..., dict[str, Any]]:
    def resolve(context: Context, id: str) -> dict[str, Any]:
        user = _may_act(context.world, context.viewer)
        other = context.world.users.get(id)
        if other is None:
            raise Refusal("NOT_FOUND")
        if add and other.is_staff:
            raise Refusal("CANNOT_IGNORE_STAFF")
        user.ignored = [name for name in user.ignored if name != id] + ([id] if add else [])
        return {}
    return resolve


def resolvers() -> Resolvers:
    """Returns all resolvers except those of plugins for reactions."""
    def of_comment(read: Callable[[Comment, Context], Any]) -> Resolver:
        return lambda comment, info: read(comment, info.context)

    def of_page(read: Callable[[Page], Any]) -> Resolver:
        return lambda page, info: read(page)

    def link(comment: Comment, context: Context) -> str:
        url = context.world.stories[comment.story_id].url
        return f"{url}{'&' if '?' in url else '?'}commentId={quote(comment.id)}"

    def user_state(user: User, info: Info) -> dict[str, Any]:
        return {"status": {
            "username": {"status": "SET" if user.username else "UNSET"}, "banned": {"status": user.banned},
            "alwaysPremod": {"status": user.premod},
            "suspension": {"until": iso(user.suspended_until) if user.suspended_until else None}}}

    return {
        "RootQuery": {
            "settings": lambda _, info: _settings(None, info),
            "comment": lambda _, info, id: _find_comment(info, id),
            "asset": lambda _, info, id=None, url=None: _find_asset(info, id, url),
            "assets": _for_moderators(_assets),
            "comments": lambda _, info, query: _connection(info.context, query),
            "commentCount": _for_moderators(_count_by_query),
            "me": lambda _, info: info.context.viewer,
            "user": lambda _, info, id: info.context.world.users.get(id),
        },
        "RootMutation": {
            "createComment": _outcome(_create_comment),
            "editComment": _outcome(_edit_comment),
            "createFlag": _outcome(_report("FLAG", "flag", "flag")),
            "createDontAgree": _outcome(_report("DONTAGREE", "dontagree", "dontagree")),
            "deleteAction": _outcome(_delete_action),
            "ignoreUser": _outcome(_ignore(True)),
            "stopIgnoringUser": _outcome(_ignore(False)),
        },
        "Asset": {
            "comments": _asset_comments,
            "comment": lambda story, info, id: (
                found if (found := _find_comment(info, id)) and found.story_id == story.id else None),
            "commentCount": lambda story, info, tags=None: _count(story, info, False, tags),
            "totalCommentCount": lambda story, info, tags=None: _count(story, info, True, tags),
            "settings": _settings,
            "isClosed": lambda story, info: story.closed,
            "closedAt": lambda story, info: iso(story.created) if story.closed else None,
            "created_at": lambda story, info: iso(story.created),
            "tags": lambda story, info: [],
            "author": lambda story, info: None,
        },
        "Comment": {
            "parent": of_comment(lambda comment, context: context.world.comments.get(comment.parent_id or "")),
            "hasParent": of_comment(lambda comment, _: comment.parent_id is not None),
            "tags": of_comment(_tags),
            "user": of_comment(lambda comment, context: context.world.users.get(comment.author_id or "")),
            "replies": _replies,
            # Talk counts replies when they are written, published or not.
            "replyCount": of_comment(lambda comment, context: len(context.world.children.get(comment.id, ()))),
            "deepReplyCount": of_comment(lambda comment, context: len(context.world.descendants(comment))),
            "actions": _for_moderators(lambda comment, info: [_action(action) for action in comment.actions]),
            "action_summaries": _summaries,
            "asset": of_comment(lambda comment, context: context.world.stories[comment.story_id]),
            "status": of_comment(lambda comment, _: _status(comment)),
            "deleted_at": _for_moderators(lambda comment, info: iso(comment.created) if comment.deleted else None),
            "created_at": of_comment(lambda comment, _: iso(comment.created)),
            "updated_at": of_comment(lambda comment, _: iso(comment.created)),
            # Null for everyone except the author and moderators, without an error.
            "body_history": _history,
            "editing": of_comment(lambda comment, context: {
                "edited": comment.edited,
                "editableUntil": iso(comment.created + context.world.settings.editWindow * 1000)}),
            "url": of_comment(link),
            "richTextBody": of_comment(
                lambda comment, _: comment.revisions[-1].rich_text if comment.revisions else None),
        },
        "AssetConnection": {
            "nodes": lambda page, info: page.stories,
            "hasNextPage": lambda page, info: page.has_next,
            "startCursor": lambda page, info: page.start,
            "endCursor": lambda page, info: page.end,
        },
        "CommentConnection": {
            "nodes": of_page(lambda page: page.comments),
            "hasNextPage": of_page(lambda page: page.has_next),
            "startCursor": of_page(lambda page: page.start),
            "endCursor": of_page(lambda page: page.end),
        },
        "User": {
            "created_at": lambda user, info: iso(user.created),
            "username": lambda user, info: user.username or user.id,
            "role": _own("role", lambda user, info: user.role),
            "email": _own("email", lambda user, info: user.email),
            "tags": lambda user, info: [],
            "ignoredUsers": _own(
                "ignoredUsers", lambda user, info: [info.context.world.users[id] for id in user.ignored]),
            "comments": _own("comments", _user_comments),
            "state": _own("state", user_state),
        },
        "Settings": {"premodLinksEnable": _for_moderators(lambda settings, info: settings["premodLinksEnable"])},
    }
