type Child = Node | string | null | undefined | false

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/**
 * Creates an element. Strings become text and never markup, because they may come from models, players and
 * servers.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  setAttributes(element, attributes)
  element.append(...present(children))
  return element
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...present(children))
}

/** Creates an SVG element. */
export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  setAttributes(element, attributes)
  element.append(...present(children))
  return element
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => Boolean(child))
}
