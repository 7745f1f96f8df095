"""Executes GraphQL for both servers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLObjectType,
    GraphQLResolveInfo,
    GraphQLSchema,
    NoSchemaIntrospectionCustomRule,
    execute_sync,
    parse,
    specified_rules,
    validate,
)

from .world import User, World

Resolver = Callable[..., Any]
Resolvers = dict[str, dict[str, Resolver]]


@dataclass
class Context:
    """The context of all resolvers of a request."""

    world: World
    viewer: User | None
    plugins: frozenset[str] = frozenset()
    operation: str | None = None


@dataclass
class Outcome:
    """The result of a request; `data` is missing if it was not even executed."""

    executed: bool
    data: dict[str, Any] | None
    errors: list[GraphQLError]
    # The failed step, if it was not executed: "syntax", "validation" or "variables".
    failed_step: str | None = None


Info = GraphQLResolveInfo[Context]


def attach(schema: GraphQLSchema, resolvers: Resolvers) -> None:
    """Adds resolvers to a schema, except those of fields that its version does not have."""
    for type_name, fields in resolvers.items():
        found = schema.type_map.get(type_name)
        if not isinstance(found, GraphQLObjectType):
            continue
        for name, resolver in fields.items():
            if name in found.fields:
                found.fields[name].resolve = resolver


def run(
    schema: GraphQLSchema, text: Any, variables: Any, name: Any, context: Context, introspection: bool
) -> Outcome:
    """Parses, validates and executes one operation."""
    if not isinstance(text, str) or not text.strip():
        return Outcome(False, None, [GraphQLError("Must provide query string.")], "syntax")
    try:
        document = parse(text)
    except GraphQLError as error:
        return Outcome(False, None, [error], "syntax")
    rules = list(specified_rules) + ([] if introspection else [NoSchemaIntrospectionCustomRule])
    errors = validate(schema, document, rules)
    if errors:
        return Outcome(False, None, errors, "validation")
    result: ExecutionResult = execute_sync(
        schema, document, context_value=context,
        variable_values=variables if isinstance(variables, dict) else {},
        operation_name=name if isinstance(name, str) and name else None)
    # An operation that could not start has errors without a path, and no data.
    if result.data is None and result.errors and all(error.path is None for error in result.errors):
        return Outcome(False, None, result.errors, "variables")
    return Outcome(True, result.data, result.errors or [])
