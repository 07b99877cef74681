"use strict";
// Asks every two seconds whether the store has more, and swaps the board if so.
const board = document.getElementById("board");
const live = document.getElementById("live");
const said = document.getElementById("said");
let etag = board.dataset.etag;

function show(text, state) {
  if (said.textContent !== text) said.textContent = text;
  live.className = "live " + state;
}

function replace(html) {
  const places = [...board.querySelectorAll(".scroll")].map((box) => box.scrollLeft);
  const opened = [...board.querySelectorAll("details")].map((box) => box.open);
  board.innerHTML = html;
  board.querySelectorAll(".scroll").forEach((box, k) => { box.scrollLeft = places[k] || 0; });
  board.querySelectorAll("details").forEach((box, k) => { box.open = Boolean(opened[k]); });
}

async function refresh() {
  if (!document.hidden) {
    try {
      const answer = await fetch("/part" + location.search, { headers: { "If-None-Match": etag }, cache: "no-store" });
      if (answer.status === 304) {
        show("live", "");
      } else {
        const text = await answer.text();
        if (answer.ok) {
          etag = answer.headers.get("ETag") || "";
          replace(text);
          show("live", "fresh");
        } else {
          show(answer.status === 503 ? "the store cannot be read" : "nothing to show", "lost");
        }
      }
    } catch (error) {
      show("no connection", "lost");
    }
  }
  setTimeout(refresh, 2000);
}

setTimeout(refresh, 2000);
