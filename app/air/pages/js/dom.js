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

const moving = new WeakMap();

/** Play a class's animations, of the element and in it, once and from their start. */
export async function animate(element, name) {
  const mine = { name };
  if (moving.has(element)) {
    element.classList.remove(moving.get(element).name);
    void element.offsetWidth;
  }
  moving.set(element, mine);
  element.classList.add(name);
  await Promise.allSettled(element.getAnimations({ subtree: true }).map((each) => each.finished));
  if (moving.get(element) !== mine) return;
  element.classList.remove(name);
  moving.delete(element);
}
