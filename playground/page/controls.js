// Buttons and selects under a message, and the parts of "Components V2".

import { h, fill, icon, ownFile } from "./dom.js";
import { markdown } from "./markdown.js";

const BUTTON = 2, LINK = 5, USERS = 5, CHANNELS = 8;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

export function emoji(one) {
  if (!one) return null;
  if (one.id) return h("img", { class: "emoji", src: `/cdn/emojis/${one.id}.png`, alt: one.name ? `:${one.name}:` : "" });
  return h("span", { class: "emoji" }, one.name);
}

// While Discord waits for the bot, mark the pressed control as busy; show a warning if there is no response.
// The message may be redrawn in between.
const pressed = new Set();

export function showPressed(message) {
  for (const node of document.querySelectorAll(`#m${message.id} [data-control]`)) {
    if (pressed.has(`${message.id} ${node.dataset.control}`)) node.setAttribute("aria-busy", "true");
    else node.removeAttribute("aria-busy");
  }
}

export async function press(message, world, order) {
  const key = `${message.id} ${order.control}`;
  if (pressed.has(key)) return;
  pressed.add(key);
  document.body.dataset.presses = Number(document.body.dataset.presses || 0) + 1;
  showPressed(message);
  world.warn(message.id, null);
  const answer = await world.ask({ ...order, message: message.id });
  pressed.delete(key);
  showPressed(message);
  if (answer.failed) world.warn(message.id, "This application did not respond");
  else if (answer.refused) world.warn(message.id, answer.refused);
}

function button(item, message, world) {
  const inside = [emoji(item.emoji), item.label ? h("span", { class: "label" }, item.label) : null];
  if (item.style === LINK) {
    const node = h("a", { class: "button link", href: /^https?:/.test(item.url) ? item.url : "#", target: "_blank", rel: "noreferrer noopener" }, inside, h("span", { class: "out", "aria-hidden": "true" }, "↗"));
    const jump = /discord\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/.exec(item.url);
    if (jump) node.addEventListener("click", (event) => { event.preventDefault(); world.jump(jump[1], jump[2]); });
    node.source = item.url;
    return node;
  }
  const node = h("button", { class: `button ${STYLES[item.style] || "secondary"}`, type: "button", disabled: item.disabled, "data-control": item.custom_id, "aria-label": item.label ? null : item.emoji?.name }, inside, h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
  node.addEventListener("click", () => press(message, world, { do: "click", control: item.custom_id }));
  node.source = item.custom_id;
  return node;
}

function optionsOf(item, world) {
  if (item.type === USERS) return world.users().map((user) => ({ label: user.name, value: user.id }));
  if (item.type === CHANNELS) return world.channels().map((channel) => ({ label: `# ${channel.name}`, value: channel.id }));
  return item.options || [];
}

// A select. As in Discord, choosing the current option does nothing until the message changes.
export function select(item, submit, world) {
  const options = optionsOf(item, world);
  const least = item.min_values ?? 1, most = item.max_values ?? 1, many = most > 1;
  let chosen = options.filter((o) => o.default).map((o) => o.value);
  const text = h("span", { class: "chosen" });
  const head = h("button", { type: "button", class: "select", "aria-haspopup": "listbox", "aria-expanded": "false", disabled: item.disabled, "data-control": item.custom_id, "aria-label": item.placeholder || item.custom_id }, text, h("span", { class: "arrow", "aria-hidden": "true" }, icon("down")));
  const list = h("ul", { class: "options", role: "listbox", "aria-multiselectable": many ? "true" : null, tabindex: "-1", hidden: true, "aria-label": item.placeholder || "Options" });
  const box = h("div", { class: "select-box" }, head, list);
  let draft = [...chosen];
  let at = 0;

  const show = () => {
    const named = options.filter((o) => chosen.includes(o.value));
    fill(text, named.length ? named.map((o) => h("span", { class: many ? "tag" : "" }, emoji(o.emoji), o.label)) : h("span", { class: "faint" }, item.placeholder || "Make a selection"));
  };
  const close = (focus) => {
    list.hidden = true;
    head.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (focus) head.focus();
  };
  const outside = (event) => { if (!box.contains(event.target)) close(false); };
  const send = async () => {
    close(true);
    if (draft.length < least || draft.length > most || (draft.length && draft.join() === chosen.join())) return;
    chosen = [...draft];
    box.source = null;
    show();
    await submit(chosen);
  };
  const pick = (option) => {
    if (!many) { draft = [option.value]; send(); return; }
    draft = draft.includes(option.value) ? draft.filter((v) => v !== option.value) : [...draft, option.value];
    render();
  };
  const render = () => {
    const full = draft.length >= most;
    const rows = options.map((option, n) => {
      const on = draft.includes(option.value);
      return h("li", { role: "option", "aria-selected": String(on), class: `${n === at ? "at" : ""} ${many && full && !on ? "full" : ""}`, "data-value": option.value, onclick: () => { if (on || !many || !full) { at = n; pick(option); } } },
        many ? h("span", { class: "check", "aria-hidden": "true" }, on ? "✓" : "") : null,
        emoji(option.emoji), h("span", { class: "words" }, h("span", {}, option.label), option.description ? h("small", {}, option.description) : null),
        !many && on ? h("span", { "aria-hidden": "true" }, "✓") : null);
    });
    const enough = draft.length >= least;
    fill(list, rows, many ? h("li", { class: "done", role: "presentation" }, h("button", { type: "button", class: "button primary", disabled: !enough, onclick: send }, `Choose (${draft.length})`), h("small", {}, least === most ? `${least}` : `${least} to ${most}`)) : null);
    list.querySelector(".at")?.scrollIntoView({ block: "nearest" });
  };
  const open = () => {
    draft = [...chosen];
    at = Math.max(0, options.findIndex((o) => chosen.includes(o.value)));
    list.hidden = false;
    head.setAttribute("aria-expanded", "true");
    render();
    list.focus();
    document.addEventListener("pointerdown", outside, true);
    const room = innerHeight - head.getBoundingClientRect().bottom;
    list.classList.toggle("above", room < Math.min(320, list.offsetHeight + 90));
  };
  head.addEventListener("click", () => (list.hidden ? open() : close(true)));
  list.addEventListener("keydown", (event) => {
    if (event.target !== list) { if (event.key === "Escape") close(true); return; }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) at = (at + step + options.length) % options.length;
    else if (event.key === " " || (event.key === "Enter" && !many)) { event.preventDefault(); list.children[at].click(); return; }
    else if (event.key === "Enter") { event.preventDefault(); send(); return; }
    else if (event.key === "Escape") { close(true); event.stopPropagation(); return; }
    else return;
    event.preventDefault();
    render();
  });
  show();
  box.source = JSON.stringify([item, options]);
  box.whole = true;
  return box;
}

