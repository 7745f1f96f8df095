"""Full schemas of real servers, and whether the subsets of this folder are subsets of them."""

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
    """Every `*.schema.json` (introspection) and `*.graphql` (SDL) under a folder, by name `coral-v6.3.0…`."""
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
    """The shape of ours that answers to a full schema."""
    plugins = set()
    if full.protocol == "talk4":
        marks = {plugin: f"RootMutation.create{plugin.capitalize()}Action" for plugin in REACTIONS}
        marks |= {
            "rich-text": "Comment.richTextBody", "toxic": "CreateCommentInput.checkToxicity",
            "spam": "CreateCommentInput.checkSpam", "deep-reply-count": "Comment.deepReplyCount"}
        plugins = {plugin for plugin, mark in marks.items() if has(full.schema, mark)}
    return Shape(full.protocol, full.version, frozenset(plugins))


def differences(full: FullSchema) -> list[str]:
    """What the subset has that the full schema has not, or what it needs that the subset leaves out."""
    subset = build(subset_for(full))
    found: list[str] = []
    for name, ours in subset.type_map.items():
        if name.startswith("__"):
            continue
        theirs = full.schema.type_map.get(name)
        if theirs is None or type(theirs) is not type(ours):
            found.append(f"there is no such type as {name}")
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
            found.append(f"{ours.name}.{name} is needed")
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
        # What is never null there may be nullable here: clients then expect no more than they get.
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
            f"{where}({argument}) is needed" for argument, known in other.args.items()
            if is_required_argument(known) and argument not in field.args]
    return found
