"""A mail server for a check that gives the answers it is told to give."""
import re
import socketserver
import threading


class Connection(socketserver.StreamRequestHandler):
    def answer(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def handle(self):
        self.answer("220 mail.example.com ESMTP")
        while line := self.rfile.readline().decode().strip():
            verb = line.split()[0].upper()
            if verb == "EHLO":
                self.answer("250-mail.example.com\r\n250 SMTPUTF8")
            elif verb == "QUIT":
                return
            elif verb == "MAIL":
                self.answer(self.server.sender_answer)
            elif verb == "RCPT":
                self.recipient = re.search("<(.*)>", line)[1]
                self.server.tried.append(self.recipient)
                self.answer(self.server.recipient_answer(self.recipient))
            elif verb == "DATA":
                self.answer("354 go on")
                while self.rfile.readline() != b".\r\n":
                    pass
                text = self.server.data_answer(self.recipient)
                if text.startswith("250"):
                    self.server.accepted.append(self.recipient)
                self.answer(text)
            else:
                self.answer("250 ok")


class AnsweringServer(socketserver.ThreadingTCPServer):
    """A context manager. Set `sender_answer`, `recipient_answer` and `data_answer` to other answers; `tried` and `accepted` list
    the recipients."""

    daemon_threads = True

    def __init__(self, host="127.0.0.1"):
        super().__init__((host, 0), Connection)
        self.tried, self.accepted = [], []
        self.sender_answer = "250 ok"
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
