"use strict";
// What pages of an operator can do with script: they follow what changes, count down, hand in several photos at once, show a
// price as soon as something is chosen, and compare two pictures. Without it, the forms do the same more slowly.

const find = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
// Pages of this server, which has escaped what is in them; nothing else becomes markup.
const markup = window.trustedTypes?.createPolicy("headshot", { createHTML: (text) => text });
const page = (text) =>
  new DOMParser().parseFromString(markup ? markup.createHTML(text) : text, "text/html");
const main = find("main");

// Regions that change.

let asked = 0;

/** Shows what an address has now, in the regions that may change; a field that has the focus is left alone. */
async function refresh(address) {
  const number = ++asked;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  // The session has ended.
  if (answer.redirected) return location.reload();
  if (!answer.ok) return;
  const fresh = page(await answer.text());
  // An answer that was overtaken says nothing new.
  if (number !== asked) return;
  for (const region of document.querySelectorAll("[data-live]")) {
    const other = fresh.getElementById(region.id);
    if (other !== null) swap(region, other);
  }
  const state = fresh.getElementById("state");
  if (state !== null && find("state") !== null) find("state").value = state.value;
  if (main.dataset.poll && !fresh.getElementById("main")?.dataset.poll) {
    // What has ended has more to show than what changes.
    delete main.dataset.poll;
    if (!document.activeElement?.matches("input, select, textarea")) location.reload();
  }
}

function swap(region, other) {
  const active = document.activeElement;
  const isInside = region.contains(active);
  if (isInside && active.matches("input, select, textarea")) return;
  if (region.innerHTML === other.innerHTML) return;
  region.replaceChildren(...other.childNodes);
  if (isInside && active.id) find(active.id)?.focus();
}

/** Looks again and again, while the page can be seen. */
async function follow() {
  while (main.dataset.poll) {
    await wait(Number(main.dataset.poll) * 1000);
    if (document.hidden) continue;
    // The connection may be back at the next look.
    await refresh(location.href).catch(() => {});
  }
}

/** Counts the seconds that a page was told, whatever this device's clock says. */
function countDown() {
  for (const clock of document.querySelectorAll("[data-left]")) {
    clock.end ??= performance.now() + Number(clock.dataset.left) * 1000;
    const left = Math.max(0, Math.ceil((clock.end - performance.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

// Two pictures, one over the other.

function prepareSlider() {
  const [slider, share, both] = [find("slider"), find("share"), find("compare")];
  if (slider === null || both.querySelectorAll("figure").length !== 2) return;
  const show = () => both.style.setProperty("--share", `${share.value}%`);
  both.classList.add("slides");
  slider.hidden = false;
  share.addEventListener("input", show);
  show();
}

// Handing in photos.

const form = find("hand-in");
const said = form?.dataset;

/** The address of the page with more photos than it has. */
function addressWith(photos) {
  const address = new URL("/desk/new", location.href);
  address.search = find("state").value;
  for (const photo of photos) address.searchParams.append("photo", photo);
  return address;
}

/** Sends one photo, with a line that says how far it is; returns its name, or `null` if it was refused. */
function send(file) {
  return new Promise((done) => {
    const line = document.createElement("li");
    const bar = document.createElement("progress");
    const words = document.createElement("span");
    bar.max = 1;
    bar.ariaLabel = file.name;
    line.append(words, bar);
    find("uploads").append(line);
    const tell = (text) => { words.textContent = `${file.name}: ${text} `; };
    const fail = (text) => {
      tell(text);
      words.className = "problem";
      bar.remove();
      done(null);
    };
    const body = new FormData();
    body.append("form", main.dataset.form);
    body.append("person", find("person").value);
    body.append("name", file.name);
    body.append("photo", file);
    const request = new XMLHttpRequest();
    request.upload.onprogress = (event) => {
      if (!event.lengthComputable) return;
      bar.value = event.loaded / event.total;
      tell(`${said.sending} ${Math.floor((event.loaded * 100) / event.total)} %`);
    };
    request.upload.onload = () => {
      bar.removeAttribute("value");
      tell(said.looking);
    };
    request.onload = () => {
      if (request.status !== 201) {
        return fail(page(request.responseText).querySelector("main p")?.textContent ?? said.failed);
      }
      line.remove();
      const place = new URL(request.getResponseHeader("Location"), location.href);
      done(place.searchParams.get("photo"));
    };
    request.onerror = () => fail(said.failed);
    request.open("POST", form.action);
    request.send(body);
  });
}

/** Hands in photos, three at a time, and then shows them all. */
async function handIn(files) {
  const waiting = [...files];
  const photos = [];
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const photo = await send(file);
      if (photo !== null) photos.push(photo);
    }
  };
  await Promise.all([work(), work(), work()]);
  await go(addressWith(photos));
}

async function go(address) {
  history.replaceState(null, "", address);
  await refresh(address).catch(() => {});
}

function prepareUploads() {
  if (form === null) return;
  const input = find("photo");
  input.multiple = true;
  input.required = false;
  find("send").hidden = true;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("change", async () => {
    const files = [...input.files];
    input.value = "";
    await handIn(files);
  });
  form.addEventListener("dragover", (event) => {
    event.preventDefault();
    form.classList.add("drops");
  });
  form.addEventListener("dragleave", () => form.classList.remove("drops"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("drops");
    handIn(event.dataTransfer.files);
  });
}

/** Shows the price of what is chosen at once. */
function prepareChoices() {
  main.addEventListener("change", (event) => {
    const choices = find("choices");
    if (choices === null || event.target.form !== choices) return;
    const address = new URL("/desk/new", location.href);
    address.search = new URLSearchParams(new FormData(choices));
    go(address);
  });
}

prepareSlider();
prepareUploads();
prepareChoices();
follow();
countDown();
setInterval(countDown, 1000);
