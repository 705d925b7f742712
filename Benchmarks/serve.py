"""Drives a server for Benchmarks/serve.sh: serve.py <step> … Each step prints its figures as words and numbers."""

import concurrent.futures
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import time

from history import fill

HOST = "127.0.0.1"


def request(port, method, path, token=None, person=None, body=None, headers=None, client=None):
    own = client or http.client.HTTPConnection(HOST, port, timeout=60)
    fields = dict(headers or {})
    if token:
        fields["authorization"] = f"Bearer {token}"
    if person:
        fields["x-user-id"] = person
    own.request(method, path, body=body, headers=fields)
    answer = own.getresponse()
    text = answer.read()
    if client is None:
        own.close()
    return answer.status, text


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def memory(pid):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmRSS"))


def photos(port, tokens, photo, count):
    """Hands photos in, eight at a time; prints how many a second, and writes their ids."""
    body = open(photo, "rb").read()

    def one(number):
        status, text = request(
            port, "POST", "/v1/photos", tokens[number % len(tokens)], f"p{number}",
            # Each is a file of its own; what follows the picture's end is no part of it.
            body + f"{number:08}".encode(), {"content-type": "image/jpeg"})
        assert status == 201, text
        return number, json.loads(text)["id"]

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        made = list(pool.map(one, range(count)))
    return count / (time.monotonic() - start), made


def puts(port, photo, count):
    """The same bytes to nginx, which writes them to files."""
    body = open(photo, "rb").read()

    def one(number):
        status, _ = request(port, "PUT", f"/put/{number}.jpg", body=body)
        assert status in (201, 204), status

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(count)))
    return count / (time.monotonic() - start)


def orders(port, tokens, made, rounds):
    """A hundred clients at a time, each of which orders some times; the milliseconds of each order."""

    def client(entry):
        number, photo = entry
        connection = http.client.HTTPConnection(HOST, port, timeout=60)
        times = []
        for turn in range(rounds):
            body = json.dumps({"photo_id": photo, "styles": ["front-professional"], "force": True})
            start = time.monotonic()
            status, text = request(
                port, "POST", "/v1/jobs", tokens[number % len(tokens)], f"p{number}", body,
                {"content-type": "application/json", "idempotency-key": f"{number}-{turn}"}, connection)
            times.append((time.monotonic() - start) * 1000)
            assert status == 202, text
        return times

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(100) as pool:
        times = [time for times in pool.map(client, made) for time in times]
    return len(times) / (time.monotonic() - start), times


def slow(port, admin, pid, tokens, seconds):
    """64 uploads at 10 KB a second; the memory meanwhile, and the slowest answer of /readyz."""
    sockets = []
    for number in range(64):
        line = socket.create_connection((HOST, port))
        line.sendall(
            f"POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {tokens[number % len(tokens)]}\r\n"
            f"x-user-id: slow{number}\r\nContent-Type: image/jpeg\r\nContent-Length: 7000000\r\n\r\n".encode())
        sockets.append(line)
    most, slowest = 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for line in sockets:
            line.sendall(bytes(2000))
        start = time.monotonic()
        status, text = request(admin, "GET", "/readyz")
        assert status == 200, text
        slowest = max(slowest, (time.monotonic() - start) * 1000)
        most = max(most, memory(pid))
        time.sleep(max(0, 0.2 - (time.monotonic() - start)))
    for line in sockets:
        line.close()
    return most, slowest


def lists(port, token, person, tries=21):
    """The milliseconds of lists of a long history, median each."""
    figures = {}
    for name, path, who in [
        ("all", "/v1/jobs", None), ("one state", "/v1/jobs?state=failed", None), ("one person", "/v1/jobs", person)]:
        times = []
        for _ in range(tries):
            start = time.monotonic()
            status, text = request(port, "GET", path, token, who)
            times.append((time.monotonic() - start) * 1000)
            assert status == 200 and json.loads(text)["jobs"], text
            # Below the rate of a token.
            time.sleep(0.06)
        figures[name] = statistics.median(times)
    return figures


def stop(port, pid, tokens, job):
    """64 streams, then a stop; the seconds until the process has ended."""
    streams = [
        subprocess.Popen(
            ["curl", "-sN", "-H", f"authorization: Bearer {tokens[number // 16]}", f"http://{HOST}:{port}/v1/events"],
            stdout=subprocess.PIPE)
        for number in range(64)]
    for stream in streams:
        while not stream.stdout.readline().startswith(b"event: state"):
            pass
    start = time.monotonic()
    os.kill(pid, signal.SIGTERM)
    while os.path.exists(f"/proc/{pid}") and open(f"/proc/{pid}/stat").read().split()[2] != "Z":
        time.sleep(0.01)
    seconds = time.monotonic() - start
    byes = sum(b"event: bye" in stream.communicate()[0] for stream in streams)
    assert byes == 64, byes
    return seconds


def main():
    step, arguments = sys.argv[1], json.loads(sys.argv[2])
    result = globals()[step](**arguments)
    print(json.dumps(result))


main()
