// The message box: plain messages, and slash commands with their options.

import { $, h, fill, icon, Listbox } from "./dom.js";

const BOOLEAN = 5, USER = 6, CHANNEL = 7, INTEGER = 4, NUMBER = 10, SUB = 1, GROUP = 2;
const PAUSE = 120;

// All commands that can be sent, with their full paths.
export function leaves(commands) {
  const out = [];
  const walk = (node, path) => {
    const inner = (node.options || []).filter((o) => o.type === SUB || o.type === GROUP);
    if (inner.length) inner.forEach((one) => walk(one, `${path} ${one.name}`));
    else out.push({ path, description: node.description, options: node.options || [] });
  };
  commands.forEach((command) => walk(command, command.name));
  return out;
}

function fitting(commands, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const start = words.join(" ");
  const score = (path) => (path.startsWith(start) ? 0 : words.every((word) => path.split(" ").some((part) => part.startsWith(word))) ? 1 : words.every((word) => path.includes(word)) ? 2 : 3);
  return commands.map((command) => [score(command.path), command]).filter(([s]) => s < 3).sort(([a], [b]) => a - b).map(([, command]) => command);
}

class Field {
  constructor(option, command, world) {
    Object.assign(this, { option, command, world, value: undefined, asked: 0 });
    const numeric = option.type === INTEGER || option.type === NUMBER;
    this.input = h("input", { type: "text", id: `o-${option.name}`, inputmode: numeric ? "decimal" : null, "aria-required": String(Boolean(option.required)), "aria-describedby": "option-help", placeholder: option.required ? "" : "optional" });
    this.list = new Listbox(this.input, (item) => this.choose(item));
    this.node = h("div", { class: "option" }, h("label", { for: this.input.id }, option.name), this.input, this.list.node);
    this.input.addEventListener("input", () => { this.value = undefined; this.input.removeAttribute("aria-invalid"); this.suggest(); });
    this.input.addEventListener("focus", () => { command.help(option); this.suggest(); });
    this.input.addEventListener("blur", () => { clearTimeout(this.timer); this.asked += 1; this.list.hide(); });
    this.input.addEventListener("keydown", (event) => this.list.key(event));
  }

  choose(item) {
    this.input.value = item.label;
    this.value = item.value;
    this.input.removeAttribute("aria-invalid");
    this.list.hide();
    this.command.next(this);
  }

  known() {
    const { type, choices } = this.option;
    if (choices?.length) return choices.map((c) => ({ label: c.name, value: c.value }));
    if (type === BOOLEAN) return [{ label: "True", value: true }, { label: "False", value: false }];
    if (type === USER) return this.world.users().map((u) => ({ label: u.name, value: u.id }));
    if (type === CHANNEL) return this.world.channels().map((c) => ({ label: c.name, value: c.id }));
    return null;
  }

  suggest() {
    const typed = this.input.value.toLowerCase();
    const known = this.known();
    if (known) {
      const shown = this.value === undefined ? known.filter((item) => item.label.toLowerCase().includes(typed)) : known;
      this.list.show(shown.slice(0, 25), "No options match");
    } else if (this.option.autocomplete) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(), PAUSE);
    }
  }

  async ask() {
    const turn = ++this.asked;
    if (this.list.node.hidden) this.list.show([], "Loading options…");
    const values = this.command.values(this);
    const answer = await this.world.ask({ do: "autocomplete", path: this.command.path, focused: this.option.name, text: this.input.value, values });
    if (turn !== this.asked || document.activeElement !== this.input) return;
    if (answer.failed || answer.refused) this.list.show([], "Loading options failed");
    else this.list.show(answer.choices.map((c) => ({ label: c.name, value: c.value })), "No options match");
  }

  // The value to send: undefined if the field is empty, null if it is invalid.
  read() {
    if (this.value !== undefined) return this.value;
    const text = this.input.value.trim();
    if (!text) return undefined;
    const known = this.known();
    if (known) return known.find((item) => item.label.toLowerCase() === text.toLowerCase())?.value ?? null;
    if (this.option.type === INTEGER) return /^-?\d+$/.test(text) ? Number(text) : null;
    if (this.option.type === NUMBER) return Number.isFinite(Number(text)) ? Number(text) : null;
    return text;
  }
}

export class Composer {
  constructor(world) {
    this.world = world;
    this.commands = [];
    this.form = $("composer");
    this.form.addEventListener("submit", (event) => { event.preventDefault(); this.submit(); });
    this.form.addEventListener("keydown", (event) => this.key(event));
    this.talk();
  }

