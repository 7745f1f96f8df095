"""Readers of XML, JSON and CSV, which name the line of an error."""
import csv
import functools
import gzip
import io
import itertools
import json
import os
import re
import sys
import xml.parsers.expat

if sys.version_info < (3, 11):
    sys.exit("%s: Python 3.11 or later is needed" % os.path.basename(sys.argv[0]))

CHUNK = 1 << 18
# Characters that XML does not allow, and that exports contain nevertheless.
CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
UTF16 = (b"\xff\xfe", b"\xfe\xff")
# Threads that are nested more deeply in JSON are rejected.
MAX_DEPTH = 10_000
MAX_CELL = 1 << 24
MAX_XML_DEPTH = 50


class InputError(Exception):
    """An input that is not what it should be."""

    def __init__(self, message, place=None):
        super().__init__("%s: %s" % (place, message) if place else message)


class Input:
    """A file, or standard input for `-`; one compressed by gzip is decompressed."""

    def __init__(self, path):
        self.path = path
        self.name = "standard input" if path == "-" else path
        self.last_place, self.is_open = self.name, False

    def place(self, line):
        """Returns a line as it is named in messages."""
        self.last_place = "%s:%d" % (self.name, line)
        return self.last_place

    @property
    def stem(self):
        """The name of the file without its folder, `.gz` and its suffix."""
        return os.path.splitext(os.path.basename(self.name).removesuffix(".gz"))[0]

    @functools.cached_property
    def file(self):
        file = sys.stdin.buffer if self.path == "-" else open(self.path, "rb")
        self.is_open = True
        return io.BufferedReader(gzip.open(file)) if file.peek(2)[:2] == b"\x1f\x8b" else file

    @property
    def is_xml(self):
        return self.file.peek(100).lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"<", *UTF16))

    def text(self):
        """Returns the input as text in UTF-8, or in UTF-16 if it begins with a mark."""
        encoding = "utf-16" if self.file.peek(2)[:2] in UTF16 else "utf-8-sig"
        return io.TextIOWrapper(self.file, encoding, newline="")


class Reader:
    """The state of the parser of `xml_elements`: the wanted elements that are open, and those that have ended."""

    def __init__(self, source, root, wanted):
        self.source, self.root, self.wanted = source, root, wanted
        self.names = {path.rpartition("/")[2] for path in wanted}
        self.path, self.open, self.ended = [], [], []
        self.parser = xml.parsers.expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters
        self.parser.EntityDeclHandler = self.entity

    def place(self):
        return self.source.place(self.parser.CurrentLineNumber)

    def entity(self, *_):
        raise InputError("declarations of entities are not read", self.place())

    def start(self, name, attributes):
        name = name.rpartition(":")[2]
        if not self.path and name != self.root:
            raise InputError("the root element is <%s>, not <%s>" % (name, self.root), self.place())
        self.path.append(name)
        if len(self.path) > MAX_XML_DEPTH:
            raise InputError("elements are nested more than %d deep" % MAX_XML_DEPTH, self.place())
        if name in self.names and "/".join(self.path[1:]) in self.wanted:
            self.open.append((name, len(self.path), self.place(), {}))
        if self.open and attributes:
            fields, path = self.inner()
            for key, value in attributes.items():
                fields.setdefault("%s@%s" % (path, key.rpartition(":")[2]), [value])

    def inner(self):
        """Returns the fields of the innermost wanted element, and the path in it."""
        _, depth, _, fields = self.open[-1]
        return fields, "/".join(self.path[depth:])

    def characters(self, text):
        if self.open:
            fields, path = self.inner()
            fields.setdefault(path, []).append(text)

    def end(self, _):
        if self.open and self.open[-1][1] == len(self.path):
            name, _, place, fields = self.open.pop()
            self.ended.append((name, place, {key: "".join(value) for key, value in fields.items()}))
        self.path.pop()


