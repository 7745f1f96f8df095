"""Talk 4's HTTP server: routes, sign-in and the form of errors."""

from __future__ import annotations

from typing import Any

from graphql import GraphQLError

from . import tokens
from .execution import Context, attach, run
from .messages import Answer, Request
from .scalars import attach_scalars
from .schema import REACTIONS, Shape, build_fresh, format_version
from .talk4_resolvers import reaction_resolvers, resolvers
from .world import User, World, iso

ISSUER = "https://talk.example.org/"
SIGN_IN_TRIES = 5
SIGN_IN_WINDOW = 10 * 60 * 1000

MESSAGES = {
    "AUTHENTICATION": "Authentication error", "EMAIL_NOT_VERIFIED": "User does not have a verified email address",
    "LOGIN_MAXIMUM_EXCEEDED": "You have made too many incorrect password attempts.",
    "NOT_AUTHORIZED": "not authorized", "NOT_FOUND": "not found",
}


class Talk4:
    """Talk 4's HTTP server."""

    def __init__(self, shape: Shape, world: World, mount: str = "") -> None:
        self.shape = shape
        self.world = world
        self.root = mount.rstrip("/") + "/api/v1"
        self.schema = build_fresh(shape)
        attach_scalars(self.schema, "talk4")
        attach(self.schema, resolvers())
        for plugin in REACTIONS:
            if plugin in shape.plugins:
                attach(self.schema, reaction_resolvers(plugin))

    def answer(self, request: Request) -> Answer:
        """Returns Talk 4's answer to a request."""
        route = (request.method, request.path.removeprefix("/moved").rstrip("/") or "/")
        try:
            viewer = self.viewer(request)
        except tokens.Invalid as invalid:
            return self._error(401, "AUTHENTICATION", {"message": invalid.reason})
        request.viewer = viewer.id if viewer else None
        if route in (("POST", f"{self.root}/graph/ql"), ("GET", f"{self.root}/graph/ql")):
            return self._graphql(request, viewer)
        if route == ("GET", self.root):
            return Answer.of_json({"version": format_version(self.shape.version), "revision": "stand-in"})
        if route == ("POST", f"{self.root}/auth/local"):
            return self._sign_in(request)
        if route == ("GET", f"{self.root}/auth"):
            return Answer.of_json({"user": self._user(viewer)}) if viewer else Answer(204)
        if route == ("DELETE", f"{self.root}/auth"):
            if request.bearer:
                self.world.revoked.add(tokens.identify(request.bearer))
            return Answer(204)
        return self._error(404, "NOT_FOUND")

    # Answers of faults

    def internal_error(self) -> Answer:
        return Answer.of_json({}, 500)

    def unauthorized(self) -> Answer:
        return self._error(401, "AUTHENTICATION", {"message": "token was revoked"})

    def rate_limited(self, request: Request) -> Answer:
        """Returns the answer to a request that exceeds a rate limit, in the form of a REST error, because the field is not known."""
        return self._error(429, "RATE_LIMIT_EXCEEDED")

    def masked_error(self) -> Answer:
        return Answer.of_json({"data": None, "errors": [self._masked(GraphQLError("Internal Error"))]})

    # Tokens

    def new_token(self, user: User, lifetime: int | None, claims: dict[str, Any], secret: str) -> str:
        now = self.world.now() // 1000
        all_claims: dict[str, Any] = {
            "jti": self.world.new_id(), "iss": ISSUER, "aud": "talk", "sub": user.id, "iat": now}
        if lifetime is not None:
            all_claims["exp"] = now + lifetime
        return tokens.sign({**all_claims, **claims}, secret)

    def viewer(self, request: Request) -> User | None:
        """Returns the user of a token. An invalid token is ignored; a revoked one is an error."""
        if request.bearer is None:
            return None
        try:
            claims = tokens.verify(request.bearer, tokens.SECRET, self.world.now() // 1000)
        except tokens.Invalid:
            return None
        if claims.get("jti") in self.world.revoked:
            raise tokens.Invalid("token was revoked")
        if claims.get("iss") != ISSUER or claims.get("aud") != "talk":
            return None
        return self.world.users.get(str(claims.get("sub")))

    def _sign_in(self, request: Request) -> Answer:
        body = request.json if isinstance(request.json, dict) else {}
        email, password = body.get("email"), body.get("password")
        if not isinstance(email, str) or not isinstance(password, str):
            return self._error(401, "NOT_AUTHORIZED")
        now = self.world.now()
        tries = [moment for moment in self.world.sign_ins.get(email, []) if moment > now - SIGN_IN_WINDOW]
        if len(tries) >= SIGN_IN_TRIES:
            return self._error(429, "LOGIN_MAXIMUM_EXCEEDED")
        user = self.world.user_by_email(email)
        if user is None or user.password != password:
            self.world.sign_ins[email] = [*tries, now]
            return self._error(401, "NOT_AUTHORIZED")
        if self.world.settings.requireEmailConfirmation and not user.verified:
            return self._error(401, "EMAIL_NOT_VERIFIED")
        request.viewer = user.id
        token = self.new_token(user, self.world.settings.tokenLifetime, {}, tokens.SECRET)
        return Answer.of_json({"user": self._user(user), "token": token})

    def _user(self, user: User) -> dict[str, Any]:
        return {"id": user.id, "username": user.username, "role": user.role, "created_at": iso(user.created)}

    # GraphQL

    def _graphql(self, request: Request, viewer: User | None) -> Answer:
        asked = request.graphql
        context = Context(self.world, viewer, self.shape.plugins, request.operation[1])
        outcome = run(
            self.schema, asked.get("query"), asked.get("variables"), asked.get("operationName"), context,
            introspection=True)
        if not outcome.executed:
            return Answer.of_json({"errors": [error.formatted for error in outcome.errors]}, 400)
        result: dict[str, Any] = {"data": outcome.data}
        if outcome.errors:
            result["errors"] = [self._masked(error) for error in outcome.errors]
        return Answer.of_json(result)

    def _masked(self, error: GraphQLError) -> dict[str, Any]:
        return {**error.formatted, "message": f"Internal Error: {self.world.new_id()}"}

    def _error(self, status: int, code: str, metadata: dict[str, Any] | None = None) -> Answer:
        message = MESSAGES.get(code, code)
        error = {"message": message, "status": status, "translation_key": code, "metadata": metadata or {}}
        headers = []
        if status == 429 and self.world.settings.retryAfter is not None:
            headers.append(("Retry-After", str(self.world.settings.retryAfter)))
        return Answer.of_json({"message": message, "error": error}, status, headers)
