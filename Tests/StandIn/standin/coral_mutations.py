"""Resolvers of Coral's mutations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .execution import Context, Info, Resolver
from .markup import javascript_length, purified
from .moderation import Refusal, Verdict, coral_verdict
from .world import Action, Comment, Revision, Story, User, World

EDITABLE = ("NONE", "PREMOD", "APPROVED")
MEDIA = {
    "giphy": "GiphyMedia", "tenor": "TenorMedia", "klipy": "KlipyMedia", "twitter": "TwitterMedia",
    "bluesky": "BlueskyMedia", "youtube": "YouTubeMedia", "external": "ExternalMedia",
}

# Media that need the provider's id, and media that are attached only if the body has their address.
BY_ID = ("giphy", "tenor", "klipy")
LINKED = ("twitter", "bluesky", "youtube")
LONGEST_DETAILS = 500

Act = Callable[[Context, User, dict[str, Any]], dict[str, Any]]


def _resolver(act: Act) -> Resolver:
    """Returns the resolver of a mutation with one input. Its @auth guarantees that there is a viewer."""
    def resolve(_: Any, info: Info, input: dict[str, Any]) -> dict[str, Any]:
        context = info.context
        assert context.viewer is not None
        return {**act(context, context.viewer, input), "clientMutationId": input["clientMutationId"]}
    return resolve


def _target(world: World, input: dict[str, Any]) -> Comment:
    """Returns the comment and the revision that an action refers to."""
    comment = world.comments.get(input["commentID"])
    if comment is None:
        raise Refusal("COMMENT_NOT_FOUND")
    revision = input.get("commentRevisionID")
    if revision is not None and all(known.id != revision for known in comment.revisions):
        raise Refusal("COMMENT_NOT_FOUND")
    return comment


def stored_media(kind: str, url: str) -> dict[str, Any]:
    """Returns media as a revision has them."""
    if kind not in MEDIA:
        raise ValueError("no such media")
    return {"__typename": MEDIA[kind], "url": url, "original": url, "still": url, "video": url}


def _media(
    given: dict[str, Any] | None, body: str, last: dict[str, Any] | None = None,
) -> dict[str, Any] | None:
    """Returns the media of a new revision: those of an input, unless the last revision has the same."""
    if given is None:
        return None
    if last is not None and last["url"] == given["url"]:
        return last
    if given["type"] in BY_ID and not given.get("id"):
        raise ValueError("id is required")
    if given["type"] in LINKED and given["url"] not in body:
        return None
    return stored_media(given["type"], given["url"])


def _publish(
    world: World, user: User, story: Story, parent: Comment | None, body: str, verdict: Verdict,
    input: dict[str, Any],
) -> dict[str, Any]:
    # Coral looks for a repetition long before it stores a comment.
    world.wait(world.settings.slowChecks)
    comment = world.write(story, user, body, parent, verdict.status)
    comment.mutation_id = input["clientMutationId"]
    comment.revisions[0].media = _media(input.get("media"), body)
    comment.rating = input.get("rating")
    _flag(world, comment, verdict)
    return {"edge": {"cursor": "", "node": comment}}


def _flag(world: World, comment: Comment, verdict: Verdict) -> None:
    for reason in verdict.reasons:
        comment.actions.append(Action(world.new_id(), "FLAG", reason, None, world.now()))


def _open_story(world: World, story_id: str) -> Story:
    story = world.stories.get(story_id)
    if story is None:
        raise Refusal("STORY_NOT_FOUND")
    if story.archived:
        raise Refusal("CANNOT_CREATE_COMMENT_ON_ARCHIVED_STORY")
    return story


def _create(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    world = context.world
    story = _open_story(world, input["storyID"])
    if input.get("rating") is not None and any(
        comment.rating and comment.author_id == user.id for comment in world.of_story(story)
    ):
        raise Refusal("AUTHOR_ALREADY_HAS_RATED_STORY")
    body = purified(input["body"])
    return _publish(world, user, story, None, body, coral_verdict(world, user, story, body, input["nudge"]), input)


def _reply(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    world = context.world
    story = _open_story(world, input["storyID"])
    parent = world.comments.get(input["parentID"])
    if parent is None:
        raise Refusal("COMMENT_NOT_FOUND")
    if not parent.published:
        raise Refusal("PARENT_COMMENT_REJECTED" if parent.status == "REJECTED" else "COMMENT_REVISION_NOT_FOUND")
    if any(above.status == "REJECTED" for above in world.ancestors(parent)):
        raise Refusal("ANCESTOR_REJECTED")
    body = purified(input["body"])
    verdict = coral_verdict(world, user, story, body, input["nudge"])
    return _publish(world, user, story, parent, body, verdict, input)


def _edit(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    world = context.world
    comment = _target(world, input)
    if comment.author_id != user.id or comment.status not in EDITABLE:
        # Coral has no code for these.
        raise ValueError("not editable")
    if comment.created <= world.now() - world.settings.editWindow * 1000:
        raise Refusal("COMMENT_EDIT_WINDOW_EXPIRED")
    story = _open_story(world, comment.story_id)
    body = purified(input["body"])
    verdict = coral_verdict(world, user, story, body, False, edited=comment)
    media = _media(input.get("media"), body, comment.revisions[-1].media)
    comment.revisions.append(Revision(world.new_id(), body, world.next_time(), media=media))
    comment.status = verdict.status
    _flag(world, comment, verdict)
    return {"comment": comment}


def _like(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    comment = _target(context.world, input)
    comment.reactions.setdefault("LIKE", {}).setdefault(user.id, context.world.new_id())
    return {"comment": comment}


def _unlike(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    comment = _target(context.world, input)
    comment.reactions.get("LIKE", {}).pop(user.id, None)
    return {"comment": comment}


def _report(kind: str) -> Act:
    def act(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
        world = context.world
        details = input.get("additionalDetails")
        if details is not None and javascript_length(details) > LONGEST_DETAILS:
            raise ValueError("too long")
        comment = _target(world, input)
        reason = input.get("reason")
        known = [(action.kind, action.reason, action.user_id) for action in comment.actions]
        if (kind, reason, user.id) not in known:
            comment.actions.append(Action(world.new_id(), kind, reason, user.id, world.now(), details))
        return {"comment": comment}
    return act


def _ignore(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    other = context.world.users.get(input["userID"])
    if other is None:
        raise Refusal("USER_NOT_FOUND")
    if other.is_staff:
        raise Refusal("USER_CANNOT_BE_IGNORED")
    # Coral has no code for these two.
    if other.id in user.ignored:
        raise ValueError("user already ignored")
    user.ignored.append(other.id)
    return {"user": other}


def _stop_ignoring(context: Context, user: User, input: dict[str, Any]) -> dict[str, Any]:
    other = context.world.users.get(input["userID"])
    if other is None:
        raise Refusal("USER_NOT_FOUND")
    if other.id not in user.ignored:
        raise ValueError("user already not ignored")
    user.ignored.remove(other.id)
    return {"user": other}


def mutation_resolvers() -> dict[str, Resolver]:
    """Returns the resolvers of all mutations of the schema subset."""
    return {
        "createComment": _resolver(_create), "createCommentReply": _resolver(_reply),
        "editComment": _resolver(_edit), "createCommentReaction": _resolver(_like),
        "removeCommentReaction": _resolver(_unlike), "createCommentDontAgree": _resolver(_report("DONTAGREE")),
        "createCommentFlag": _resolver(_report("FLAG")), "ignoreUser": _resolver(_ignore),
        "removeUserIgnore": _resolver(_stop_ignoring),
    }
