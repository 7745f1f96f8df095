"""Checks recipes/mail/send with a real SMTP server: personal mails, and runs that are killed at random moments.

  sending.py RECIPE FOLDER      needs atoll on the PATH and aiosmtpd
"""
import collections
import email
import email.policy
import json
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
findings = []


def expect(condition, message):
    if not condition:
        findings.append(message)


class Server:
    """Takes mails slowly, and refuses one recipient."""

    def __init__(self):
        self.taken = collections.Counter()
        self.mails = {}

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        # As a server does, it takes the mail first and answers later.
        self.taken[mail["Message-ID"]] += 1
        self.mails[envelope.rcpt_tos[0]] = mail
        time.sleep(random.random() * 0.01)
        return "250 OK"


def path(name):
    return os.path.join(FOLDER, name)


thread = {
    "atoll": 1,
    "story": {"id": "s", "title": "Tides {{first_name}}", "url": "https://www.example.com/s", "server": "coral"},
    "comments": [{"id": "1", "author": "Eve {{secret}}", "createdAt": "2026-07-31T10:00:00Z",
                  "body": "{{secret}} *|EMAIL|* https://evil.example/?{{secret}}"}],
}
with open(path("thread.json"), "w", encoding="utf-8") as file:
    json.dump(thread, file)
with open(path("recipients.ndjson"), "w", encoding="utf-8") as file:
    for index in range(COUNT):
        one = {"to": f"Reader {index} – é <reader{index}@example.com>", "locale": ["en", "de", "ar"][index % 3],
               "zone": ["UTC", "Europe/Berlin"][index % 2],
               "merge": {"first_name": f"N<{index}>", "id": f"a&b {index}", "secret": "leak"}}
        file.write(json.dumps(one) + "\n")
    file.write(json.dumps({"to": "nobody@example.com", "merge": {"first_name": "-", "id": "-"}}) + "\n")

server = Server()
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = Controller(server, hostname="127.0.0.1", port=port)
controller.start()
command = [
    RECIPE, path("thread.json"), path("recipients.ndjson"), "--from", "Example <news@example.com>",
    "--ledger", path("ledger"), "--smtp", f"127.0.0.1:{port}", "--", "--reason", "Dear {{first_name}}!",
    "--unsubscribe-tag", "https://www.example.com/u?id={{id}}", "--now", "2026-07-31T18:30:00Z",
]
kills = 0
while True:
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    if kills < KILLS:
        time.sleep(0.05 + random.random() * 0.5)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
            process.communicate()
            continue
    errors = process.communicate()[1]
    break
expect(process.returncode in (1, 75), f"the last run ended with {process.returncode}: {errors}")
twice = [name for name, count in server.taken.items() if count > 1]
expect(not twice, f"sent twice: {twice}")
unsure = errors.count("it is not known")
expect(len(server.taken) + unsure >= COUNT, f"{len(server.taken)} of {COUNT} sent, {unsure} unsure")
expect("no such user" in errors or kills, "the refusal is not reported")

again = subprocess.run(command, capture_output=True, text=True, check=False)
expect(len(server.taken) <= COUNT and max(server.taken.values()) == 1, "a repeated run sent something")
repeated = subprocess.run(
    command[:1] + command[1:7] + command[7:9] + ["--repeat-unsure"] + command[9:],
    capture_output=True, text=True, check=False)
expect(repeated.returncode == 1, f"--repeat-unsure ended with {repeated.returncode}: {repeated.stderr}")
expect(len(server.taken) == COUNT, f"{len(server.taken)} of {COUNT} sent in the end")

for address, mail in server.mails.items():
    index = int(address.removeprefix("reader").split("@")[0])
    expect(not mail.defects, f"{address}: {mail.defects}")
    expect(mail["To"] == f"Reader {index} – é <reader{index}@example.com>", f"{address}: To is {mail['To']}")
    expect(mail["Content-Language"] == ["en", "de", "ar"][index % 3], f"{address}: {mail['Content-Language']}")
    expect(mail["List-Unsubscribe"] == f"<https://www.example.com/u?id=a%26b%20{index}>", mail["List-Unsubscribe"])
    text = mail.get_body(("plain",)).get_content()
    markup = " ".join(mail.get_body(("html",)).get_content().split())
    expect(f"Dear N<{index}>!" in text, f"{address}: no greeting in the text")
    expect(f"Dear N&lt;{index}&gt;!" in markup, f"{address}: no greeting in the HTML")
    expect(f'href="https://www.example.com/u?id=a%26b%20{index}"' in markup, f"{address}: no link")
    expect("leak" not in mail.as_string() and "leak" not in text + markup, f"{address}: a comment was filled in")
controller.stop()

files = command[:3] + command[3:5] + ["--files", path("files")] + command[command.index("--"):]
first = subprocess.run(files, capture_output=True, text=True, check=False)
expect(first.returncode == 0, first.stderr)
names = sorted(os.listdir(path("files")))
expect(len(names) == COUNT + 1, f"{len(names)} files")
contents = [open(os.path.join(path("files"), name), "rb").read() for name in names]
subprocess.run(files, check=False)
same = [open(os.path.join(path("files"), name), "rb").read() for name in names] == contents
expect(same, "a repeated run makes other files")
expect(set(server.taken) <= {f"<{name[:-4]}@example.com>" for name in names}, "the ids differ")

print(f"{kills} kills, {len(server.taken)} mails sent once, {unsure} unsure before --repeat-unsure")
for finding in findings:
    print(finding)
sys.exit(1 if findings else 0)
