// Elements. Text goes in as textContent, never as markup; what is already so is not set again.

const SVG = "http://www.w3.org/2000/svg";

/** An element with classes and children; a string among the children becomes text. */
export function make(tag, classes = "", ...children) {
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** An element of a drawing, with attributes. */
export function draw(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function setText(element, text) {
  const said = String(text);
  if (element.textContent !== said) element.textContent = said;
}

export function setClass(element, name, on) {
  element.classList.toggle(name, Boolean(on));
}

export function setHidden(element, hidden) {
  element.classList.toggle("hidden", Boolean(hidden));
}

const LONGEST_MS = 1000;
const moving = new WeakMap();

/** Play a class's animations, of the element and in it, once and from their start. */
export function animate(element, name) {
  const before = moving.get(element);
  if (before) {
    clearTimeout(before.timer);
    element.classList.remove(before.name);
    void element.offsetWidth;
  }
  element.classList.add(name);
  const timer = setTimeout(() => {
    element.classList.remove(name);
    moving.delete(element);
  }, LONGEST_MS);
  moving.set(element, { name, timer });
}
