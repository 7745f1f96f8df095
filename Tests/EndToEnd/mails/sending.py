"""Checks recipes/mail/send with a real Postfix: TLS and login, refusals of the account and of recipients, and runs that are killed.

  sending.py RECIPE FOLDER      needs atoll on the PATH, Postfix and Dovecot, and root to start them
"""
import collections
import email
import email.policy
import html
import json
import mailbox
import os
import random
import re
import signal
import subprocess
import sys
import time

from postfix import LARGEST_MAIL, OTHER_USER, PASSWORD, USER, MailServer

RECIPE, FOLDER = sys.argv[1:]
COUNT, REFUSED, KILLS = 1000, 10, 5
SENDER = "news@example.com"
LANGUAGES, ZONES = ["en", "de", "ar"], ["UTC", "Europe/Berlin"]
random.seed(7)
problems = []


def expect(condition, message):
    if not condition:
        problems.append(message)


def path(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def story(recipients):
    return json.dumps({
        "atoll": 1,
        "story": {"id": "s", "title": "Tides {{first_name}}", "url": "https://www.example.com/s", "server": "coral"},
        "comments": [{"id": "1", "author": "Eve {{secret}}", "createdAt": "2026-07-31T10:00:00Z",
                      "body": "{{secret}} *|EMAIL|* https://evil.example/?{{secret}}"}],
        "recipients": recipients,
    })


def recipient(address, index=0):
    return {
        "to": address, "locale": LANGUAGES[index % 3], "zone": ZONES[index % 2],
        "merge": {"first_name": f"N<{index}> {{{{secret}}}}", "id": f"a&b {index}", "secret": "leak"},
    }


def results_of(name, recipients, *options, sender=SENDER):
    """Writes the mails of a campaign to a file, and returns its path. One line takes some of the recipients."""
    groups = [recipients[start : start + 100] for start in range(0, len(recipients), 100)]
    lines = [json.dumps({"key": f"s{number}"} | json.loads(story(group))) for number, group in enumerate(groups)]
    stories = write(f"{name}.stories.ndjson", "\n".join(lines) + "\n")
    with open(path(f"{name}.ndjson"), "wb") as file:
        subprocess.run(
            ["atoll", "batch", stories, "--format", "email", "--campaign", name, "--mail-from", f"Example <{sender}>",
             "--reason", "Dear {{first_name}}!", "--unsubscribe-tag", "https://www.example.com/u?id={{id}}", *options],
            stdout=file, check=False)
    return path(f"{name}.ndjson")


def start(results, *options):
    """Starts the recipe."""
    environment = os.environ | {"SSL_CERT_FILE": server.path("certificate.pem"), "SMTP_PASSWORD": PASSWORD}
    with open(results, "rb") as file:
        return subprocess.Popen([RECIPE, *options], stdin=file, stderr=subprocess.PIPE, text=True, env=environment)


def send(results, *options):
    """Returns the exit code and the messages of the recipe."""
    run = start(results, *options)
    errors = run.communicate()[1]
    return run.returncode, errors


def check_end(what, results, options, code, text):
    """Checks the exit code and a message of a run."""
    ended, errors = send(results, *options)
    expect(ended == code and text in errors, f"{what}: ended with {ended} instead of {code}, or does not say “{text}”: {errors}")


def steps(ledger):
    """Returns the last step of each mail in a ledger."""
    if not os.path.exists(path(ledger)):
        return {}
    with open(path(ledger), encoding="utf-8") as file:
        return {line.split()[1]: line.split()[0] for line in file.read().splitlines()}


def readers_of(mails):
    """Returns how many mails each recipient has."""
    return collections.Counter(re.search(rb"(?m)^X-Original-To: (.*)$", mail)[1].decode() for mail in mails)


def check_mail(data):
    mail = email.message_from_bytes(data, policy=email.policy.default)
    index = int(re.search(r"reader(\d+)@", mail["To"])[1])
    expect(not mail.defects, f"{index}: {mail.defects}")
    expect(mail["To"] == f"Reader {index} – é <reader{index}@example.com>", f"{index}: To is {mail['To']}")
    expect(mail["Date"] is not None and len(mail.get_all("Date")) == 1, f"{index}: Date is {mail.get_all('Date')}")
    expect(mail["Content-Language"] == LANGUAGES[index % 3], f"{index}: {mail['Content-Language']}")
    expect(mail["List-Unsubscribe"] == f"<https://www.example.com/u?id=a%26b%20{index}>", mail["List-Unsubscribe"])
    text = mail.get_body(("plain",)).get_content()
    markup = " ".join(mail.get_body(("html",)).get_content().split())
    greeting = f"Dear N<{index}> {{{{secret}}}}!"
    expect(greeting in text.replace("\u2060", ""), f"{index}: no greeting in the text")
    expect(greeting in html.unescape(markup) and greeting not in markup, f"{index}: no greeting in the HTML")
    expect(f'href="https://www.example.com/u?id=a%26b%20{index}"' in markup, f"{index}: no link")
    expect("leak" not in mail.as_string() and "leak" not in text + markup, f"{index}: a comment was filled in")


def check_campaign():
    """Sends to 1,000 recipients: the account is refused, runs are killed, and 10 recipients are refused."""
    recipients = [recipient(f"Reader {index} – é <reader{index}@example.com>", index) for index in range(COUNT)]
    for index in range(REFUSED):
        recipients.insert(random.randrange(COUNT), recipient(f"nobody{index}@example.com"))
    campaign = results_of("july", recipients)
    to_server = ["--smtp", f"localhost:{server.starttls}", "--starttls", "--ledger", path("ledger")]
    check_end("a wrong password", campaign, [*to_server, "--user", USER, "--password-file", write("wrong", "wrong\n")], 77, f"0 sent, 0 refused, {COUNT + REFUSED} open")
    check_end("a sender who is refused", campaign, [*to_server, "--user", OTHER_USER], 77, "not owned by user")
    check_end("no login", campaign, to_server, 77, "not logged in")
    expect(set(steps("ledger").values()) == {"open"}, f"a refusal of the account was final: {steps('ledger')}")
    expect(not server.mails(), "a refused account sent mails")

    log_in = ["--user", USER, "--password-file", write("password", f"{PASSWORD}\n")]
    kills = 0
    for _ in range(KILLS):
        run = start(campaign, *to_server, *log_in)
        enough = os.path.getsize(path("ledger")) + random.randrange(5_000, 20_000)
        while run.poll() is None and os.path.getsize(path("ledger")) < enough:
            time.sleep(random.random() * 0.01)
        run.send_signal(signal.SIGKILL)
        kills += run.wait() == -signal.SIGKILL
        run.stderr.close()
    expect(kills == KILLS, f"only {kills} kills")
    # atoll batch, too, can be killed.
    with open(campaign, encoding="utf-8") as file:
        whole = file.read()
    partial = write("partial.ndjson", whole[: len(whole) * 4 // 5])
    expect(send(partial, *to_server, *log_in)[0] == 75, "half of the mails were taken for all of them")

    code, errors = send(campaign, *to_server, *log_in)
    unsure = re.findall(r"(?m)^(\S+): it is not known", errors)
    refused = re.findall(r"(?m)^(\S+): refused.*: 550 5\.1\.1 ", errors)
    expect(code == 1, f"the last run ended with {code}: {errors}")
    expect(sorted(refused) == [f"nobody{index}@example.com" for index in range(REFUSED)], f"refused: {refused}")
    mails = server.mails()
    readers = readers_of(mails)
    twice = [reader for reader, count in readers.items() if count > 1]
    expect(not twice, f"sent twice: {twice}")
    lost = {f"reader{index}@example.com" for index in range(COUNT)} - set(readers) - set(unsure)
    expect(not lost, f"neither sent nor reported: {sorted(lost)}")
    for mail in mails:
        check_mail(mail)

    send(campaign, *to_server, *log_in)
    expect(readers_of(server.mails()) == readers, "a repeated run sent something")
    send(campaign, *to_server, *log_in, "--repeat-unsure")
    after = readers_of(server.mails())
    expect(len(after) == COUNT, f"{len(after)} of {COUNT} recipients have a mail in the end")
    expect({reader for reader, count in after.items() if count > 1} <= set(unsure), "a mail that was not unsure was repeated")

    # The server knows these readers now.
    server.write("refused", "".join(
        f"grey{index}@example.com 450 4.2.0 later\ngone{index}@example.com 550 5.1.1 gone\n" for index in range(12)))
    server.postfix("reload")
    check_end("--again", campaign, [*to_server, *log_in, "--again"], 0, f"{REFUSED} sent, 0 refused, 0 open")
    expect(len(readers_of(server.mails())) == COUNT + REFUSED, "--again did not reach all")
    return kills, len(mails), len(unsure)


def check_refusals():
    """Sends mails that the server refuses for other reasons than the recipient or the account."""
    to_server = ["--smtp", f"localhost:{server.tls}", "--tls", "--user", USER, "--ledger"]
    grey = results_of("grey", [recipient(f"grey{index}@example.com") for index in range(12)])
    check_end("a server that refuses everybody for now", grey, [*to_server, path("ledger-grey")], 75, "0 sent, 0 refused, 12 open")
    expect(list(steps("ledger-grey").values()) == ["open"] * 10, f"refused for now: {steps('ledger-grey')}")
    gone = results_of("gone", [recipient(f"gone{index}@example.com") for index in range(12)])
    check_end("many unknown users in succession", gone, [*to_server, path("ledger-gone")], 1, "0 sent, 12 refused, 0 open")
    away = ["local@example.com", *(f"reader{index}@elsewhere.example" for index in range(3))]
    relay = results_of("relay", [recipient(address) for address in away], sender="free@example.com")
    check_end("no relay", relay, ["--smtp", f"localhost:{server.starttls}", "--starttls", "--ledger", path("ledger-relay")],
              77, "Relay access denied; other recipients are: correct this and repeat the command\n1 sent, 0 refused, 3 open")
    large = results_of("large", [recipient("large@example.com") | {"merge": {"first_name": "L" * LARGEST_MAIL, "id": 1}},
                                 recipient("small@example.com")])
    check_end("a mail that is too large", large, [*to_server, path("ledger-large")], 1, "1 sent, 1 refused, 0 open")

    with open(large, encoding="utf-8") as file:
        world = write("world.ndjson", file.read().replace("small@", "jörg@"))
    check_end("an address for a server without SMTPUTF8", world,
              ["--smtp", f"localhost:{server.ascii}", "--starttls", "--user", USER, "--ledger", path("ledger-ascii")],
              1, "jörg@example.com: refused: localhost does not support")
    check_end("an address for a server with SMTPUTF8", world, [*to_server, path("ledger-world")], 1, "1 sent, 1 refused, 0 open")
    expect("jörg@example.com" in readers_of(server.mails()), "jörg has no mail")


def check_transports():
    """Sends a few mails in other ways: TLS from the start, a certificate that is not valid, a rate, programs and files."""
    count = 25
    small = results_of("august", [recipient(f"few{index}@example.com", index) for index in range(count)], "--now", "2026-07-31T18:30:00Z")
    tls = ["--smtp", f"localhost:{server.tls}", "--tls", "--user", USER, "--ledger"]
    os.environ["TZ"] = "UTC"
    check_end("a host that the certificate does not have", small,
              ["--smtp", f"127.0.0.1:{server.tls}", *tls[2:], path("ledger2")], 77, "IP address mismatch")
    check_end("TLS on a port without it", small, ["--smtp", f"localhost:{server.starttls}", *tls[2:], path("ledger2")], 77, "TLS with")
    connections = server.log().count(": connect from")
    began = time.monotonic()
    check_end("TLS", small, [*tls, path("ledger2"), "--rate", "20"], 0, f"{count} sent")
    expect(time.monotonic() - began >= (count - 1) / 20, "--rate did not slow the run")
    expect(server.log().count(": connect from") == connections + 1, "the mails went over several connections")
    mail = next(mail for mail in server.mails() if b"X-Original-To: few1@" in mail)
    expect(b"Date: Fri, 31 Jul 2026 18:30:00 +0000" in mail, "the date of the mail was changed")

    folder = path("sendmail")
    os.mkdir(folder)
    program = write("bin-sendmail", f'#!/bin/sh\n[ "$1 $2 $3 $4" = "-i -f {SENDER} --" ] && exec cat > {folder}/"$5"\n')
    os.chmod(program, 0o755)
    check_end("--sendmail", small, ["--sendmail", program, "--ledger", path("ledger3")], 0, f"{count} sent")
    expect(len(os.listdir(folder)) == count, f"sendmail took {len(os.listdir(folder))} mails")
    for code, ends, step in [(78, 77, "open"), (67, 1, "refused"), (75, 75, "open")]:
        write("bin-sendmail", f"#!/bin/sh\necho broken $5 >&2\nexit {code}\n")
        check_end(f"sendmail with {code}", small, ["--sendmail", program, "--ledger", path(f"ledger-{code}")], ends, "broken")
        expect(set(steps(f"ledger-{code}").values()) == {step}, f"sendmail with {code}: {steps(f'ledger-{code}')}")
    check_end("no such sendmail", small, ["--sendmail", path("none"), "--ledger", path("ledger4")], 77, f"0 sent, 0 refused, {count} open")
    expect(set(steps("ledger4").values()) == {"open"}, "a mail that no program took is not open")

    files = ["--files", path("files")]
    check_end("--files", small, files, 0, "")
    names = sorted(os.listdir(path("files")))
    expect(len(names) == count, f"{len(names)} files")
    contents = [open(os.path.join(path("files"), name), "rb").read() for name in names]
    send(small, *files)
    same = [open(os.path.join(path("files"), name), "rb").read() for name in names] == contents
    expect(same, "a repeated run writes different files")
    expect({f"sent {name[:-4]}@example.com" for name in names} == {f"{step} {name}" for name, step in steps("ledger2").items()},
           "the ids differ")
    check_end("--mbox", small, ["--mbox", path("mbox")], 0, "")
    box = mailbox.mbox(path("mbox"))
    expect({f"<{name[:-4]}@example.com>" for name in names} == {mail["Message-ID"] for mail in box}, "the mbox has different mails")
    corrected = results_of("august", [recipient(f"few{index}@example.com", index) for index in range(count)], sender="news@example.org")
    check_end("another sender", corrected, [*tls, path("ledger2")], 0, f"0 sent, 0 refused, 0 open, {count} sent earlier")


with MailServer(
    refused={f"nobody{index}@example.com": "550 5.1.1 no such user" for index in range(REFUSED)}, senders=[SENDER],
) as server:
    figures = check_campaign()
    check_refusals()
    check_transports()
print("{} kills, {} mails sent once, {} unsure before --repeat-unsure".format(*figures))
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
