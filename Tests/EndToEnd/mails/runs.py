"""Checks short runs of recipes/mail/send: wrong and corrected commands, damaged ledgers and inputs, programs that are killed, signals,
lost connections, and how it takes the answers of servers.

  runs.py RECIPE FOLDER      needs atoll on the PATH
"""
import json
import os
import signal
import ssl
import subprocess
import sys
import threading

from answering import AnsweringServer, AnsweringServer6

RECIPE, FOLDER = sys.argv[1:]
NEW, OLD = "News <news@new.example>", "News <news@old.example>"
problems = []


def expect(condition, message):
    if not condition:
        problems.append(message)


def path(name):
    return os.path.join(FOLDER, name)


def write(name, data):
    with open(path(name), "wb") as file:
        file.write(data)
    return path(name)


def program(name, lines):
    write(name, f"#!/bin/sh\n{lines}\n".encode())
    os.chmod(path(name), 0o755)
    return path(name)


def mails_to(addresses, sender=NEW, options=(), code=0):
    """Returns the output of atoll batch for a campaign, which ends with a code."""
    story = {
        "atoll": 1, "story": {"id": "s", "title": "Tides", "url": "https://www.example.com/s"},
        "comments": [{"id": "1", "author": "Eve", "createdAt": "2026-07-31T10:00:00Z", "body": "Hello"}],
        "recipients": [{"to": address} for address in addresses],
    }
    command = ["atoll", "batch", write("story.ndjson", json.dumps(story).encode() + b"\n"), "-f", "email", "--campaign", "july"]
    command += [*(["--mail-from", sender] if sender else []), *options]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    expect(run.returncode == code, f"{command} ended with {run.returncode} instead of {code}")
    return run.stdout


def readers(count):
    return [f"u{number}@example.com" for number in range(count)]


def check(what, mails, options, code, last_line, *texts):
    """Sends mails, and checks the exit code, the last line, and texts before it."""
    run = subprocess.run([RECIPE, *options], input=mails, stderr=subprocess.PIPE, check=False)
    errors = run.stderr.decode()
    good = run.returncode == code and errors.splitlines()[-1:] == [last_line] and all(text in errors for text in texts)
    expect(good, f"{what}: ended with {run.returncode} instead of {code}, or does not say “{[*texts, last_line]}”: {errors}")


def to(server, ledger):
    return ["--smtp", f"127.0.0.1:{server.port}", "--ledger", path(ledger)]


def steps(ledger):
    """Returns the last step of each mail in a ledger, in the order of the mails."""
    with open(path(ledger), encoding="utf-8", errors="replace") as file:
        return list({line.split()[1]: line.split()[0] for line in file.read().splitlines()}.values())


def check_corrected_sender():
    """A server refuses the sender in the middle of a run, and the sender is corrected: also with a ledger of an earlier version."""
    with AnsweringServer() as server:
        def refuse_sender_later(recipient):
            if len(server.accepted) == 2:
                server.sender_answer = "550 5.7.1 Sender refused"
            return "250 ok"
        server.data_answer = refuse_sender_later
        check("a sender who is refused", mails_to(readers(6), OLD), to(server, "sender"), 77, "3 sent, 0 refused, 3 open")
        server.sender_answer = "250 ok"
        check("a corrected sender", mails_to(readers(6)), to(server, "sender"), 0, "3 sent, 0 refused, 0 open, 3 sent earlier")
        check("the first sender", mails_to(readers(6), OLD), to(server, "sender"), 0, "0 sent, 0 refused, 0 open, 6 sent earlier")
        expect(server.accepted == readers(6), f"a corrected sender: {server.accepted}")


