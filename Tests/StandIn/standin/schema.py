"""Builds the schema of one version of a server, with some plugins, from the SDL of this folder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from graphql import (
    DirectiveDefinitionNode,
    DirectiveNode,
    DocumentNode,
    GraphQLSchema,
    Node,
    StringValueNode,
    UnionTypeDefinitionNode,
    Visitor,
    build_ast_schema,
    parse,
    value_from_ast_untyped,
    visit,
)
from graphql.language import REMOVE

FOLDER = Path(__file__).resolve().parent.parent

Version = tuple[int, ...]

LOWEST: dict[str, Version] = {"talk4": (4, 1, 0), "coral": (5, 0, 0)}
NEWEST: dict[str, Version] = {"talk4": (4, 12, 0), "coral": (9, 11, 8)}
REACTIONS = ("like", "respect", "love", "upvote", "downvote")
PLUGINS = (*REACTIONS, "rich-text", "toxic", "spam", "deep-reply-count")


def parse_version(text: str) -> Version:
    """Returns (6, 3, 0) for `6.3`."""
    parts = tuple(int(part) for part in text.split("."))
    return parts + (0,) * (3 - len(parts))


def format_version(version: Version) -> str:
    """Returns `6.3.0` for (6, 3, 0)."""
    return ".".join(str(part) for part in version)


@dataclass(frozen=True)
class Shape:
    """A server and what its schema depends on: the version and the plugins."""

    protocol: str
    version: Version
    plugins: frozenset[str] = frozenset()

    def __str__(self) -> str:
        plugins = ", ".join(sorted(self.plugins))
        return f"{self.protocol} {format_version(self.version)}" + (f" with {plugins}" if plugins else "")


def applied(node: Node | None, name: str) -> list[dict[str, Any]]:
    """Returns the arguments of every use of the directive `name` on a node."""
    directives: Iterable[DirectiveNode] = getattr(node, "directives", None) or ()
    return [
        {argument.name.value: value_from_ast_untyped(argument.value) for argument in directive.arguments or ()}
        for directive in directives
        if directive.name.value == name
    ]


def covers(version: Version, since: str | None, until: str | None) -> bool:
    """Returns whether a version is in [since, until)."""
    if since and version < parse_version(since):
        return False
    return not (until and version >= parse_version(until))


class _Filter(Visitor):
    """Removes the definitions that a shape does not have."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.removed: set[str] = set()

    def enter(self, node: Node, *_: Any) -> Any:
        if isinstance(node, DirectiveDefinitionNode):
            return REMOVE
        plugins = [use["name"] for use in applied(node, "plugin")]
        spans = [(use["v"], None) for use in applied(node, "since")]
        spans += [(None, use["v"]) for use in applied(node, "until")]
        if all(plugin in self.shape.plugins for plugin in plugins) and all(
            covers(self.shape.version, since, until) for since, until in spans
        ):
            return None
        if node.kind.endswith("_definition") and hasattr(node, "name"):
            self.removed.add(node.name.value)
        return REMOVE


class _UnionFilter(Visitor):
    """Removes the members of unions that a filter has removed."""

    def __init__(self, removed: set[str]) -> None:
        super().__init__()
        self.removed = removed

    def enter_union_type_definition(self, node: UnionTypeDefinitionNode, *_: Any) -> Node:
        members = tuple(member for member in node.types or () if member.name.value not in self.removed)
        return replace(node, types=members)


def source(protocol: str, plugins: frozenset[str]) -> str:
    """Returns the SDL of a server with some plugins, for all versions."""
    text = (FOLDER / f"{protocol}.graphql").read_text(encoding="utf-8")
    reaction = (FOLDER / "talk4-reaction.graphql").read_text(encoding="utf-8")
    for plugin in REACTIONS:
        if protocol == "talk4" and plugin in plugins:
            spelled = reaction.replace("LIKE", plugin.upper()).replace("Like", plugin.capitalize())
            text += "\n" + spelled.replace("like", plugin)
    return text


@cache
def boundaries(protocol: str) -> tuple[Version, ...]:
    """Returns every version at which the schema subset changes, and the newest version."""
    found: set[Version] = {LOWEST[protocol], NEWEST[protocol]}

    class Collect(Visitor):
        def enter_directive(self, node: DirectiveNode, *_: Any) -> None:
            for argument in node.arguments or ():
                if argument.name.value in ("v", "since", "until") and isinstance(argument.value, StringValueNode):
                    found.add(parse_version(argument.value.value))

    visit(parse(source(protocol, frozenset()), no_location=True), Collect())
    return tuple(sorted(found))


def document(shape: Shape) -> DocumentNode:
    """Returns the parsed SDL of a shape."""
    whole = parse(source(shape.protocol, shape.plugins))
    sieve = _Filter(shape)
    kept: DocumentNode = visit(whole, sieve)
    result: DocumentNode = visit(kept, _UnionFilter(sieve.removed))
    return result


@lru_cache(maxsize=256)
def build(shape: Shape) -> GraphQLSchema:
    """Returns the schema of a shape without resolvers. It is shared, so it must not be changed."""
    return build_ast_schema(document(shape), assume_valid_sdl=True)


def build_fresh(shape: Shape) -> GraphQLSchema:
    """Returns a new schema of a shape, to which the caller can add resolvers."""
    return build_ast_schema(document(shape), assume_valid_sdl=True)


__all__ = [
    "FOLDER", "LOWEST", "NEWEST", "PLUGINS", "REACTIONS", "Shape", "Version", "applied", "boundaries", "build",
    "build_fresh", "covers", "document", "format_version", "parse_version", "source",
]
