"""Times the pages of the site, advice for many people at once, and many open pages; prints tables of Markdown."""

import concurrent.futures
import http.client
import json
import pathlib
import re
import statistics
import subprocess
import sys
import time
import urllib.parse

from history import fill

GIVEN = json.loads(sys.argv[1])
# One for each person who opens it.
LINKS = iter(re.findall(r"/i/([0-9a-z]{26})", pathlib.Path(GIVEN["links"]).read_text()))


class Person:
    """A browser with one connection and the cookie of a link."""

    def __init__(self):
        link = next(LINKS)
        self.connection = http.client.HTTPConnection("127.0.0.1", GIVEN["port"], timeout=60)
        _, headers, _, _ = self.send("GET", f"/i/{link}", cookie=None)
        self.cookie = headers["Set-Cookie"].split(";")[0]
        page = self.send("GET", "/p/start")[2].decode()
        self.form = re.search(r'name="form" value="([^"]+)"', page)[1]
        version = re.search(r'name="agree" value="([^"]+)"', page)[1]
        self.post("/p/start", f"agree={version}")

    def send(self, method, path, body=None, headers={}, cookie=True):
        """The status, the headers and the body of an answer, and the seconds to its first byte."""
        headers = dict(headers, Host="localhost")
        if cookie:
            headers["Cookie"] = self.cookie
        began = time.perf_counter()
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        except (http.client.HTTPException, ConnectionError):
            self.connection.close()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
        first = time.perf_counter() - began
        return answer.status, answer.headers, answer.read(), first

    def post(self, path, fields):
        return self.send("POST", path, f"form={self.form}&{fields}", {"Content-Type": "application/x-www-form-urlencoded"})

    def hand_in(self, photo):
        headers = {
            "Content-Type": "application/octet-stream", "Headshot-Form": self.form, "Upload-Key": "benchmark",
            "Upload-Offset": "0", "Upload-Length": str(len(photo)),
        }
        return self.send("POST", "/p/photo/part", photo, headers)[1]["Location"]

    def order(self, photo):
        page = self.send("GET", f"{photo}/style")[2].decode()
        cost = re.search(r'name="cost" value="([^"]+)"', page)[1]
        return self.post(f"{photo}/style", f"style=front-professional&round-front-professional=0&cost={cost}")[1]["Location"]

    def look(self, frame):
        return self.send("POST", "/p/live", frame, {"Content-Type": "image/jpeg", "Headshot-Form": self.form})


def milliseconds(seconds):
    return f"{seconds * 1000:.1f} ms"


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def memory():
    return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{GIVEN['server']}/status").read_text())[1]) // 1024


def pages():
    ada = Person()
    photo = ada.hand_in(pathlib.Path(GIVEN["photo"]).read_bytes())
    job = ada.order(photo)
    health = http.client.HTTPConnection("127.0.0.1", GIVEN["admin"])

    def healthz():
        began = time.perf_counter()
        health.request("GET", "/healthz")
        answer = health.getresponse()
        first = time.perf_counter() - began
        answer.read()
        return first

    print("| page | first byte, p50 | p99 | bytes |\n|---|---|---|---|")
    times = [healthz() for _ in range(200)]
    print(f"| /healthz | {milliseconds(statistics.median(times))} | {milliseconds(percentile(times, .99))} | |")
    for path in ["/p/start", "/p/photo", photo, f"{photo}/style", job, "/p/mine"]:
        found = []
        for _ in range(100):
            found.append(ada.send("GET", path))
            # A person may ask twenty times a second.
            time.sleep(0.05)
        assert all(status == 200 for status, _, _, _ in found), (path, found[0][:2])
        times = [f[3] for f in found]
        name = re.sub(r"/[0-9a-z]{10}(?=/|$)", "/ID", path)
        print(f"| {name} | {milliseconds(statistics.median(times))} | {milliseconds(percentile(times, .99))} | {len(found[0][2])} |")


class Operator(Person):
    """A browser that is signed in at the desk."""

    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", GIVEN["port"], timeout=60)
        fields = urllib.parse.urlencode({"token": GIVEN["operator"]})
        _, headers, _, _ = self.send(
            "POST", "/desk/sign-in", fields, {"Content-Type": "application/x-www-form-urlencoded"}, cookie=False)
        self.cookie = headers["Set-Cookie"].split(";")[0]


