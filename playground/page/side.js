// People, channels, Hob's health, and the fault panel.

import { $, h, refill, avatar, icon } from "./dom.js";
import { askLine } from "./modal.js";

function badge(count) {
  return count ? h("span", { class: "badge", "aria-label": `${count} new for you` }, String(count)) : null;
}

export function drawSide(state, world) {
  $("guild").textContent = state.guild ? state.guild.name : "No server";
  const focused = document.activeElement?.dataset?.focus;
  refill($("people"), state.people.map((person) => {
    const here = person.id === state.me;
    return h("button", { role: "radio", "aria-checked": String(here), class: "person", "data-focus": `p${person.id}`, title: person.closed ? `${person.name}, direct messages closed` : person.name, onclick: () => world.become(person.slug) },
      avatar(person.name), h("span", {}, person.name), person.closed ? h("span", { class: "closed", "aria-label": "direct messages closed" }, icon("shut")) : null, here ? null : badge(person.unread));
  }), h("button", { class: "person add", "data-focus": "add", onclick: () => askLine("New person", "Name", (name) => world.send({ do: "add-person", name })) }, h("span", { class: "avatar", "aria-hidden": "true" }, icon("plus")), h("span", {}, "Add")));
  const texts = state.channels.filter((c) => c.kind === "text");
  const row = (c) => h("li", { class: c.kind }, h("button", { class: `channel ${c.unread ? "unread" : ""}`, "data-focus": `c${c.id}`, "aria-current": c.id === world.open ? "page" : null, onclick: () => { world.go(c.id); closeSide(); } },
    h("span", { "aria-hidden": "true" }, { text: "#", thread: "↳", dm: "" }[c.kind]), c.kind === "dm" ? avatar(c.name, true) : null, h("span", { class: "label" }, c.name), c.muted ? h("span", { title: "Hob can't write here", "aria-label": "Hob can't write here" }, icon("muted")) : null,
    c.unread && !c.mentions ? h("span", { class: "dot", "aria-label": "new messages" }) : null, badge(c.mentions)));
  refill($("channels"), texts.map((c) => [row(c), state.channels.filter((t) => t.parent === c.id).map(row)]));
  refill($("dm"), state.channels.filter((c) => c.kind === "dm").map(row));
  const { state: life, online, logins } = state.hob;
  document.body.dataset.logins = logins;
  const words = online ? "online" : { running: "starting…", ended: "crashed; restarting", stopped: "stopped" }[life] || "away";
  refill($("hob"), avatar("Hob", true), h("span", { class: online ? "lamp on" : "lamp", "aria-hidden": "true" }), h("span", {}, `Hob is ${words}`));
  const waiting = state.channels.filter((c) => c.id !== world.open).reduce((sum, c) => sum + c.mentions, 0);
  $("all-unread").hidden = !waiting;
  $("all-unread").textContent = waiting;
  if (focused) document.querySelector(`[data-focus="${focused}"]`)?.focus();
}

export function closeSide() {
  document.body.classList.remove("side-open");
}

const FAILURES = [["429", "is rate limited (429)"], ["500", "fails (500)"], ["503", "fails (503)"], ["drop", "is cut off before it arrives"], ["drop-after", "is cut off after it arrives"]];

export function drawTrouble(state, world) {
  const me = state.people.find((p) => p.id === state.me);
  const channel = state.channels.find((c) => c.id === world.open);
  const focused = document.activeElement?.dataset?.focus;
  const toggle = (name, label, on, order) => h("button", { class: "trouble", "data-focus": `t${name}`, "aria-pressed": String(on), onclick: () => world.send({ ...order, on: !on }) }, h("span", { class: "switch", "aria-hidden": "true" }), label);
  const once = (name, label, order, hint) => h("button", { class: "trouble", "data-focus": `t${name}`, title: hint, onclick: () => world.send(order) }, label);
  const armed = state.trouble.armed.length;
  const inThread = channel?.kind === "thread";
  refill($("trouble"),
    h("header", {}, h("h2", {}, "Inject faults"), h("button", { class: "icon", "aria-label": "Close this panel", onclick: () => showTrouble(false) }, icon("cross"))),
    h("h3", {}, "Here"),
    toggle("dms", `Close ${me?.name}'s direct messages`, Boolean(me?.closed), { do: "close-dms" }),
    toggle("mute", "Deny Hob write access to this channel", Boolean(channel?.muted), { do: "mute" }),
    once("table", "Delete the newest table message", { do: "delete-table" }),
    inThread ? once("thread", "Delete this thread", { do: "delete-channel" }) : null,
    h("h3", {}, "Hob's next request ", armed ? h("span", { class: "badge" }, `${armed} waiting`) : null),
    FAILURES.map(([how, label]) => once(`f${how}`, `… ${label}`, { do: "fail", how })),
    toggle("slow", "Answer all requests slowly", state.trouble.slow, { do: "slow" }),
    h("h3", {}, "Gateway"),
    once("cut", "Cut the connection", { do: "cut" }, "Hob should resume its session"),
    once("invalid", "Invalidate the session", { do: "invalidate" }, "Hob logs in again after five seconds"),
    once("twice", "Deliver the next press twice", { do: "twice" }),
    h("h3", {}, "Hob itself"),
    once("restart", "Restart", { do: "hob", how: "restart" }),
    once("kill", "Kill (SIGKILL)", { do: "hob", how: "kill" }, "It restarts immediately"),
    state.hob.state === "stopped" ? once("life", "Start", { do: "hob", how: "start" }) : once("life", "Stop", { do: "hob", how: "stop" }));
  if (focused) document.querySelector(`#trouble [data-focus="${focused}"]`)?.focus();
}

export function showTrouble(yes) {
  const inside = $("trouble").contains(document.activeElement);
  $("trouble").hidden = !yes;
  $("open-trouble").setAttribute("aria-expanded", String(yes));
  if (yes) $("trouble").querySelector("button")?.focus();
  else if (inside) $("open-trouble").focus();
}
