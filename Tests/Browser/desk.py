"""What an operator does at the desk, in real browsers: one function for each check.

The second argument has, as JSON: the site's address, tokens, and what the check is about. Sentences are read from the site's own
files."""

import io
import json
import pathlib
import urllib.error
import urllib.request
import zipfile

from browsers import Firefox, bytes_of, expect, run, until
from person import ENTER, SPACE, TAB, Opened, is_accessible, looks_right, whole_way

TEXTS = json.loads((pathlib.Path(__file__).parents[2] / "Sources/Pages/Site/Templates/desk_en.json").read_text())
SPACE_NAME = "acme"
STYLE = "#style-front-professional"


def text(name, group="desk", **values):
    sentence = TEXTS[group][name]
    for place, value in values.items():
        sentence = sentence.replace("{" + place + "}", str(value))
    return sentence


def sign_in(page, values, token="token"):
    page.go(values["site"] + "/desk")
    page.wait_for_path("/desk/sign-in")
    page.type("#token", values[token])
    page.click("main form button")
    until(lambda: page.path == "/desk", f"the first page: {page.text('main')[:200]}")


def go(page, values, path):
    page.go(values["site"] + path)


def hand_in(page, values, photo, person="p0"):
    """Hands a photo in on the page for that."""
    page.js("document.getElementById('person').value = ''")
    page.type("#person", person)
    page.type("#photo", values["photos"][photo])
    if not page.has_script:
        page.click("#send")
    page.wait_for("#photos .card")


def choose(page, css=STYLE):
    page.click(css)
    if not page.has_script:
        page.click("#price")
    page.wait_for("#make button")


def make(page):
    page.click("#make button")
    page.wait_for_path("/desk/done")


def wait_for_state(page, values, job, state):
    def look():
        go(page, values, f"/desk/jobs/{job}")
        return TEXTS["desk_state"][state] in page.text("#live-job .lead strong")
    until(look, f"{job} is not {state}: {page.text('main')[:200]}")


def first_job(page, values, query=""):
    go(page, values, f"/desk/jobs{query}")
    page.wait_for("#jobs .job a")
    address = page.js("return document.querySelector('#jobs .job p a').getAttribute('href')")
    return address.rsplit("/", 1)[-1]


def whole_way_of_desk(page, values, each=lambda page, step: None):
    """Signs in, hands a photo in, has a headshot made, compares it, chooses it, and downloads what was chosen."""
    go(page, values, "/desk")
    each(page, "sign in")
    sign_in(page, values)
    each(page, "today")
    go(page, values, f"/desk/new?space={SPACE_NAME}")
    each(page, "new")
    hand_in(page, values, "good")
    each(page, "a photo")
    choose(page)
    each(page, "a price")
    expect("free" in page.text("#make .cost"), page.text("#make"))
    make(page)
    each(page, "ordered")
    expect(page.text("#done") == text("made", "desk_done", n=1, of=1), page.text("#done"))
    page.click("main a.button")
    page.wait_for_path("/desk/jobs")
    each(page, "jobs")
    job = first_job(page, values, f"?space={SPACE_NAME}")
    wait_for_state(page, values, job, "succeeded")
    each(page, "a job")
    page.click("form[action$='/mark'] button[value=chosen]")
    page.wait_for("button[value=chosen][aria-pressed=true]")
    go(page, values, "/desk/jobs?mark=chosen")
    each(page, "chosen jobs")
    expect(len(page.all("#jobs .job")) == 1, page.text("main"))
    go(page, values, "/desk/jobs/all?mark=chosen")
    each(page, "all that match")
    expect(page.all("a[href^='/desk/jobs.zip']"), "the zip")
    return job


PAGES = [
    "/desk", f"/desk/new?space={SPACE_NAME}", "/desk/jobs", "/desk/jobs?view=rows", "/desk/jobs/all",
    f"/desk/team?space={SPACE_NAME}", f"/desk/team/{SPACE_NAME}/p0", f"/desk/invite?space={SPACE_NAME}",
    f"/desk/people?space={SPACE_NAME}", f"/desk/people/forget?space={SPACE_NAME}&person=p0", "/desk/money", "/desk/charges",
    "/desk/spaces", f"/desk/spaces/{SPACE_NAME}", "/desk/machine", "/desk/doctor",
]


def pages_are_accessible(values):
    """W1"""
    looks = [{"width": 360, "height": 800}, {"width": 1280, "height": 800, "dark": True}]
    for number, options in enumerate(looks):
        with Opened(**options) as page:
            if number == 0:
                job = whole_way_of_desk(page, values, is_accessible)
            else:
                sign_in(page, values)
            for path in PAGES + [f"/desk/jobs/{job}"]:
                go(page, values, path)
                looks_right(page, f"{path} {options}")


