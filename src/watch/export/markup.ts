/** Escapes text for HTML, including attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** JSON for a script element: it contains nothing that could end the element. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Code for an element of a page. @throws Error when the code could end the element. */
export function inlineCode(text: string, element: 'script' | 'style'): string {
  if (text.toLowerCase().includes(`</${element}`) || text.includes('<!--'))
    throw new Error(`the page's ${element} cannot be inlined`)
  return text
}
