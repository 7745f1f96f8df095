"""JSON Web Tokens signed with HS256, made and checked."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import Any

SECRET = "stand-in secret, not for use"
SSO_SECRET = "stand-in sso secret"


def _encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def sign(claims: dict[str, Any], secret: str = SECRET, header: dict[str, Any] | None = None) -> str:
    """Returns a token with these claims."""
    parts = [header or {"alg": "HS256", "typ": "JWT"}, claims]
    signed = ".".join(_encode(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    return signed + "." + _encode(hmac.digest(secret.encode(), signed.encode(), hashlib.sha256))


@dataclass(frozen=True)
class Invalid(Exception):
    """The reason why a token is not accepted."""

    reason: str


class Deactivated(Exception):
    """A personal access token is not one of its user's."""


def verify(token: str, secret: str, now: int) -> dict[str, Any]:
    """Returns the claims of a token. Raises Invalid unless it is signed with the secret and valid at `now` (seconds)."""
    parts = token.split(".")
    if len(parts) != 3:
        raise Invalid("not a token")
    try:
        header, claims, signature = json.loads(_decode(parts[0])), json.loads(_decode(parts[1])), _decode(parts[2])
    except ValueError as error:
        raise Invalid("not a token") from error
    if not isinstance(header, dict) or not isinstance(claims, dict) or header.get("alg") != "HS256":
        raise Invalid("not signed with HS256")
    expected = hmac.digest(secret.encode(), f"{parts[0]}.{parts[1]}".encode(), hashlib.sha256)
    if not hmac.compare_digest(signature, expected):
        raise Invalid("wrong signature")
    expiry, start = claims.get("exp"), claims.get("nbf")
    if expiry is not None and (not isinstance(expiry, (int, float)) or expiry <= now):
        raise Invalid("expired")
    if start is not None and (not isinstance(start, (int, float)) or start > now):
        raise Invalid("not valid yet")
    return claims


def identify(token: str) -> str:
    """Returns the `jti` of a token, without checking its signature."""
    try:
        claims = json.loads(_decode(token.split(".")[1]))
        return str(claims.get("jti", token))
    except (ValueError, IndexError, AttributeError):
        return token