  offer(commands) {
    this.commands = leaves(commands);
    if (this.command && !this.commands.some((c) => c.path === this.path)) this.talk();
    if (this.text) this.typed();
  }

  // Plain messages

  talk(text = "") {
    this.command = null;
    this.fields = [];
    this.text = h("textarea", { id: "text", rows: 1, maxlength: 2000, "aria-label": "Message, or / for a command" });
    this.picker = new Listbox(this.text, (item) => this.start(item.command));
    this.text.addEventListener("input", () => this.typed());
    this.text.value = text;
    this.place();
    fill(this.form, this.picker.node, h("div", { class: "box" }, h("button", { type: "button", class: "icon", "aria-label": "Commands", title: "Commands", onclick: () => { this.text.value = "/"; this.text.focus(); this.typed(); } }, "/"), this.text, h("button", { class: "icon send", "aria-label": "Send" }, icon("send"))));
  }

  place() {
    if (this.text) this.text.placeholder = innerWidth > 500 ? `Message ${this.world.here()}, or / for commands` : `Message ${this.world.here()}`;
  }

  typed() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
    const value = this.text.value;
    if (!value.startsWith("/") || value.includes("\n")) { this.picker.hide(); return; }
    const exact = this.commands.find((c) => value === `/${c.path} `);
    if (exact) { this.start(exact); return; }
    const found = fitting(this.commands, value.slice(1));
    this.picker.show(found.slice(0, 60).map((command) => ({ command, node: [
      h("span", { class: "path" }, `/${command.path}`, command.options.map((o) => h("span", { class: o.required ? "hint must" : "hint" }, o.name))),
      h("small", {}, command.description)] })), "There is no such command here");
  }

  // A command and its options

  start(command) {
    this.picker?.hide();
    this.text = null;
    this.command = command;
    this.path = command.path;
    this.fields = command.options.map((option) => new Field(option, this, this.world));
    this.about = h("div", { class: "help", id: "option-help" }, command.description);
    this.go = h("button", { class: "icon send", "aria-label": `Send /${command.path}` }, icon("send"));
    fill(this.form, this.about, h("div", { class: "box command" },
      h("span", { class: "path" }, `/${command.path}`), this.fields.map((field) => field.node), h("span", { class: "grow" }),
      h("button", { type: "button", class: "icon", "aria-label": "Leave the command", onclick: () => { this.talk(); this.focus(); } }, icon("cross")), this.go));
    this.focus();
  }

  help(option) {
    fill(this.about, h("b", {}, option.name), ` ${option.description}`);
  }

  focus() {
    (this.fields[0]?.input || this.text || this.go).focus();
  }

  next(field) {
    const later = this.fields.slice(this.fields.indexOf(field) + 1);
    const wanting = later.find((one) => one.option.required && one.read() === undefined);
    (wanting?.input || this.go).focus();
  }

  values(except) {
    const out = {};
    for (const field of this.fields) {
      const value = field === except ? undefined : field.read();
      if (value !== undefined && value !== null) out[field.option.name] = value;
    }
    return out;
  }

  key(event) {
    if (this.text && this.picker.key(event)) return;
    if (event.key === "Escape" && this.command) { this.talk(); this.focus(); }
    else if (event.key === "Backspace" && this.command && event.target.value === "" && event.target === this.fields[0]?.input) { event.preventDefault(); this.talk(`/${this.path}`); this.focus(); this.typed(); }
    else if (event.key === "Enter" && !event.shiftKey && event.target === this.text && !event.isComposing) { event.preventDefault(); this.submit(); }
    else if (event.key === "Enter" && event.target.matches?.(".option input")) { event.preventDefault(); this.submit(); }
  }

  async submit() {
    if (this.command) { await this.sendCommand(); return; }
    const text = this.text.value.trim();
    if (!text) return;
    if (text.startsWith("/")) {
      const found = fitting(this.commands, text.slice(1));
      if (found.length) { this.start(found[0]); return; }
    }
    this.text.value = "";
    this.typed();
    this.world.send({ do: "say", text });
  }

  async sendCommand() {
    for (const field of this.fields) {
      const value = field.read();
      if (value === null || (value === undefined && field.option.required)) {
        field.input.setAttribute("aria-invalid", "true");
        field.input.focus();
        return;
      }
    }
    const order = { do: "slash", path: this.path, values: this.values() };
    this.talk();
    this.focus();
    this.world.notice(`Sending /${order.path}…`, true);
    const answer = await this.world.ask(order);
    if (answer.failed) this.world.notice(`/${order.path}: this application did not respond`);
    else this.world.notice(answer.refused || "");
  }
}
