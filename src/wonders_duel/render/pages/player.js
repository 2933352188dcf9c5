"use strict";
// Steps through a recorded game. The positions are lists of numbers of shared pieces of text.
(async () => {
  const byId = (id) => document.getElementById(id);
  const packed = Uint8Array.from(atob(byId("record").textContent), (one) => one.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = await new Response(unpacked).json();
  const { frames, pieces, lines, ages, words } = data;
  document.querySelector("#definitions defs").innerHTML = data.definitions;
  const marks = new Set(
    [...document.querySelectorAll("#definitions defs > *")]
      .filter((one) => /stroke="var\(--last\)"[^>]* stroke-dasharray="7 3"/.test(one.outerHTML))
      .map((one) => `#${one.id}`),
  ); // the frames of what the last move was about
  const last = frames.length - 1;
  const stages = ["wide", "tall"].map((name) => [name, document.querySelector(`#${name} g`)]);
  const slider = byId("slider");
  const play = byId("play");
  const list = byId("moves");
  const chart = byId("chart");
  const options = [...list.querySelectorAll("[role=option]")];
  const legend = [...document.querySelectorAll("#legend button")];
  const pause = 1500; // milliseconds for a position while it plays at the usual speed
  const swipe = 40; // pixels
  const glide = 400; // milliseconds in which a card that is taken leaves the structure
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let at = 0;
  let timer = null;

  const text = (numbers) => numbers.map((number) => pieces[number]).join("");

  function stop() {
    clearTimeout(timer);
    timer = null;
    play.classList.remove("playing");
    play.setAttribute("aria-label", words.play);
  }

  function tick() {
    timer = setTimeout(() => {
      if (at < last) {
        show(at + 1);
      }
      if (at === last) {
        stop();
      } else {
        tick();
      }
    }, pause / Number(byId("speed").value));
  }

  function start() {
    if (at === last) {
      show(0);
    }
    tick();
    play.classList.add("playing");
    play.setAttribute("aria-label", words.pause);
  }

  // Lets the card that has left the structure glide to where it lies now, which is marked.
  function move(stage, before) {
    const kept = new Set([...stage.querySelectorAll("[data-slot]")].map((one) => one.dataset.slot));
    const taken = before.filter((one) => !kept.has(one.dataset.slot));
    const mark = [...stage.querySelectorAll("use")].find((one) => marks.has(one.getAttribute("href")));
    if (taken.length !== 1 || !mark || !stage.getClientRects().length) {
      return;
    }
    const card = taken[0];
    if (card.closest("g[transform]")) {
      return; // of a structure that is scaled down
    }
    card.classList.add("moving");
    stage.append(card);
    const from = card.getBBox();
    const to = mark.getBBox();
    const x = to.x + to.width / 2 - from.x - from.width / 2;
    const y = to.y + to.height / 2 - from.y - from.height / 2;
    const steps = [{ transform: "none" }, { transform: `translate(${x}px, ${y}px)`, opacity: 0.1 }];
    const speed = Number(byId("speed").value);
    card.animate(steps, { duration: glide / speed, easing: "ease-in" }).onfinish = () => card.remove();
  }

  function show(number) {
    options[at].setAttribute("aria-selected", "false");
    const moves = number === at + 1 && number <= last && !still.matches;
    at = Math.min(Math.max(number, 0), last);
    const frame = frames[at];
    for (const [name, stage] of stages) {
      const before = moves ? [...stage.querySelectorAll("[data-slot]:not(.moving)")] : [];
      stage.innerHTML = text(frame[name]);
      if (moves) {
        move(stage, before);
      }
    }
    byId("table-title").textContent = frame.title;
    byId("table-description").textContent = text(frame.description);
    byId("told").textContent = frame.told;
    byId("count").textContent = `${at} / ${last}`;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", frame.title);
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("next").disabled = byId("last").disabled = at === last;
    const option = options[at];
    option.setAttribute("aria-selected", "true");
    list.setAttribute("aria-activedescendant", option.id);
    list.scrollTop = option.offsetTop - list.offsetTop - list.clientHeight / 2;
    const x = (1000 * at) / Math.max(last, 1);
    byId("now").setAttribute("d", `M${x} 0V120`);
    legend.forEach((button, index) => {
      button.querySelector("output").textContent = lines[index][at] ?? "";
    });
    if (location.hash !== `#${at}`) {
      try {
        history.replaceState(null, "", `#${at}`);
      } catch {
        // The page is the srcdoc of a frame, which has no address of its own.
      }
    }
  }

  function jump(number) {
    stop();
    show(number);
  }

  function fromAddress() {
    const number = Number.parseInt(location.hash.slice(1), 10);
    return Number.isNaN(number) ? 0 : number;
  }

  const back = () => jump(at - 1);
  const next = () => jump(at + 1);
  const keys = {
    ArrowLeft: back,
    ArrowRight: next,
    ArrowUp: back,
    ArrowDown: next,
    PageUp: () => jump(ages.findLast((place) => place < at) ?? 0),
    PageDown: () => jump(ages.find((place) => place > at) ?? last),
    Home: () => jump(0),
    End: () => jump(last),
    " ": () => play.click(),
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    // A button or a choice that has the focus takes its keys itself.
    const pressed = event.key === " " && event.target instanceof HTMLButtonElement;
    const chosen = event.target instanceof HTMLSelectElement;
    if (action && !other && !pressed && !chosen) {
      event.preventDefault();
      action();
    }
  });
  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", back);
  byId("next").addEventListener("click", next);
  byId("last").addEventListener("click", () => jump(last));
  play.addEventListener("click", () => (timer === null ? start() : stop()));
  slider.addEventListener("input", () => jump(Number(slider.value)));
  options.forEach((option, index) => option.addEventListener("click", () => jump(index)));
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    jump(Math.round((last * (event.clientX - box.left)) / box.width));
  });
  for (const button of legend) {
    button.addEventListener("click", () => {
      const shown = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!shown));
      const line = chart.getElementsByClassName(`line ${button.dataset.line}`)[0];
      line.classList.toggle("off", shown);
    });
  }
  const copy = byId("copy");
  const label = copy.textContent;
  copy.addEventListener("click", async () => {
    const position = text(frames[at].position);
    try {
      await navigator.clipboard.writeText(position);
      copy.textContent = words.copied;
      setTimeout(() => (copy.textContent = label), 1500);
    } catch {
      // Pages from files may not use the clipboard: show the text to copy by hand.
      byId("told").textContent = position;
    }
  });
  let touch = null;
  const board = byId("board");
  board.addEventListener(
    "touchstart",
    (event) => (touch = event.touches.length > 1 ? null : event.changedTouches[0]), // two fingers zoom
    { passive: true },
  );
  board.addEventListener("touchend", (event) => {
    if (!touch) {
      return;
    }
    const end = event.changedTouches[0];
    const across = end.clientX - touch.clientX;
    if (Math.abs(across) > swipe && Math.abs(across) > 2 * Math.abs(end.clientY - touch.clientY)) {
      jump(at + (across < 0 ? 1 : -1));
    }
  });
  window.addEventListener("hashchange", () => jump(fromAddress()));
  byId("controls").hidden = false;
  stop();
  show(fromAddress());
})();
