// Makes elements. The security policy forbids markup from strings, and so does good sense.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; a function is a listener for the event named (`click`), null is left out. */
export const make = (tag, attributes = {}, ...children) => dress(document.createElement(tag), attributes, children);

/** The same in a picture. */
export const draw = (tag, attributes = {}, ...children) =>
  dress(document.createElementNS(SVG, tag), attributes, children);

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
