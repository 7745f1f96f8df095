"""A mail server for a check that gives the answers it is told to give."""
import re
import socketserver
import threading


class Closed(Exception):
    """The end of a connection without an answer."""


class Connection(socketserver.StreamRequestHandler):
    def answer(self, text):
        if text is None:
            raise Closed
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.server.connections += 1
        try:
            self.talk()
        except (Closed, ConnectionError):
            pass

    def talk(self):
        self.answer(self.server.greeting)
        while line := self.rfile.readline().decode().strip():
            verb = line.split()[0].upper()
            if verb == "EHLO":
                self.answer("\r\n250-".join(["250-mail.example.com", *self.server.extensions]) + "\r\n250 HELP")
            elif verb == "QUIT":
                return
            elif verb == "MAIL":
                self.answer(self.server.unicode_answer if "SMTPUTF8" in line else self.server.sender_answer)
            elif verb == "AUTH":
                # Asks for the password.
                self.answer("334 UGFzc3dvcmQ6")
            elif verb == "RCPT":
                self.recipient = re.search("<(.*)>", line)[1]
                self.server.tried.append(self.recipient)
                self.answer(self.server.recipient_answer(self.recipient))
            elif verb == "DATA":
                self.answer("354 go on")
                for _ in iter(self.rfile.readline, b".\r\n"):
                    if self.server.closes_in_data:
                        raise Closed
                text = self.server.data_answer(self.recipient)
                if text and text.startswith("250"):
                    self.server.accepted.append(self.recipient)
                self.answer(text)
            else:
                self.answer("250 ok")


class AnsweringServer(socketserver.ThreadingTCPServer):
    """A context manager. Set `greeting`, `extensions`, `sender_answer`, `unicode_answer` (that to the sender of a mail with SMTPUTF8), `recipient_answer`
    and `data_answer` to other answers, None to close the connection; `tried` and `accepted` list the recipients."""

    daemon_threads = True

    def __init__(self, host="127.0.0.1"):
        super().__init__((host, 0), Connection)
        self.tried, self.accepted = [], []
        self.connections = 0
        self.greeting = "220 mail.example.com ESMTP"
        self.extensions = ["SMTPUTF8"]
        self.closes_in_data = False
        self.sender_answer = self.unicode_answer = "250 ok"
        self.recipient_answer = self.data_answer = lambda recipient: "250 ok"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()

    @property
    def port(self):
        return self.server_address[1]


class AnsweringServer6(AnsweringServer):
    """The same with an IPv6 address."""

    address_family = socketserver.socket.AF_INET6
