"""What a person does on the pages behind a link, in real browsers: one function for each check.

The second argument has, as JSON: the site's address, links, and photos by name. Sentences are read from the site's own files."""

import base64
import json
import pathlib
import time

from browsers import Chromium, Failed, Firefox, bytes_of, expect, run, until

TEXTS = {
    language: json.loads(
        (pathlib.Path(__file__).parents[2] / f"Sources/Pages/Site/Templates/{language}.json").read_text())
    for language in ("en", "de")
}
CONSENT = "#agree"
TAB, ENTER, SPACE = "\ue004", "\ue007", " "


def text(group, name, language="en"):
    return TEXTS[language][group][name]


def main_button(page):
    page.click("main form button")


def start(page, values, link=0):
    """Opens a link and agrees."""
    page.go(values["site"] + values["links"][link])
    page.wait_for_path("/p/start")
    page.click(CONSENT)
    main_button(page)
    page.wait_for_path("/p/photo")


def hand_in(page, path, waits=True):
    """Chooses a file; with script that is all, without it the form is sent."""
    page.type("#photo", path)
    if not page.has_script:
        page.click("#send")
    if waits:
        until(lambda: page.path.startswith("/p/photo/"), f"the photo: {page.text('#status')} {page.text('main')[:300]}")


def use(page):
    page.click("form[action$='/use'] button")
    until(lambda: page.path.endswith("/style"), "the styles")


def order(page):
    main_button(page)
    until(lambda: page.path.startswith(("/p/make/", "/p/result/")), "the order")


def wait_for_result(page):
    """Waits until the page itself shows the result; without script, it loads itself again."""
    until(lambda: page.path.startswith("/p/result/"), lambda: f"no result: {page.text('main')[:300]}")


def whole_way(page, values, each=lambda page, step: None, link=0):
    page.go(values["site"] + values["links"][link])
    page.wait_for_path("/p/start")
    each(page, "start")
    page.click(CONSENT)
    main_button(page)
    page.wait_for_path("/p/photo")
    each(page, "photo")
    hand_in(page, values["photos"]["good"])
    page.wait_for(".marked img")
    each(page, "preview")
    use(page)
    each(page, "style")
    order(page)
    if page.path.startswith("/p/make/"):
        each(page, "progress")
    wait_for_result(page)
    each(page, "result")
    page.click("form[action$='/choose'] button")
    page.wait_for_path("/p/mine")
    each(page, "mine")


def browser(kind=Chromium, script=True, **options):
    page = kind(script=script, **options)
    page.has_script = script
    return page


class Opened:
    """A browser that is closed however the check ends."""

    def __init__(self, *arguments, **options):
        self.arguments, self.options = arguments, options

    def __enter__(self):
        self.page = browser(*self.arguments, **self.options)
        return self.page

    def __exit__(self, *_):
        self.page.quit()


def is_accessible(page, step):
    """Nothing for axe, nothing wider than the window, no small target, and a title."""
    problems = page.problems_of_axe()
    expect(not problems, f"{step}: {problems}")
    expect(not page.is_too_wide(), f"{step} is wider than the window")
    expect(not page.narrow_targets(), f"{step}: {page.narrow_targets()}")
    expect(page.title, f"{step} has no title")


def looks_right(page, step):
    """The same for a page that was just opened: its heading has the focus."""
    is_accessible(page, step)
    focused = page.js("return document.activeElement.tagName")
    expect(focused in ("H1", "BODY"), f"{step}: the focus is on {focused}")


def way_on_a_phone(values):
    """P1"""
    titles = []

    def each(page, step):
        looks_right(page, step)
        titles.append(page.title)

    with Opened() as page:
        page.set_network(latency=400, bytes_per_second=50000)
        whole_way(page, values, each)
        said = page.console()
        expect(not said, f"{said}")
    expect(len(set(titles)) >= 5, f"{titles}")


def way_in_other_looks(values):
    """P1"""
    # A window of half the size shows what one that is enlarged twice does.
    looks = [{"dark": True, "width": 180, "height": 320}, {"forced": True, "width": 1280, "height": 900}]
    for number, options in enumerate(looks):
        with Opened(**options) as page:
            whole_way(page, values, looks_right, link=number)


def way_without_script(values):
    """P2"""
    with Opened(script=False) as page:
        whole_way(page, values)


