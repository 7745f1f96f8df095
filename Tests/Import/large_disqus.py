"""Writes an export of Disqus of at least so many bytes: large_disqus.py BYTES"""
import sys

HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<disqus xmlns="http://disqus.com" xmlns:dsq="http://disqus.com/disqus-internals">\n'
THREAD = '<thread dsq:id="%d"><id>t-%d</id><link>https://www.example.com/%d/</link><title>Story %d</title>' \
    "<createdAt>2012-12-12T12:12:12Z</createdAt><isClosed>false</isClosed><isDeleted>false</isDeleted></thread>\n"
POST = '<post dsq:id="%d"><id/><message><![CDATA[%s]]></message><createdAt>2013-10-10T19:20:29Z</createdAt>' \
    "<isDeleted>false</isDeleted><isSpam>%s</isSpam><author><name>Reader %d</name><isAnonymous>false</isAnonymous>" \
    '<username>reader-%d</username></author><thread dsq:id="%d"/>%s</post>\n'
BODY = '<p>What lives in a tide pool? <a href="https://www.example.com/crabs" rel="nofollow">Crabs</a>, and <b>gulls</b>.</p>' * 3
# The comments of a story are far apart, as they are in exports, which are sorted by time.
STRIDE = 7919


def main(size):
    threads = max(10, size // 5000)
    written = sys.stdout.write(HEAD)
    for number in range(threads):
        written += sys.stdout.write(THREAD % ((number,) * 4))
    post = 0
    while written < size:
        parent = '<parent dsq:id="%d"/>' % (post - threads) if post % 3 == 0 and post >= threads else ""
        reader, is_spam = post % 5000, "true" if post % 50 == 0 else "false"
        written += sys.stdout.write(POST % (post, BODY, is_spam, reader, reader, post * STRIDE % threads, parent))
        post += 1
    sys.stdout.write("</disqus>\n")


main(int(sys.argv[1]))
