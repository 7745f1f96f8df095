"""The scalars of both servers, which are read and written as in their own code.

Coral: `server/src/core/server/graph/scalars/` (the same lines from 5.0 to 9.11). Talk 4:
`graph/resolvers/cursor.js` and `date.js`. No scalar is an error there: what cannot be read is null, a
number that means nothing, or a date that is none; and each of these asks for something else than was meant.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from graphql import FloatValueNode, GraphQLScalarType, GraphQLSchema, IntValueNode, StringValueNode, ValueNode

# A time without a zone is local time for `new Date`, so its meaning depends on the server.
_TIME = re.compile(
    r"(?P<day>\d{4}-\d\d-\d\d)(?:T(?P<clock>\d\d:\d\d(?::\d\d)?)(?:[.,](?P<decimals>\d{1,30}))?"
    r"(?P<zone>Z|[+-]\d\d:?\d\d)?)?")
_INTEGER = re.compile(r"\s*([+-]?\d+)")


@dataclass(frozen=True)
class Date:
    """A JavaScript `Date`: its milliseconds, or None if it is invalid, and its text."""

    milliseconds: int | None
    text: str


Cursor = Date | int | float | str | bool | None


def javascript_date(text: str) -> Date:
    """Returns `new Date(text)`: a day without a time is in UTC, a time without a zone is local to the server."""
    found = _TIME.fullmatch(text)
    if found is None or (found["decimals"] and found["clock"].count(":") < 2):
        return Date(None, text)
    try:
        if found["zone"] or not found["clock"]:
            moment = datetime.fromisoformat(f"{found['day']}T{found['clock'] or '00:00'}{found['zone'] or 'Z'}")
        else:
            moment = datetime.fromisoformat(f"{found['day']}T{found['clock']}").astimezone()
    except ValueError:
        return Date(None, text)
    since = (moment.astimezone(UTC) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(milliseconds=1)
    return Date(since + math.floor(float("0." + (found["decimals"] or "0")) * 1000), text)


def parse_int(text: str) -> int | None:
    """Returns `parseInt(text, 10)`, the number at the beginning of a text."""
    found = _INTEGER.match(text)
    return int(found[1]) if found else None


def _coral_cursor(text: str) -> Cursor:
    # Coral's code: `if (value.endsWith("Z"))` it is a date, else a number, so `2024-06-01T10:00:00` is 2024.
    date = javascript_date(text) if text.endswith("Z") else None
    return date if date and date.milliseconds is not None else parse_int(text)


def _coral_cursor_value(value: Any) -> Cursor:
    return _coral_cursor(value) if isinstance(value, str) else None


def _coral_cursor_literal(node: ValueNode, _variables: Any = None) -> Cursor:
    if isinstance(node, StringValueNode):
        return _coral_cursor(node.value) if node.value else None
    return int(node.value) if isinstance(node, IntValueNode) else None


def _coral_cursor_out(value: Any) -> str | None:
    return str(value) if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def _talk4_cursor_value(value: Any) -> Cursor:
    found: Cursor = javascript_date(value) if isinstance(value, str) else value
    return found


def _talk4_cursor_literal(node: ValueNode, _variables: Any = None) -> Cursor:
    if isinstance(node, StringValueNode):
        return javascript_date(node.value)
    # The text of a number, which Talk's code uses as a number.
    return float(node.value) if isinstance(node, (IntValueNode, FloatValueNode)) else None


def _date_value(value: Any) -> Date | None:
    if value is None:
        return None
    return javascript_date(value) if isinstance(value, str) else Date(int(value), "")


def _date_literal(node: ValueNode, _variables: Any = None) -> Date | None:
    return javascript_date(node.value) if isinstance(node, StringValueNode) else None


def _same(value: Any) -> Any:
    return value


Scalar = tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]
_DATE: Scalar = (_same, _date_value, _date_literal)
# The functions that write each scalar, read it from a variable, and read it from an operation. `Locale` is only written.
_SCALARS: dict[str, dict[str, Scalar]] = {
    "coral": {"Cursor": (_coral_cursor_out, _coral_cursor_value, _coral_cursor_literal), "Time": _DATE},
    "talk4": {"Cursor": (_same, _talk4_cursor_value, _talk4_cursor_literal), "Date": _DATE},
}


def attach_scalars(schema: GraphQLSchema, protocol: str) -> None:
    """Sets the functions of the scalars of a schema to those of a server."""
    for name, (write, read, read_literal) in _SCALARS[protocol].items():
        scalar = schema.type_map[name]
        assert isinstance(scalar, GraphQLScalarType)
        scalar.coerce_output_value = write
        scalar.coerce_input_value = read
        scalar.coerce_input_literal = read_literal