def way_by_keyboard(values):
    """P2"""
    def press_until(page, css, key):
        for _ in range(40):
            if page.js("return document.activeElement.matches(arguments[0])", css):
                shown = page.js("""const s = getComputedStyle(document.activeElement);
                    return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2""")
                expect(shown, f"the focus on {css} cannot be seen")
                return key and page.press(key)
            page.press(TAB)
        raise Failed(f"{css} is not reached by the keyboard at {page.path}")

    with Opened() as page:
        page.go(values["site"] + values["links"][0])
        press_until(page, CONSENT, SPACE)
        press_until(page, "main form button", ENTER)
        page.wait_for_path("/p/photo")
        # The keyboard opens the system's own window for files.
        press_until(page, "#photo", None)
        hand_in(page, values["photos"]["good"])
        press_until(page, "form[action$='/use'] button", ENTER)
        until(lambda: page.path.endswith("/style"), "the styles")
        press_until(page, "input[name=style]", SPACE)
        press_until(page, "main form button", ENTER)
        until(lambda: page.path.startswith(("/p/make/", "/p/result/")), "the order")
        wait_for_result(page)
        press_until(page, "#share", "\ue014")
        press_until(page, "form[action$='/choose'] button", ENTER)
        page.wait_for_path("/p/mine")


def way_in_firefox(values):
    """P1, P2"""
    with Opened(Firefox) as page:
        whole_way(page, values)
    with Opened(Firefox, script=False) as page:
        whole_way(page, values, link=1)


def camera(values):
    """P3"""
    with Opened(camera=values["photos"]["camera"]) as page:
        start(page, values)
        page.click("#open-camera")
        began = time.monotonic()
        until(lambda: "good" in page.js("return document.getElementById('view').className"),
              f"no good moment: {page.text('#advice')}")
        expect(time.monotonic() - began < 15, "green comes late")
        page.click("#shoot")
        until(lambda: page.path.startswith("/p/photo/"), f"no photo: {page.text('#status')}")
        page.wait_for(".marked img")
        until(lambda: page.js("return document.querySelector('.marked img').naturalWidth") > 0, "the photo")
        said = page.console()
        expect(not said, f"{said}")


def no_camera(values):
    """P3"""
    with Opened(camera=values["photos"]["camera"], allows_camera=False) as page:
        start(page, values)
        page.click("#open-camera")
        until(lambda: page.text("#status") == text("say", "refused"), f"refused: {page.text('#status')}")
        expect(page.all("#photo"), "the file button")
        said = page.console()
        expect(not said, f"{said}")
    with Opened() as page:
        start(page, values, link=1)
        page.click("#open-camera")
        until(lambda: page.text("#status") == text("say", "missing"), f"missing: {page.text('#status')}")
        said = page.console()
        expect(not said, f"{said}")


def killed_tab(values):
    """P4"""
    paths = []

    def kill(page, step):
        before = page.path
        page.driver.switch_to.new_window("tab")
        old = page.driver.window_handles[0]
        new = page.driver.current_window_handle
        page.driver.switch_to.window(old)
        page.driver.close()
        page.driver.switch_to.window(new)
        page.go(values["site"] + values["links"][0])
        after = page.path
        kept = before == after or (before.startswith("/p/make/") and after.startswith("/p/result/"))
        expect(kept, f"{step}: {before} became {after}")
        paths.append(after)

    with Opened() as page:
        whole_way(page, values, kill)
        # Back and forward through everything orders nothing.
        for address in paths:
            page.go(values["site"] + address)
        for _ in range(10):
            page.back()
        for _ in range(10):
            page.forward()
    # Another device goes on at the same step.
    with Opened() as page:
        page.go(values["site"] + values["links"][0])
        expect(page.path == "/p/mine", page.path)


def large_photos(values):
    """P5"""
    for number, name in enumerate(["large", "heavy"]):
        with Opened() as page:
            start(page, values, link=number)
            hand_in(page, values["photos"][name])
            page.wait_for(".marked img")
            said = page.console()
            expect(not said, f"{said}")
    # Without script, the server makes it smaller, and says so.
    with Opened(script=False) as page:
        start(page, values, link=2)
        hand_in(page, values["photos"]["large"])
        expect(text("finding", "madeSmaller") in page.text("main"), page.text("main"))


def heic(values):
    """P5"""
    with Opened() as page:
        start(page, values)
        # A browser knows no type for this name, and sends none.
        hand_in(page, values["photos"]["heic"])
        page.wait_for(".marked img")
        until(lambda: page.js("return document.querySelector('.marked img').naturalWidth") > 0, "the preview")


