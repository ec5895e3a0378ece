/** Text as it stands in a page, also within quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** JSON as it may stand within a script element: without anything that could end it. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** @throws Error when the text could end the element it is to stand in. */
export function inlineCode(text: string, element: 'script' | 'style'): string {
  if (text.toLowerCase().includes(`</${element}`) || text.includes('<!--'))
    throw new Error(`the page's ${element} cannot stand within a page`)
  return text
}