export function picture(media, alt, world, className = "shot") {
  const source = ownFile(media.url);
  if (!source) return h("a", { href: media.url, target: "_blank", rel: "noreferrer noopener" }, media.url);
  const image = h("img", { src: source, alt: alt || "", width: media.width, height: media.height, loading: "lazy" });
  const node = h("button", { type: "button", class: className, "aria-label": `Enlarge: ${alt || "picture"}` }, image);
  node.addEventListener("click", () => world.enlarge(image.getAttribute("src"), image.alt));  // its picture may have changed since
  return node;
}

const BLOCKS = {
  1: (item, message, world) => Object.assign(h("div", { class: "row" }, item.components.map((one) => one.type === BUTTON ? button(one, message, world) : select(one, (values) => press(message, world, { do: "select", control: one.custom_id, values }), world))), { holds: item.components.map((one) => one.custom_id || one.url) }),
  9: (item, message, world) => h("div", { class: "section" }, h("div", { class: "grow" }, blocks(item.components, message, world)), blocks([item.accessory], message, world)),
  10: (item, message, world) => h("div", { class: "text" }, markdown(item.content, world)),
  11: (item, message, world) => picture(item.media, item.description, world, "thumb"),
  12: (item, message, world) => h("div", { class: "gallery" }, item.items.map((one) => picture(one.media, one.description, world))),
  13: (item) => h("a", { href: ownFile(item.file.url) || "#", download: true }, "File"),
  14: (item) => h("hr", { class: item.divider === false ? "blank" : "" }),
  17: (item, message, world) => {
    const box = h("div", { class: "container" }, blocks(item.components, message, world));
    if (item.accent_color !== null) box.style.setProperty("--accent", `#${item.accent_color.toString(16).padStart(6, "0")}`);
    return box;
  },
};

export function blocks(components, message, world) {
  return components.map((item) => item.type === BUTTON ? button(item, message, world) : BLOCKS[item.type]?.(item, message, world));
}