def interrupted_upload(values):
    """P6"""
    with Opened() as page:
        start(page, values)
        page.set_network(bytes_per_second=400000, latency=20)
        hand_in(page, values["photos"]["many_parts"], waits=False)
        until(lambda: page.js("return document.getElementById('bar').value") >= 30, "half of it")
        page.set_network(offline=True)
        until(lambda: page.text("#status") == text("say", "offline"), f"offline: {page.text('#status')}")
        had = page.js("return document.getElementById('bar').value")
        page.set_network()
        until(lambda: page.path.startswith("/p/photo/"), "the photo")
        first = page.path
        offsets = [h.get("Upload-Offset") for u, h in page.requests() if u.endswith("/p/photo/part")]
        expect(offsets.count("0") == 1, f"it began again: {offsets}")
        expect(had > 0, "nothing had come")
        page.go(values["site"] + "/p")
        expect(page.path == first, f"{page.path} and {first}")


def twice(values):
    """P7"""
    with Opened() as page:
        start(page, values)
        hand_in(page, values["photos"]["good"])
        use(page)
        style = page.url
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.go(style)
        page.driver.switch_to.window(first)
        page.js("const f = document.querySelector('main form'); f.requestSubmit(); f.requestSubmit();")
        until(lambda: page.path.startswith(("/p/make/", "/p/result/")), "the order")
        job = page.path.split("/")[3]
        page.driver.switch_to.window(page.driver.window_handles[-1])
        order(page)
        expect(page.path.split("/")[3] == job, f"{page.path} is another order than {job}")
        page.reload()
        wait_for_result(page)
        page.go(values["site"] + "/p/mine")
        expect(len(page.all("main li.card")) == 1, page.text("main"))
        # Ordered anew after the end, it is another one.
        page.go(style)
        order(page)
        expect(page.path.split("/")[3] != job, "it is the same order")


def policy(values):
    """P8, P9"""
    with Opened() as page:
        secrets = [link.rsplit("/", 1)[1] for link in values["links"]]

        def each(page, step):
            expect(secrets[0] not in page.url + page.title + page.js("return document.referrer"), f"{step} shows the link")
            expect(secrets[0] not in page.js("return document.cookie"), f"{step}: a script can read the link")

        whole_way(page, values, each)
        said = page.console()
        expect(not said, f"{said}")
        # The browser's own pages, such as that of a new tab, are not the site's.
        asked = [(u, h) for u, h in page.requests() if not u.startswith("chrome:")]
        strange = [u for u, _ in asked if not u.startswith((values["site"], "blob:", "data:", "about:"))]
        expect(not strange, f"{strange}")
        # Chromium names a referrer that it does not send, without a value.
        told = [(u, v) for u, h in asked for n, v in h.items() if n.lower() == "referer" and v]
        expect(not told, f"a referrer went to {told}")
        # Another person's link shows nothing of the first.
        page.go(values["site"] + values["links"][1])
        page.wait_for_path("/p/start")
        page.go(values["site"] + "/p/mine")
        expect(not page.all("main li.card"), "another person's headshots are shown")


def advice(values):
    """P10"""
    with Opened(camera=values["photos"]["camera"]) as page:
        start(page, values)
        page.js("""window.said = []; new MutationObserver(() => window.said.push(performance.now()))
            .observe(document.getElementById('advice'), {childList: true, characterData: true, subtree: true})""")
        page.click("#open-camera")

        def frames_sent():
            return page.js("""return performance.getEntriesByType('resource')
                .filter((e) => e.name.endsWith('/p/live')).map((e) => e.startTime)""")

        # Time enough for several sentences.
        until(lambda: len(frames_sent()) >= 8, lambda: f"frames went at {frames_sent()}")
        said, frames = page.js("return window.said"), frames_sent()
        expect(all(b - a >= 2990 for a, b in zip(said, said[1:])), f"sentences came at {said}")
        expect(all(b - a >= 990 for a, b in zip(frames, frames[1:])), f"frames went at {frames}")
        page.click("#close-camera")


def cooldown(values):
    """P11"""
    with Opened() as page:
        start(page, values)
        hand_in(page, values["photos"]["good"])
        use(page)
        page.hurry(10)
        order(page)
        place = "[data-seconds]"
        page.wait_for(place)
        first = int(page.js(f"return document.querySelector('{place}').dataset.seconds"))
        until(lambda: int(page.js(f"return document.querySelector('{place}')?.dataset.seconds ?? 0")) < first - 2, "it counts")
        # A page that no one sees asks for nothing.
        asked = [u for u, _ in page.requests_while_hidden(values["site"] + "/assets/nowhere") if "/p/make/" in u]
        expect(not asked, f"{asked}")
        page.driver.switch_to.window(page.driver.window_handles[0])
        # By now the gate is open.
        pathlib.Path(values["go"]).write_text("")
        wait_for_result(page)


