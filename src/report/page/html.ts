/** Trusted HTML, which is inserted without escaping. */
export class Html {
  readonly text: string

  private constructor(text: string) {
    this.text = text
  }

  /** Marks text as HTML. Only for text that this program generates. */
  static trusted(text: string): Html {
    return new Html(text)
  }
}

type Part = string | number | Html | readonly Part[] | null

/** An HTML template. Inserted values are escaped, except for other `Html`. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return Html.trusted(
    texts
      .map((text, index) => text + (index < parts.length ? partText(parts[index]) : ''))
      .join(''),
  )
}

function partText(part: Part | undefined): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(partText).join('')
  return escapeHtml(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