def check_ledger():
    """The last line of a run that was killed ends within a character, and a mail that was sent was later refused."""
    with AnsweringServer() as server:
        check("a new ledger", mails_to(readers(1)), to(server, "cut"), 0, "1 sent, 0 refused, 0 open")
        with open(path("cut"), "ab") as file:
            file.write("open 1@example.com é".encode()[:-1])
        check("a ledger cut within a character", mails_to(readers(2)), to(server, "cut"), 0, "1 sent, 0 refused, 0 open, 1 sent earlier")
        expect(steps("cut") == ["sent", "sent"], f"a ledger cut within a character: {steps('cut')}")
        with open(path("cut"), encoding="utf-8") as file:
            key = file.readline().split()[1].split("@")[0]
        for data, number in ((b"no ledger", 1), (b"key = 1\nother = 2\n", 1), (b"sent 1@example.com\n{", 2), (b"sent 1@example.com\n\n{\n", 3)):
            check(f"a ledger {data}", mails_to(readers(1)), ["--sendmail", "/bin/true", "--ledger", write("other", data)], 65,
                  f"{path('other')}: line {number} is not of a ledger; name another file with --ledger")
            with open(path("other"), "rb") as file:
                expect(file.read() == data, f"another file than a ledger, {data}, was changed")
        check("a ledger that ends with zeros", mails_to(readers(1)),
              ["--sendmail", "/bin/true", "--ledger", write("zeros", b"sent 1@example.com\n\0\0\0")], 0, "1 sent, 0 refused, 0 open")
        with open(path("gaps"), "wb") as file:
            file.write(b"\n")
        check("an empty line at first", mails_to(readers(3)), to(server, "gaps"), 0, "3 sent, 0 refused, 0 open")
        with open(path("gaps"), "rb") as file:
            lines = file.read().splitlines(True)
        for gap in (b"\n", b" \t\r\n", b"\n\n", b"\0\0\n"):
            write("gaps", lines[0] + gap + b"".join(lines[1:3]) + gap + b"".join(lines[3:]) + gap)
            check(f"a ledger with {gap} between its lines", mails_to(readers(3)), to(server, "gaps"), 0, "0 sent, 0 refused, 0 open, 3 sent earlier")
        whole = b"".join(lines).replace(b"\n", b"\r\n")
        for name, data in (("without its last line end", whole[:-2]), ("with more spaces", whole.replace(b" ", b" \t ")),
                           ("joined within lines", whole.replace(b"\r\n", b"")), ("joined after a refusal", b"refused 1@old.example no" + whole)):
            write("edited", data)
            check(f"a ledger {name}", mails_to(readers(3)), to(server, "edited"), 0, "0 sent, 0 refused, 0 open, 3 sent earlier")
            check(f"a ledger {name}, again", mails_to(readers(4)), to(server, "edited"), 0, "1 sent, 0 refused, 0 open, 3 sent earlier")
        for name, data in (("with spaces before a last line without its end", b"".join(lines[:-1]) + b"  " + lines[-1].rstrip()),
                           ("whose only line, after a refusal, has no end", b"refused 1@old.example no" + whole.replace(b"\r\n", b""))):
            write("edited", data)
            check(f"a ledger {name}", mails_to(readers(3)), to(server, "edited"), 0, "0 sent, 0 refused, 0 open, 3 sent earlier")
            check(f"a ledger {name}, again", mails_to(readers(3)), to(server, "edited"), 0, "0 sent, 0 refused, 0 open, 3 sent earlier")
        write("unsure", f"sending {key}@new.example".encode())
        check("a cut line of an unsure mail", mails_to(readers(1)), to(server, "unsure"), 1, "0 sent, 0 refused, 0 open, 1 unsure")
        write("torn", f"sent {key}".encode())
        check("a line cut within its key", mails_to(readers(1)), to(server, "torn"), 0, "1 sent, 0 refused, 0 open")
        write("two", f"sent {key}@old.example\nopen {key}@new.example 550 no\n".encode())
        check("a mail that was sent before a refusal", mails_to(readers(1)), to(server, "two"), 0, "0 sent, 0 refused, 0 open, 1 sent earlier")


