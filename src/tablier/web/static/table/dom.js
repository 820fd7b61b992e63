// @ts-check
/** Making elements. Text only ever becomes text, never markup. */

const SVG = "http://www.w3.org/2000/svg";

/** An element of the page that must be there.
 * @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found;
}

/** An HTML element; a property that begins with "on" is a listener, false or null leaves an attribute out.
 * @param {string} tag @param {Record<string, any>} properties @param {...(Node|string|null)} children */
export function html(tag, properties = {}, ...children) {
  return furnished(document.createElement(tag), properties, children);
}

/** An SVG element, in the same way.
 * @param {string} tag @param {Record<string, any>} properties @param {...(Node|string|null)} children
 * @returns {SVGGraphicsElement} */
export function svg(tag, properties = {}, ...children) {
  return /** @type {SVGGraphicsElement} */ (furnished(document.createElementNS(SVG, tag), properties, children));
}

/** @template {Element} T @param {T} node @param {Record<string, any>} properties @param {(Node|string|null)[]} children
 * @returns {T} */
function furnished(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, String(value));
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/** A button with a word on it.
 * @param {string} text @param {() => void} onclick @param {string} look a class, such as "primary" */
export function button(text, onclick, look = "") {
  return html("button", { type: "button", class: `button ${look}`.trim(), onclick }, text);
}

/** A number as it stands in an attribute. @param {number} value */
export function short(value) {
  return String(Math.round(value * 100) / 100);
}
