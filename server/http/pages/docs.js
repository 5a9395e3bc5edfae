"use strict";
const root = document.documentElement;
const search = document.getElementById("search");
const entries = [...document.querySelectorAll("[data-words]")];
const none = document.getElementById("none");

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const entry of entries) {
    const fits = words.every((word) => entry.dataset.words.includes(word));
    entry.hidden = !fits;
    if (fits && entry.tagName === "ARTICLE") shown += 1;
  }
  for (const group of document.querySelectorAll("[data-group]")) {
    group.hidden = !group.querySelector("[data-words]:not([hidden])");
  }
  none.hidden = shown > 0;
}
search.addEventListener("input", filter);
addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== search) { event.preventDefault(); search.focus(); }
});
document.getElementById("theme").addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* private windows keep nothing */ }
});
try { const kept = localStorage.getItem("theme"); if (kept) root.dataset.theme = kept; } catch { /* the same */ }
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.addEventListener("click", async () => {
    const sample = button.parentElement.querySelector("code").textContent;
    try {
      await navigator.clipboard.writeText(sample);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Press Ctrl+C";
      getSelection().selectAllChildren(button.parentElement.querySelector("code"));
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
}
