"""Coral's HTTP server: routes, sign-in, persisted queries and the form of errors."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from graphql import GraphQLError

from . import tokens
from .coral_resolvers import guard, resolvers
from .execution import Context, Outcome, attach, run
from .messages import Answer, Request
from .moderation import Refusal
from .persisted import Persisted
from .scalars import attach_scalars
from .schema import Shape, build_fresh, format_version
from .world import User, World

TENANT = "tenant-1"
SIGN_IN_TRIES = 10
SIGN_IN_WINDOW = 10 * 60 * 1000
STATUS = {
    "AUTHENTICATION_ERROR": 401, "INVALID_CREDENTIALS": 401, "NOT_FOUND": 404, "RATE_LIMIT_EXCEEDED": 429,
    "RAW_QUERY_NOT_AUTHORIZED": 400, "TOKEN_INVALID": 401, "USERNAME_NOT_PROVIDED": 403,
}
ERROR_CODES = {
    "syntax": "GRAPHQL_PARSE_FAILED", "validation": "GRAPHQL_VALIDATION_FAILED", "variables": "BAD_USER_INPUT",
}


class Coral:
    """Coral's HTTP server."""

    def __init__(self, shape: Shape, world: World) -> None:
        self.shape = shape
        self.world = world
        self.schema = build_fresh(shape)
        attach_scalars(self.schema, "coral")
        attach(self.schema, resolvers(shape.version))
        guard(self.schema, shape.version)

    @cached_property
    def persisted(self) -> Persisted:
        """The persisted queries of this server. They are loaded on first use, because validating them takes most of the time of a start."""
        return Persisted(self.schema)

    def answer(self, request: Request) -> Answer:
        """Returns Coral's answer to a request."""
        route = (request.method, request.path.removeprefix("/moved"))
        try:
            viewer = self.viewer(request)
        except tokens.Invalid:
            return self.unauthorized()
        except tokens.Deactivated:
            return self.internal_error()
        except Refusal as refusal:
            return self._error(refusal.code)
        request.viewer = viewer.id if viewer else None
        if route in (("POST", "/api/graphql"), ("GET", "/api/graphql")):
            return self._graphql(request, viewer)
        if route == ("GET", "/api/version"):
            return Answer.of_json({"version": format_version(self.shape.version), "revision": "stand-in"})
        if route == ("GET", "/api/health"):
            return Answer.of_json({"status": "ok"})
        if route == ("POST", "/api/auth/local"):
            return self._sign_in(request)
        if route == ("DELETE", "/api/auth"):
            if request.bearer:
                self.world.revoked.add(tokens.identify(request.bearer))
            return Answer(204)
        if route == ("GET", "/api/story/count"):
            return self._count(request)
        return self._error("NOT_FOUND")

    # Answers of faults

    def internal_error(self) -> Answer:
        return self._error("INTERNAL_ERROR")

    def unauthorized(self) -> Answer:
        return self._error("TOKEN_INVALID")

    def rate_limited(self, request: Request) -> Answer:
        return Answer.of_json({"data": None, "errors": [self._formatted(GraphQLError(
            "RATE_LIMIT_EXCEEDED", original_error=Refusal("RATE_LIMIT_EXCEEDED")))]})

    def masked_error(self) -> Answer:
        return Answer.of_json({"data": None, "errors": [self._formatted(GraphQLError("INTERNAL_ERROR"))]})

    # Tokens

    def new_token(self, user: User, lifetime: int | None, claims: dict[str, Any], secret: str) -> str:
        now = self.world.now() // 1000
        all_claims: dict[str, Any] = {"jti": self.world.new_id(), "sub": user.id, "iss": TENANT, "iat": now}
        if lifetime is not None:
            all_claims["exp"] = now + lifetime
        return tokens.sign({**all_claims, **claims}, secret)

    def new_sso_token(self, user: User, lifetime: int | None, claims: dict[str, Any], secret: str) -> str:
        now = self.world.now() // 1000
        all_claims: dict[str, Any] = {
            "jti": self.world.new_id(), "iat": now,
            "user": {"id": user.id, "email": user.email, "username": user.username}}
        if lifetime is not None:
            all_claims["exp"] = now + lifetime
        return tokens.sign({**all_claims, **claims}, secret)

    def viewer(self, request: Request) -> User | None:
        """Returns the user of a token. An invalid token is an error of the request; a revoked one is ignored.

        Raises Deactivated for a personal access token that was revoked, or whose user was deleted: Coral then fails.
        """
        if request.bearer is None:
            return None
        now = self.world.now() // 1000
        try:
            claims = tokens.verify(request.bearer, tokens.SSO_SECRET, now)
        except tokens.Invalid:
            claims = tokens.verify(request.bearer, tokens.SECRET, now)
            if claims.get("iss") != TENANT or "jti" not in claims or "iat" not in claims:
                raise
            user = self.world.users.get(str(claims.get("sub")))
            is_revoked = claims["jti"] in self.world.revoked
            if claims.get("pat") and (is_revoked or user is None):
                raise tokens.Deactivated from None
            return None if is_revoked else user
        return self._sso_user(claims)

    def _sso_user(self, claims: dict[str, Any]) -> User:
        profile = claims.get("user")
        if not isinstance(profile, dict) or not profile.get("id") or not profile.get("email"):
            raise tokens.Invalid("no user")
        if not profile.get("username"):
            raise Refusal("USERNAME_NOT_PROVIDED") if profile.get("url") else tokens.Invalid("no username")
        user = self.world.users.get(profile["id"])
        if user is None:
            user = User(id=profile["id"], username=profile["username"], created=self.world.now())
            self.world.users[user.id] = user
        user.email, user.username = profile["email"], profile["username"]
        user.role = profile.get("role", user.role)
        user.badges = list(profile.get("badges", []))
        return user

    def _sign_in(self, request: Request) -> Answer:
        body = request.json if isinstance(request.json, dict) else {}
        email, password = body.get("email"), body.get("password")
        if not isinstance(email, str) or not isinstance(password, str):
            return self._error("INVALID_CREDENTIALS")
        now = self.world.now()
        tries = [moment for moment in self.world.sign_ins.get(email, []) if moment > now - SIGN_IN_WINDOW]
        self.world.sign_ins[email] = [*tries, now]
        if self.world.settings.rateLimit and len(tries) >= SIGN_IN_TRIES:
            return self._error("RATE_LIMIT_EXCEEDED")
        user = self.world.user_by_email(email)
        if user is None or user.password != password:
            return self._error("INVALID_CREDENTIALS")
        request.viewer = user.id
        return Answer.of_json({"token": self.new_token(user, self.world.settings.tokenLifetime, {}, tokens.SECRET)})

    # GraphQL

    def _graphql(self, request: Request, viewer: User | None) -> Answer:
        asked = dict(request.graphql)
        settings = self.world.settings
        if asked.get("id") and asked.get("query") in ("", "PERSISTED_QUERY"):
            text = self.persisted.text(str(asked["id"]))
            if text is None:
                return self._error("PERSISTED_QUERY_NOT_FOUND")
            asked["query"] = text
        elif settings.persistedOnly and not settings.reducedSecurity and (viewer is None or viewer.role != "ADMIN"):
            return self._error("RAW_QUERY_NOT_AUTHORIZED")
        context = Context(self.world, viewer, operation=request.operation[1])
        outcome = run(
            self.schema, asked.get("query"), asked.get("variables"), asked.get("operationName"), context,
            introspection=settings.introspection)
        return self._written(outcome)

    def _written(self, outcome: Outcome) -> Answer:
        if not outcome.executed:
            code = ERROR_CODES.get(outcome.failed_step or "", "INTERNAL_SERVER_ERROR")
            errors = [{**error.formatted, "extensions": {"code": code}} for error in outcome.errors]
            return Answer.of_json({"errors": errors}, 400)
        result: dict[str, Any] = {"data": outcome.data}
        headers: list[tuple[str, str]] = [("X-Trace-ID", self.world.new_id()), ("Content-Language", "en-US")]
        if outcome.errors:
            result["errors"] = [self._formatted(error) for error in outcome.errors]
            wait = self.world.settings.retryAfter
            if wait is not None and any(_code(error) == "RATE_LIMIT_EXCEEDED" for error in outcome.errors):
                headers.append(("Retry-After", str(wait)))
        return Answer.of_json(result, headers=headers)

    def _formatted(self, error: GraphQLError) -> dict[str, Any]:
        refusal = error.original_error
        code = _code(error)
        extensions = {**self._described(code)}
        if isinstance(refusal, Refusal):
            if refusal.nudge:
                extensions["type"] = "MODERATION_NUDGE_ERROR"
            if refusal.param:
                extensions["param"] = refusal.param
        return {**error.formatted, "message": extensions["message"], "extensions": extensions}

    def _described(self, code: str) -> dict[str, Any]:
        return {
            "id": self.world.new_id(), "traceID": self.world.new_id(), "code": code,
            "type": "INVALID_REQUEST_ERROR", "message": code.replace("_", " ").capitalize() + "."}

    def _error(self, code: str) -> Answer:
        status = STATUS.get(code, 500)
        headers = []
        if status == 429 and self.world.settings.retryAfter is not None:
            headers.append(("Retry-After", str(self.world.settings.retryAfter)))
        return Answer.of_json({"error": self._described(code), "report": None}, status, headers)

    def _count(self, request: Request) -> Answer:
        story = self.world.stories.get(request.query.get("id", "")) or self.world.story_by_url(
            request.query.get("url", ""))
        published = [comment for comment in self.world.of_story(story) if comment.published] if story else None
        return Answer.of_json({"count": None if published is None else len(published)})


def _code(error: GraphQLError) -> str:
    return error.original_error.code if isinstance(error.original_error, Refusal) else "INTERNAL_ERROR"


