"use strict";
function enhance() {
  const tools = document.querySelector(".tools");
  const works = [...document.querySelectorAll(".w")];
  if (tools) {
    const filter = document.getElementById("filter");
    const all = document.getElementById("all");
    const shown = document.getElementById("shown");
    tools.hidden = false;
    const texts = works.map((work) => work.textContent.toLowerCase());
    filter.addEventListener("input", () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      works.forEach((work, at) => {
        work.hidden = !words.every((word) => texts[at].includes(word));
        count += work.hidden ? 0 : 1;
      });
      document.querySelectorAll(".group").forEach((group) => {
        group.hidden = !group.querySelector(".w:not([hidden])");
      });
      shown.textContent = words.length ? `${count} of ${works.length}` : "";
    });
    all.addEventListener("click", () => {
      const open = all.textContent === "Unfold all";
      works.forEach((work) => { work.open = open; });
      all.textContent = open ? "Fold all" : "Unfold all";
    });
  }
  document.querySelectorAll("pre").forEach((pre) => {
    // Aligns the equals signs of an entry, as they are in the file.
    const fields = [...pre.textContent.matchAll(/^ {2}(\w+) = /gm)].map((field) => field[1].length);
    const width = Math.max(0, ...fields);
    const text = pre.textContent.replace(/^ {2}(\w+) = /gm, (_, name) => `  ${name.padEnd(width)} = `);
    pre.textContent = text;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "Copied";
      } catch {
        const range = document.createRange();
        range.selectNodeContents(pre.firstChild);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        button.textContent = "Selected";
      }
    });
    pre.append(button);
  });
  const unfold = () => {
    // The browser decodes the fragment as it does to find the target.
    const work = document.querySelector(".w:target");
    if (work) { work.open = true; }
  };
  addEventListener("hashchange", unfold);
  unfold();
}
