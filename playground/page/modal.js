// The bot's modals, the page's own prompts, and the enlarged picture.

import { $, h, fill, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { select } from "./controls.js";

const ROW = 1, INPUT = 4, TEXT = 10, LABEL = 18, LONG = 2;

function field(item, values, world) {
  if (item.type === INPUT) {
    const attributes = { name: item.custom_id, id: `f-${item.custom_id}`, required: item.required !== false, minlength: item.min_length, maxlength: item.max_length ?? 4000, placeholder: item.placeholder };
    const input = item.style === LONG ? h("textarea", { ...attributes, rows: 4 }) : h("input", { ...attributes, type: "text" });
    input.value = item.value || "";
    values[item.custom_id] = () => input.value;
    return input;
  }
  let chosen = (item.options || []).filter((o) => o.default).map((o) => o.value);
  values[item.custom_id] = () => chosen;
  return select(item, (now) => { chosen = now; }, world);
}

function part(item, values, world) {
  if (item.type === TEXT) return h("div", { class: "text" }, markdown(item.content, world));
  const inner = item.type === LABEL ? item.component : item.components[0];
  const text = item.type === LABEL ? item.label : inner.label;
  const must = inner.required !== false;
  return h("div", { class: "part" },
    h("label", { for: `f-${inner.custom_id}` }, text, must ? h("span", { class: "must", title: "required" }, " *") : null),
    item.description ? h("small", {}, item.description) : null,
    field(inner, values, world));
}

export function openModal(modal, world) {
  const dialog = $("modal");
  const values = {};
  const problem = h("p", { class: "warning", role: "alert", hidden: true });
  const send = h("button", { class: "button primary" }, "Submit", h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
  const form = h("form", { method: "dialog" },
    h("h2", { id: "modal-title" }, modal.title),
    modal.components.map((item) => part(item, values, world)),
    problem,
    h("div", { class: "ends" }, h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.setAttribute("aria-busy", "true");
    const given = Object.fromEntries(Object.entries(values).map(([name, read]) => [name, read()]));
    const answer = await world.ask({ do: "submit", token: modal.token, values: given });
    send.removeAttribute("aria-busy");
    problem.hidden = !(answer.failed || answer.refused);
    problem.textContent = answer.failed ? "Something went wrong. Try again." : answer.refused || "";
    if (problem.hidden) dialog.close();
  });
  dialog.setAttribute("aria-labelledby", "modal-title");
  fill(dialog, form);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select")?.focus();
}

// Ask for one line of text.
export function askLine(title, label, done) {
  const dialog = $("modal");
  const input = h("input", { id: "line", required: true, maxlength: 100 });
  const form = h("form", { method: "dialog" }, h("h2", { id: "modal-title" }, title), h("div", { class: "part" }, h("label", { for: "line" }, label), input),
    h("div", { class: "ends" }, h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), h("button", { class: "button primary" }, "Create")));
  form.addEventListener("submit", (event) => { event.preventDefault(); dialog.close(); done(input.value); });
  dialog.setAttribute("aria-labelledby", "modal-title");
  fill(dialog, form);
  dialog.showModal();
  input.focus();
}

export function enlarge(source, alt) {
  const dialog = $("picture");
  const close = h("button", { class: "icon", "aria-label": "Close the picture", onclick: () => dialog.close() }, icon("cross"));
  fill(dialog, close, h("img", { src: source, alt: alt || "" }), alt ? h("p", {}, alt) : null);
  dialog.onclick = (event) => { if (event.target === dialog) dialog.close(); };
  dialog.showModal();
}
