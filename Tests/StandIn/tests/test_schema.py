"""Tests of the schema subsets, and of the check of the client's documents."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

from check_operations import shapes
from graphql import validate_schema
from standin import operations
from standin.schema import Shape, boundaries, build, parse_version


class Subsets(unittest.TestCase):
    def test_are_valid_at_every_version_where_they_change(self) -> None:
        for shape in shapes():
            self.assertEqual([error.message for error in validate_schema(build(shape))], [], str(shape))

    def test_have_the_fields_of_their_version(self) -> None:
        old, new = (build(Shape("coral", parse_version(version))) for version in ("6.3", "9.11.8"))
        self.assertNotIn("flatten", old.type_map["Comment"].fields["replies"].args)  # type: ignore[attr-defined]
        self.assertIn("flatten", new.type_map["Comment"].fields["replies"].args)  # type: ignore[attr-defined]
        self.assertIn((6, 6, 0), boundaries("coral"))

    def test_have_the_fields_of_their_plugins(self) -> None:
        bare = build(Shape("talk4", (4, 12, 0)))
        rich = build(Shape("talk4", (4, 12, 0), frozenset({"respect", "rich-text"})))
        self.assertFalse(operations.has(bare, "RootMutation.createRespectAction"))
        self.assertTrue(operations.has(rich, "RootMutation.createRespectAction"))
        self.assertTrue(operations.has(rich, "CreateCommentInput.richTextBody"))


class Documents(unittest.TestCase):
    def read(self, text: str, protocol: str = "coral") -> operations.Operations:
        folder = Path(tempfile.mkdtemp()) / protocol
        folder.mkdir()
        path = folder / "Some.graphql"
        path.write_text(text, encoding="utf-8")
        return operations.read(path)

    def errors(self, text: str, version: str, protocol: str = "coral") -> list[str]:
        shape = Shape(protocol, parse_version(version))
        return operations.errors(self.read(text, protocol), protocol, shape.version, build(shape))

    def test_without_a_claim_are_rejected(self) -> None:
        with self.assertRaisesRegex(ValueError, "does not name its servers"):
            self.read("query X { viewer { id } }")

    def test_claim_all_patches_of_their_last_version(self) -> None:
        document = self.read("# servers: coral 5 - 6.3\nquery X { viewer { id } }")
        self.assertTrue(document.claims_server("coral", (6, 3, 12)))
        self.assertFalse(document.claims_server("coral", (6, 4, 0)))

    def test_are_checked_without_the_lines_that_a_version_lacks(self) -> None:
        text = "# servers: coral 5 - 9\nquery X { story(id: 1) { id\n  ratings { count } # since 6.5\n } }"
        self.assertEqual(self.errors(text, "5.0.0"), [])
        wrong = self.errors(text.replace("6.5", "6.4"), "6.4.0")
        self.assertEqual(len(wrong), 1)
        self.assertIn("Cannot query field 'ratings' on type 'Story'.", wrong[0])

    def test_must_not_request_fields_for_moderators(self) -> None:
        text = "# servers: coral 5 - 9\nquery X { comment(id: 1) { tags { createdAt } author { status { current } } } }"
        self.assertEqual(self.errors(text, "9.0.0"), [
            "'Tag.createdAt' is for moderators", "'User.status' is for moderators"])

    def test_may_request_fields_of_the_viewer(self) -> None:
        self.assertEqual(self.errors("# servers: coral 5 - 9\nquery X { viewer { status { current } } }", "9.0.0"), [])

    def test_have_conditions_that_the_client_can_check(self) -> None:
        text = "# servers: talk4 4.1 - 4.12\nquery X { me {\n id # since 4.2\n username # with Asset.url\n } }"
        self.assertEqual(self.read(text, "talk4").wrong_remarks(frozenset({"Comment"})), [
            "3: '# since 4.2' means nothing to talk4", "4: the type of 'Asset.url' is not probed"])
