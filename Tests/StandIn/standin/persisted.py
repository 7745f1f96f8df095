"""Persisted queries: documents that Coral knows by an id."""

from __future__ import annotations

import hashlib

from graphql import GraphQLError, GraphQLSchema, OperationDefinitionNode, parse, validate

from .schema import FOLDER


class Persisted:
    """The queries a Coral server has stored. The documents in `persisted/` have the form of those that
    Coral's own pages send: edges, no nodes, some fields more and some fewer than a client wants."""

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._texts: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for file in sorted((FOLDER / "persisted").glob("*.graphql")):
            text = file.read_text(encoding="utf-8")
            # What this version's schema has not, this version's pages do not ask for.
            if not validate(schema, parse(text)):
                self.add(text)

    def add(self, text: str) -> dict[str, str]:
        """Stores a document; ValueError if it is none or not valid. Answers its id and its name."""
        try:
            document = parse(text)
        except GraphQLError as error:
            raise ValueError(str(error)) from error
        errors = validate(self.schema, document)
        if errors:
            raise ValueError(str(errors[0]))
        names = [
            definition.name.value for definition in document.definitions
            if isinstance(definition, OperationDefinitionNode) and definition.name]
        if len(names) != 1:
            raise ValueError("one operation with a name is needed")
        identifier = hashlib.md5(text.encode()).hexdigest()
        self._texts[identifier] = text
        self._names[names[0]] = identifier
        return {"id": identifier, "operationName": names[0]}

    def text(self, identifier: str) -> str | None:
        return self._texts.get(identifier)

    def map(self) -> dict[str, dict[str, str]]:
        return {name: {"id": identifier, "operationName": name} for name, identifier in sorted(self._names.items())}
