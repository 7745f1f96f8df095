"""Tests of scalars, with a server in another time zone than UTC."""

from __future__ import annotations

import os
import time
import unittest
from typing import Any

from graphql import parse_value

from standin.scalars import Date, attach_scalars
from standin.schema import NEWEST, Shape, build_fresh

HOUR = 3_600_000
NOON = 1_714_564_800_000  # 2024-05-01T12:00:00Z


def scalar(protocol: str, name: str) -> Any:
    schema = build_fresh(Shape(protocol, NEWEST[protocol]))
    attach_scalars(schema, protocol)
    return schema.type_map[name]


class Zoned(unittest.TestCase):
    """Tests with a server four hours behind UTC."""

    zone = "America/New_York"

    def setUp(self) -> None:
        before = os.environ.get("TZ")
        os.environ["TZ"] = self.zone
        time.tzset()
        self.addCleanup(self.restore, before)

    def restore(self, zone: str | None) -> None:
        os.environ.pop("TZ")
        if zone is not None:
            os.environ["TZ"] = zone
        time.tzset()


class CoralScalars(Zoned):
    def test_a_cursor_without_its_zone_is_a_number(self) -> None:
        read = scalar("coral", "Cursor").coerce_input_value
        self.assertEqual(read("2024-05-01T12:00:00.789Z").milliseconds, NOON + 789)
        self.assertEqual(read("2024-05-01T12:00:00Z").milliseconds, NOON)
        self.assertEqual(read("2024-05-01T12:00:00.789123Z").milliseconds, NOON + 789)
        for given, found in (
                ("2024-05-01T12:00:00.789", 2024), ("2024-05-01T12:00:00+00:00", 2024), ("20", 20), ("0", 0),
                ("2024-13-01T12:00:00Z", 2024), ("Z", None), ("", None), ("null", None), (20, None), (None, None)):
            self.assertEqual(read(given), found, given)

    def test_a_cursor_in_an_operation_may_be_a_number(self) -> None:
        read = scalar("coral", "Cursor").coerce_input_literal
        for given, found in (('"20"', 20), ("20", 20), ('""', None), ("2.5", None)):
            self.assertEqual(read(parse_value(given)), found, given)

    def test_a_cursor_is_written_as_text(self) -> None:
        write = scalar("coral", "Cursor").coerce_output_value
        self.assertEqual((write(50), write("2024-05-01T12:00:00.789Z"), write({})),
                         ("50", "2024-05-01T12:00:00.789Z", None))


class Talk4Scalars(Zoned):
    def test_a_time_without_its_zone_is_local(self) -> None:
        for name in ("Cursor", "Date"):
            read = scalar("talk4", name).coerce_input_value
            self.assertEqual(read("2024-05-01T12:00:00.789Z").milliseconds, NOON + 789)
            self.assertEqual(read("2024-05-01T12:00:00.789").milliseconds, NOON + 4 * HOUR + 789)
            self.assertEqual(read("2024-05-01T12:00+02:00").milliseconds, NOON - 2 * HOUR)
            self.assertEqual(read("2024-05-01").milliseconds, NOON - 12 * HOUR)
            self.assertEqual(read("yesterday"), Date(None, "yesterday"))

    def test_a_cursor_that_is_a_number_stays_one(self) -> None:
        cursor = scalar("talk4", "Cursor")
        self.assertEqual((cursor.coerce_input_value(20), cursor.coerce_input_value(None)), (20, None))
        self.assertEqual((cursor.coerce_output_value(20), cursor.coerce_output_value(None)), (20, None))
