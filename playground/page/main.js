// The page: one WebSocket, one open channel, and the server's messages about them.

import { $, h, fill, icon, become } from "./dom.js";
import { render, joined } from "./message.js";
import { showPressed } from "./controls.js";
import { Composer } from "./composer.js";
import { openModal, askLine, enlarge } from "./modal.js";
import { drawSide, drawTrouble, showTrouble, closeSide } from "./side.js";

const address = new URLSearchParams(location.search);
const asked = new Map();
let socket = null, state = null, next = 1, wanted = null, noticeTimer = 0;

const world = {
  me: null,
  open: null,
  userName: (id) => state?.users[id]?.name,
  channelName: (id) => { const c = state?.channels.find((one) => one.id === id); return c ? c.name : "unknown"; },
  users: () => Object.entries(state.users).map(([id, user]) => ({ id, ...user })),
  channels: () => state.channels.filter((c) => c.kind !== "dm"),
  here: () => { const c = state?.channels.find((one) => one.id === world.open); return c ? (c.kind === "dm" ? `@${c.name}` : `#${c.name}`) : ""; },
  ask: (order) => new Promise((resolve) => {
    if (socket?.readyState !== WebSocket.OPEN) { resolve({ refused: "The playground is not running" }); return; }
    const key = next++;
    asked.set(key, resolve);
    socket.send(JSON.stringify({ ...order, key }));
  }),
  send: async (order) => { const answer = await world.ask(order); if (answer.refused) world.notice(answer.refused); return answer; },
  go: (cid) => world.send({ do: "open", channel: cid }),
  jump: async (cid, mid) => { wanted = mid; if (cid !== world.open) await world.go(cid); else point(); },
  command: (path) => { const found = composer.commands.find((c) => c.path === path); if (found) composer.start(found); },
  warn: (mid, text) => { const node = $(`m${mid}`)?.querySelector(".warning"); if (node) { node.hidden = !text; node.textContent = text || ""; follow(); } },
  notice: (text, busy = false) => {
    const node = $("notice");
    clearTimeout(noticeTimer);
    node.hidden = !text;
    node.textContent = text;
    node.classList.toggle("busy", busy);
    if (text && !busy) noticeTimer = setTimeout(() => { node.hidden = true; }, 8000);
  },
  become: (slug) => {
    address.set("as", slug);
    history.replaceState(null, "", `?${address}`);
    connect(world.open);
  },
  enlarge,
};

const log = $("log");
const composer = new Composer(world);

// Scrolling: keep the newest message in view unless the reader has scrolled up.

let sticking = true;
log.addEventListener("scroll", () => {
  sticking = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  if (sticking) $("newer").hidden = true;
});
$("newer").addEventListener("click", () => { sticking = true; follow(); });

function follow() {
  if (sticking) { log.scrollTop = log.scrollHeight; $("newer").hidden = true; }
}
log.addEventListener("load", follow, true);
new ResizeObserver(follow).observe(log);

function point() {
  const node = wanted && $(`m${wanted}`);
  wanted = null;
  if (!node) return;
  sticking = false;
  node.scrollIntoView({ block: "center" });
  node.classList.add("pointed");
  setTimeout(() => node.classList.remove("pointed"), 2000);
}

// Messages

function regroup() {
  let before = null;
  for (const node of log.querySelectorAll(".message")) {
    node.classList.toggle("joined", joined(node, before));
    before = node;
  }
}

function put(message) {
  const old = $(`m${message.id}`);
  const node = render(message, world);
  if (old) {
    const control = old.contains(document.activeElement) ? document.activeElement.dataset.control : null;
    become(old, node);
    if (control && !old.contains(document.activeElement)) old.querySelector(`[data-control="${CSS.escape(control)}"]`)?.focus();
  } else {
    log.querySelector(".empty")?.remove();
    log.append(node);
    if (!sticking) $("newer").hidden = false;
    if (document.visibilityState === "visible" && message.author.id !== world.me) world.ask({ do: "read" });
  }
  showPressed(message);
  regroup();
  follow();
}

function history_(told) {
  world.open = told.channel;
  address.set("channel", told.channel);
  history.replaceState(null, "", `?${address}`);
  fill(log, told.messages.length ? [] : h("div", { class: "empty" }));
  log.setAttribute("aria-live", "off");
  told.messages.forEach((message) => log.append(render(message, world)));
  regroup();
  sticking = true;
  follow();
  requestAnimationFrame(() => log.setAttribute("aria-live", "polite"));
  draw();
  if (wanted) point();
}

