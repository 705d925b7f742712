"""Times every route of a server for Benchmarks/routes.sh: routes.py <json>; prints a table.

One request at a time, each with a time limit. What a route needs is made before its clock starts.
"""

import datetime
import http.client
import itertools
import json
import sys
import time

HOST = "127.0.0.1"
# In seconds; a request that takes longer ends the run.
LIMIT = 20
# A person may send 20 requests a second.
PAUSE = 0.052
# How many a person with a profile has; each is a look at a photo.
SCANS = 20
# Operations that are not timed, and why.
LEFT_OUT = {
    "streamEvents": "a stream",
    "streamJobEvents": "a stream",
    "resolveJob": "only a model's job is ever in doubt",
    "sendDelivery": "only with a webhook that failed",
    "receiveStoreEvent": "only with a store's token",
    "getScanSide": "as `getScanPhoto`",
    "getArchive": "only a worker makes headshots",
    "deleteScan": "each needs a scan of its own",
    "freezeStreak": "only after a lapse",
    "equipFreezes": "as `updateTask`",
    "deleteJob": "only a worker ends jobs",
    "getHeadshot": "only a worker makes one",
    "createScan": "looks at a photo, which takes what `headshot analyze` takes",
    "createTurn": "as `createScan`",
}


class Server:
    def __init__(self, port, admin, tokens):
        self.line = http.client.HTTPConnection(HOST, port, timeout=LIMIT)
        self.admin = http.client.HTTPConnection(HOST, admin, timeout=LIMIT)
        self.tokens = {space: itertools.cycle(own) for space, own in tokens.items()}
        self.used = {}

    def token(self, space, person):
        """The next token of a space, once it and the person may ask again."""
        token = next(self.tokens[space])
        for name in [token, (space, person)]:
            time.sleep(max(0, self.used.get(name, 0) + PAUSE - time.monotonic()))
        for name in [token] + ([(space, person)] if person else []):
            self.used[name] = time.monotonic()
        return token

    def ask(self, space, method, path, person=None, body=None, kind="application/json", headers=None):
        """The milliseconds, the status and the body of an answer; with no space, over the line of the operator."""
        fields = dict(headers or {})
        if space:
            fields["authorization"] = f"Bearer {self.token(space, person)}"
        if person:
            fields["x-user-id"] = person
        if body is not None:
            fields["content-type"] = kind
            body = body if isinstance(body, bytes) else json.dumps(body).encode()
        line = self.line if path.startswith("/v1/") else self.admin
        start = time.monotonic()
        line.request(method, path, body=body, headers=fields)
        answer = line.getresponse()
        text = answer.read()
        taken = (time.monotonic() - start) * 1000
        assert answer.status < 300, f"{method} {path}: {answer.status} {text[:300]}"
        return taken, answer.status, text

    def json(self, *words, **named):
        return json.loads(self.ask(*words, **named)[2])


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Scene:
    """People with some history in a space of each preset, and what the routes are asked for."""

    def __init__(self, server, photo, people, moments):
        self.server = server
        self.photo = open(photo, "rb").read()
        self.people = [f"p{number}" for number in range(people)]
        self.turn = itertools.count()
        for person in self.people:
            for number in range(moments):
                self.moment(person, number)
            server.ask("routine", "PATCH", "/v1/me", person, {"time_zone": "GMT", "reminders": True})
            task = server.json("routine", "GET", "/v1/routine", person)["tasks"][0]["id"]
            server.ask("routine", "PUT", f"/v1/routine/{task}", person, {"completed": True})
        self.task = task
        # Scans and orders cost a look at a photo each, so few people have some.
        for person in self.people[:3]:
            self.order(person)
        one = self.people[0]
        server.ask("glowup", "PUT", f"/v1/people/{one}/plan", None, {"plan": "pro"})
        for number in range(SCANS):
            self.scan = server.json("glowup", "POST", "/v1/scans", one, self.photo, "image/jpeg")["id"]
        self.tip = server.json("glowup", "GET", "/v1/tips?type=short", one)["tips"][0]["id"]
        questions = server.json("glowup", "GET", "/v1/quiz")["questions"]
        asked = next(question for question in questions if question.get("options"))
        option = asked["options"][0]
        self.answers = {asked["id"]: option["id"] if isinstance(option, dict) else option}

    def moment(self, person, number=0):
        day = datetime.date(2026, 9, 1) + datetime.timedelta(days=number)
        body = {
            "client_id": f"m{next(self.turn)}", "text": "Took a short walk", "time_zone": "GMT",
            "happened_at": f"{day}T12:00:00Z"}
        return self.server.json("great", "POST", "/v1/moments", person, body)["id"]

    def upload(self, person):
        # Each is a file of its own; what follows the picture's end is no part of it.
        body = self.photo + f"{next(self.turn):08}".encode()
        return self.server.json("headshots", "POST", "/v1/photos", person, body, "image/jpeg")["id"]

    def order(self, person):
        body = {"photo_id": self.upload(person), "styles": ["front-professional"], "force": True}
        return self.server.json("headshots", "POST", "/v1/jobs", person, body)["jobs"][0]["id"]

    def routes(self):
        """Operation, space, method, and a function that makes path, person and body of the next request."""
        person = itertools.cycle(self.people)
        few = itertools.cycle(self.people[:3])
        one = self.people[0]
        job = self.order(one)
        again = self.order(one)
        self.server.ask("headshots", "POST", f"/v1/jobs/{again}/cancel", one)
        upload = self.upload(one)
        kept = self.moment(one)

        def plain(path, who=person, body=None):
            return lambda: (path, next(who) if who else None, body)

        def fresh(path, make, who=person):
            def next_request():
                owner = next(who)
                return path.format(make(owner)), owner, None
            return next_request

        def newcomer(number=itertools.count()):
            return f"new{next(number)}"

        def leaving():
            who = newcomer()
            self.moment(who)
            return "/v1/me", who, None

        def removed():
            who = newcomer()
            self.moment(who)
            return f"/v1/people/{who}", None, None

        def new_moment():
            return "/v1/moments", next(person), {"client_id": f"t{next(self.turn)}", "text": "Took a short walk"}

        def new_order():
            who = next(few)
            photo = self.upload(who)
            return "/v1/jobs", who, {"photo_id": photo, "styles": ["front-professional"], "force": True}

        def new_photo():
            return "/v1/photos", next(few), self.photo + f"{next(self.turn):08}".encode()

        def freeze():
            return f"/v1/people/{next(person)}/freezes", None, {"id": f"f{next(self.turn)}"}

        estimate = {"photos": 2, "styles": ["front-professional"]}
        return [
            ("getHealth", None, "GET", plain("/healthz", None)),
            ("getReadiness", None, "GET", plain("/readyz", None)),
            ("getMetrics", None, "GET", plain("/metrics", None)),
            ("getDocument", "headshots", "GET", plain("/v1/openapi.json", None)),
            ("getTexts", "great", "GET", plain("/v1/texts", None)),
            ("getStyles", "headshots", "GET", plain("/v1/styles", None)),
            ("getGate", "headshots", "GET", plain("/v1/gate", None)),
            ("getUsage", "headshots", "GET", plain("/v1/usage", None)),
            ("getFigures", "great", "GET", plain("/v1/metrics", None)),
            ("getQuestions", "glowup", "GET", plain("/v1/quiz", None)),
            ("updateQuiz", "glowup", "PUT", plain("/v1/me/quiz", person, {"answers": self.answers})),
            ("getQuiz", "glowup", "GET", plain("/v1/me/quiz")),
            ("getMe", "routine", "GET", plain("/v1/me")),
            (f"getMe, of {SCANS} scans", "glowup", "GET", plain("/v1/me", itertools.repeat(one))),
            ("getTips", "glowup", "GET", plain("/v1/tips?type=long", itertools.repeat(one))),
            ("updateTip", "glowup", "PATCH",
             plain(f"/v1/tips/{self.tip}", itertools.repeat(one), {"completed": True})),
            ("createMatch", "glowup", "POST", plain("/v1/celebrity", itertools.repeat(one), {})),
            ("listTurns", "glowup", "GET", plain("/v1/turns", itertools.repeat(one))),
            ("updateMe", "great", "PATCH", plain("/v1/me", person, {"time_zone": "GMT"})),
            ("exportMe", "great", "GET", plain("/v1/me/export")),
            ("listPeople", "great", "GET", plain("/v1/people", None)),
            ("setPlan", "great", "PUT", plain(f"/v1/people/{one}/plan", None, {"plan": "pro"})),
            ("getRoutine", "routine", "GET", plain("/v1/routine")),
            ("updateTask", "routine", "PUT", plain(f"/v1/routine/{self.task}", person, {"completed": True})),
            ("giveFreeze", "routine", "POST", freeze),
            ("listReminders", "routine", "GET", plain("/v1/reminders", None)),
            ("markRemindersSent", "routine", "POST", plain("/v1/reminders/sent", None, {"reminders": [
                {"person": one, "kind": "daily", "day": f"{datetime.date.today()}"}]})),
            ("listMoments", "great", "GET", plain("/v1/moments")),
            ("createMoment", "great", "POST", new_moment),
            ("getMoment", "great", "GET", plain(f"/v1/moments/{kept}", itertools.repeat(one))),
            ("updateMoment", "great", "PATCH",
             plain(f"/v1/moments/{kept}", itertools.repeat(one), {"favourite": True})),
            ("deleteMoment", "great", "DELETE", fresh("/v1/moments/{}", self.moment)),
            ("listDays", "great", "GET", plain("/v1/days")),
            ("createPhoto", "headshots", "POST", new_photo),
            ("getPhoto", "headshots", "GET", plain(f"/v1/photos/{upload}", itertools.repeat(one))),
            ("deletePhoto", "headshots", "DELETE", fresh("/v1/photos/{}", self.upload, few)),
            ("estimateJobs", "headshots", "POST", plain("/v1/estimates", few, estimate)),
            ("createJobs", "headshots", "POST", new_order),
            ("listJobs", "headshots", "GET", plain("/v1/jobs", few)),
            ("getJob", "headshots", "GET", plain(f"/v1/jobs/{job}", itertools.repeat(one))),
            ("getJobPhoto", "headshots", "GET", plain(f"/v1/jobs/{job}/photo", itertools.repeat(one))),
            ("cancelJob", "headshots", "POST", fresh("/v1/jobs/{}/cancel", self.order, few)),
            ("retryJob", "headshots", "POST", plain(f"/v1/jobs/{again}/retry", itertools.repeat(one), {})),
            ("updateJobs", "headshots", "POST", plain(
                "/v1/bulk", None, {"action": "cancel", "filter": {"person": "nobody"}, "expected": 0})),
            ("listScans", "glowup", "GET", plain("/v1/scans", itertools.repeat(one))),
            ("getScan", "glowup", "GET", plain(f"/v1/scans/{self.scan}", itertools.repeat(one))),
            ("getScanPhoto", "glowup", "GET", plain(f"/v1/scans/{self.scan}/photo", itertools.repeat(one))),
            ("listDeliveries", "headshots", "GET", plain("/v1/deliveries", None)),
            ("deleteMe", "great", "DELETE", leaving),
            ("deletePerson", "great", "DELETE", removed),
        ]


