"""Requests and answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from graphql import GraphQLError, OperationDefinitionNode, parse


@dataclass
class Answer:
    """An answer without any fault."""

    status: int = 200
    body: bytes = b""
    content_type: str = "application/json; charset=utf-8"
    headers: list[tuple[str, str]] = field(default_factory=list)

    @staticmethod
    def of_json(value: Any, status: int = 200, headers: list[tuple[str, str]] | None = None) -> Answer:
        body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        return Answer(status, body, headers=headers or [])


@dataclass
class Request:
    """A request with its body."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes
    # The id of the user, set by the server for the log.
    viewer: str | None = None

    @cached_property
    def proxied(self) -> bool:
        return "://" in self.target.split("?")[0]

    @cached_property
    def path(self) -> str:
        return urlsplit(self.target).path

    @cached_property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    def header(self, name: str) -> str | None:
        return next((value for key, value in self.headers if key.lower() == name.lower()), None)

    @cached_property
    def bearer(self) -> str | None:
        """The token, from the first place where the real servers look for one."""
        value = self.header("authorization") or ""
        kind, _, token = value.partition(" ")
        if kind.lower() == "bearer" and token.strip():
            return token.strip()
        return self.query.get("access_token") or self.query.get("accessToken")

    @cached_property
    def json(self) -> Any:
        """The body as JSON, or None."""
        try:
            return json.loads(self.body) if self.body else None
        except ValueError:
            return None

    @cached_property
    def graphql(self) -> dict[str, Any]:
        """`query`, `variables`, `operationName` and `id`, from the body or the query string."""
        if self.method == "GET":
            found: dict[str, Any] = dict(self.query)
            try:
                found["variables"] = json.loads(found.get("variables") or "{}")
            except ValueError:
                found["variables"] = None
            return found
        return self.json if isinstance(self.json, dict) else {}

    @cached_property
    def operation(self) -> tuple[str | None, str | None]:
        """The name and the kind of the operation, if the request has one."""
        text, name = self.graphql.get("query"), self.graphql.get("operationName")
        if isinstance(text, str) and text not in ("", "PERSISTED_QUERY"):
            try:
                definitions = parse(text, no_location=True).definitions
            except GraphQLError:
                return name, None
            for definition in definitions:
                if isinstance(definition, OperationDefinitionNode):
                    own = definition.name.value if definition.name else None
                    if name in (None, own):
                        return own, definition.operation.value
        return name, None