def way_by_keyboard(values):
    """W2"""
    def press_until(page, css, *keys):
        for _ in range(80):
            if page.js("return document.activeElement.matches(arguments[0])", css):
                shown = page.js("""const s = getComputedStyle(document.activeElement);
                    return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2""")
                expect(shown, f"the focus on {css} cannot be seen")
                return page.press(*keys)
            page.press(TAB)
        raise AssertionError(f"{css} is not reached by the keyboard at {page.path}")

    with Opened(width=1280, height=900) as page:
        go(page, values, "/desk")
        press_until(page, "#token")
        page.type("#token", values["token"])
        page.press(ENTER)
        until(lambda: page.path == "/desk", "the first page")
        go(page, values, f"/desk/new?space={SPACE_NAME}")
        # The keyboard opens the system's own window for files.
        press_until(page, "#photo")
        hand_in(page, values, "good")
        press_until(page, STYLE, SPACE)
        page.wait_for("#make button")
        press_until(page, "#make button", ENTER)
        page.wait_for_path("/desk/done")
        job = first_job(page, values, f"?space={SPACE_NAME}")
        wait_for_state(page, values, job, "succeeded")
        page.wait_for(".slides")
        press_until(page, "#share", "\ue014", "\ue014")
        expect(page.js("return document.getElementById('share').value") == "52", "the slider")
        press_until(page, "button[value=chosen]", ENTER)
        page.wait_for("button[value=chosen][aria-pressed=true]")
        go(page, values, "/desk/jobs/all?mark=chosen")
        press_until(page, "a[href^='/desk/jobs.zip']")


def way_without_script(values):
    """W3"""
    with Opened(script=False, width=1280, height=900) as page:
        whole_way_of_desk(page, values)


def way_in_firefox(values):
    """W2, W3"""
    with Opened(Firefox, width=1280, height=900) as page:
        whole_way_of_desk(page, values)


def policy(values):
    """W4"""
    with Opened(width=1280, height=900) as page:
        job = whole_way_of_desk(page, values)
        for path in PAGES + [f"/desk/jobs/{job}"]:
            go(page, values, path)
            page.wait_for("h1")
        said = page.console()
        expect(not said, f"{said}")
        others = [u for u, _ in page.requests() if not u.startswith((values["site"], "data:", "blob:", "chrome"))]
        expect(not others, f"{others}")


def hostile_names(values):
    """W5"""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        for path in ["/desk", "/desk/jobs", "/desk/jobs?view=rows", "/desk/people", "/desk/money", f"/desk/jobs/{values['job']}",
                     f"/desk/team?space={SPACE_NAME}", f"/desk/team/{SPACE_NAME}/p0"]:
            go(page, values, path)
            expect(page.js("return document.querySelectorAll('main script').length") == 0, f"{path} has a script")
            expect("\u202e" not in page.js("return document.documentElement.outerHTML"), f"{path} turns the text around")
        go(page, values, "/desk/jobs")
        expect(values["person"][:20] in page.text("#jobs"), page.text("#jobs")[:300])
        said = page.console()
        expect(not said, f"{said}")


def refused(values):
    """W6: returns what the page says of a photo without a face."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, f"/desk/new?space={SPACE_NAME}")
        hand_in(page, values, "wall")
        sentences = page.js("return [...document.querySelectorAll('#photos .refused li')].map((e) => e.innerText)")
        choose_nothing = page.all("#make button")
        expect(not choose_nothing, "there is nothing to make")
        page.type("#person", "")
        page.type("#photo", values["photos"]["none"])
        until(lambda: page.all("#uploads .problem"), "what is no photo")
        return {"sentences": sentences}


def price(values):
    """W7: returns the lines of the price; then the price changes, and nothing is ordered."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, f"/desk/new?space={SPACE_NAME}")
        hand_in(page, values, "good")
        choose(page)
        lines = page.js("return [...document.querySelectorAll('#make .cost')].map((e) => e.innerText)")
        go(page, values, page.path)
        page.js("document.querySelector('#make [name=shown]').value = '1/1'")
        page.click("#make button")
        page.wait_for(".problem")
        expect(page.text(".problem") == text("price_changed"), page.text(".problem"))
        expect("/desk/done" not in page.path, "it was ordered")
        go(page, values, f"/desk/jobs?space={SPACE_NAME}")
        expect(text("no_job") in page.text("main"), page.text("main")[:200])
        return {"lines": lines}


