"use strict";
// Opens each page in frames, at a phone's and a desktop's width, light and dark, and lists what a
// person would stumble over. The verdict is left in the document, as JSON.

const widths = [360, 1280];
const schemes = ["light", "dark"];

async function verdict(pages) {
  const problems = [];
  let checked = 0;
  for (const page of pages) {
    for (const width of widths) {
      for (const scheme of schemes) {
        const found = await inspect(page, width, scheme);
        checked += found.checked;
        problems.push(...found.problems.map((text) => `${page} at ${width}, ${scheme}: ${text}`));
      }
    }
    problems.push(...(await withoutScript(page)).map((text) => `${page} without script: ${text}`));
  }
  return { problems, checked };
}

async function open(page, width, scheme, sandbox) {
  const frame = document.createElement("iframe");
  frame.style = `width: ${width}px; height: 800px; border: 0; color-scheme: ${scheme}`;
  if (sandbox) frame.sandbox = sandbox;
  frame.src = page;
  const loaded = new Promise((done) => frame.addEventListener("load", done));
  document.body.append(frame);
  await loaded;
  return frame;
}

async function inspect(page, width, scheme) {
  const frame = await open(page, width, scheme);
  const view = frame.contentWindow;
  const root = frame.contentDocument;
  const problems = [];
  const say = (isRight, text) => { if (!isRight) problems.push(text); };

  say(view.matchMedia("(prefers-color-scheme: dark)").matches === (scheme === "dark"), "wrong scheme");
  say(root.documentElement.lang === "en", "no language");
  say(root.title.length > 0, "no title");
  say(root.querySelectorAll("h1").length === 1, "not one heading");
  say(root.documentElement.scrollWidth <= width, `wider than the window: ${root.documentElement.scrollWidth}`);
  const policy = root.querySelector("meta[http-equiv=Content-Security-Policy]")?.content ?? "";
  say(policy.startsWith("default-src 'none'; img-src data:;"), "may load from elsewhere");
  for (const image of root.querySelectorAll("img, svg image")) {
    const probe = new Image();
    probe.src = image.getAttribute("src") ?? image.getAttribute("href");
    say(await probe.decode().then(() => probe.naturalWidth > 1, () => false), "a picture is missing");
  }
  for (const use of root.querySelectorAll("use")) {
    say(root.querySelector(use.getAttribute("href")) !== null, "a thumbnail is missing");
  }
  for (const image of root.querySelectorAll("img")) say(image.alt.length > 0, "a picture without words");
  for (const svg of root.querySelectorAll("svg:not([aria-hidden=true])")) {
    say(svg.getAttribute("role") === "img" && svg.getAttribute("aria-label"), "a drawing without words");
  }
  const texts = shownTexts(root, view);
  for (const text of texts) {
    const ratio = contrast(text.colour, text.ground);
    say(ratio >= text.least, `contrast ${ratio.toFixed(2)} of “${text.words.slice(0, 40)}”`);
  }
  say(view.intruder === undefined, "a stranger's script ran");
  for (const table of root.querySelectorAll("table.sortable")) problems.push(...sorting(table, view));
  frame.remove();
  return { problems, checked: texts.length };
}

// Every text with its colour, that of what is below it, and the contrast that WCAG 2 asks for.
function shownTexts(root, view) {
  const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim();
    const parent = walker.currentNode.parentElement;
    if (!words || !parent.checkVisibility() || parent.closest("script, style, .hidden")) continue;
    const style = view.getComputedStyle(parent);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const drawn = parent.closest("svg");
    texts.push({
      words,
      least: isLarge && !drawn ? 3 : 4.5,
      colour: rgb(drawn ? parent.getAttribute("fill") : style.color),
      ground: drawn ? rgb(parent.previousElementSibling.getAttribute("fill")) : ground(parent, view),
    });
  }
  return texts;
}

function ground(element, view) {
  for (let at = element; at; at = at.parentElement) {
    const colour = view.getComputedStyle(at).backgroundColor;
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(colour)) return rgb(colour);
  }
  return [255, 255, 255];
}

function rgb(colour) {
  if (colour.startsWith("#")) return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return colour.match(/[\d.]+/g).slice(0, 3).map(Number);
}

function contrast(one, other) {
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Clicks each heading that is shown, twice, and reads the order of the rows.
function sorting(table, view) {
  const problems = [];
  const heads = [...table.tHead.rows[0].cells];
  const before = heads.find((head) => head.hasAttribute("aria-sort"));
  if (!before) problems.push("no order is told");
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!head.checkVisibility()) return;
    if (!button || button.tabIndex < 0) { problems.push(`${head.textContent} cannot be reached`); return; }
    const seen = [0, 1].map(() => {
      button.click();
      const values = [...table.tBodies[0].rows].map((row) => row.cells[column].dataset.value);
      const isNumber = head.dataset.sort === "number";
      const sorted = [...values].sort((a, b) => isNumber ? a - b : a.localeCompare(b));
      const order = head.getAttribute("aria-sort");
      if (order === "descending") sorted.reverse();
      if (values.join("\n") !== sorted.join("\n")) problems.push(`${head.textContent} does not sort`);
      return order;
    });
    if (new Set(seen).size !== 2) problems.push(`${head.textContent} sorts one way only`);
    if (heads.filter((other) => other.hasAttribute("aria-sort")).length !== 1) {
      problems.push("more than one order is told");
    }
  });
  return problems;
}

// With scripts forbidden, everything is still there to be read.
async function withoutScript(page) {
  const frame = await open(page, 360, "light", "allow-same-origin");
  const root = frame.contentDocument;
  const problems = [];
  if (root.querySelector("button")) problems.push("a script ran");
  if (root.body.innerText.trim().length < 40) problems.push("nothing to read");
  frame.remove();
  return problems;
}
