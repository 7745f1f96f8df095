"""Reads the files of the Unicode Character Database."""

import os
import re

VERSION = "17.0.0"
COUNT = 0x110000


class Database:
    """A copy of the folder https://www.unicode.org/Public/17.0.0/ucd/."""

    def __init__(self, folder):
        self.folder = folder
        first = next(self._lines("EastAsianWidth.txt", keep_comments=True))
        if VERSION not in first:
            raise SystemExit("%s: not Unicode %s: %s" % (folder, VERSION, first))

    def _lines(self, name, keep_comments=False):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            for line in file:
                if not keep_comments:
                    line = line.split("#", 1)[0]
                if line.strip():
                    yield line.strip()

    def fields(self, name):
        """Yields the first scalar, the last scalar and the other fields of each line of a file."""
        for line in self._lines(name):
            parts = [part.strip() for part in line.split(";")]
            if not re.fullmatch(r"[0-9A-F]+(\.\.[0-9A-F]+)?", parts[0]):
                continue  # a sequence, not a scalar or range
            first, _, last = parts[0].partition("..")
            yield int(first, 16), int(last or first, 16), parts[1:]

    def property(self, name, default, value=lambda rest: rest[0]):
        """Returns the values of a property for all scalars; `value` returns None for lines to skip."""
        table = [default] * COUNT
        for first, last, rest in self.fields(name):
            found = value(rest)
            if found is not None:
                table[first:last + 1] = [found] * (last - first + 1)
        return table

    def scalars(self, name, property_name):
        """Returns the scalars with a binary property."""
        found = set()
        for first, last, rest in self.fields(name):
            if rest[0] == property_name:
                found.update(range(first, last + 1))
        return found

    def categories(self):
        return self.property("extracted/DerivedGeneralCategory.txt", "Cn")

    def decompositions(self):
        """Returns the canonical or compatibility decomposition of each scalar that has one."""
        found = {}
        for line in self._lines("UnicodeData.txt", keep_comments=True):
            parts = line.split(";")
            if parts[5]:
                mapping = parts[5].split()
                if mapping[0].startswith("<"):
                    mapping = mapping[1:]
                found[int(parts[0], 16)] = [int(each, 16) for each in mapping]
        return found


class Table:
    """One letter for each scalar, as two strings: the distinct blocks, and the block number of each run of scalars."""

    def __init__(self, letters, block_size):
        self.block_size = block_size
        self.blocks, self.numbers = [], []
        known = {}
        for start in range(0, len(letters), block_size):
            block = "".join(letters[start:start + block_size])
            if block not in known:
                known[block] = len(self.blocks)
                self.blocks.append(block)
            self.numbers.append(known[block])

    def number_text(self):
        """Returns the numbers of the blocks, with two digits to the base 40 each."""
        return "".join(chr(48 + each // 40) + chr(48 + each % 40) for each in self.numbers)

    def block_text(self):
        return "".join(self.blocks)


def literal(name, text, width=96):
    """Returns the declaration of a multi-line static string in Swift."""
    escaped = [text[start:start + width] for start in range(0, len(text), width)]
    for each in escaped:
        assert "\\" not in each and '"""' not in each, each
    return '  static let %s: StaticString = """\n    %s\n    """\n' % (name, "\\\n    ".join(escaped))
