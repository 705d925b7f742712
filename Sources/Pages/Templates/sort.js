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