def check_reasons():
    """Reasons of servers that look like lines of a ledger, as this version and earlier ones write them."""
    twelve = mails_to(readers(12))
    keys = [mail["output"].partition("Message-ID: <")[2].partition("@")[0] for mail in map(json.loads, twelve.splitlines()) if "output" in mail]
    for step in ("refused", "sent", "sending", "open"):
        # The server that stops the run at the first recipient means only this one if it says so again.
        answer = f"550 5.7.1 Relay access {step} <u0@example.com>"
        with AnsweringServer() as server:
            server.recipient_answer = lambda recipient: answer if recipient == "u0@example.com" else "250 ok"
            for ledger, written in (("words", ""), ("old-words", f"open {keys[0]}@new.example u0@example.com: {answer}\n")):
                write(f"{ledger}-{step}", written.encode())
                if not written:
                    check(f"“{answer}”", twelve, to(server, f"{ledger}-{step}"), 77, "0 sent, 0 refused, 12 open")
                check(f"“{answer}” again, {ledger}", twelve, to(server, f"{ledger}-{step}"), 77, "11 sent, 0 refused, 1 open")
        # A server that names another mail, which is still to be sent.
        for text in (f"{step} {keys[1]}@new.example", f"<{step} {keys[1]}@new.example>", f"{step} u1@example.com", f"“{step} u1@example.com”",
                     f'"{step}" \\', f"{step} {keys[1]}@new.example {step} {keys[2]}@new.example"):
            answer = f"550 5.1.1 duplicate of {text}"
            with AnsweringServer() as server:
                server.recipient_answer = lambda recipient: answer if recipient == "u0@example.com" else "250 ok"
                for ledger, written in ((f"named-{step}", ""), (f"old-named-{step}", f"refused {keys[0]}@new.example {answer}\n")):
                    write(ledger, written.encode())
                    if not written:
                        check(f"“{answer}”", mails_to(readers(1)), to(server, ledger), 1, "0 sent, 1 refused, 0 open")
                    check(f"“{answer}” again, {ledger}", twelve, to(server, ledger), 1, "11 sent, 1 refused, 0 open",
                          f"u0@example.com: refused earlier: {answer}")
                    with open(path(ledger), "rb") as file:
                        joined = file.read().replace(b"\n", b"")
                    if not written:
                        write(ledger, joined)
                        check(f"“{answer}” in joined lines", twelve, to(server, ledger), 1, "0 sent, 1 refused, 0 open, 11 sent earlier",
                              f"u0@example.com: refused earlier: {answer}")


