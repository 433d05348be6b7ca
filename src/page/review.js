(() => {
  const state = document.getElementById("state");
  const undo = document.getElementById("undo");
  const done = document.getElementById("done");
  // The token comes in the fragment, which is sent to nobody, and leaves the address bar.
  // A reload finds it in the tab's own storage, which may be blocked.
  let token = location.hash.slice(1);
  try {
    token = token || sessionStorage.getItem("bibsync") || "";
    sessionStorage.setItem("bibsync", token);
  } catch { /* the address must be opened again */ }
  history.replaceState(null, "", "/");
  const call = async (path, body) => {
    const headers = { "X-Bibsync-Token": token };
    const options = { headers, cache: "no-store" };
    if (body) {
      headers["Content-Type"] = "application/json";
      options.method = "POST";
      options.body = JSON.stringify(body);
    }
    return fetch(path, options);
  };
  const questions = () => [...document.querySelectorAll(".q")];
  const isOpen = (question) => !question.classList.contains("settled");
  const tell = (question, text) => { question.querySelector(".told").textContent = text; };
  let ended = false;
  const end = (text) => {
    ended = true;
    state.textContent = text;
    document.querySelectorAll("button[data-a],button[data-later],#undo,#done").forEach((button) => { button.disabled = true; });
  };
  const show = (news) => {
    if (ended) { return; }
    for (const question of questions()) {
      const answer = news.settled[question.dataset.q];
      const was = !isOpen(question);
      question.classList.toggle("settled", answer !== undefined);
      if (answer !== undefined) {
        tell(question, `Answered: ${answer}`);
      } else if (was) {
        tell(question, "");
      }
    }
    undo.disabled = Object.keys(news.settled).length === 0;
    done.disabled = false;
    state.textContent = news.open === 0
      ? "No question is left."
      : `${news.open} of ${news.open + Object.keys(news.settled).length} open`;
    if (news.over) { end("Done. The answers are in your profile; you can close this page."); }
  };
  const next = (after) => {
    const all = questions();
    const at = all.indexOf(after) + 1;
    const found = [...all.slice(at), ...all.slice(0, at)].find(isOpen);
    (found || done).focus();
    if (found) { found.scrollIntoView({ block: "nearest" }); }
  };
  const post = async (path, body, question) => {
    try {
      const reply = await call(path, body);
      const news = await reply.json();
      if (reply.ok) { show(news); return true; }
      if (question) { tell(question, news.say); } else { state.textContent = news.say; }
    } catch {
      end("bibsync has ended. Run `bibsync review --web` again.");
    }
    return false;
  };
  const answer = async (button) => {
    const question = button.closest(".q");
    if (!isOpen(question)) { return; }
    const given = { question: Number(question.dataset.q), answer: button.dataset.a };
    if (await post("/answer", given, question)) { next(question); }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || ended) { return; }
    if (button.dataset.a !== undefined) { answer(button); }
    if (button.dataset.later !== undefined) { next(button.closest(".q")); }
    if (button === undo) { post("/undo", {}); }
    if (button === done) { post("/done", {}); }
  });
  document.addEventListener("keydown", (event) => {
    if (ended || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input,textarea")) { return; }
    const here = document.activeElement.closest && document.activeElement.closest(".q");
    const question = here && isOpen(here) ? here : questions().find(isOpen);
    const key = event.key.toLowerCase();
    const press = (button) => { if (button && !button.disabled) { event.preventDefault(); button.click(); } };
    if (key === "u") { press(undo); }
    if (key === "s") { press(done); }
    if (!question) { return; }
    if (key === "n") { press(question.querySelector('[data-a="none"]')); }
    if (key === "l") { press(question.querySelector("[data-later]")); }
    if (/^[1-9]$/.test(key)) { press(question.querySelector(`[data-a="${key}"]`)); }
  });
  // Waits for news, of this page or of another one; an open request shows that the page is open.
  const follow = async () => {
    let version = 0;
    while (!ended) {
      const reply = await call(`/news?since=${version}`);
      const news = await reply.json();
      version = news.version;
      show(news);
    }
  };
  (async () => {
    try {
      const reply = await call("/page");
      if (!reply.ok) {
        end("This page has no valid token. Open the whole address that `bibsync review --web` printed.");
        return;
      }
      document.getElementById("page").innerHTML = await reply.text();
      enhance();
      await follow();
    } catch {
      end("bibsync has ended. Run `bibsync review --web` again.");
    }
  })();
})();
