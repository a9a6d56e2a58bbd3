"""A service on the loopback interface that returns the crossings of screen_samples page by page."""
import contextlib
import http.server
import json
import threading
import typing
import urllib.parse

import screen_samples

# The port is constant, because the picture shows it.
PORT, ITEMS, PAGES = 8085, 50, 100
ADDRESS = f"http://localhost:{PORT}/crossings?page=1"


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers `?page=N` with an object that contains the items and states whether more follow."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        page = int(query["page"][0])
        first = (page - 1) * ITEMS + 1
        answer = {"items": [screen_samples.crossing(number) for number in range(first, first + ITEMS)],
                  "has_more": page < PAGES}
        body = json.dumps(answer, ensure_ascii=False).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Writes nothing."""


@contextlib.contextmanager
def running() -> typing.Iterator[None]:
    """Runs the service until the context ends."""
    try:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Answers)
    except OSError as error:
        raise SystemExit(f"pictures: port {PORT}, which the moving picture shows: {error.strerror}") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
