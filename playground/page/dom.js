// Build the page from nodes, so that data never becomes markup.

export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) { node.addEventListener(name.slice(2), value); node.listens = true; }
    else if (name === "style") node.style.cssText = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const $ = (id) => document.getElementById(id);

export function fill(node, ...children) {
  node.replaceChildren(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

// Return whether one element can be turned into the other.  Controls match by their purpose (`source`), rows by a common control
// (`holds`); other elements with listeners match only if they are equal.
function alike(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return false;
  if (old.source || fresh.source) return old.source === fresh.source;
  if (old.holds && fresh.holds) return old.holds.some((id) => fresh.holds.includes(id));
  if (old.getAttribute?.("class") !== fresh.getAttribute?.("class")) return false;
  return old.listens || fresh.listens ? old.isEqualNode(fresh) : true;
}

// Make an element equal to another one, but keep unchanged nodes, so that nothing jumps or loses a press.
export function become(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  old.holds = fresh.holds;
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    let found = at;
    while (found && !alike(found, wanted)) found = found.nextSibling;
    if (!found) { old.insertBefore(wanted, at); continue; }
    while (at !== found) { const gone = at; at = at.nextSibling; gone.remove(); }
    at = found.nextSibling;
    if (wanted.nodeType === Node.TEXT_NODE) { if (found.data !== wanted.data) found.data = wanted.data; }
    else if (!found.listens && !found.whole) become(found, wanted);
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// Replace an element's children as `become` does.
export function refill(node, ...children) {
  become(node, fill(node.cloneNode(false), ...children));
  return node;
}

// Icons as paths, so that they need no font.
const DRAWINGS = {
  plus: "M8 3v10M3 8h10",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  bin: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5",
  clip: "M12.5 7.5l-5 5a3 3 0 0 1-4.2-4.2l5.4-5.4a2 2 0 0 1 2.8 2.8L6.2 11a.9.9 0 0 1-1.3-1.3l4.6-4.6",
  muted: "M2.5 6.5v3h2.5l3 2.5v-8l-3 2.5zM10.5 6.5l3 3m0-3l-3 3",
  shut: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM4.2 4.2l7.6 7.6",
  bolt: "M9 1.5L3.5 9H7.5L7 14.5 12.5 7H8.5z",
  half: "M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM8 3v10M9.5 3.6v8.8M11 4.7v6.6M12.4 6.6v2.8",
  menu: "M2.5 4.5h11M2.5 8h11M2.5 11.5h11",
  cross: "M4 4l8 8M12 4l-8 8",
  send: "M2.5 3l11.5 5-11.5 5 1.8-5zM4.3 8H9",
  down: "M4 6.5l4 4 4-4",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "drawing");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", DRAWINGS[name]);
  svg.append(path);
  return svg;
}

// A colour for each name.
export function avatar(name, bot = false) {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  const node = h("span", { class: "avatar", "aria-hidden": "true" }, [...name][0] || "?");
  node.style.setProperty("--hue", bot ? 262 : Math.round(sum * 137.508) % 360);
  return node;
}

// Files come from this server, under any host name.
export function ownFile(url) {
  try {
    const path = new URL(url, location.href).pathname;
    return path.startsWith("/cdn/") ? path : null;
  } catch {
    return null;
  }
}

// A list of options below or above a field; the field keeps the focus and names the chosen one.
export class Listbox {
  constructor(field, choose) {
    this.field = field;
    this.choose = choose;
    this.items = [];
    this.at = -1;
    this.node = h("ul", { class: "listbox", role: "listbox", id: `list-${Listbox.count++}`, hidden: true });
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", this.node.id);
    field.setAttribute("aria-expanded", "false");
  }

  show(items, message = "") {
    this.items = items;
    this.at = items.length ? 0 : -1;
    const rows = items.map((item, n) =>
      h("li", { role: "option", id: `${this.node.id}-${n}`, "aria-selected": String(n === 0), onclick: () => this.choose(item) }, item.node || item.label),
    );
    fill(this.node, rows.length ? rows : message ? h("li", { class: "faint", role: "presentation" }, message) : []);
    this.node.hidden = !this.node.children.length;
    this.field.setAttribute("aria-expanded", String(!this.node.hidden));
    this.mark();
  }

  hide() {
    this.show([]);
  }

  mark() {
    [...this.node.children].forEach((row, n) => row.setAttribute("aria-selected", String(n === this.at)));
    if (this.at < 0) this.field.removeAttribute("aria-activedescendant");
    else {
      this.field.setAttribute("aria-activedescendant", `${this.node.id}-${this.at}`);
      this.node.children[this.at].scrollIntoView({ block: "nearest" });
    }
  }

  // Return whether the list has handled the key.
  key(event) {
    if (this.node.hidden) return false;
    if (event.key === "Escape") this.hide();
    else if (!this.items.length) return false;
    else if (event.key === "ArrowDown") this.at = (this.at + 1) % this.items.length;
    else if (event.key === "ArrowUp") this.at = (this.at + this.items.length - 1) % this.items.length;
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) this.choose(this.items[this.at]);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    if (!this.node.hidden) this.mark();
    return true;
  }
}
Listbox.count = 0;
