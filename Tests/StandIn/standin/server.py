"""The HTTP server: reads requests, lets the protocol answer them, and applies faults."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .control import Control
from .coral import Coral
from .delivery import Delivery
from .faults import Fault, Faults
from .messages import Answer, Request
from .schema import Shape
from .seeding import new_settings, seed_world
from .talk4 import Talk4
from .world import World, iso

LARGEST_BODY = {"talk4": 100_000, "coral": 500_000}


@dataclass
class Options:
    """The options of the command line."""

    shape: Shape
    comments: int = 30
    seed: int = 1
    mount: str = ""
    port: int = 0
    settings: dict[str, Any] = field(default_factory=dict)
    certificate: tuple[str, str] | None = None


class StandIn:
    """A server with its data, faults and log."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.lock = threading.RLock()
        self.closing = threading.Event()
        self.faults = Faults()
        self.log: list[dict[str, Any]] = []
        self.reset()
        self.control = Control(self)
        self.main = _listener(self._handle_main, options.port, options.certificate)
        self.other = _listener(self._handle_other, 0, None)

    def reset(self) -> None:
        """Restores the initial state."""
        options = self.options
        with self.lock:
            settings = new_settings(options.shape.protocol)
            settings.update(options.settings)
            self.world = World(settings, options.seed)
            self.world.lock = self.lock
            seed_world(self.world, options.shape.protocol, options.comments, options.seed)
            self.server: Talk4 | Coral = (
                Talk4(options.shape, self.world, options.mount) if options.shape.protocol == "talk4"
                else Coral(options.shape, self.world))
            self.faults = Faults()
            self.log.clear()

    @property
    def port(self) -> int:
        return int(self.main.server_address[1])

    @property
    def other_origin(self) -> str:
        # Another name for this machine, which clients treat as another host.
        return f"http://localhost:{self.other.server_address[1]}"

    def start(self) -> None:
        for listener in (self.main, self.other):
            threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        self.closing.set()
        for listener in (self.main, self.other):
            listener.shutdown()
            listener.server_close()

    # Requests

    def _handle_main(self, handler: BaseHTTPRequestHandler, request: Request) -> None:
        if request.path.startswith("/_control/"):
            Delivery(handler, self.closing, compress=False).send(self.control.answer(request))
            return
        with self.lock:
            fault = self.faults.next(request, self._route(request))
            entry = self._note("main", request, fault)
            answer = self._answer(request, fault)
            entry["viewer"] = request.viewer
            entry["status"] = answer.status if fault is None else None
            compress = self.world.settings.gzip
            if fault is not None:
                self._write_others(request, fault.option("others", 0))
        delivery = Delivery(handler, self.closing, compress)
        if fault is None:
            delivery.send(answer)
        elif fault.is_late:
            if fault.name == "drop-late":
                delivery.close()
            elif fault.name == "gateway-late":
                delivery.spoil(fault, answer)
            server = self.server
            self.closing.wait(fault.option("seconds", 1))
            with self.lock:
                # After a reset, requests from before it change nothing.
                answer = server.answer(request)
            if fault.name == "late":
                delivery.send(answer)
        else:
            delivery.spoil(fault, answer)

    def _write_others(self, request: Request, count: int) -> None:
        """Writes comments of the requesting account in another story, before it gets the answer."""
        viewer = self.server.viewer(request) if count else None
        if viewer is not None:
            for number in range(count):
                self.world.write(self.world.stories["story-1"], viewer, f"Something else {number}", None)

    def _handle_other(self, handler: BaseHTTPRequestHandler, request: Request) -> None:
        with self.lock:
            self._note("other", request, None)["status"] = 200
        Delivery(handler, self.closing, compress=False).send(Answer.of_json({}))

    def _answer(self, request: Request, fault: Fault | None) -> Answer:
        """Returns the answer, or that of a fault that prevents the request from being executed."""
        if len(request.body) > LARGEST_BODY[self.options.shape.protocol]:
            return Answer(413, b"request entity too large", "text/html")
        if fault is None or fault.is_executed:
            answer = self.server.answer(request)
            return self.server.internal_error() if fault is not None and fault.name == "error-500-after" else answer
        instead: dict[str, Callable[[], Answer]] = {
            "error-500": self.server.internal_error,
            "graphql-error": self.server.masked_error,
            "rate-limited": lambda: self.server.rate_limited(request),
            "unauthorized": self.server.unauthorized,
            "redirect": lambda: self._redirect(fault, self.other_origin + request.target),
            "redirect-same": lambda: self._redirect(fault, "/moved" + request.target),
            "redirect-loop": lambda: self._redirect(fault, request.target),
        }
        return instead.get(fault.name, Answer)()

    @staticmethod
    def _redirect(fault: Fault, target: str) -> Answer:
        return Answer(fault.option("code", 307), headers=[("Location", target)])

    def _route(self, request: Request) -> str | None:
        """Returns the name in fault rules of a request that is not a GraphQL operation."""
        if request.path.endswith("/auth/local"):
            return "sign-in"
        return "version" if request.path in ("/api/version", f"{self.options.mount}/api/v1") else None

    def _note(self, server: str, request: Request, fault: Fault | None) -> dict[str, Any]:
        name, _ = request.operation
        variables = request.graphql.get("variables") if request.graphql else None
        entry: dict[str, Any] = {
            "number": len(self.log) + 1, "time": iso(self.world.now()), "server": server, "method": request.method,
            "path": request.path, "query": request.query,
            "headers": [[key.lower(), value] for key, value in request.headers],
            "body": request.body.decode("utf-8", "replace"), "operation": name, "variables": variables,
            "viewer": None, "fault": fault.name if fault else None, "status": None, "proxied": request.proxied,
        }
        self.log.append(entry)
        return entry


Handle = Callable[[BaseHTTPRequestHandler, Request], None]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignores broken connections, which are expected."""


def _listener(handle: Handle, port: int, certificate: tuple[str, str] | None) -> ThreadingHTTPServer:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "StandIn"
        sys_version = ""
        # Answers are small, and waiting for full packets would make tests slow.
        disable_nagle_algorithm = True

        def _serve(self) -> None:
            body = self._body()
            handle(self, Request(self.command, self.path, list(self.headers.items()), body))

        do_GET = do_POST = do_DELETE = do_PUT = do_HEAD = _serve

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
                return self._chunks()
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))

        def _chunks(self) -> bytes:
            pieces = []
            while size := int(self.rfile.readline().split(b";")[0], 16):
                pieces.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(pieces)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    listener = _Server(("127.0.0.1", port), Handler)
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        listener.socket = context.wrap_socket(listener.socket, server_side=True)
    return listener