def cancel(values):
    with Opened() as page:
        start(page, values)
        hand_in(page, values["photos"]["good"])
        use(page)
        order(page)
        # It waits for the service; of one that is on its way, only the service knows.
        page.wait_for("[data-seconds]")
        page.click("#cancel button")
        page.wait_for("main[data-step=ended]")
        expect(text("end", "cancelled") in page.text("main"), page.text("main"))
        page.click("main a.button")
        until(lambda: page.path.endswith("/style"), "the styles again")


def refused(values):
    with Opened() as page:
        start(page, values)
        hand_in(page, values["photos"]["wall"])
        page.wait_for(".findings li")
        expect(page.text("h1") == text("refused", "title"), page.text("h1"))
        expect(not page.all("form[action$='/use']"), "it can be used")
        page.go(values["site"] + "/p/photo")
        page.type("#photo", values["photos"]["none"])
        until(lambda: text("finding", "format") in page.text("#status"), f"a text file: {page.text('#status')}")


def german(values):
    with Opened() as page:
        page.go(values["site"] + values["links"][0])
        page.click("a[hreflang=de]")
        until(lambda: page.js("return document.documentElement.lang") == "de", "German")
        expect(page.text("main form button") == text("start", "button", "de"), page.text("main"))
        expect(page.path == "/p/start", page.path)
        page.click(CONSENT)
        main_button(page)
        page.wait_for_path("/p/photo")
        expect(page.text("h1") == text("photo", "title", "de"), page.text("h1"))


def remove(values):
    """P12"""
    with Opened() as page:
        whole_way(page, values)
        page.type("#word", "no")
        page.click(".danger")
        page.wait_for("#wrong")
        page.js("document.getElementById('word').value = ''")
        page.type("#word", text("mine", "word"))
        page.click(".danger")
        until(lambda: page.text("h1") == text("removed", "title"), page.text("main"))
        page.go(values["site"] + values["links"][0])
        expect(page.text("h1") == text("problem", "link_title"), page.text("main"))


def sizes(values):
    """P13"""
    large = {}

    def each(page, step):
        count = page.js("""const all = performance.getEntriesByType('navigation').concat(performance.getEntriesByType('resource'));
            return all.filter((e) => e.initiatorType !== 'img').reduce((s, e) => s + (e.decodedBodySize || 0), 0)""")
        if count > 60000:
            large[step] = count

    with Opened() as page:
        whole_way(page, values, each)
    expect(not large, f"{large}")


def saved(values):
    """P14"""
    with Opened() as page:
        whole_way(page, values)
        page.click("li.card a")
        page.wait_for_path("/p/result/")
        path = page.js("return document.querySelector('a[download]').getAttribute('href')")
        return {"bytes": base64.b64encode(bytes_of(page, path)).decode(), "job": page.path.split("/")[3]}


def slider(values):
    with Opened() as page:
        whole_way(page, values)
        page.click("li.card a")
        page.wait_for_path("/p/result/")
        page.js("const s = document.getElementById('share'); s.value = 20; s.dispatchEvent(new Event('input'))")
        clip = page.js("return getComputedStyle(document.querySelectorAll('.slides figure')[1]).clipPath")
        expect("80%" in clip or "calc(80" in clip, clip)
        page.click("[name=alike][value=no]")
        page.wait_for("[name=alike][value=no][aria-pressed=true]")


def pictures(values):
    """A picture of each page as a phone shows it, for the documentation."""
    def each(page, step):
        until(lambda: page.js("return [...document.images].every((image) => image.complete)"), f"the pictures of {step}")
        page.driver.save_screenshot(f"{values['folder']}/{step}.png")

    with Opened(width=360, height=740) as page:
        whole_way(page, values, each)


if __name__ == "__main__":
    run({function.__name__: function for function in [
        way_on_a_phone, way_in_other_looks, way_without_script, way_by_keyboard, way_in_firefox, camera, no_camera, killed_tab,
        large_photos, heic, interrupted_upload, twice, policy, advice, cooldown, cancel, refused, german, remove, sizes, saved, slider, pictures,
    ]})
