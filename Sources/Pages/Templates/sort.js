"use strict";
// Makes the headings of tables buttons that sort; without it, tables stay as they are.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const hint = document.createElement("span");
  hint.className = "hint";
  hint.textContent = " Select a heading to sort.";
  table.caption.append(hint);
  heads.forEach((head, column) => {
    const isNumber = head.dataset.sort === "number";
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const first = isNumber ? "descending" : "ascending";
      const other = isNumber ? "ascending" : "descending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      for (const one of heads) one.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const value = (row) => row.cells[column].dataset.value;
      const rows = [...table.tBodies[0].rows].sort((a, b) =>
        isNumber ? value(a) - value(b) : value(a).localeCompare(value(b)));
      if (order === "descending") rows.reverse();
      table.tBodies[0].append(...rows);
    });
  });
}

// A field above many cards leaves those that have its words; without it, all of them stay.
const cards = [...document.querySelectorAll(".card")];
if (cards.length > 1) {
  const label = document.createElement("label");
  label.className = "filter";
  label.textContent = "Show only ";
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "a name, a state, a style";
  label.append(field);
  document.querySelector(".cards").before(label);
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const card of cards) {
      const text = card.textContent.toLowerCase();
      card.hidden = !words.every((word) => text.includes(word));
      const link = document.querySelector(`tbody a[href="#${card.id}"]`);
      if (link) link.closest("tr").hidden = card.hidden;
    }
  });
}
