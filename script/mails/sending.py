"""Checks recipes/mail/send with a real SMTP server: personal mails, and runs that are killed at random moments.

  sending.py RECIPE FOLDER      needs atoll on the PATH and aiosmtpd
"""
import collections
import email
import email.policy
import html
import json
import mailbox
import os
import random
import signal
import socket
import subprocess
import sys
import time

from aiosmtpd.controller import Controller

RECIPE, FOLDER = sys.argv[1:]
COUNT, KILLS = 60, 40
random.seed(7)
problems = []


def expect(condition, message):
    if not condition:
        problems.append(message)


class Server:
    """A mail server that is slow and refuses one recipient."""

    def __init__(self):
        self.accepted = collections.Counter()
        self.mails = {}

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        # Real servers, too, accept a mail before they answer.
        self.accepted[mail["Message-ID"]] += 1
        self.mails[envelope.rcpt_tos[0]] = mail
        time.sleep(random.random() * 0.1)
        return "250 OK"


def path(name):
    return os.path.join(FOLDER, name)


story = {
    "atoll": 1,
    "story": {"id": "s", "title": "Tides {{first_name}}", "url": "https://www.example.com/s", "server": "coral"},
    "comments": [{"id": "1", "author": "Eve {{secret}}", "createdAt": "2026-07-31T10:00:00Z",
                  "body": "{{secret}} *|EMAIL|* https://evil.example/?{{secret}}"}],
    "recipients": [
        {"to": f"Reader {index} – é <reader{index}@example.com>", "locale": ["en", "de", "ar"][index % 3],
         "zone": ["UTC", "Europe/Berlin"][index % 2],
         "merge": {"first_name": f"N<{index}> {{{{secret}}}}", "id": f"a&b {index}", "secret": "leak"}}
        for index in range(COUNT)
    ] + [{"to": "nobody@example.com", "merge": {"first_name": "-", "id": "-"}}],
}
with open(path("stories.ndjson"), "w", encoding="utf-8") as file:
    file.write(json.dumps(story) + "\n")

server = Server()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = Controller(server, hostname="127.0.0.1", port=port)
controller.start()
batch = [
    "atoll", "batch", path("stories.ndjson"), "--format", "email", "--campaign", "july",
    "--mail-from", "Example <news@example.com>", "--reason", "Dear {{first_name}}!",
    "--unsubscribe-tag", "https://www.example.com/u?id={{id}}", "--now", "2026-07-31T18:30:00Z",
]
send = [RECIPE, "--smtp", f"127.0.0.1:{port}", "--ledger", path("ledger")]


def start(command):
    """Starts atoll batch and the recipe, connected by a pipe."""
    mails = subprocess.Popen(batch, stdout=subprocess.PIPE)
    sender = subprocess.Popen(command, stdin=mails.stdout, stderr=subprocess.PIPE, text=True)
    mails.stdout.close()
    return mails, sender


def run(command):
    """Returns the exit status and the messages of the recipe."""
    mails, sender = start(command)
    errors = sender.communicate()[1]
    mails.wait()
    return sender.returncode, errors


kills = 0
for _ in range(KILLS):
    mails, sender = start(send)
    # After some more mails, or when none is left to send.
    enough = sum(server.accepted.values()) + random.randrange(3)
    while sender.poll() is None and sum(server.accepted.values()) < enough:
        time.sleep(0.001)
    victim = random.choice([mails, sender, sender])
    if victim.poll() is None:
        victim.send_signal(signal.SIGKILL)
        kills += 1
    sender.communicate()
    mails.wait()
expect(kills >= 10, f"only {kills} kills")
code, errors = run(send)
expect(code in (1, 75), f"the last run ended with {code}: {errors}")
twice = [name for name, count in server.accepted.items() if count > 1]
expect(not twice, f"sent twice: {twice}")
unsure = errors.count("it is not known")
expect(len(server.accepted) + unsure >= COUNT, f"{len(server.accepted)} of {COUNT} sent, {unsure} unsure")
run(send)
expect(len(server.accepted) <= COUNT and max(server.accepted.values()) == 1, "a repeated run sent something")
code, errors = run(send + ["--repeat-unsure"])
expect(code == 1, f"--repeat-unsure ended with {code}: {errors}")
expect(len(server.accepted) == COUNT, f"{len(server.accepted)} of {COUNT} sent in the end")

for address, mail in server.mails.items():
    index = int(address.removeprefix("reader").split("@")[0])
    expect(not mail.defects, f"{address}: {mail.defects}")
    expect(mail["To"] == f"Reader {index} – é <reader{index}@example.com>", f"{address}: To is {mail['To']}")
    expect(mail["Content-Language"] == ["en", "de", "ar"][index % 3], f"{address}: {mail['Content-Language']}")
    expect(mail["List-Unsubscribe"] == f"<https://www.example.com/u?id=a%26b%20{index}>", mail["List-Unsubscribe"])
    text = mail.get_body(("plain",)).get_content()
    markup = " ".join(mail.get_body(("html",)).get_content().split())
    greeting = f"Dear N<{index}> {{{{secret}}}}!"
    expect(greeting in text.replace("\u2060", ""), f"{address}: no greeting in the text")
    expect(greeting in html.unescape(markup) and greeting not in markup, f"{address}: no greeting in the HTML")
    expect(f'href="https://www.example.com/u?id=a%26b%20{index}"' in markup, f"{address}: no link")
    expect("leak" not in mail.as_string() and "leak" not in text + markup, f"{address}: a comment was filled in")
controller.stop()

# A program with the command line of sendmail.
folder = path("sendmail")
os.mkdir(folder)
program = path("bin-sendmail")
with open(program, "w", encoding="utf-8") as file:
    file.write(f'#!/bin/sh\n[ "$1 $2 $3 $4" = "-i -f news@example.com --" ] && exec cat > {folder}/"$5"\n')
os.chmod(program, 0o755)
code, errors = run([RECIPE, "--sendmail", program, "--ledger", path("ledger2")])
expect(code == 0, f"--sendmail ended with {code}: {errors}")
expect(len(os.listdir(folder)) == COUNT + 1, f"sendmail took {len(os.listdir(folder))} mails")

files = [RECIPE, "--files", path("files")]
code, errors = run(files)
expect(code == 0, errors)
names = sorted(os.listdir(path("files")))
expect(len(names) == COUNT + 1, f"{len(names)} files")
contents = [open(os.path.join(path("files"), name), "rb").read() for name in names]
run(files)
same = [open(os.path.join(path("files"), name), "rb").read() for name in names] == contents
expect(same, "a repeated run writes different files")
expect(set(server.accepted) <= {f"<{name[:-4]}@example.com>" for name in names}, "the ids differ")

code, errors = run([RECIPE, "--mbox", path("mbox")])
box = mailbox.mbox(path("mbox"))
expect(code == 0 and len(box) == COUNT + 1, f"{len(box)} mails in the mbox: {errors}")
expect({f"<{name[:-4]}@example.com>" for name in names} == {mail["Message-ID"] for mail in box}, "the mbox has different mails")

print(f"{kills} kills, {len(server.accepted)} mails sent once, {unsure} unsure before --repeat-unsure")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
