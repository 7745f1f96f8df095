"""Reads the files of the Unicode Character Database that the tables are generated from."""

import os
import re

VERSION = "17.0.0"
COUNT = 0x110000


class Database:
    """A folder laid out as https://www.unicode.org/Public/17.0.0/ucd/ is."""

    def __init__(self, folder):
        self.folder = folder
        first = next(self._lines("EastAsianWidth.txt", keep_comments=True))
        if VERSION not in first:
            raise SystemExit("%s: wanted Unicode %s, found: %s" % (folder, VERSION, first))

    def _lines(self, name, keep_comments=False):
        with open(os.path.join(self.folder, name), encoding="utf-8") as file:
            for line in file:
                if not keep_comments:
                    line = line.split("#", 1)[0]
                if line.strip():
                    yield line.strip()

    def fields(self, name):
        """Each line of a file: its first and last scalar, and what else it says."""
        for line in self._lines(name):
            parts = [part.strip() for part in line.split(";")]
            if not re.fullmatch(r"[0-9A-F]+(\.\.[0-9A-F]+)?", parts[0]):
                continue  # a sequence, and no scalar or range
            first, _, last = parts[0].partition("..")
            yield int(first, 16), int(last or first, 16), parts[1:]

    def property(self, name, default, value=lambda rest: rest[0]):
        """What a file says of every scalar, as a list; `value` may pass over a line with None."""
        table = [default] * COUNT
        for first, last, rest in self.fields(name):
            found = value(rest)
            if found is not None:
                table[first:last + 1] = [found] * (last - first + 1)
        return table

    def scalars(self, name, wanted):
        """The scalars that have a binary property."""
        found = set()
        for first, last, rest in self.fields(name):
            if rest[0] == wanted:
                found.update(range(first, last + 1))
        return found

    def categories(self):
        return self.property("extracted/DerivedGeneralCategory.txt", "Cn")

    def decompositions(self):
        """What each scalar is taken apart into, compatibly or not."""
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
    """Letters for scalars, as two texts: which block each run of scalars has, and the blocks."""

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
        """Two digits to the base 40 for each block, from `0` on."""
        return "".join(chr(48 + each // 40) + chr(48 + each % 40) for each in self.numbers)

    def block_text(self):
        return "".join(self.blocks)


def literal(name, text, width=96):
    """A static string of Swift over many lines."""
    escaped = [text[start:start + width] for start in range(0, len(text), width)]
    for each in escaped:
        assert "\\" not in each and '"""' not in each, each
    return '  static let %s: StaticString = """\n    %s\n    """\n' % (name, "\\\n    ".join(escaped))
