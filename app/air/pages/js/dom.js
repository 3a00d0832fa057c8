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

/** Play a class's animation once, from its start. */
export function animate(element, name) {
  element.classList.remove(name);
  void element.offsetWidth;
  element.classList.add(name);
  element.addEventListener("animationend", () => element.classList.remove(name), { once: true });
}
