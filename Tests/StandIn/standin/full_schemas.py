"""Reads full schemas of real servers, and compares the schema subsets of this folder with them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_client_schema,
    build_schema,
    is_non_null_type,
    is_required_argument,
    is_required_input_field,
)

from .operations import has
from .schema import NEWEST, REACTIONS, Shape, Version, build, parse_version


@dataclass(frozen=True)
class FullSchema:
    """The schema of one release."""

    path: Path
    protocol: str
    version: Version
    schema: GraphQLSchema


def read_all(folder: Path) -> list[FullSchema]:
    """Returns the schemas in a folder: `*.schema.json` (introspection) and `*.graphql` (SDL), with names such as `coral-v6.3.0…`."""
    found = []
    for path in sorted(folder.rglob("*")):
        protocol = "coral" if path.name.startswith("coral") else "talk4" if path.name.startswith("talk") else None
        if protocol is None or not path.name.endswith((".schema.json", ".graphql")):
            continue
        number = re.search(r"v(\d+\.\d+\.\d+)", path.name)
        version = parse_version(number[1]) if number else NEWEST[protocol]
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            data = json.loads(text)
            schema = build_client_schema(data.get("data", data))
        else:
            schema = build_schema(text, assume_valid=True, assume_valid_sdl=True)
        found.append(FullSchema(path, protocol, version, schema))
    return found


def subset_for(full: FullSchema) -> Shape:
    """Returns the shape of the subset for a full schema."""
    plugins = set()
    if full.protocol == "talk4":
        marks = {plugin: f"RootMutation.create{plugin.capitalize()}Action" for plugin in REACTIONS}
        marks |= {
            "rich-text": "Comment.richTextBody", "toxic": "CreateCommentInput.checkToxicity",
            "spam": "CreateCommentInput.checkSpam", "deep-reply-count": "Comment.deepReplyCount"}
        plugins = {plugin for plugin, mark in marks.items() if has(full.schema, mark)}
    return Shape(full.protocol, full.version, frozenset(plugins))


def differences(full: FullSchema) -> list[str]:
    """Returns the errors of the subset: parts that the full schema lacks, and required parts that the subset lacks."""
    subset = build(subset_for(full))
    found: list[str] = []
    for name, ours in subset.type_map.items():
        if name.startswith("__"):
            continue
        theirs = full.schema.type_map.get(name)
        if theirs is None or type(theirs) is not type(ours):
            found.append(f"there is no type {name}")
        elif isinstance(ours, GraphQLEnumType) and isinstance(theirs, GraphQLEnumType):
            found += [f"{name} has no {value}" for value in ours.values if value not in theirs.values]
        elif isinstance(ours, GraphQLUnionType) and isinstance(theirs, GraphQLUnionType):
            known = {member.name for member in theirs.types}
            found += [f"{name} has no {member.name}" for member in ours.types if member.name not in known]
        elif isinstance(ours, GraphQLInputObjectType) and isinstance(theirs, GraphQLInputObjectType):
            found += _input_differences(ours, theirs)
        elif isinstance(ours, (GraphQLObjectType, GraphQLInterfaceType)):
            assert isinstance(theirs, (GraphQLObjectType, GraphQLInterfaceType))
            found += _field_differences(ours, theirs)
    return found


def _input_differences(ours: GraphQLInputObjectType, theirs: GraphQLInputObjectType) -> list[str]:
    found = []
    for name, field in ours.fields.items():
        other = theirs.fields.get(name)
        if other is None or str(other.type) != str(field.type):
            found.append(f"{ours.name}.{name} is {other.type if other else 'missing'}, not {field.type}")
    for name, other in theirs.fields.items():
        if is_required_input_field(other) and name not in ours.fields:
            found.append(f"{ours.name}.{name} is required")
    return found


def _field_differences(
    ours: GraphQLObjectType | GraphQLInterfaceType, theirs: GraphQLObjectType | GraphQLInterfaceType
) -> list[str]:
    found = []
    for name, field in ours.fields.items():
        where = f"{ours.name}.{name}"
        other = theirs.fields.get(name)
        if other is None:
            found.append(f"{where} is missing")
            continue
        # A field may be nullable only in the subset: then clients are prepared for more than real servers do.
        same = str(other.type) == str(field.type)
        stronger = is_non_null_type(other.type) and str(GraphQLNonNull(field.type)) == str(other.type) if not (
            is_non_null_type(field.type)) else False
        if not same and not stronger:
            found.append(f"{where} is {other.type}, not {field.type}")
        for argument, given in field.args.items():
            known = other.args.get(argument)
            if known is None or str(known.type) != str(given.type):
                found.append(f"{where}({argument}) is {known.type if known else 'missing'}, not {given.type}")
        found += [
            f"{where}({argument}) is required" for argument, known in other.args.items()
            if is_required_argument(known) and argument not in field.args]
    return found
