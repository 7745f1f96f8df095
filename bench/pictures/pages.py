"""Writes two long pages of comments that differ in one colour, for pictures of 1200×8000."""
import sys

WORDS = "the reef keeps what the tide brings and the tide brings what the storm left of every thread".split()


def page(color):
    parts = ["<!doctype html><title>x</title><style>body{margin:0;height:8000px;overflow:hidden;"
             "font:16px/24px sans-serif;background:#fafafa}article{margin:16px;padding:16px;"
             "background:#fff;border-radius:8px;box-shadow:0 1px 3px #0003}p{margin:0}"
             ".meta{color:%s;font-size:13px;line-height:18px}</style>" % color]
    for number in range(70):
        words = " ".join(WORDS[(number * 7 + i * (number % 5 + 1)) % len(WORDS)] for i in range(60))
        parts.append("<article><p class=meta>Author %d, %d March</p><p>%s</p></article>"
                     % (number, number % 28 + 1, words))
    return "".join(parts)


for name, color in (("old", "#222"), ("new", "#c03")):
    with open("%s/%s.html" % (sys.argv[1], name), "w", encoding="utf-8") as file:
        file.write(page(color).replace("p{margin:0}", "p{margin:0;color:%s}" % color))