def main():
    given = json.loads(sys.argv[1])
    server = Server(given["port"], given["admin"], given["tokens"])
    print("making people", file=sys.stderr)
    scene = Scene(server, given["photo"], given["people"], given["moments"])
    routes = scene.routes()
    with open(given["document"]) as document:
        paths = json.load(document)["paths"]
    operations = {
        operation["operationId"] for methods in paths.values()
        for method, operation in methods.items() if method in ("get", "put", "post", "patch", "delete")}
    timed = [route[0] for route in routes]
    left_out = sorted(operations - set(timed))
    bare = None
    print("| route | p50 | p99 | beside `/healthz`, p50 | requests |\n|---|---:|---:|---:|---:|")
    for operation, space, method, make in routes:
        print(operation, file=sys.stderr)
        times = []
        for _ in range(given["rounds"]):
            path, person, body = make()
            kind = "image/jpeg" if isinstance(body, bytes) else "application/json"
            times.append(server.ask(space, method, path, person, body, kind)[0])
        middle, late = percentile(times, 0.5), percentile(times, 0.99)
        bare = bare or middle
        print(f"| `{operation}` | {middle:.1f} ms | {late:.1f} ms | {middle / bare:.1f} | {len(times)} |")
    reasons = [f"`{name}` ({LEFT_OUT.get(name, 'no request here')})" for name in left_out]
    print(f"\nNot timed: {', '.join(reasons)}.")


main()
