"""A stand-in server in this process, and a client for it."""

from __future__ import annotations

import http.client
import json
import unittest
from typing import Any

from standin.schema import NEWEST, Shape, parse_version
from standin.server import Options, StandIn


class Reply:
    """The answer to a request."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def data(self) -> Any:
        assert "errors" not in self.json, self.json["errors"]
        return self.json["data"]

    @property
    def code(self) -> str:
        """The code of the first error, in the form of either server."""
        found = self.json
        if "error" in found:
            return str(found["error"].get("code") or found["error"].get("translation_key"))
        return str(found["errors"][0]["extensions"]["code"])


class StandInCase(unittest.TestCase):
    """Tests with a new server each."""

    protocol = "coral"
    version: str | None = None
    plugins: tuple[str, ...] = ("like",)
    settings: dict[str, Any] = {}

    def setUp(self) -> None:
        version = parse_version(self.version) if self.version else NEWEST[self.protocol]
        plugins = frozenset(self.plugins) if self.protocol == "talk4" else frozenset()
        self.server = StandIn(Options(Shape(self.protocol, version, plugins), settings=self.settings))
        self.server.start()
        self.addCleanup(self.server.stop)

    def send(
        self, method: str, path: str, body: Any = None, token: str | None = None,
        headers: dict[str, str] | None = None, timeout: float = 60,
    ) -> Reply:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=timeout)
        self.addCleanup(connection.close)
        sent = dict(headers or {})
        if token:
            sent["Authorization"] = f"Bearer {token}"
        connection.request(method, path, None if body is None else json.dumps(body), sent)
        return Reply(connection.getresponse())

    def control(self, path: str, body: Any = None, method: str | None = None) -> Any:
        # A reset builds a whole schema, which takes some time on a busy machine.
        reply = self.send(method or ("GET" if body is None else "POST"), f"/_control/{path}", body, timeout=60)
        self.assertEqual(reply.status, 200, reply.body)
        return reply.json

    def ask(
        self, query: str, variables: dict[str, Any] | None = None, who: str | None = None, **options: Any
    ) -> Reply:
        """Sends an operation as a user."""
        path = "/api/graphql" if self.protocol == "coral" else "/api/v1/graph/ql"
        token = self.sign_in(who) if who else None
        return self.send("POST", path, {"query": query, "variables": variables or {}}, token, **options)

    def sign_in(self, name: str) -> str:
        return str(self.control("token", {"email": f"{name}@example.org"})["token"])

    def tree(self, story: str) -> list[dict[str, Any]]:
        return list(self.control(f"tree?story={story}")["comments"])
