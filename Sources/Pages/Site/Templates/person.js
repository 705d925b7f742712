"use strict";
// What pages of a person can do with script: the camera with advice, smaller photos, uploads that go on after a break, progress
// that changes by itself, and a slider. Without it, the forms do the same more slowly.

const find = (id) => document.getElementById(id);
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
// Pages of this server, which has escaped what is in them; nothing else becomes markup.
const markup = window.trustedTypes?.createPolicy("headshot", { createHTML: (text) => text });
const page = (text) =>
  new DOMParser().parseFromString(markup ? markup.createHTML(text) : text, "text/html");
const main = find("main");
const form = main.dataset.form;

// Handing in a photo.

const say = find("say")?.dataset;
let isSending = false;

function tell(text, values = {}) {
  find("status").textContent = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, value), text);
}

const [mostBytes, mostSide] = [7000000, 4096];

/** The photo, or a smaller copy of one that is too large; `null` for one that only the server can read. */
async function fitted(photo) {
  let picture;
  try {
    picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const { width, height } = picture;
  const share = Math.min(1, mostSide / Math.max(width, height));
  if (share === 1 && photo.size <= mostBytes) return photo;
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * share));
  canvas.height = Math.max(1, Math.round(height * share));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  let copy;
  for (const quality of [0.92, 0.8, 0.6]) {
    copy = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (copy === null) return null;
    if (copy.size <= mostBytes) break;
  }
  tell(say.smaller, { from: `${width} × ${height}`, to: `${canvas.width} × ${canvas.height}` });
  await wait(1500);
  return copy;
}

/** Sends one part; the answer, or `null` where there was none. */
async function sendPart(photo, key, offset) {
  const part = photo.slice(offset, offset + 262144);
  try {
    return await fetch("/p/photo/part", {
      method: "POST", body: part, redirect: "error",
      headers: {
        "Content-Type": "application/octet-stream", "Headshot-Form": form, "Upload-Key": key,
        "Upload-Offset": offset, "Upload-Length": photo.size,
      },
    });
  } catch {
    return null;
  }
}

/** Sends a photo part by part, and after a break goes on with what the server has; then shows it. */
async function send(photo) {
  // A name that only this photo has, so that it is handed in once, however often its parts are sent.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0")).join("");
  const bar = find("bar");
  bar.hidden = false;
  let offset = 0;
  for (let pause = 1000; ; ) {
    const percent = Math.floor((offset * 100) / photo.size);
    bar.value = percent;
    if (offset + 262144 >= photo.size) tell(say.looking);
    else tell(say.sending, { percent });
    const answer = await sendPart(photo, key, offset);
    if (answer?.status === 201) return location.assign(answer.headers.get("Location"));
    const next = answer?.headers.get("Upload-Offset");
    if (answer?.status === 202) {
      offset = Number(next);
      pause = 1000;
      continue;
    }
    if (next != null) offset = Number(next);
    const isPassing = answer === null || answer.status === 409 || answer.status === 429 || answer.status >= 500;
    if (!isPassing) {
      bar.hidden = true;
      return tell(page(await answer.text()).querySelector("main p")?.textContent ?? "");
    }
    if (answer === null) tell(say.offline);
    // Sooner, if the browser says that the connection is back.
    await Promise.race([
      wait(pause), new Promise((done) => addEventListener("online", done, { once: true })),
    ]);
    pause = Math.min(pause * 2, 15000);
  }
}

async function handIn(photo) {
  if (isSending) return;
  isSending = true;
  find("send").disabled = true;
  try {
    const copy = await fitted(photo);
    if (copy === null) tell(say.unreadable);
    await send(copy ?? photo);
  } finally {
    isSending = false;
    find("send").disabled = false;
  }
}

function prepareUpload() {
  const input = find("photo");
  const take = (files) => (files.length > 0 ? handIn(files[0]) : tell(say.none));
  find("upload").addEventListener("submit", (event) => {
    event.preventDefault();
    take(input.files);
  });
  input.addEventListener("change", () => take(input.files));
  input.addEventListener("cancel", () => tell(say.none));
  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
      event.preventDefault();
      main.classList.toggle("drops", name === "dragover");
      if (name === "drop") take(event.dataTransfer.files);
    });
  }
}

// The camera.

const video = find("video");
let lastAdvice = { text: "", time: 0 };

function closeCamera() {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
  find("view").hidden = true;
  find("open-camera").hidden = false;
}

