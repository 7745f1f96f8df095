"""Renders mails of threads of 10 to 100,000 comments, and compares the sizes of their encoded HTML with the limit.

    python3 Tests/EndToEnd/mails/sizes.py ATOLL

Ends with 1 if a mail is too large, or has room left although comments were omitted.
"""
import json
import subprocess
import sys

SIZES = (10, 100, 1_000, 10_000, 100_000)
MAX_BYTES = 90_000


def thread(count):
    """Returns a thread in which two of three comments reply to the previous one."""
    comments = []
    for index in range(count):
        comment = {
            "id": "c%d" % index, "author": {"name": "Author %d" % index}, "likes": index * 7 % 101,
            "createdAt": 1785000000000 + index * 60000,
            "body": "Comment number %d, with a few words more than it needs – and a dash." % index,
        }
        if index % 3:
            comment["parentId"] = "c%d" % (index - 1)
        comments.append(comment)
    story = {"id": "s", "title": "A story", "url": "https://www.example.com/s"}
    return json.dumps({"atoll": 1, "story": story, "comments": comments}).encode()


def encoded_size(mail):
    """Returns the number of bytes of the encoded HTML part."""
    boundary = mail.split(b'boundary="', 1)[1].split(b'"', 1)[0]
    return len(mail.split(b"--" + boundary)[2].split(b"\r\n\r\n", 1)[1])


def main():
    is_wrong = False
    for count in SIZES:
        mail = subprocess.run(
            [sys.argv[1], "render", "--quiet", "-", "--format", "email"], input=thread(count),
            stdout=subprocess.PIPE, check=True).stdout
        size = encoded_size(mail)
        fits = size <= MAX_BYTES and (count < 1000 or size > MAX_BYTES * 9 // 10)
        print("%7d comments: %d bytes of encoded HTML%s" % (count, size, "" if fits else ", WRONG"))
        is_wrong = is_wrong or not fits
    sys.exit(1 if is_wrong else 0)


if __name__ == "__main__":
    main()
