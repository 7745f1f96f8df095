"""The control endpoint, by which tests seed a server, read its state and make it fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from . import tokens
from .coral import Coral
from .coral_mutations import stored_media
from .messages import Answer, Request
from .schema import format_version
from .seeding import START, delete, seed_story
from .world import PUBLISHED, Comment, Revision, Story, User, World, from_iso, iso

if TYPE_CHECKING:
    from .server import StandIn

STATUSES = (*PUBLISHED, "REJECTED", "PREMOD", "SYSTEM_WITHHELD")


class Control:
    """Answers requests below `/_control/`."""

    def __init__(self, stand_in: StandIn) -> None:
        self.stand_in = stand_in
        self.routes: dict[tuple[str, str], Callable[[dict[str, Any]], Any]] = {
            ("POST", "reset"): self._reset, ("GET", "state"): self._state, ("POST", "seed"): self._seed,
            ("GET", "tree"): self._tree, ("POST", "comment"): self._comment, ("POST", "story"): self._story,
            ("POST", "site"): self._site,
            ("POST", "user"): self._user, ("POST", "settings"): self._settings, ("POST", "clock"): self._clock,
            ("POST", "token"): self._token, ("POST", "revoke"): self._revoke, ("POST", "faults"): self._faults,
            ("GET", "log"): self._log, ("DELETE", "log"): self._clear_log,
            ("GET", "persisted"): self._persisted, ("POST", "persisted"): self._persist,
        }

    @property
    def world(self) -> World:
        return self.stand_in.world

    def answer(self, request: Request) -> Answer:
        route = self.routes.get((request.method, request.path.removeprefix("/_control/")))
        if route is None:
            return Answer.of_json({"error": f"there is no {request.method} {request.path}"}, 404)
        given = dict(request.query) if request.method == "GET" else (request.json or {})
        if not isinstance(given, dict):
            return Answer.of_json({"error": "the body is not a JSON object"}, 400)
        try:
            with self.stand_in.lock:
                return Answer.of_json(route(given))
        except (KeyError, TypeError, ValueError) as error:
            return Answer.of_json({"error": f"{type(error).__name__}: {error}"}, 400)

    # The server

    def _reset(self, given: dict[str, Any]) -> Any:
        self.stand_in.reset()
        return {}

    def _state(self, given: dict[str, Any]) -> Any:
        shape = self.stand_in.options.shape
        return {
            "protocol": shape.protocol, "version": format_version(shape.version), "port": self.stand_in.port,
            "plugins": sorted(shape.plugins), "otherOrigin": self.stand_in.other_origin,
            "clock": iso(self.world.now()), "settings": asdict(self.world.settings),
            "stories": [asdict(story) for story in self.world.stories.values()],
            "users": [asdict(user) for user in self.world.users.values() if user.email]}

    def _settings(self, given: dict[str, Any]) -> Any:
        self.world.settings.update(given)
        return asdict(self.world.settings)

    def _clock(self, given: dict[str, Any]) -> Any:
        self.world.offset += round(float(given["advance"]) * 1000)
        return {"clock": iso(self.world.now())}

    def _faults(self, given: dict[str, Any]) -> Any:
        self.stand_in.faults.set(given)
        return {"rules": len(self.stand_in.faults.rules)}

    def _log(self, given: dict[str, Any]) -> Any:
        return {"requests": self.stand_in.log}

    def _clear_log(self, given: dict[str, Any]) -> Any:
        self.stand_in.log.clear()
        return {}

    # Stories and comments

    def _seed(self, given: dict[str, Any]) -> Any:
        story = seed_story(
            self.world, self.stand_in.options.shape.protocol, given["story"], int(given.get("comments", 30)),
            int(given.get("seed", 1)), url=given.get("url"), title=given.get("title"), roots=given.get("roots"),
            depth=int(given.get("depth", 6)), chain=bool(given.get("chain", False)))
        return {"story": self._of_story(story), "comments": len(story.comments), "visible": len(self.world.tree(story))}

    def _tree(self, given: dict[str, Any]) -> Any:
        story = self.world.stories[given["story"]]
        comments = self.world.tree(story, everything=given.get("all") == "1")
        return {"story": self._of_story(story), "comments": [self._of_comment(comment) for comment in comments]}

    def _of_story(self, story: Story) -> dict[str, Any]:
        found = asdict(story)
        found.pop("comments")
        return {**found, "created": iso(story.created)}

    def _of_comment(self, comment: Comment) -> dict[str, Any]:
        author = self.world.users.get(comment.author_id or "")
        approved = "ACCEPTED" if self.stand_in.options.shape.protocol == "talk4" else "APPROVED"
        return {
            "id": comment.id, "parent": comment.parent_id, "depth": comment.depth, "author": comment.author_id,
            "username": author.username if author else None, "body": comment.body,
            "status": approved if comment.status == "APPROVED" else comment.status,
            "createdAt": iso(comment.created), "edited": comment.edited,
            "editedAt": iso(comment.revisions[-1].created) if comment.edited else None, "likes": comment.likes(),
            "likedBy": sorted(comment.reactions.get("LIKE", {})),
            "reports": [
                {"by": action.user_id, "kind": action.kind, "reason": action.reason, "message": action.message}
                for action in comment.actions],
            "replies": len(self.world.published_replies(comment)), "deleted": comment.deleted,
            "featured": "FEATURED" in comment.tags,
            "media": comment.revisions[-1].media if comment.revisions else None,
            "revision": comment.revisions[-1].id if comment.revisions else None,
            "clientMutationId": comment.mutation_id}

    def _comment(self, given: dict[str, Any]) -> Any:
        world = self.world
        if "id" not in given:
            parent = world.comments[given["parent"]] if given.get("parent") else None
            author = world.users[given.get("author", "user-bob")]
            comment = world.write(world.stories[given["story"]], author, given["body"], parent)
            return self._of_comment(comment)
        comment = world.comments[given["id"]]
        for name, value in given.items():
            self._change(comment, name, value)
        return self._of_comment(comment)

    def _change(self, comment: Comment, name: str, value: Any) -> None:
        if name == "status":
            status = "APPROVED" if value == "ACCEPTED" else value
            if status not in STATUSES:
                raise ValueError(f"unknown status '{value}'")
            comment.status = status
        elif name == "body":
            comment.revisions.append(Revision(self.world.new_id(), str(value), self.world.next_time()))
        elif name == "deleted" and value:
            delete(comment)
        elif name == "featured":
            comment.tags = [tag for tag in comment.tags if tag != "FEATURED"] + (["FEATURED"] if value else [])
        elif name == "tags":
            comment.tags = [str(tag) for tag in value]
        elif name == "likes":
            comment.more_likes = int(value)
        elif name == "rating":
            comment.rating = int(value)
        elif name == "media":
            kind, url = (value["type"], value["url"]) if isinstance(value, dict) else ("external", str(value))
            comment.revisions[-1].media = stored_media(kind, url)
        elif name != "id":
            raise ValueError(f"'{name}' of a comment cannot be changed")

    def _story(self, given: dict[str, Any]) -> Any:
        names = {"closed": "closed", "archived": "archived", "title": "title", "mode": "mode",
                 "questionBox": "question_box"}
        story = self.world.stories[given["id"]]
        for name, value in given.items():
            if name != "id":
                setattr(story, names[name], value)
        return self._of_story(story)

    def _site(self, given: dict[str, Any]) -> Any:
        """Makes many stories, of which three each (or `together`) were created in the same millisecond."""
        protocol = self.stand_in.options.shape.protocol
        limit = int(given.get("comments", 3))
        for number in range(int(given["stories"])):
            story = seed_story(
                self.world, protocol, f"site-{number:05d}", number % (limit + 1), number, title=f"Story {number}")
            story.created = START - 7_200_000 - number // int(given.get("together", 3)) * 1000
        return {"stories": len(self.world.stories)}

    # Users and tokens

    def _user(self, given: dict[str, Any]) -> Any:
        email = str(given["email"]).lower()
        user = self.world.user_by_email(email)
        if user is None:
            name = email.split("@")[0]
            user = User(id=f"user-{name}", username=name, email=email, created=self.world.now())
            self.world.users[user.id] = user
        for name, value in given.items():
            if name == "suspendedUntil":
                user.suspended_until = from_iso(value) if value else None
            elif name == "deleted":
                if value:
                    self._delete_account(user)
            elif name in ("username", "password", "role", "ignored", "banned", "premod", "warned", "verified"):
                setattr(user, name, value)
            elif name != "email":
                raise ValueError(f"a user has no '{name}'")
        return asdict(user)

    def _delete_account(self, user: User) -> None:
        """Empties the comments of a user, as the servers do since Coral 6.14 and Talk 4.4."""
        world = self.world
        for comment in world.comments.values():
            if comment.author_id == user.id:
                delete(comment)
                if self.stand_in.options.shape.protocol == "coral":
                    comment.status = "APPROVED" if world.children.get(comment.id) else "REJECTED"
        del world.users[user.id]
        for other in world.users.values():
            other.ignored = [id for id in other.ignored if id != user.id]

    def _token(self, given: dict[str, Any]) -> Any:
        server = self.stand_in.server
        user = self.world.user_by_email(given["email"])
        if user is None:
            raise ValueError("there is no such user")
        lifetime = given.get("expiresIn", self.world.settings.tokenLifetime)
        kind = given.get("kind", "own")
        claims = dict(given.get("claims", {}))
        if kind == "sso" and isinstance(server, Coral):
            secret = given.get("secret", tokens.SSO_SECRET)
            return {"token": server.new_sso_token(user, lifetime, claims, secret)}
        if kind == "pat":
            lifetime, claims = None, {"pat": True, **claims}
        elif kind != "own":
            raise ValueError(f"unknown kind of token: '{kind}'")
        return {"token": server.new_token(user, lifetime, claims, given.get("secret", tokens.SECRET))}

    def _revoke(self, given: dict[str, Any]) -> Any:
        self.world.revoked.add(tokens.identify(given["token"]))
        return {}

    # Persisted queries

    def _persisted(self, given: dict[str, Any]) -> Any:
        return self._coral().persisted.map()

    def _persist(self, given: dict[str, Any]) -> Any:
        return self._coral().persisted.add(given["query"])

    def _coral(self) -> Coral:
        if not isinstance(self.stand_in.server, Coral):
            raise ValueError("Talk 4 has no persisted queries")
        return self.stand_in.server