def cooldown(values):
    """W8"""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        page.wait_for(".clock")
        first = page.text(".clock")
        until(lambda: page.text(".clock") != first, "it does not count down")
        pathlib.Path(values["go"]).write_text("")
        until(lambda: not page.all(".clock"), "the banner stays")
        expect(page.path == "/desk", page.path)


def focus_and_rest(values):
    """W9"""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        page.hurry(10)
        go(page, values, f"/desk/jobs/{values['job']}")
        # A field in a region that changes.
        page.js("""const i = document.createElement('input'); i.id = 'probe';
            document.getElementById('live-job').append(i); i.focus(); i.value = 'as I wrote it';""")
        changes = len([u for u, _ in page.requests()])
        expect(changes > 0, "no request at all")
        looks = []

        def has_looked():
            looks.extend(u for u, _ in page.requests() if u.endswith(f"/desk/jobs/{values['job']}"))
            return len(looks) >= 10

        until(has_looked, lambda: f"only {len(looks)} looks")
        expect(page.js("return document.activeElement.id") == "probe", "the focus is lost")
        expect(page.js("return document.activeElement.value") == "as I wrote it", "the text is lost")
        asked = [u for u, _ in page.requests_while_hidden(values["site"] + "/assets/nowhere") if "/desk" in u]
        expect(not asked, f"a hidden page asked: {asked}")


def not_charged(values):
    """W10"""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        page.click(".banner a[href='/desk/money']")
        page.wait_for(".doubt")
        form = ".doubt form"
        page.js(f"""const f = document.querySelector("{form}"); const b = f.querySelector("[value=no]");
            f.requestSubmit(b); f.requestSubmit(b);""")
        page.wait_for_path("/desk/money")
        until(lambda: text("no_doubt") in page.text("main"), page.text("main")[:300])
        wait_for_state(page, values, values["job"], "succeeded")


def all_charges(values):
    """A bad day: all charges in doubt, with their number and sum, and only if both are still right."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, "/desk/money")
        page.click("a[href^='/desk/charges']")
        page.wait_for("#doubts")
        expect(str(values["count"]) in page.text("#doubts") and values["sum"] in page.text("#doubts"), page.text("#doubts"))
        page.js("document.querySelectorAll('[name=shown]')[1].value = '1/0/0/0'")
        page.click("form:has([name=paid][value=no]) button")
        page.wait_for(".problem")
        expect(page.text(".problem") == text("changed"), page.text(".problem"))
        page.click("form:has([name=paid][value=no]) button")
        page.wait_for_path("/desk/done")
        expect(page.text("#done") == text("not_paid", "desk_done", n=values["count"], of=values["count"]), page.text("#done"))


def halted(values):
    """A halted gate is cleared by the server's operator, and not by that of a space."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values, "spaceToken")
        page.wait_for(".banner")
        expect(not page.all(".banner form"), "a space's operator could clear the gate of all")
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        page.click(".banner form button")
        until(lambda: page.path == "/desk" and not page.all(".banner form"), page.text("main")[:300])


def archive(values):
    """W11"""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, "/desk/jobs")
        packed = zipfile.ZipFile(io.BytesIO(bytes_of(page, "/desk/jobs.zip?state=succeeded")))
    expect(packed.testzip() is None, "a file is damaged")
    names = packed.namelist()
    expect(len(names) == values["count"] and len(set(names)) == len(names), f"{names}")
    for name in names:
        unsafe = name.startswith(("/", ".")) or ".." in name or any(c in name for c in '\\:*?"<>|\u202e')
        expect(not unsafe, name)


