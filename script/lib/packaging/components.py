"""The third-party components of the program: those that are built in, and the libraries with which it is linked."""
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))

APACHE_WITH_EXCEPTION = "Apache-2.0 WITH Swift-exception"
GPL_WITH_EXCEPTION = "GPL-3.0-or-later WITH GCC-exception-3.1"
# Built-in components: the name, the version (None for that of Swift; for the name of a library, that of pkg-config), the
# copyright, the license, the address and the purpose.
BUILT_IN = [
    ("swift-runtime", None, "2014-2026 Apple Inc. and the Swift project authors", APACHE_WITH_EXCEPTION,
     "https://www.swift.org/", "the standard library of Swift, linked statically"),
    ("swift-corelibs-libdispatch", None, "2008-2026 Apple Inc. and the Swift project authors", APACHE_WITH_EXCEPTION,
     "https://github.com/swiftlang/swift-corelibs-libdispatch", "the threads of concurrent tasks, linked statically"),
    ("libstdc++", "12", "1987-2022 Free Software Foundation, Inc.", GPL_WITH_EXCEPTION,
     "https://gcc.gnu.org/", "the C++ library of the Swift runtime, linked statically"),
    ("libgcc", "12", "1987-2022 Free Software Foundation, Inc.", GPL_WITH_EXCEPTION,
     "https://gcc.gnu.org/", "functions that compiled C++ calls, linked statically"),
    ("cmark", "libcmark", "2014-2016 John MacFarlane", "BSD-2-Clause",
     "https://github.com/commonmark/cmark", "the parser of Markdown, linked statically"),
    ("cmark-houdini-buffer-utf8", "libcmark",
     "2012 Vicent Martí; 2012 GitHub, Inc.; 2009 Public Software Group e. V., Berlin, Germany", "MIT",
     "https://github.com/commonmark/cmark", "parts of cmark that other people wrote, linked statically"),
    ("libdeflate", "libdeflate", "2016, 2018 Eric Biggers", "MIT",
     "https://github.com/ebiggers/libdeflate", "compresses and decompresses, linked statically"),
    ("unicode-character-database", "17.0.0", "1991-2025 Unicode, Inc.", "Unicode-3.0",
     "https://www.unicode.org/Public/17.0.0/ucd/", "the tables of scalars were generated from it"),
    ("caniemail", "2026-06", "2019 HTeuMeuLeu", "MIT",
     "https://www.caniemail.com/", "the table of what mail clients drop was taken from it"),
]
# The licenses of the libraries that are linked at run time, by the beginning of the library's name.
LINKED = {
    "libnettle": "LGPL-3.0-or-later OR GPL-2.0-or-later", "libz": "Zlib",
    "libc": "LGPL-2.1-or-later", "libm": "LGPL-2.1-or-later", "ld-linux": "LGPL-2.1-or-later",
}


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL).stdout.decode()


def swift_version():
    done = subprocess.run(["swift", "--version"], check=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return re.search(r"Swift version ([0-9.]+)", done.stdout.decode()).group(1)


def built_in():
    """Returns BUILT_IN with the actual versions."""
    swift = swift_version()

    def known(version):
        if version is None:
            return swift
        return output("pkg-config", "--modversion", version).strip() if version.startswith("lib") else version
    return [(name, known(version), *rest) for name, version, *rest in BUILT_IN]


def linked(program):
    """Returns the libraries that the program needs, as (library, Debian package, version, license), sorted."""
    dynamic = output("objdump", "--private-headers", program)
    found = []
    for library in sorted(re.findall(r"NEEDED\s+(\S+)", dynamic)):
        stem = re.split(r"[.]so|-x86|-aarch64", library)[0]
        paths = re.findall(r"^\s*%s .*=> (\S+)$" % re.escape(library), output("ldconfig", "-p"), re.MULTILINE)
        package = version = None
        # dpkg knows a library by its path before or after the merge of /usr.
        for path in paths:
            for known in (path, os.path.realpath(path), "/usr" + path, path.removeprefix("/usr")):
                asked = subprocess.run(["dpkg-query", "--search", known], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
                if asked.returncode == 0:
                    package = asked.stdout.decode().split(":")[0]
                    break
            if package:
                break
        if package is None:
            raise SystemExit("%s: no Debian package contains %s" % (program, library))
        version = output("dpkg-query", "--show", "--showformat=${Version}\n", package).splitlines()[0]
        if stem not in LINKED:
            raise SystemExit("script/lib/packaging/components.py: the license of %s is missing" % library)
        found.append((library, package, version, LINKED[stem]))
    return found


def license_text(name):
    """Returns the text of a license, from this folder or from the Swift toolchain."""
    if name == GPL_WITH_EXCEPTION:
        path = os.path.join(HERE, "licenses", "GCC-exception-3.1.txt")
    elif name == APACHE_WITH_EXCEPTION:
        swift = os.path.dirname(os.path.realpath(shutil.which("swift")))
        path = os.path.join(swift, "..", "share", "swift", "LICENSE.txt")
    else:
        path = os.path.join(HERE, "licenses", name + ".txt")
    with open(path, encoding="utf-8") as file:
        return file.read().strip("\n")