def table(operator, paths):
    print("\n| page of the desk | first byte, p50 | p99 | bytes |\n|---|---|---|---|")
    for path in paths:
        found = [operator.send("GET", path) for _ in range(100)]
        assert all(status == 200 for status, _, _, _ in found), path
        times = [first for _, _, _, first in found]
        print(f"| {path} | {milliseconds(statistics.median(times))} | {milliseconds(percentile(times, .99))} | {len(found[0][2])} |")


def desk():
    table(Operator(), [
        "/desk", "/desk/new?space=acme", "/desk/jobs", "/desk/jobs?view=rows", "/desk/team?space=acme", "/desk/people?space=acme",
        "/desk/money", "/desk/spaces", "/desk/machine",
    ])


def history():
    """Reads the pages that list jobs after many have ended."""
    fill(GIVEN["queue"], "succeeded", GIVEN["history"])
    print(f"\nWith {GIVEN['history']:,} jobs:")
    table(Operator(), [
        "/desk", "/desk/jobs", "/desk/jobs?space=acme", "/desk/jobs?state=succeeded", "/desk/jobs?mark=chosen", "/desk/money",
    ])


def drain():
    """The seconds that a worker takes for headshots that are made here."""
    began = time.perf_counter()
    subprocess.run([f"{GIVEN['built']}/headshot", "drain", "--isolation", "best"], check=True, capture_output=True)
    return time.perf_counter() - began


def advice():
    frame = pathlib.Path(GIVEN["frame"]).read_bytes()
    everyone = [Person() for _ in range(GIVEN["people"])]
    photo = pathlib.Path(GIVEN["photo"]).read_bytes()

    def queue(number):
        for count, person in enumerate(everyone):
            headers = {
                "Content-Type": "application/octet-stream", "Headshot-Form": person.form, "Upload-Key": f"advice{number}",
                "Upload-Offset": "0", "Upload-Length": str(len(photo)),
            }
            person.order(person.send("POST", "/p/photo/part", photo, headers)[1]["Location"])

    queue(1)
    alone = drain()
    queue(2)
    times, refused = [], []
    isOver = []

    def watch(person):
        while not isOver:
            began = time.perf_counter()
            status, _, _, _ = person.look(frame)
            (times if status == 200 else refused).append(time.perf_counter() - began)
            time.sleep(max(0, 1.05 - (time.perf_counter() - began)))

    with concurrent.futures.ThreadPoolExecutor(len(everyone)) as pool:
        running = [pool.submit(watch, person) for person in everyone]
        beside = drain()
        time.sleep(max(0, 20 - beside))
        isOver.append(True)
        for one in running:
            one.result()
    print(f"\nAdvice for {len(everyone)} people at once: p50 {milliseconds(statistics.median(times))}, "
          f"p95 {milliseconds(percentile(times, .95))}, {len(times)} frames, {len(refused)} refused. "
          f"Meanwhile {len(everyone)} headshots took {beside:.1f} s, alone {alone:.1f} s.")


def open_pages():
    # A few people and their jobs are enough to see what a look costs, and no address may open a thousand links at once.
    everyone = [Person() for _ in range(20)]
    photo = pathlib.Path(GIVEN["photo"]).read_bytes()
    before = memory()
    paths = [person.order(person.hand_in(photo)) for person in everyone]

    def look(index):
        person = everyone[index % len(everyone)]
        other = Person.__new__(Person)
        other.connection = http.client.HTTPConnection("127.0.0.1", GIVEN["port"], timeout=60)
        other.cookie, other.form = person.cookie, person.form
        status, _, _, taken = other.send("GET", paths[index % len(paths)])
        other.connection.close()
        return status, taken

    with concurrent.futures.ThreadPoolExecutor(64) as pool:
        began = time.perf_counter()
        found = list(pool.map(look, range(GIVEN["open"])))
        took = time.perf_counter() - began
    times = [taken for status, taken in found if status in (200, 303)]
    print(f"\n{GIVEN['open']} progress pages that look at once: all in {took:.1f} s, p50 {milliseconds(statistics.median(times))}, "
          f"p95 {milliseconds(percentile(times, .95))}; the server has {memory()} MB, before {before} MB.")


pages()
advice()
open_pages()
desk()
history()
