// The part of Discord's Markdown that bots use, as nodes.

import { h } from "./dom.js";

const STYLES = { t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" }, F: { dateStyle: "full", timeStyle: "short" } };
const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function moment(unix, style) {
  const date = new Date(unix * 1000);
  let text;
  if (style === "R") {
    const away = unix - Date.now() / 1000;
    const [unit, size] = UNITS.find(([, s]) => Math.abs(away) >= s) || UNITS.at(-1);
    text = new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(away / size), unit);
  } else text = date.toLocaleString("en-GB", STYLES[style] || { dateStyle: "long", timeStyle: "short" });
  return h("time", { datetime: date.toISOString(), title: date.toLocaleString(), class: "mention" }, text);
}

function link(url, text, world) {
  const jump = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(url);
  if (jump) {
    const name = text === url ? `# ${world.channelName(jump[1])} › message` : text;
    const go = (event) => { event.preventDefault(); world.jump(jump[1], jump[2]); };
    return h("a", { href: url, class: text === url ? "mention" : null, onclick: go }, name);
  }
  return h("a", { href: url, target: "_blank", rel: "noreferrer noopener" }, text);
}

function spoiler(children) {
  const node = h("button", { class: "spoiler", "aria-label": "Spoiler, press to show", onclick: () => { node.classList.add("shown"); node.removeAttribute("aria-label"); } }, h("span", {}, children));
  return node;
}

const RULES = [
  [/^\\([^\w\s])/, (m) => m[1]],
  [/^```(?:\w+\n)?\n?([\s\S]+?)```/, (m) => h("pre", {}, h("code", {}, m[1]))],
  [/^(`+)([\s\S]+?)\1(?!`)/, (m) => h("code", {}, m[2].trim())],
  [/^<@!?(\d+)>/, (m, w) => h("span", { class: m[1] === w.me ? "mention me" : "mention" }, `@${w.userName(m[1])}`)],
  [/^<#(\d+)>/, (m, w) => h("button", { class: "mention", "data-channel": m[1], onclick: () => w.jump(m[1]) }, `# ${w.channelName(m[1])}`)],
  [/^<@&(\d+)>/, () => h("span", { class: "mention" }, "@role")],
  [/^<\/([^:>]+):\d+>/, (m, w) => h("button", { class: "mention", onclick: () => w.command(m[1]) }, `/${m[1]}`)],
  [/^<t:(-?\d+)(?::(\w))?>/, (m) => moment(Number(m[1]), m[2])],
  [/^<a?:(\w+):(\d+)>/, (m) => h("img", { class: "emoji", src: `/cdn/emojis/${m[2]}.png`, alt: `:${m[1]}:`, title: `:${m[1]}:` })],
  [/^<(https?:\/\/[^\s>]+)>/, (m, w) => link(m[1], m[1], w)],
  [/^\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)/, (m, w) => link(m[2], m[1], w)],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;"')\]!?*_|]/, (m, w) => link(m[0], m[0], w)],
  [/^@(everyone|here)\b/, (m) => h("span", { class: "mention me" }, m[0])],
  [/^\*\*\*([\s\S]+?)\*\*\*/, (m, w) => h("strong", {}, h("em", {}, inline(m[1], w)))],
  [/^\*\*([\s\S]+?)\*\*(?!\*)/, (m, w) => h("strong", {}, inline(m[1], w))],
  [/^__([\s\S]+?)__(?!_)/, (m, w) => h("u", {}, inline(m[1], w))],
  [/^~~([\s\S]+?)~~/, (m, w) => h("s", {}, inline(m[1], w))],
  [/^\|\|([\s\S]+?)\|\|/, (m, w) => spoiler(inline(m[1], w))],
  [/^\*(?!\s)([^*]+?)\*(?!\*)/, (m, w) => h("em", {}, inline(m[1], w))],
  [/^_([^_]+?)_(?!\w)/, (m, w) => h("em", {}, inline(m[1], w))],
];

export function inline(text, world) {
  const out = [];
  let plain = "";
  const flush = () => { if (plain) out.push(plain); plain = ""; };
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const inWord = /\w$/.test(text.slice(0, at));
    let found = null;
    for (const [pattern, make] of RULES) {
      const match = pattern.exec(rest);
      if (!match || (inWord && rest[0] === "_")) continue;
      found = [match[0].length, make(match, world)];
      break;
    }
    if (found) { flush(); out.push(found[1]); at += found[0]; continue; }
    plain += rest[0];
    at += 1;
  }
  flush();
  return out;
}

const BLOCKS = [
  [/^(#{1,3}) +(.+)$/, (m, w) => h(`h${m[1].length + 3}`, { class: `head-${m[1].length}` }, inline(m[2], w))],
  [/^-# +(.+)$/, (m, w) => h("div", { class: "subtext" }, inline(m[1], w))],
  [/^> ?(.*)$/, (m, w) => h("blockquote", {}, inline(m[1], w))],
  [/^( *)[-*] +(.+)$/, (m, w) => h("div", { class: m[1].length > 1 ? "item deep" : "item" }, inline(m[2], w))],
];

export function markdown(text, world) {
  const out = [];
  const lines = [];
  const flush = () => { if (lines.length) out.push(h("div", { class: "para" }, inline(lines.join("\n"), world))); lines.length = 0; };
  let fenced = false;
  for (const line of text.split("\n")) {
    const block = fenced ? null : BLOCKS.find(([pattern]) => pattern.test(line));
    if ((line.match(/```/g) || []).length % 2) fenced = !fenced;
    if (block) { flush(); out.push(block[1](block[0].exec(line), world)); } else lines.push(line);
  }
  flush();
  return out;
}
