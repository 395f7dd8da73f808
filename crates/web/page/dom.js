// Making elements: `make("button", { class: "x", "data-testid": "y", onclick: f }, "text", child)`.

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function makeSvg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

/** The element that tests and code know by this name. */
export function byId(id) {
  return document.querySelector(`[data-testid="${id}"]`);
}

/** A drawing of the server. As an image it can neither run anything nor change how the page looks. */
export function showPicture(image, svg) {
  URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

/** Saves a file. */
export function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  // The download has begun by then; the file is no longer needed after it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