def check_input():
    """Drafts, which are written to files but not sent, and inputs that end too early."""
    drafts = mails_to(readers(2), sender=None)
    no_sender = "line 1 is a mail without a sender; add --mail-from MAILBOX to atoll batch"
    with AnsweringServer() as server:
        check("drafts to a server", drafts, to(server, "drafts"), 65, "0 sent, 0 refused, 0 open", no_sender)
        expect(not server.tried, "a draft was sent")
    check("drafts to sendmail", drafts, ["--sendmail", "/bin/true", "--ledger", path("drafts")], 65, "0 sent, 0 refused, 0 open", no_sender)
    for options in (["--files", path("drafts.files")], ["--mbox", path("drafts.mbox")]):
        run = subprocess.run([RECIPE, *options], input=drafts, capture_output=True, check=False)
        expect((run.returncode, run.stderr) == (0, b""), f"drafts with {options}: {run.returncode} {run.stderr.decode()}")
    expect(len(os.listdir(path("drafts.files"))) == 2, "there are not two files of drafts")
    empty = "the input is empty: atoll batch did not begin; correct what it reports"
    check("nothing to send", b"", ["--sendmail", "/bin/true", "--ledger", path("empty")], 65, "0 sent, 0 refused, 0 open", empty)
    for options in (["--files", path("empty.files")], ["--mbox", path("empty.mbox")]):
        check("an input without a line", b"", options, 65, empty)
    unusable = (b"5", b"[]", b"words", b"[" * 100_000, b"null", b'"trailer"', b'{"ok":false}', b'{"ok":true,"to":"a","output":"no headers"}',
                b'{"ok":true,"to":"a","output":"To: \\n\\n"}')
    for line in (*unusable, b'{"ok":'):
        check(f"a line {line[:20]}", line + b"\n" + drafts, ["--files", path("empty.files")], 65,
              "line 1 is not a result of atoll batch, or its mail cannot be read")
    lines = mails_to(readers(3)).splitlines(True)
    damaged = b"".join([*lines[:2], b"5\n", *lines[2:]])
    unread = "line 3 is not a result of atoll batch"
    check("a damaged line", damaged, ["--sendmail", "/bin/true", "--ledger", path("damaged")], 65, "2 sent, 0 refused, 0 open", unread)
    check("a damaged line after the run was stopped", damaged, ["--smtp", "127.0.0.1:1", "--ledger", path("damaged-rest")], 75,
          "0 sent, 0 refused, 2 open", "stopped: 127.0.0.1:1: Connection refused", unread)
    failed = b'{"key":"s","to":"eve@example.com","ok":false,"error":{"message":"no mail"}}\n' + mails_to(readers(1))
    check("a mail that failed", failed, ["--sendmail", "/bin/true", "--ledger", path("failed")], 65, "1 sent, 0 refused, 0 open",
          "eve@example.com: no mail")
    refusing = program("refusing", "cat > /dev/null; exit 67")
    check("a refused recipient", mails_to(readers(1)), ["--sendmail", refusing, "--ledger", path("gone")], 1, "0 sent, 1 refused, 0 open")
    check("both", failed, ["--sendmail", refusing, "--ledger", path("gone")], 65, "0 sent, 1 refused, 0 open")
    check("a failed mail for a file", failed, ["--mbox", path("failed.mbox")], 65, "eve@example.com: no mail")
    whole = mails_to(["é@example.com", "ann@example.com"])
    cut = whole[: whole.index("é".encode()) + 1]
    check("an input cut within a character", cut, ["--sendmail", "/bin/true", "--ledger", path("part")], 75,
          "the input ends without a trailer; repeat the command", "0 sent, 0 refused, 0 open")
    atoll_stopped = "the input ends without a trailer: atoll stopped; correct what it reports, and repeat the command"
    for number, (recipients, options, counts) in enumerate((
            (["bad", "worse", "ann@example.com"], (), "1 sent, 0 refused, 0 open"),
            (["ann@example.com", "bad", "eve@example.com"], ("--max-errors", "0"), "2 sent, 0 refused, 0 open"))):
        stopped = mails_to(recipients, options=options, code=1)
        sending = ["--sendmail", "/bin/true", "--ledger", path(f"stopped-{number}")]
        bad = "bad: 'bad' is not an address"
        check(f"more errors than --max-errors {options}", stopped, sending, 65, atoll_stopped, bad, counts)
        check(f"more errors for files {options}", stopped, ["--files", path("stopped.files")], 65, atoll_stopped, bad)
        check(f"more errors, and killed {options}", stopped + b'{"v":1', ["--files", path("stopped.files")], 75,
              "the input ends without a trailer; repeat the command", bad)
    unnamed = b'{"key":null,"seq":7,"ok":false,"error":{"message":"no JSON"}}\n{"key":null,"seq":8,"to":"","ok":false,"error":{"message":"no address"}}\n'
    check("errors without a name", unnamed + mails_to(readers(1)), ["--files", path("unnamed.files")], 65,
          "line 8 of the input of atoll: no address", "line 7 of the input of atoll: no JSON")
    control = b'{"key":null,"to":"\\u001b]0;a\\u202e\\n","ok":false,"error":{"message":"\\u0007no"}}\n'
    check("control characters", control + mails_to(readers(1)), ["--files", path("control.files")], 65, "\\u{1b}]0;a\\u{202e}\\u{a}: \\u{7}no")
    both = mails_to(["eve@example.com"]) + whole[: whole.rindex(b'{"trailer"')]
    check("a second output without its end", both, ["--sendmail", "/bin/true", "--ledger", path("both")], 75,
          "the input ends without a trailer; repeat the command", "3 sent, 0 refused, 0 open")


def check_programs():
    """A program that is killed after it took a mail, itself or by a shell around it."""
    for name, ending in (("taken", "kill -9 $$"), ("taken-by-shell", "exit 137")):
        killed = program("killed", f'cat > /dev/null; echo "$5" >> {path(name)}; {ending}')
        options = ["--sendmail", killed, "--ledger", path(f"{name}.ledger")]
        check(f"a program with “{ending}”", mails_to(readers(3)), options, 77, "0 sent, 0 refused, 1 open, 2 unsure", "perhaps after it took the mail")
        program("killed", f'cat > /dev/null; echo "$5" >> {path(name)}')
        check(f"after “{ending}”", mails_to(readers(3)), options, 1, "1 sent, 0 refused, 0 open, 2 unsure", "u0@example.com: it is not known")
        with open(path(name), encoding="utf-8") as file:
            expect(file.read().split() == readers(3), f"“{ending}”: a mail was sent twice")
    ssh = program("ssh", 'echo "ssh: connect to host mail.example.com port 22: Connection refused" >&2; exit 255')
    check("a connection that fails", mails_to(readers(2)), ["--sendmail", ssh, "--ledger", path("ssh.ledger")], 77, "0 sent, 0 refused, 2 open")
    check("after it", mails_to(readers(2)), ["--sendmail", "/bin/true", "--ledger", path("ssh.ledger")], 0, "2 sent, 0 refused, 0 open")


