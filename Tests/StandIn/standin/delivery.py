"""Sends answers, complete or with a fault."""

from __future__ import annotations

import gzip
import json
import socket
import struct
import threading
import time
import zlib
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler

from .faults import Fault
from .messages import Answer

HTML = b"<!doctype html><html><head><title>Error</title></head><body><h1>Something went wrong</h1></body></html>"
HUGE = 200 * 1024 * 1024
PIECE = 64 * 1024


class Delivery:
    """The sending of an answer over a connection."""

    def __init__(self, handler: BaseHTTPRequestHandler, closing: threading.Event, compress: bool) -> None:
        self.handler = handler
        self.closing = closing
        accepted = handler.headers.get("Accept-Encoding", "")
        self.compress = compress and "gzip" in accepted.lower()

    def send(self, answer: Answer) -> None:
        """Sends the complete answer."""
        body = answer.body
        headers = list(answer.headers)
        if self.compress and len(body) > 200:
            body = gzip.compress(body, compresslevel=1, mtime=0)
            headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
        self._start(answer.status, answer.content_type, headers, len(body))
        self._write(body)

    def spoil(self, fault: Fault, answer: Answer) -> None:
        """Sends an answer with a fault."""
        name = fault.name
        if name.startswith("drop"):
            self.close()
        elif name.startswith("reset"):
            self._reset()
        elif name.startswith("stall"):
            self.closing.wait(fault.option("seconds", 600))
            self.close()
        elif name == "slow":
            self.closing.wait(fault.option("seconds", 1))
            self.send(answer)
        elif name in ("unavailable", "too-many"):
            self._refuse(fault)
        elif name == "bad-gateway-after":
            self.send(Answer(502, HTML, "text/html"))
        elif name == "gateway-late":
            self.send(Answer(fault.option("code", 502), HTML, "text/html"))
            self.close()
        elif name == "html":
            self.send(Answer(200, HTML, "text/html; charset=utf-8"))
        elif name == "wrong-type":
            self.send(Answer(answer.status, answer.body, "text/html", answer.headers))
        elif name == "empty":
            self.send(Answer(200, b"", answer.content_type))
        elif name == "null-data":
            value = json.loads(answer.body)
            value["data"] = dict.fromkeys(value.get("data") or {})
            self.send(Answer.of_json(value))
        elif name == "null-story":
            value = json.loads(answer.body)
            self.send(Answer.of_json({"data": {**value["data"], "story": None, "asset": None}}))
        elif name == "refused-data":
            error = {"message": "You may not read this.", "extensions": {"code": "NOT_AUTHORIZED"}}
            self.send(Answer.of_json({"data": None, "errors": [error]}))
        elif name == "other-story":
            value = json.loads(answer.body)
            for key in ("story", "asset"):
                if value["data"].get(key):
                    value["data"][key]["id"] = "another-story"
            self.send(Answer.of_json(value))
        elif name == "not-utf8":
            self.send(Answer(answer.status, answer.body.replace(b'"id":"', b'"id":"\xff', 1), answer.content_type))
        elif name == "bad-byte":
            self.send(Answer(answer.status, answer.body.replace(b'"body":"', b'"body":"\xff', 1), answer.content_type))
        elif name == "byte-order-mark":
            self.send(Answer(answer.status, b"\xef\xbb\xbf" + answer.body, answer.content_type))
        elif name == "gzip-members":
            half = len(answer.body) // 2
            packed = gzip.compress(answer.body[:half], mtime=0) + gzip.compress(answer.body[half:], mtime=0)
            self.compress = False
            self.send(Answer(
                answer.status, packed, answer.content_type, [*answer.headers, ("Content-Encoding", "gzip")]))
        elif name == "truncated-json":
            self.send(Answer(answer.status, answer.body[:len(answer.body) // 2], answer.content_type))
        elif name == "truncated":
            self._start(answer.status, answer.content_type, answer.headers, len(answer.body))
            self._write(answer.body[:len(answer.body) // 2])
            self.close()
        elif name == "drip":
            self._drip(answer, fault.option("bytesPerSecond", 10))
        elif name in ("huge", "gzip-bomb"):
            self._flood(fault)
        elif name.startswith("redirect"):
            self._start(answer.status, "text/html", answer.headers, 0)
        else:
            self.send(answer)

    def _refuse(self, fault: Fault) -> None:
        status = 503 if fault.name == "unavailable" else 429
        wait = fault.option("retryAfter", None if status == 503 else 1)
        headers = []
        if wait is not None:
            as_date = fault.option("retryAfterDate", False)
            headers.append(("Retry-After", formatdate(time.time() + wait, usegmt=True) if as_date else str(wait)))
        self.send(Answer(status, HTML, "text/html", headers))

    def _drip(self, answer: Answer, speed: int) -> None:
        self._start(answer.status, answer.content_type, answer.headers, len(answer.body))
        for index in range(len(answer.body)):
            if not self._write(answer.body[index:index + 1]) or self.closing.wait(1 / speed):
                return self.close()

    def _flood(self, fault: Fault) -> None:
        size = fault.option("bytes", HUGE)
        headers: list[tuple[str, str]] = []
        length: int | None = size
        chunked = fault.option("chunked", False)
        if fault.name == "gzip-bomb":
            headers.append(("Content-Encoding", "gzip"))
            length, chunked = None, True
        if chunked:
            headers.append(("Transfer-Encoding", "chunked"))
        self._start(200, "application/json", headers, None if chunked else length)
        packer = zlib.compressobj(wbits=31) if fault.name == "gzip-bomb" else None
        for start in range(0, size, PIECE):
            piece = b" " * min(PIECE, size - start)
            data = packer.compress(piece) if packer else piece
            if data and not self._write(self._chunk(data) if chunked else data):
                return
        if packer:
            self._write(self._chunk(packer.flush()))
        if chunked:
            self._write(b"0\r\n\r\n")

    @staticmethod
    def _chunk(data: bytes) -> bytes:
        return b"%x\r\n%s\r\n" % (len(data), data)

    def _start(self, status: int, content_type: str, headers: list[tuple[str, str]], length: int | None) -> None:
        handler = self.handler
        try:
            handler.send_response(status)
            if status != 204:
                handler.send_header("Content-Type", content_type)
                if length is not None:
                    handler.send_header("Content-Length", str(length))
            for name, value in headers:
                handler.send_header(name, value)
            handler.end_headers()
        except OSError:
            handler.close_connection = True

    def _write(self, data: bytes) -> bool:
        try:
            self.handler.wfile.write(data)
            self.handler.wfile.flush()
            return True
        except OSError:
            self.handler.close_connection = True
            return False

    def close(self) -> None:
        """Closes the connection without an answer."""
        self.handler.close_connection = True
        try:
            self.handler.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def _reset(self) -> None:
        """Closes the connection with a TCP reset."""
        self.handler.close_connection = True
        try:
            self.handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.handler.connection.close()
        except OSError:
            pass
