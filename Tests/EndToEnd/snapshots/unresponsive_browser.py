#!/usr/bin/env python3
"""A browser that ignores the first request for a screenshot, as the full Chromium sometimes does on a busy machine.

It starts the real headless shell, and passes on all messages except that request.
"""
import os
import subprocess
import sys
import threading

requests_in, requests_out = os.pipe()
answers_in, answers_out = os.pipe()


def connect_pipes():
    os.dup2(requests_in, 3)
    os.dup2(answers_out, 4)


REQUESTS, ANSWERS = os.dup(3), os.dup(4)
requests_in, answers_out = os.dup(requests_in), os.dup(answers_out)
browser = subprocess.Popen(
    ["chromium-headless-shell", *sys.argv[1:]], preexec_fn=connect_pipes, close_fds=False)
os.close(requests_in)
os.close(answers_out)


def forward_answers():
    while piece := os.read(answers_in, 1 << 16):
        rest = piece
        while rest:
            rest = rest[os.write(ANSWERS, rest):]
    os._exit(0)


threading.Thread(target=forward_answers, daemon=True).start()
unread, has_dropped = b"", False
while piece := os.read(REQUESTS, 1 << 16):
    unread += piece
    *messages, unread = unread.split(b"\0")
    for message in messages:
        if not has_dropped and b'"Page.captureScreenshot"' in message:
            has_dropped = True
            continue
        os.write(requests_out, message + b"\0")
browser.kill()
