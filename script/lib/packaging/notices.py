"""Writes the license notices of the components that are built into the program.

    python3 script/lib/packaging/notices.py licenses     as text
    python3 script/lib/packaging/notices.py copyright    as the copyright file of a Debian package
"""
import sys

import components

COPYRIGHT = """Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: atoll
Comment: What other projects hold the copyright of is compiled into /usr/bin/atoll.

Files: *
Copyright: 2026 The Atoll authors
License: Apache-2.0

"""
APACHE = """License: Apache-2.0
 Licensed under the Apache License, Version 2.0. On Debian systems, its text is
 in /usr/share/common-licenses/Apache-2.0.
"""
SWIFT_EXCEPTION = """ Licensed under the Apache License, Version 2.0, whose text is in
 /usr/share/common-licenses/Apache-2.0 on Debian systems, with this exception:
 .
 As an exception, if you use this Software to compile your source code and
 portions of this Software are embedded into the binary product as a result,
 you may redistribute such product without providing attribution as would
 otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.
"""


GCC_EXCEPTION = """ Licensed under the GNU General Public License, version 3 or later, whose
 text is in /usr/share/common-licenses/GPL-3 on Debian systems, with this
 exception:
 .
"""
# The name of a license in a copyright file, and the words before its text.
WITH_EXCEPTION = {
    components.APACHE_WITH_EXCEPTION: ("Apache-2.0-with-Swift-exception", SWIFT_EXCEPTION),
    components.GPL_WITH_EXCEPTION: ("GPL-3.0-or-later-with-GCC-exception-3.1", GCC_EXCEPTION),
}


def indented(text):
    return "".join(" %s\n" % (line or ".") for line in text.splitlines())


def debian():
    parts = [COPYRIGHT]
    names = {}
    for name, version, holder, license_name, address, use in components.built_in():
        # In a copyright file, the name of a license may not contain spaces.
        short = WITH_EXCEPTION.get(license_name, (license_name, ""))[0]
        names.setdefault(short, license_name)
        parts.append("Files: usr/bin/atoll\nCopyright: %s\nLicense: %s\nComment: %s %s (%s): %s.\n\n"
                     % (holder, short, name, version, address, use))
    parts.append(APACHE)
    for short, license_name in names.items():
        words = WITH_EXCEPTION.get(license_name, (license_name, ""))[1]
        # SWIFT_EXCEPTION quotes the exception, and Debian has the text of the license.
        if license_name != components.APACHE_WITH_EXCEPTION:
            words += indented(components.license_text(license_name))
        parts.append("\nLicense: %s\n%s" % (short, words))
    return "".join(parts)


def text():
    parts = ["The program contains works of other projects, under these licenses.\n"]
    for name, version, holder, license_name, address, use in components.built_in():
        parts.append("\n%s\n%s %s: %s\n%s\nCopyright (c) %s\nLicense: %s\n%s\n\n%s\n" % (
            "=" * 78, name, version, use, address, holder, license_name, "=" * 78,
            components.license_text(license_name)))
    return "".join(parts)


def main():
    kinds = {"licenses": text, "copyright": debian}
    if len(sys.argv) != 2 or sys.argv[1] not in kinds:
        raise SystemExit(__doc__.strip())
    sys.stdout.write(kinds[sys.argv[1]]())


main()
