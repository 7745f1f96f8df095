"""The client's operation documents: the servers that they claim, and the lines that each server is sent."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from graphql import (
    DocumentNode,
    FieldNode,
    GraphQLError,
    GraphQLInputObjectType,
    GraphQLObjectType,
    GraphQLSchema,
    TypeInfo,
    TypeInfoVisitor,
    Visitor,
    parse,
    validate,
    visit,
)

from .schema import Version, applied, parse_version

CLAIM = re.compile(r"#\s*servers:\s*(talk4|coral)\s+([\d.]+)\s*-\s*([\d.]+)\s*$")
FRAGMENTS = re.compile(r"#\s*fragments:\s*(.+?)\s*$")
PLUGINS = re.compile(r"#\s*needs one of:\s*(.+?)\s*$")
MODERATORS = re.compile(r"#\s*for moderators\s*$", re.MULTILINE)
PROBED = re.compile(r'__type\(name:\s*"(\w+)"\)')
# An upper limit without a patch number includes all patches: `4.12` means all versions of 4.12.
BEYOND = 1_000_000


@dataclass(frozen=True)
class Claim:
    """A range of servers that a document is for."""

    protocol: str
    first: Version
    last: Version

    def covers(self, protocol: str, version: Version) -> bool:
        return protocol == self.protocol and self.first <= version <= self.last


@dataclass(frozen=True)
class Operations:
    """An operation document."""

    path: Path
    text: str
    claims: tuple[Claim, ...]
    # The document is sent only to servers whose schema has one of these fields.
    needs: tuple[str, ...]

    @property
    def protocol(self) -> str:
        return self.path.parent.name

    def claims_server(self, protocol: str, version: Version) -> bool:
        return any(claim.covers(protocol, version) for claim in self.claims)

    def is_sent_to(self, schema: GraphQLSchema) -> bool:
        return not self.needs or any(has(schema, name) for name in self.needs)

    def sent_to(self, protocol: str, version: Version, schema: GraphQLSchema) -> str:
        """Returns the document without the lines that do not apply to a server."""
        kept = []
        for line in self.text.split("\n"):
            content, mark, remark = line.partition("#")
            if content.strip() and (not mark or _holds(remark, protocol, version, schema)):
                kept.append(content)
        return "\n".join(kept) + "\n"

    def wrong_remarks(self, probed: frozenset[str]) -> list[str]:
        """Returns the errors of conditions that the client cannot check."""
        found = []
        for number, line in enumerate(self.text.split("\n"), 1):
            content, _, remark = line.partition("#")
            words = remark.split()
            if not content.strip() or len(words) != 2:
                continue
            known = {"talk4": ("with",), "coral": ("since", "before")}[self.protocol]
            if words[0] not in known:
                found.append(f"{number}: '# {remark.strip()}' means nothing to {self.protocol}")
            elif words[0] == "with" and words[1].partition(".")[0] not in probed:
                found.append(f"{number}: the type of '{words[1]}' is not probed")
        return found


def _holds(remark: str, protocol: str, version: Version, schema: GraphQLSchema) -> bool:
    words = remark.split()
    if len(words) == 4:
        return all(_holds(" ".join(pair), protocol, version, schema) for pair in (words[:2], words[2:]))
    if len(words) != 2:
        return True
    if protocol == "talk4" and words[0] == "with":
        return has(schema, words[1])
    if protocol == "coral" and words[0] == "since":
        return version >= parse_version(words[1])
    if protocol == "coral" and words[0] == "before":
        return version < parse_version(words[1])
    return True


def has(schema: GraphQLSchema, name: str) -> bool:
    """Returns whether a schema has the field `Type.field`."""
    type_name, _, field = name.partition(".")
    found = schema.type_map.get(type_name)
    return isinstance(found, (GraphQLObjectType, GraphQLInputObjectType)) and field in found.fields


def read(path: Path) -> Operations:
    """Reads a document with its claims. Raises ValueError if it has none."""
    text = path.read_text(encoding="utf-8")
    claims, needs = [], []
    for line in text.split("\n"):
        if not line.startswith("#"):
            break
        if found := CLAIM.match(line):
            last = tuple(int(part) for part in found[3].split("."))
            claims.append(Claim(found[1], parse_version(found[2]), last + (BEYOND,) * (3 - len(last))))
        elif found := PLUGINS.match(line):
            needs += [name.strip() for name in found[1].split(",")]
        elif found := FRAGMENTS.match(line):
            text += "".join(
                (path.parent / "fragments" / f"{name.strip()}.graphql").read_text(encoding="utf-8")
                for name in found[1].split(","))
    if not claims:
        raise ValueError(f"{path}: the first line does not name its servers, as '# servers: coral 5 - 9'")
    if any(claim.protocol != path.parent.name for claim in claims):
        raise ValueError(f"{path}: a document for {claims[0].protocol} does not belong in {path.parent.name}/")
    return Operations(path, text, tuple(claims), tuple(needs))


def errors(operations: Operations, protocol: str, version: Version, schema: GraphQLSchema) -> list[str]:
    """Returns the errors of a document for one server."""
    try:
        document = parse(operations.sent_to(protocol, version, schema))
    except GraphQLError as error:
        return [error.message]
    found = [error.message for error in validate(schema, document)]
    return found if MODERATORS.search(operations.text) else found + _guarded(document, schema)


def _guarded(document: DocumentNode, schema: GraphQLSchema) -> list[str]:
    """Returns errors for fields that only moderators may read: Coral replaces the objects around them with null."""
    found: list[str] = []
    info = TypeInfo(schema)

    class Check(Visitor):
        def __init__(self) -> None:
            super().__init__()
            self.above: list[str] = []

        def enter_field(self, node: FieldNode, *_: object) -> None:
            field = info.get_field_def()
            parent = info.get_parent_type()
            for rule in applied(field.ast_node if field else None, "auth"):
                own = (rule.get("own") or rule.get("userIDField")) and "viewer" in self.above
                if parent and parent.name != "Mutation" and not own:
                    found.append(f"'{parent.name}.{node.name.value}' is for moderators")
            self.above.append(node.name.value)

        def leave_field(self, node: FieldNode, *_: object) -> None:
            self.above.pop()

    visit(document, TypeInfoVisitor(info, Check()))
    return found


def probed_types(folder: Path) -> frozenset[str]:
    """Returns the types that the client's probe of Talk 4 requests."""
    probe = folder / "talk4" / "Probe.graphql"
    return frozenset(PROBED.findall(probe.read_text(encoding="utf-8"))) if probe.exists() else frozenset()