/** The picture of the camera as a JPEG, at most so many pixels a side. */
function frame(most, quality) {
  const share = Math.min(1, most / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * share);
  canvas.height = Math.round(video.videoHeight * share);
  canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

/** Shows advice, at most one new sentence in three seconds, so that it can be listened to. */
function advise(text, isGood) {
  find("view").classList.toggle("good", isGood);
  const now = performance.now();
  if (text === lastAdvice.text || now - lastAdvice.time < 3000) return;
  lastAdvice = { text, time: now };
  find("advice").textContent = text;
}

/** Asks for advice as long as the camera is open, for at most one frame a second. */
async function watch(stream) {
  while (video.srcObject === stream) {
    const began = performance.now();
    if (!document.hidden && !isSending && video.videoWidth > 0) {
      try {
        const answer = await fetch("/p/live", {
          method: "POST", body: await frame(512, 0.85), redirect: "error",
          headers: { "Content-Type": "image/jpeg", "Headshot-Form": form },
        });
        if (answer.ok && video.srcObject === stream) {
          advise(await answer.text(), answer.headers.get("Headshot-Advice") === "good");
        }
      } catch {
        // Without a connection there is no advice; a photo can be taken anyway.
      }
    }
    await wait(Math.max(100, 1050 - (performance.now() - began)));
  }
}

async function openCamera() {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "user", width: { ideal: 2560 }, height: { ideal: 1920 } },
    });
    video.srcObject = stream;
    for (const track of stream.getTracks()) track.addEventListener("ended", closeCamera);
    find("view").hidden = false;
    find("open-camera").hidden = true;
    await video.play();
    find("shoot").focus();
    watch(stream);
  } catch (error) {
    closeCamera();
    const isBusy = error.name === "NotReadableError" || error.name === "AbortError";
    tell(error.name === "NotAllowedError" ? say.refused : isBusy ? say.busy : say.missing);
  }
}

async function shoot() {
  const button = find("shoot");
  button.disabled = true;
  find("advice").textContent = say.hold;
  for (const number of [3, 2, 1]) {
    find("count").textContent = number;
    await wait(1000);
  }
  find("count").textContent = "";
  button.disabled = false;
  if (video.srcObject === null) return;
  const photo = await frame(mostSide, 0.92);
  closeCamera();
  await handIn(photo);
}

function prepareCamera() {
  find("camera").hidden = false;
  find("open-camera").addEventListener("click", () => {
    if (navigator.mediaDevices) openCamera();
    else tell(window.isSecureContext ? say.missing : say.insecure);
  });
  find("close-camera").addEventListener("click", closeCamera);
  find("shoot").addEventListener("click", shoot);
  addEventListener("pagehide", closeCamera);
}

// The progress of an order.

function countDown() {
  const place = document.querySelector("[data-seconds]");
  if (!place) return;
  const left = Number(place.dataset.seconds) - 1;
  place.dataset.seconds = Math.max(0, left);
  if (left < 0) return;
  const [hours, minutes, seconds] = [left / 3600, (left / 60) % 60, left % 60].map(Math.floor);
  const two = (number) => String(number).padStart(2, "0");
  place.textContent = hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

async function follow() {
  setInterval(countDown, 1000);
  while (true) {
    await wait(Number(main.dataset.pause));
    if (document.hidden) continue;
    try {
      const answer = await fetch(location.pathname);
      const next = answer.ok ? page(await answer.text()).getElementById("main") : null;
      const isOver = answer.redirected || (next && next.dataset.step !== "open");
      if (isOver) return location.replace(answer.url);
      if (next === null) continue;
      main.dataset.pause = next.dataset.pause;
      for (const part of document.querySelectorAll("[data-live]")) {
        const other = next.querySelector(`#${part.id}`);
        const isSame = other === null || part.innerHTML === other.innerHTML;
        if (isSame || part.contains(document.activeElement)) continue;
        part.replaceChildren(...other.childNodes);
      }
    } catch {
      // Without a connection, what was shown last stays.
    }
  }
}

function compare() {
  find("compare").classList.add("slides");
  find("slider").hidden = false;
  const set = () => find("compare").style.setProperty("--share", `${find("share").value}%`);
  find("share").addEventListener("input", set);
  set();
}

function prepareSharing(button) {
  if (!navigator.canShare && !navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const bytes = await (await fetch(find("headshot").src)).blob();
    const files = [new File([bytes], `headshot.${bytes.type.split("/")[1]}`, { type: bytes.type })];
    try {
      if (navigator.canShare?.({ files })) await navigator.share({ files, title: button.dataset.title });
      else await navigator.clipboard.writeText(location.href);
    } catch {
      // Whoever closes the menu shares nothing.
    }
  });
}

if (find("upload")) prepareUpload();
if (find("camera")) prepareCamera();
if (main.dataset.pause) follow();
if (find("slider")) compare();
if (find("share-file")) prepareSharing(find("share-file"));
