"""Reads the responses of `headshot serve` with the clients of others: check-api.py <url> <admin url> <token> <photo>"""

import json
import sys

import httpx
from httpx_sse import connect_sse
from prometheus_client.parser import text_string_to_metric_families

url, admin, token, photo = sys.argv[1:]
headers = {"authorization": f"Bearer {token}", "x-user-id": "check"}

with httpx.Client(headers=headers, timeout=60) as client:
    with open(photo, "rb") as file:
        answer = client.post(f"{url}/v1/photos", content=file.read(), headers={"content-type": "image/jpeg"})
    assert answer.status_code == 201, answer.text
    order = {"photo_id": answer.json()["id"], "styles": ["front-professional"]}
    answer = client.post(f"{url}/v1/jobs", json=order)
    assert answer.status_code == 202, answer.text
    job = answer.json()["jobs"][0]["id"]

    states = []
    with connect_sse(client, "GET", f"{url}/v1/jobs/{job}/events") as source:
        for event in source.iter_sse():
            if not event.data:  # The time until a client connects again, alone.
                continue
            assert event.event == "job", event
            states.append(json.loads(event.data)["state"])
    assert states[-1] == "succeeded", states

    answer = client.get(f"{url}/v1/jobs/{job}/headshot")
    assert answer.headers["content-type"] == "image/jpeg", answer.headers
    served = client.get(f"{url}/v1/openapi.json", headers={"authorization": ""})
    with open("Sources/HeadshotServer/Resources/openapi.json", encoding="utf-8") as file:
        assert served.json() == json.load(file)

families = list(text_string_to_metric_families(httpx.get(f"{admin}/metrics").text))
assert any(family.name == "headshot_jobs" for family in families), families
print(f"check-api: states of a job as events: {', '.join(states)}; {len(families)} families of metrics")