def bulk(values):
    """Cancels what matches, if it is still as many; makes it again at the price that is shown."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, "/desk/jobs/all?state=waiting")
        page.js("document.querySelector('#all-cancel [name=expected]').value = '99'")
        page.click("#all-cancel button")
        page.wait_for(".problem")
        page.click("#all-cancel button")
        page.wait_for_path("/desk/done")
        expect(page.text("#done") == text("cancel", "desk_done", n=2, of=2), page.text("#done"))
        go(page, values, "/desk/jobs/all?state=cancelled")
        cost = page.text("#all-retry .cost")
        page.click("#all-retry button")
        page.wait_for_path("/desk/done")
        expect(page.text("#done") == text("retry", "desk_done", n=2, of=2), page.text("#done"))
        return {"cost": cost}


def team(values):
    """A person is asked for a new photo, with a reason; and what the person chooses is approved."""
    with Opened() as person:
        whole_way(person, values)
    with Opened(width=1280, height=900) as page:
        sign_in(page, values, "spaceToken")
        go(page, values, "/desk/team?state=chosen")
        expect(len(page.all("#wall .card img")) == 1, page.text("main")[:300])
        page.click("form[action='/desk/team/approve'] button")
        page.wait_for("#ask")
        page.click("#ask button")
        page.wait_for_path("/desk/team")
        go(page, values, f"/desk/team/{SPACE_NAME}/p0")
        expect(text("approved_one") in page.text("main"), page.text("main")[:300])
        page.click("#reason-dark")
        page.type("#words", "Please <b>again</b>.")
        page.click("#retake button")
        until(lambda: TEXTS["desk_invite"]["retake"] in page.text("main"), page.text("main")[:300])
    with Opened() as person:
        person.go(values["site"] + values["links"][0])
        person.wait_for_path("/p/photo")
        expect("Please <b>again</b>." in person.text("main"), person.text("main")[:300])


def invite(values):
    """A list becomes links, shown once, and the first leads in."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values, "spaceToken")
        go(page, values, "/desk/invite")
        page.type("#list", "n1,Nina,sales,nina@example.com\nn2,Noah,,\n")
        page.click("main form button")
        page.wait_for("#links")
        links = page.js("return [...document.querySelectorAll('#links code')].map((e) => e.innerText)")
        expect(len(links) == 2, f"{links}")
        go(page, values, "/desk/team?department=sales")
        expect("Nina" in page.text("#wall"), page.text("main")[:300])
        expect(links[0] not in page.js("return document.documentElement.outerHTML"), "a link is shown again")
    with Opened() as person:
        person.go(links[0])
        person.wait_for_path("/p/start")


def forget(values):
    """A person is removed once the id was typed."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, "/desk/people")
        page.click("a[href^='/desk/people/forget']")
        page.type("#typed", "somebody")
        page.click("#ask button")
        page.wait_for(".problem")
        page.type("#typed", values["person"])
        page.click("#ask button")
        until(lambda: text("forgotten", "desk_done") in page.text("main"), page.text("main")[:300])


def retry_otherwise(values):
    """A job is made again in another style by another maker, with the price beside the choice."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        go(page, values, f"/desk/jobs/{values['job']}")
        page.js("document.querySelector('#again [name=provider]').value = 'local'")
        page.js("document.querySelector('#again [name=style]').value = 'front-casual'")
        page.click("#again button")
        until(lambda: page.path.startswith("/desk/jobs/") and not page.path.endswith(values["job"]), page.path)
        expect(page.all(f"a[href='/desk/jobs/{values['job']}']"), "what it repeats")


def deliveries(values):
    """What a webhook's receiver did not take is sent again."""
    with Opened(width=1280, height=900) as page:
        sign_in(page, values)
        again = "form[action='/desk/deliveries/send'] button"

        def look():
            go(page, values, "/desk/machine")
            return page.all(again) and page.all("#webhooks ~ .rows .problem")
        until(look, f"no delivery has failed: {page.text('main')[-300:]}")
        page.click(again)
        page.wait_for_path("/desk/machine")
        until(look, "it did not fail again")


def header(values):
    """Behind a proxy that names the operator, no token is needed; returns the statuses with and without the name."""
    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_):
            return None

    opener = urllib.request.build_opener(NoRedirect)

    def status(headers):
        request = urllib.request.Request(values["site"] + "/desk", headers=headers)
        try:
            return opener.open(request).status
        except urllib.error.HTTPError as error:
            return error.code

    return {"with": status({"Remote-User": "olga"}), "without": status({})}


def pictures(values):
    """A picture of each page as a phone shows it, for the documentation; a person has chosen a headshot before."""
    with Opened(width=360, height=740) as page:
        sign_in(page, values)
        job = first_job(page, values)
        for name, path in [
            ("today", ""), ("new", "/new?space=acme"), ("jobs", "/jobs"), ("job", f"/jobs/{job}"), ("team", "/team"),
            ("people", "/people?space=acme"), ("money", "/money"), ("spaces", "/spaces/acme"), ("machine", "/machine"),
        ]:
            go(page, values, f"/desk{path}")
            until(lambda: page.js("return [...document.images].every((image) => image.complete)"), f"the pictures of {name}")
            page.driver.save_screenshot(f"{values['folder']}/{name}.png")


if __name__ == "__main__":
    run({function.__name__: function for function in [
        pages_are_accessible, way_by_keyboard, way_without_script, way_in_firefox, policy, hostile_names, refused, price, cooldown,
        focus_and_rest, not_charged, all_charges, halted, archive, bulk, team, invite, forget, retry_otherwise, deliveries, header, pictures,
    ]})