def check_answers():
    """Sends three mails for each of the answers of real servers: the server gives the answer to the first of them."""
    with open(os.path.join(os.path.dirname(__file__), "answers.txt"), encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    three = mails_to(readers(3))
    for number, line in enumerate(lines):
        step, subject, answer = line.split(" ", 2)
        code, step_of_first, last_line = {
            "recipient": (1, "refused", "2 sent, 1 refused, 0 open"),
            "unclear": (75, "open", "2 sent, 0 refused, 1 open"),
            "server": (77, "open", "0 sent, 0 refused, 3 open"),
        }[subject]
        if subject == "server" and answer.startswith("4"):
            code = 75
        with AnsweringServer() as server:
            def answer_first(recipient):
                return answer.replace("{to}", recipient).replace("\\n", "\r\n") if recipient == "u0@example.com" else "250 ok"
            setattr(server, {"rcpt": "recipient_answer", "data": "data_answer"}[step], answer_first)
            ledger = f"answer-{number}"
            check(line, three, to(server, ledger), code, last_line)
            expect(steps(ledger)[0] == step_of_first, f"{line}: {steps(ledger)}")
            expect(len(server.tried) == (1 if subject == "server" else 3), f"{line}: tried {server.tried}")
    return len(lines)


def check_succession():
    """Servers that refuse every recipient, and ones where many in succession do not exist."""
    twelve = mails_to(readers(12))
    stopped = "10 recipients in succession are refused in the same words: 550 mailbox unavailable"
    with AnsweringServer() as server:
        server.recipient_answer = lambda recipient: "550 mailbox unavailable"
        check("the same words for all", twelve, to(server, "same"), 77, "0 sent, 0 refused, 12 open", stopped)
        expect(server.tried == readers(10) and set(steps("same")) == {"open"}, f"the same words for all: {server.tried} {steps('same')}")
        server.recipient_answer = lambda recipient: "250 ok"
        check("after a correction", twelve, to(server, "same"), 0, "12 sent, 0 refused, 0 open")
    with AnsweringServer() as server:
        server.recipient_answer = lambda recipient: "250 ok" if recipient == "u11@example.com" else "550 mailbox unavailable"
        check("eleven who do not exist", twelve, to(server, "eleven"), 77, "0 sent, 0 refused, 12 open", stopped)
        check("the same again", twelve, to(server, "eleven"), 1, "1 sent, 11 refused, 0 open")
        check("for the third time", twelve, to(server, "eleven"), 1, "0 sent, 11 refused, 0 open, 1 sent earlier",
              "u0@example.com: refused earlier: 550")
        check("--again", twelve, [*to(server, "eleven"), "--again"], 1, "0 sent, 11 refused, 0 open, 1 sent earlier")
    with AnsweringServer() as server:
        server.recipient_answer = lambda recipient: f"550 5.1.1 <{recipient}>: User unknown"
        check("words that name the address", twelve, to(server, "named"), 1, "0 sent, 12 refused, 0 open")
    with AnsweringServer() as server:
        server.recipient_answer = lambda recipient: "250 ok" if recipient == "u5@example.com" else "550 mailbox unavailable"
        check("fewer than ten in succession", twelve, to(server, "few"), 1, "1 sent, 11 refused, 0 open")
    with AnsweringServer() as server:
        # A user who does not exist does not end the succession of the others.
        server.recipient_answer = lambda recipient: "550 No such user" if recipient == "u5@example.com" else f"550 {recipient} is spam"
        check("unclear refusals", twelve, to(server, "unclear"), 77, "0 sent, 1 refused, 11 open",
              "10 refusals in succession; the last one: 550 u10@")


def check_refused_among_accepted():
    """A server that accepts all recipients but one, which it refuses in words about the client."""
    six = mails_to(readers(6))
    with AnsweringServer() as server:
        server.recipient_answer = lambda recipient: f"554 5.7.1 <{recipient}>: Relay access denied" if recipient == "u3@example.com" else "250 ok"
        check("one of six", six, to(server, "one"), 77, "5 sent, 0 refused, 1 open", "u3@example.com: refused: 554 5.7.1")
        check("one of six again", six, to(server, "one"), 77, "0 sent, 0 refused, 1 open, 5 sent earlier")
        server.recipient_answer = lambda recipient: "554 5.7.1 Relay access denied"
        check("no relay", six, to(server, "none"), 77, "0 sent, 0 refused, 6 open", "stopped: u0@example.com: 554")
        server.recipient_answer = lambda recipient: "554 5.7.1 Relay access denied" if recipient == "u0@example.com" else "250 ok"
        check("the first of six", six, to(server, "first"), 77, "0 sent, 0 refused, 6 open")
        check("the first of six again", six, to(server, "first"), 77, "5 sent, 0 refused, 1 open")


def check_lost_connections():
    """Servers that close the connection at some recipients, or in or after the data."""
    three, six = mails_to(readers(3)), mails_to(readers(6))
    closed = "the server closed the connection after"
    for answer in (None, "421 4.3.0 closing"):
        with AnsweringServer() as server:
            name = f"closed-{answer}"
            server.recipient_answer = lambda recipient: answer if recipient == "u1@example.com" else "250 ok"
            reason = f"u1@example.com: refused: {answer or f'421 {closed} RCPT'}"
            check(name, three, to(server, name), 75, "2 sent, 0 refused, 1 open", reason)
            expect(steps(name) == ["sent", "open", "sent"], f"{name}: {steps(name)}")
            check(f"{name} again", three, to(server, name), 75, "0 sent, 0 refused, 1 open, 2 sent earlier", reason)
            expect(server.accepted == ["u0@example.com", "u2@example.com"], f"{name}: {server.accepted}")
            # Two in succession stop only the first run.
            server.recipient_answer = lambda recipient: answer if recipient < "u3" else "250 ok"
            stopped = "stopped: 3 mails in succession without an answer; the last one: 421 "
            check(f"{name}, three", six, to(server, f"{name}-3"), 75, "0 sent, 0 refused, 6 open", stopped.replace("3", "2"), "u0@", "u1@")
            check(f"{name}, three again", six, to(server, f"{name}-3"), 75, "0 sent, 0 refused, 6 open", stopped, "u2@")
            check(f"{name}, three at last", six, to(server, f"{name}-3"), 75, "3 sent, 0 refused, 3 open")
            server.recipient_answer = lambda recipient: answer
            twelve = mails_to(readers(12))
            for _ in range(8):
                check(f"{name}, always", twelve, to(server, f"{name}-all"), 75, "0 sent, 0 refused, 12 open", "without an answer")
                server.tried.clear()
            check(f"{name}, always", twelve, to(server, f"{name}-all"), 75, "0 sent, 0 refused, 12 open", "10 mails in succession")
            expect(server.tried == readers(10), f"{name}: no limit: {server.tried}")
    with AnsweringServer() as server:
        # A line that is longer than smtplib reads.
        server.recipient_answer = lambda recipient: "550 " + "x" * 9000 if recipient == "u1@example.com" else "250 ok"
        check("long-answer", three, to(server, "long-answer"), 75, "2 sent, 0 refused, 1 open", "u1@example.com: refused: 421 the server gave no valid answer to RCPT")
    with AnsweringServer() as server:
        server.data_answer = lambda recipient: None if recipient == "u1@example.com" else "250 ok"
        unsure = "u1@example.com: it is not known whether the server accepted this mail"
        check("closed after a mail", three, to(server, "unsure-1"), 1, "2 sent, 0 refused, 0 open, 1 unsure", f"{unsure}: {closed} the mail")
        check("closed after a mail, again", three, to(server, "unsure-1"), 1, "0 sent, 0 refused, 0 open, 1 unsure, 2 sent earlier", unsure)
        expect(server.tried == readers(3), f"an unsure mail was sent again: {server.tried}")
        server.data_answer = lambda recipient: None
        server.tried.clear()
        check("closed after all mails", six, to(server, "unsure-2"), 77, "0 sent, 0 refused, 4 open, 2 unsure",
              f"stopped: 2 mails in succession without an answer; the last one: {closed} the mail")
        expect(server.tried == readers(2), f"closed after all mails: {server.tried}")
        server.data_answer = lambda recipient: "250 ok"
        check("--repeat-unsure", six, [*to(server, "unsure-2"), "--repeat-unsure"], 0, "6 sent, 0 refused, 0 open")
    with AnsweringServer() as server:
        server.closes_in_data = True
        run = subprocess.run([RECIPE, *to(server, "in-data")], input=six, stderr=subprocess.PIPE, check=False)
        # The program may notice it before the last line of the mail, or not.
        expect(run.returncode in (75, 77) and b"2 mails in succession without an answer" in run.stderr, f"closed in the data: {run}")
        expect(server.tried == readers(2), f"closed in the data: {server.tried}")
    for answer, code, counts in ((None, 75, "0 refused, 1 open"), ("553 5.6.7 ASCII only", 1, "1 refused, 0 open"), ("550 5.1.8 no", 77, "0 refused, 2 open")):
        with AnsweringServer() as server:
            server.unicode_answer = answer
            sent = 0 if code == 77 else 1
            check(f"SMTPUTF8: {answer}", mails_to(["é@example.com", "ann@example.com"]), to(server, f"unicode-{code}"), code, f"{sent} sent, {counts}")
    for answer, words in (("OK queued as 5", "not the answer of an SMTP server: …ueued as 5"), ("354 go on", "354 go on")):
        with AnsweringServer() as server:
            server.data_answer = lambda recipient: answer if recipient == "u0@example.com" else "252 queued"
            ledger = f"accepted-{answer[:3]}"
            check(f"“{answer}” and 252 after a mail", three, to(server, ledger), 1, "2 sent, 0 refused, 0 open, 1 unsure",
                  f"u0@example.com: it is not known whether the server accepted this mail: {words}")
            expect(steps(ledger) == ["sending", "sent", "sent"], f"“{answer}” and 252 after a mail: {steps(ledger)}")
            check(f"after “{answer}”", three, to(server, ledger), 1, "0 sent, 0 refused, 0 open, 1 unsure, 2 sent earlier")
            expect(server.tried == readers(3), f"after “{answer}”: {server.tried}")
    two = mails_to(readers(2), "jörg@example.com")
    with AnsweringServer() as server:
        server.extensions = []
        check("a sender with ö, without SMTPUTF8", two, to(server, "sender-ascii"), 77, "0 sent, 0 refused, 2 open",
              "stopped: 127.0.0.1 does not support SMTPUTF8, without which it cannot take the sender jörg@example.com;")
        server.extensions, server.unicode_answer = ["SMTPUTF8"], "553 5.6.7 ASCII only"
        check("a sender with ö is refused", two, to(server, "sender-ascii"), 77, "0 sent, 0 refused, 2 open", "stopped: sender jörg@example.com: 553")
        expect(set(steps("sender-ascii")) == {"open"}, f"a sender with ö: {steps('sender-ascii')}")
    place = "mail..example.com:25"
    check(place, three, ["--smtp", place, "--ledger", path("place")], 77, "0 sent, 0 refused, 3 open", f"stopped: {place}: ")
    with AnsweringServer() as server:
        server.greeting = "HTTP/1.1 400 Bad Request"
        check("another protocol", three, to(server, "http"), 77, "0 sent, 0 refused, 3 open",
              f"stopped: 127.0.0.1:{server.port}: not the answer of an SMTP server: …/1.1 400 Bad Request")
    check("no server", three, to(server, "no-server"), 75, "0 sent, 0 refused, 3 open", f"stopped: 127.0.0.1:{server.port}: Connection refused;")


def check_login():
    """A password with ä, and a server with only AUTH LOGIN."""
    certificate, key = path("certificate.pem"), path("key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1",
                    "-keyout", key, "-out", certificate], check=True, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    os.environ["SSL_CERT_FILE"] = certificate
    with AnsweringServer() as server:
        server.extensions = ["AUTH LOGIN"]
        server.socket = context.wrap_socket(server.socket, server_side=True)
        options = ["--tls", "--user", "ann", "--password-file", write("password", "pässword\n".encode())]
        check("a password with ä", mails_to(readers(2)), [*to(server, "login"), *options], 77, "0 sent, 0 refused, 2 open",
              "stopped: login as ann: without AUTH PLAIN, the name and the password must be ASCII;")
    del os.environ["SSL_CERT_FILE"]


def check_commands():
    """Wrong command lines."""
    for options, text in (
        ((), "required"), (("--files", ""), "not empty"), (("--smtp", "", "--ledger", path("wrong")), "not empty"), (("--smtp", "localhost:25"), "need --ledger"), (("--files", path("wrong"), "--unknown"), "--unknown"),
        (("--smtp", "localhost", "--ledger", path("wrong")), "write HOST:PORT"), (("--smtp", "localhost:1000000", "--ledger", path("wrong")), "write HOST:PORT"),
        (("--files", path("wrong"), "--rate", "1"), "belong to --smtp"), (("--files", path("wrong"), "--again"), "belong to --smtp"),
        (("--mbox", path("wrong"), "--repeat-unsure"), "belong to --smtp"), (("--files", path("wrong"), "--ledger", path("wrong")), "belong to --smtp"),
        (("--sendmail", "/bin/true", "--ledger", path("wrong"), "--tls"), "belong to --smtp"),
        (("--smtp", "localhost:25", "--ledger", path("wrong"), "--password-file", path("wrong")), "--password-file"),
        (("--smtp", "localhost:25", "--ledger", path("wrong"), "--tls", "--user", "a", "--password-file", write("latin", "pässword".encode("latin-1"))), "UTF-8"),
    ):
        run = subprocess.run([RECIPE, *options], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        expect((run.returncode, run.stderr.count("\n")) == (64, 1) and text in run.stderr, f"{options}: {run}")
    expect(not os.path.exists(path("wrong")), "a wrong command wrote a file")


def check_signals():
    """Signals during a mail, which ends first, and between two mails."""
    # Programs inherit that SIGINT is ignored, as it is in the background of a shell.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        last_line = f"ended by {number.name}; the recipients that are left are open, and not counted: repeat the command"
        with AnsweringServer() as server:
            reached, goes_on = threading.Event(), threading.Event()

            def wait(recipient):
                reached.set()
                goes_on.wait()
                return "250 ok"
            server.data_answer = wait
            run = subprocess.Popen([RECIPE, *to(server, f"signal-{code}")], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            run.stdin.write(mails_to(readers(3)))
            run.stdin.flush()
            reached.wait()
            run.send_signal(number)
            # It may come before the signal.
            threading.Timer(0.2, goes_on.set).start()
            errors = run.communicate()[1].decode()
            expect((run.returncode, errors) == (code, f"{last_line}\n1 sent, 0 refused, 0 open\n"), f"{number.name}: {run.returncode} {errors}")
            server.data_answer = lambda recipient: "250 ok"
            check(f"after {number.name}", mails_to(readers(3)), to(server, f"signal-{code}"), 0, "2 sent, 0 refused, 0 open, 1 sent earlier")
            expect(server.accepted == readers(3), f"{number.name}: {server.accepted}")
        for options in (["--sendmail", "/bin/true", "--ledger", path(f"waiting-{code}")], ["--files", path(f"waiting-{code}.files")]):
            run = subprocess.Popen([RECIPE, *options], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
            while not os.path.exists(options[-1]):
                pass
            run.send_signal(number)
            errors = run.communicate()[1].decode()
            expect(run.returncode == code and errors.startswith(f"ended by {number.name}") and "Traceback" not in errors,
                   f"{number.name} before a mail: {run.returncode} {errors}")


def check_address():
    """An IPv6 address, with and without brackets."""
    try:
        server = AnsweringServer6("::1")
    except OSError:
        print("skipped IPv6: this machine does not have it")
        return
    with server:
        for number, address in enumerate((f"[::1]:{server.port}", f"::1:{server.port}")):
            check(address, mails_to(readers(1)), ["--smtp", address, "--ledger", path(f"v6-{number}")], 0, "1 sent, 0 refused, 0 open")


check_corrected_sender()
check_ledger()
check_reasons()
check_input()
check_programs()
check_address()
check_lost_connections()
check_login()
check_commands()
check_signals()
count = check_answers()
check_succession()
check_refused_among_accepted()
print(f"{count} answers of servers")
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
