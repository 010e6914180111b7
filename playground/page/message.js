// Render one message.

import { h, avatar, icon, ownFile } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { blocks, picture } from "./controls.js";

const THINKING = 128;

function when(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const text = date.toLocaleString("en-GB", today ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" });
  return h("time", { datetime: iso, title: date.toLocaleString("en-GB") }, text);
}

function embed(one, world) {
  const fields = (one.fields || []).map((field) => h("div", { class: field.inline ? "field inline" : "field" }, h("div", { class: "name" }, markdown(field.name, world)), h("div", {}, markdown(field.value, world))));
  const title = one.title && (one.url && /^https?:/.test(one.url) ? h("a", { href: one.url, target: "_blank", rel: "noreferrer noopener" }, markdown(one.title, world)) : markdown(one.title, world));
  const node = h("article", { class: "embed", "aria-label": one.title || "Embed" },
    h("div", { class: "words" },
      one.author?.name ? h("div", { class: "by" }, one.author.name) : null,
      title ? h("div", { class: "title" }, title) : null,
      one.description ? h("div", { class: "description" }, markdown(one.description, world)) : null,
      fields.length ? h("div", { class: "fields" }, fields) : null),
    one.thumbnail ? picture(one.thumbnail, one.thumbnail.description, world, "thumb") : null,
    one.image ? picture(one.image, one.image.description, world) : null,
    one.footer || one.timestamp ? h("footer", {}, one.footer?.text || "", one.footer && one.timestamp ? " • " : "", one.timestamp ? when(one.timestamp) : "") : null);
  if (typeof one.color === "number") node.style.setProperty("--accent", `#${one.color.toString(16).padStart(6, "0")}`);
  return node;
}

function attachment(file, world) {
  if ((file.content_type || "").startsWith("image/")) return picture(file, file.description, world);
  const source = ownFile(file.url);
  if ((file.content_type || "").startsWith("video/")) return h("video", { class: "film", src: source, controls: true, preload: "metadata", "aria-label": file.description || file.filename });
  const size = file.size < 1 << 20 ? `${Math.ceil(file.size / 1024)} KiB` : `${(file.size / (1 << 20)).toFixed(1)} MiB`;
  return h("a", { class: "file", href: source || "#", download: file.filename, "aria-label": `Download ${file.filename}, ${size}` }, icon("clip"), ` ${file.filename}`, h("small", {}, ` ${size}`));
}

function above(message, world) {
  if (message.used) return h("div", { class: "above" }, h("b", {}, world.userName(message.used.user)), " used ", h("span", { class: "mention" }, `/${message.used.command}`));
  if (!message.message_reference) return null;
  if (!message.above) return h("div", { class: "above" }, "The message it answers was deleted");
  const { id, author, text } = message.above;
  return h("button", { class: "above", onclick: () => world.jump(message.channel_id, id) }, h("b", {}, world.userName(author)), " ", h("span", {}, text ? inline(text.split("\n")[0].slice(0, 120), world) : "a message with pictures"));
}

function body(message, world) {
  if (message.flags & THINKING) return h("div", { class: "thinking" }, `${world.userName(message.author.id)} is thinking`, h("span", { class: "dots on", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
  const edited = message.edited_timestamp && !message.only_you;
  return [
    message.content ? h("div", { class: "content" }, markdown(message.content, world), edited ? h("small", { class: "edited" }, " (edited)") : null) : null,
    message.attachments.length ? h("div", { class: "files" }, message.attachments.map((file) => attachment(file, world))) : null,
    message.embeds.map((one) => embed(one, world)),
    message.components.length ? h("div", { class: "components" }, blocks(message.components, message, world)) : null,
    edited && !message.content ? h("small", { class: "edited" }, "(edited)") : null,
  ];
}

export function render(message, world) {
  const name = world.userName(message.author.id) || message.author.username;
  const mine = message.mentions.some((user) => user.id === world.me) || message.mention_everyone;
  const classes = ["message", message.only_you ? "only-you" : "", mine ? "mentions-me" : ""].join(" ");
  const node = h("div", { class: classes, id: `m${message.id}`, "data-author": message.author.id, "data-at": message.timestamp, tabindex: "-1" },
    above(message, world),
    h("div", { class: "line" }, avatar(name, message.author.bot),
      h("div", { class: "main" },
        h("div", { class: "head" }, h("b", { class: "name" }, name), message.author.bot ? h("span", { class: "app" }, "APP") : null, when(message.timestamp)),
        body(message, world),
        message.only_you ? h("div", { class: "private" }, icon("eye"), " Only you can see this • ", h("button", { class: "text-link", onclick: () => world.send({ do: "dismiss", message: message.id }) }, "Dismiss message")) : null,
        h("div", { class: "warning", role: "alert", hidden: true }))));
  if (message.author.id === world.me) node.append(h("button", { class: "icon delete", "aria-label": "Delete this message", title: "Delete", onclick: () => world.send({ do: "delete", message: message.id }) }, icon("bin")));
  return node;
}

// A message is joined to the one before, unless it has another author, follows a pause or is a reply.
export function joined(node, before) {
  return Boolean(before) && !node.querySelector(":scope > .above") && node.dataset.author === before.dataset.author
    && !before.classList.contains("only-you") && !node.classList.contains("only-you")
    && new Date(node.dataset.at) - new Date(before.dataset.at) < 5 * 60000;
}
