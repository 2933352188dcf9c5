"use strict";
// Steps through a recorded game. The positions are drawings that share their definitions.
(() => {
  const byId = (id) => document.getElementById(id);
  const { frames, words } = JSON.parse(byId("record").textContent);
  const last = frames.length - 1;
  const stage = byId("stage");
  const slider = byId("slider");
  const play = byId("play");
  const moves = [...document.querySelectorAll("#moves button")];
  const pause = 1500; // milliseconds for a position while it plays
  let at = 0;
  let timer = null;

  function stop() {
    clearInterval(timer);
    timer = null;
    play.classList.remove("playing");
    play.setAttribute("aria-label", words.play);
  }

  function start() {
    if (at === last) {
      show(0);
    }
    timer = setInterval(() => {
      if (at < last) {
        show(at + 1);
      }
      if (at === last) {
        stop();
      }
    }, pause);
    play.classList.add("playing");
    play.setAttribute("aria-label", words.pause);
  }

  function show(number) {
    at = Math.min(Math.max(number, 0), last);
    const frame = frames[at];
    stage.innerHTML = frame.body;
    byId("table-title").textContent = frame.title;
    byId("table-description").textContent = frame.description;
    byId("told").textContent = frame.told;
    byId("count").textContent = `${at} / ${last}`;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", frame.title);
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("next").disabled = byId("last").disabled = at === last;
    moves.forEach((button, index) => {
      if (index === at) {
        button.setAttribute("aria-current", "step");
        const list = byId("moves");
        list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
      } else {
        button.removeAttribute("aria-current");
      }
    });
    if (location.hash !== `#${at}`) {
      history.replaceState(null, "", `#${at}`);
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

  const keys = {
    ArrowLeft: () => jump(at - 1),
    ArrowRight: () => jump(at + 1),
    Home: () => jump(0),
    End: () => jump(last),
    " ": () => play.click(),
  };
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const other = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    // A button that has the focus takes the space bar itself.
    const pressed = event.key === " " && event.target instanceof HTMLButtonElement;
    if (action && !other && !pressed) {
      event.preventDefault();
      action();
    }
  });
  byId("first").addEventListener("click", () => jump(0));
  byId("back").addEventListener("click", () => jump(at - 1));
  byId("next").addEventListener("click", () => jump(at + 1));
  byId("last").addEventListener("click", () => jump(last));
  play.addEventListener("click", () => (timer === null ? start() : stop()));
  slider.addEventListener("input", () => jump(Number(slider.value)));
  moves.forEach((button, index) => button.addEventListener("click", () => jump(index)));
  window.addEventListener("hashchange", () => jump(fromAddress()));
  byId("controls").hidden = false;
  stop();
  show(fromAddress());
})();
