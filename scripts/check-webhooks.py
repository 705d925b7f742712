"""Receives webhooks of `headshot serve` and checks them with the package standardwebhooks: check-webhooks.py <program> <photo>"""

import http.server
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

PROGRAM, PHOTO = (os.path.abspath(path) for path in sys.argv[1:])
requests = queue.Queue()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        requests.put((dict(self.headers), body))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def headshot(*arguments):
    done = subprocess.run([PROGRAM, *arguments], text=True, capture_output=True, check=True)
    return done.stdout.strip()


def end_job(key):
    answer = json.loads(
        headshot(
            "submit", "--json", "--force", "--space", "shop", "--person", "u-81f3", "--key", key, PHOTO))
    headshot("cancel", answer["jobs"][0]["id"])
    return answer["jobs"][0]["id"]


def expect(name, holds):
    print(("ok    " if holds else "WRONG ") + name)
    expect.failures += not holds


expect.failures = 0


def verifies(secret, body, headers):
    try:
        return Webhook(secret).verify(body, headers)
    except WebhookVerificationError:
        return None


with tempfile.TemporaryDirectory() as folder:
    os.environ["HEADSHOT_HOME"] = f"{folder}/home"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/hook"
    first = headshot("space", "add", "shop", "--provider", "local", "--webhook", url).splitlines()[1]
    serve = subprocess.Popen(
        [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--isolation", "best"], stderr=subprocess.DEVNULL)
    try:
        job = end_job("order-1")
        headers, body = requests.get(timeout=30)
        told = verifies(first, body, headers)
        expect("the signature is right", told is not None)
        expect("the body names the job", told and told["data"]["id"] == job)
        expect("the type is the job's end", told and told["type"] == "job.cancelled")
        expect("the key is the order's", told and told["data"]["key"] == "order-1")
        for place in (0, len(body) // 2, len(body) - 1):
            changed = body[:place] + bytes([body[place] ^ 1]) + body[place + 1:]
            expect(f"byte {place} changed is refused", verifies(first, changed, headers) is None)
        for name in ("webhook-id", "webhook-timestamp"):
            changed = {key: value + "0" if key.lower() == name else value for key, value in headers.items()}
            expect(f"{name} changed is refused", verifies(first, body, changed) is None)

        second = headshot("space", "rotate", "shop", "--webhook")
        end_job("order-2")
        headers, body = requests.get(timeout=30)
        expect("after a rotation the new secret is right", verifies(second, body, headers) is not None)
        expect("and the one before, too", verifies(first, body, headers) is not None)
        third = headshot("space", "rotate", "shop", "--webhook", "--at-once")
        end_job("order-3")
        headers, body = requests.get(timeout=30)
        expect("at once, only the new one is", verifies(third, body, headers) is not None)
        expect("and the one before is not", verifies(second, body, headers) is None)
    finally:
        serve.terminate()
        serve.wait()

sys.exit(min(expect.failures, 1))