def xml_elements(source, root, wanted, stories):
    """Yields (name, place, fields) for each wanted element when it ends; `wanted` are paths in the root, without prefixes.

    Fields are texts by their path in the element, such as "author/name", and "" for its own, and attributes, such as "@id" and
    "thread@id".
    A wanted element in another one is not part of its fields.
    """
    reader = Reader(source, root, wanted)
    chunk = source.file.read(CHUNK)
    controls = b"" if chunk[:2] in UTF16 else CONTROLS
    is_at_end = False
    while not is_at_end:
        is_at_end = not chunk
        cleaned = chunk.translate(None, controls)
        stories.lose("control characters", len(chunk) - len(cleaned))
        try:
            reader.parser.Parse(cleaned, is_at_end)
        except xml.parsers.expat.ExpatError as error:
            message = "the file ends" if is_at_end else xml.parsers.expat.ErrorString(error.code)
            where = " in <%s>" % "/".join(reader.path) if reader.path else ""
            raise InputError(message + where, "%s:%d" % (source.place(error.lineno), error.offset + 1)) from None
        yield from reader.ended
        reader.ended = []
        chunk = source.file.read(CHUNK)


def json_values(source):
    """Yields (place, value) for each JSON value of an input: one value, or any number of them after one another."""
    sys.setrecursionlimit(MAX_DEPTH)
    line, is_empty = 0, True
    try:
        file = source.text()
        for text in file:
            line += 1
            if text.isspace():
                continue
            is_empty = False
            try:
                value = json.loads(text)
            except json.JSONDecodeError:
                # The value has several lines, or the line several values: the rest is read at once.
                yield from rest(source, text + file.read(), line)
                return
            yield source.place(line), value
    except UnicodeDecodeError as error:
        raise InputError("this is not UTF-8", source.place(line + 1)) from None
    except RecursionError:
        raise InputError("too many levels of nesting", source.place(max(line, 1))) from None
    except ValueError as error:
        raise InputError(str(error), source.place(max(line, 1))) from None
    if is_empty:
        raise InputError("there is no JSON", source.name)


def rest(source, text, line):
    """Yields the values of a text that begins on a line."""
    decoder, space = json.JSONDecoder(), re.compile(r"\s*")
    index = space.match(text).end()
    counted, line_ends = 0, 0
    while index < len(text):
        line_ends += text.count("\n", counted, index)
        counted = index
        place = source.place(line + line_ends)
        try:
            value, index = decoder.raw_decode(text, index)
        except json.JSONDecodeError as error:
            raise InputError(error.msg, "%s:%d" % (source.place(line - 1 + error.lineno), error.colno)) from None
        yield place, value
        index = space.match(text, index).end()


def simple(name):
    return re.sub(r"[^a-z0-9]", "", name.lower())


def csv_rows(source, names, stories, with_empty=()):
    """Yields (place, row) for each row of a CSV file with a header.

    `names` are names of columns for each field: {"id": "id comment_id"}; capitals and all but letters and digits do not
    count. A row has texts by fields, empty ones only of the fields in `with_empty`; columns with other names are lost.
    """
    csv.field_size_limit(MAX_CELL)
    line = 1
    try:
        file = source.text()
        first = file.readline()
        separator = max(",;\t", key=first.count)
        # A name in the header may contain a line end.
        reader = csv.reader(itertools.chain([first], file), delimiter=separator, strict=True)
        columns = columns_of(next(reader, []), names, source, stories)
        line = reader.line_num + 1
        for row in reader:
            if len(row) > len(columns):
                raise InputError("%d cells, but %d columns" % (len(row), len(columns)), source.place(line))
            if any(row):
                place = source.place(line)
                if len(row) < len(columns):
                    stories.doubt("rows with fewer cells than columns, taken as empty", place)
                cells = itertools.zip_longest(columns, row, fillvalue="")
                yield place, {field: cell for field, cell in cells if field and (cell or field in with_empty)}
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(str(error), source.place(line)) from None
    except UnicodeDecodeError:
        raise InputError("this is not UTF-8; save the table as “CSV UTF-8”", source.place(line)) from None


def columns_of(header, names, source, stories):
    """Returns the fields of the columns of a table, None for columns that are lost."""
    fields = {simple(name): field for field, listed in names.items() for name in listed.split()}
    columns = [fields.get(simple(name)) for name in header]
    for field in names:
        if columns.count(field) > 1:
            raise InputError("several columns are the %s of a comment" % field, source.place(1))
    if "body" not in columns:
        raise InputError("no column has the text of comments (%s)" % ", ".join(names["body"].split()), source.place(1))
    for name, field in zip(header, columns):
        if field is None and name.strip():
            stories.lose("the column “%s”" % name.strip())
    return columns
