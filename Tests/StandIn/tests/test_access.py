"""Tests of sign-in, tokens and persisted queries."""

from __future__ import annotations

from standin import tokens

from .asking import StandInCase

WHO = "{ viewer { id } }"
TALK_WHO = "{ me { id } }"


class CoralAccess(StandInCase):
    def test_signing_in_returns_a_valid_token(self) -> None:
        reply = self.send("POST", "/api/auth/local", {"email": "alice@example.org", "password": "alice-password"})
        token = reply.json["token"]
        self.assertEqual(self.send("POST", "/api/graphql", {"query": WHO}, token).data["viewer"]["id"], "user-alice")
        self.assertEqual(self.send("DELETE", "/api/auth", token=token).status, 204)
        self.assertIsNone(self.send("POST", "/api/graphql", {"query": WHO}, token).data["viewer"])

    def test_a_wrong_password_is_refused_and_ten_are_too_many(self) -> None:
        given = {"email": "alice@example.org", "password": "wrong"}
        for _ in range(10):
            reply = self.send("POST", "/api/auth/local", given)
            self.assertEqual((reply.status, reply.code), (401, "INVALID_CREDENTIALS"))
        self.assertEqual(self.send("POST", "/api/auth/local", given).status, 429)

    def test_a_token_that_is_expired_or_wrong_is_an_error_of_the_request(self) -> None:
        for given in ({"expiresIn": -1}, {"secret": "another"}, {"claims": {"iss": "elsewhere"}}):
            token = self.control("token", {"email": "alice@example.org", **given})["token"]
            reply = self.send("POST", "/api/graphql", {"query": WHO}, token)
            self.assertEqual((reply.status, reply.code), (401, "TOKEN_INVALID"), given)

    def test_a_personal_token_that_was_deactivated_fails(self) -> None:
        token = self.control("token", {"email": "ada@example.org", "kind": "pat"})["token"]
        self.assertEqual(self.send("POST", "/api/graphql", {"query": WHO}, token).data["viewer"]["id"], "user-ada")
        self.control("revoke", {"token": token})
        reply = self.send("POST", "/api/graphql", {"query": WHO}, token)
        self.assertEqual((reply.status, reply.code), (500, "INTERNAL_ERROR"))
        token = self.control("token", {"email": "ada@example.org", "kind": "pat"})["token"]
        self.control("user", {"email": "ada@example.org", "deleted": True})
        self.assertEqual(self.send("POST", "/api/graphql", {"query": WHO}, token).status, 500)

    def test_a_token_expires_with_the_servers_clock(self) -> None:
        token = self.control("token", {"email": "alice@example.org", "expiresIn": 60})["token"]
        self.assertEqual(self.send("POST", "/api/graphql", {"query": WHO}, token).status, 200)
        self.control("clock", {"advance": 61})
        self.assertEqual(self.send("POST", "/api/graphql", {"query": WHO}, token).status, 401)

    def test_single_sign_on_makes_users(self) -> None:
        claims = {"user": {"id": "sso-1", "email": "new@example.org", "username": "new", "badges": ["Gold"]}}
        token = tokens.sign(claims, tokens.SSO_SECRET)
        reply = self.send("POST", "/api/graphql", {"query": "{ viewer { id username badges } }"}, token)
        self.assertEqual(reply.data["viewer"], {"id": "sso-1", "username": "new", "badges": ["Gold"]})

    def test_persisted_only_rejects_raw_queries(self) -> None:
        self.control("settings", {"persistedOnly": True})
        reply = self.ask(WHO)
        self.assertEqual((reply.status, reply.code), (400, "RAW_QUERY_NOT_AUTHORIZED"))
        self.assertEqual(self.ask(WHO, who="ada").data["viewer"]["id"], "user-ada")
        self.assertEqual(self.ask(WHO, who="mona").status, 400)

        stock = self.control("persisted")["StreamQuery"]
        given = {"query": "PERSISTED_QUERY", **stock, "variables": {"storyID": "story-1"}}
        self.assertEqual(self.send("POST", "/api/graphql", given).data["story"]["id"], "story-1")
        unknown = self.send("POST", "/api/graphql", {**given, "id": "0" * 32})
        self.assertEqual((unknown.status, unknown.code), (500, "PERSISTED_QUERY_NOT_FOUND"))
        added = self.control("persisted", {"query": "query Mine { viewer { id } }"})
        got = self.send("GET", f"/api/graphql?query=&id={added['id']}&variables=%7B%7D")
        self.assertEqual(got.data, {"viewer": None})

    def test_only_administrators_see_when_stories_were_commented_on_last(self) -> None:
        asked = "{ stories(first: 50) { nodes { id lastCommentedAt commentCounts { statuses { NONE } } } } }"
        for who in ("ada", "mona"):
            reply = self.ask(asked, who=who)
            story = next(story for story in reply.json["data"]["stories"]["nodes"] if story["id"] == "story-1")
            self.assertGreater(story["commentCounts"]["statuses"]["NONE"], 0)
            self.assertEqual(story["lastCommentedAt"] is None, who == "mona")
            self.assertEqual("errors" in reply.json, who == "mona")
        self.assertEqual(self.ask(asked, who="mona").code, "USER_NOT_ENTITLED")
        self.assertEqual(self.ask(asked, who="alice").code, "USER_NOT_ENTITLED")

    def test_all_built_in_operations_exist(self) -> None:
        self.assertEqual(len(self.control("persisted")), 13)


class Talk4Access(StandInCase):
    protocol = "talk4"

    def who(self, token: str) -> object:
        return self.send("POST", "/api/v1/graph/ql", {"query": TALK_WHO}, token).data["me"]

    def test_signing_in_returns_a_valid_token(self) -> None:
        reply = self.send("POST", "/api/v1/auth/local", {"email": "bob@example.org", "password": "bob-password"})
        token = reply.json["token"]
        self.assertEqual(self.who(token), {"id": "user-bob"})
        self.assertEqual(self.send("GET", "/api/v1/auth", token=token).json["user"]["id"], "user-bob")
        self.assertEqual(self.send("GET", "/api/v1/auth").status, 204)

    def test_an_invalid_token_is_ignored_but_a_revoked_one_is_an_error(self) -> None:
        for given in ({"expiresIn": -1}, {"secret": "another"}, {"claims": {"aud": "elsewhere"}}):
            self.assertIsNone(self.who(self.control("token", {"email": "bob@example.org", **given})["token"]))
        token = self.sign_in("bob")
        self.control("revoke", {"token": token})
        reply = self.send("POST", "/api/v1/graph/ql", {"query": TALK_WHO}, token)
        self.assertEqual((reply.status, reply.code), (401, "AUTHENTICATION"))

    def test_unverified_users_and_too_many_attempts_are_refused(self) -> None:
        self.control("settings", {"requireEmailConfirmation": True})
        uma = {"email": "uma@example.org", "password": "uma-password"}
        self.assertEqual(self.send("POST", "/api/v1/auth/local", uma).code, "EMAIL_NOT_VERIFIED")
        wrong = {"email": "bob@example.org", "password": "wrong"}
        codes = [self.send("POST", "/api/v1/auth/local", wrong).code for _ in range(6)]
        self.assertEqual(codes, ["NOT_AUTHORIZED"] * 5 + ["LOGIN_MAXIMUM_EXCEEDED"])