// Help for newcomers in an empty channel.
function greet() {
  const place = log.querySelector(".empty");
  const channel = state?.channels.find((c) => c.id === world.open);
  if (!place || !channel) return;
  const starts = channel.kind === "dm" ? [] : composer.commands.filter((c) => c.path.endsWith(" new"));
  fill(place,
    h("p", {}, "There are no messages here yet. ", starts.length ? "Open a table:" : "Type / to see Hob's commands."),
    h("div", { class: "starts" }, starts.map((c) => h("button", { type: "button", class: "button primary", title: c.description, onclick: () => composer.start(c) }, `/${c.path}`))),
    starts.length ? h("p", {}, `You are ${state.users[state.me].name}. Choose another person under “You are”; to see two people at once, open this page twice.`) : null);
}

function draw() {
  if (!state) return;
  drawSide(state, world);
  drawTrouble(state, world);
  const channel = state.channels.find((c) => c.id === world.open);
  const name = state.users[state.me].name;
  $("title").textContent = channel ? (channel.kind === "dm" ? `${name}'s messages with ${channel.name}` : `# ${channel.name}`) : "";
  log.setAttribute("aria-label", channel ? `Messages in ${channel.name}` : "Messages");
  document.title = `${name} · ${channel ? channel.name : ""} · Hob's playground`;
  composer.place();
  greet();
}

const told = {
  state: (data) => { state = data; world.me = data.me; draw(); nameChannels(); },
  history: history_,
  commands: (data) => { composer.offer(data.commands); greet(); },
  message: (data) => put(data.message),
  delete: (data) => { $(`m${data.id}`)?.remove(); regroup(); },
  keep: () => {},
  answer: (data) => { settle(data.key, data); if (data.modal) openModal(data.modal, world); },
  done: (data) => settle(data.key, {}),
  refused: (data) => settle(data.key, { refused: data.why }),
};

// A message may mention a thread before the page knows it.
function nameChannels() {
  for (const node of log.querySelectorAll("[data-channel]")) node.textContent = `# ${world.channelName(node.dataset.channel)}`;
}

function settle(key, answer) {
  asked.get(key)?.(answer);
  asked.delete(key);
}

function connect(channel = address.get("channel")) {
  socket?.close();
  const query = new URLSearchParams({ token: address.get("token") || "", as: address.get("as") || "ada", channel: channel || "" });
  const mine = new WebSocket(`ws://${location.host}/page/socket?${query}`);
  socket = mine;
  mine.onopen = () => world.notice("");
  mine.onmessage = (event) => { if (mine === socket) { const data = JSON.parse(event.data); told[data.type]?.(data); } };
  mine.onclose = () => {
    if (mine !== socket) return;
    for (const key of [...asked.keys()]) settle(key, { refused: "The playground has ended" });
    world.notice("The playground is not running. Trying again…", true);
    setTimeout(() => { if (mine === socket) connect(world.open); }, 1500);
  };
}

// Theme, side panels and keyboard

for (const node of document.querySelectorAll("[data-icon]")) node.prepend(icon(node.dataset.icon));

const dark = matchMedia("(prefers-color-scheme: dark)");
function theme(name) {
  document.documentElement.dataset.theme = name;
}
theme(address.get("theme") || localStorage.getItem("theme") || (dark.matches ? "dark" : "light"));
$("theme").addEventListener("click", () => {
  const name = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  localStorage.setItem("theme", name);
  theme(name);
});
$("open-side").addEventListener("click", () => { document.body.classList.add("side-open"); $("close-side").focus(); });
$("close-side").addEventListener("click", () => { closeSide(); $("open-side").focus(); });
const small = matchMedia("(max-width: 760px)");
document.addEventListener("click", (event) => {
  if (document.body.classList.contains("side-open") && !event.target.closest("#side, #open-side, dialog")) closeSide();
  // The panel may have been redrawn since the press, so the pressed element may be detached.
  if (small.matches && event.target.isConnected && !event.target.closest("#trouble, #open-trouble, dialog")) showTrouble(false);
});
document.addEventListener("keydown", (event) => { if (event.key === "Escape") { closeSide(); if (small.matches || $("trouble").contains(document.activeElement)) showTrouble(false); } });
$("open-trouble").addEventListener("click", () => showTrouble($("trouble").hidden));
$("add-thread").addEventListener("click", () => askLine("A new thread", "Name", (name) => { world.send({ do: "thread", name }); closeSide(); }));
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible" && world.open) world.ask({ do: "read" }); });

connect();
