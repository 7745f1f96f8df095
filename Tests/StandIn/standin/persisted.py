"""Coral's persisted queries."""

from __future__ import annotations

import hashlib

from graphql import GraphQLError, GraphQLSchema, OperationDefinitionNode, parse, validate

from .schema import FOLDER


class Persisted:
    """The persisted queries of a Coral server, by their ids.

    The documents in `persisted/` are like those that Coral's own pages send.
    """

    def __init__(self, schema: GraphQLSchema) -> None:
        self.schema = schema
        self._texts: dict[str, str] = {}
        self._names: dict[str, str] = {}
        for file in sorted((FOLDER / "persisted").glob("*.graphql")):
            text = file.read_text(encoding="utf-8")
            # A version has only the documents that are valid for its schema.
            if not validate(schema, parse(text)):
                self.add(text)

    def add(self, text: str) -> dict[str, str]:
        """Stores a document, and returns its id and its name. Raises ValueError if it is not valid."""
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
            raise ValueError("the document must have one operation, with a name")
        identifier = hashlib.md5(text.encode()).hexdigest()
        self._texts[identifier] = text
        self._names[names[0]] = identifier
        return {"id": identifier, "operationName": names[0]}

    def text(self, identifier: str) -> str | None:
        return self._texts.get(identifier)

    def map(self) -> dict[str, dict[str, str]]:
        return {name: {"id": identifier, "operationName": name} for name, identifier in sorted(self._names.items())}
