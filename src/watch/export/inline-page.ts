import { createHash } from 'node:crypto'
import type { WebFile } from '../assets/built-page.ts'
import { escaped, inlineCode } from './markup.ts'

/** The elements of the page that are replaced by inline content. */
const STYLE = /<link rel="stylesheet"[^>]*>/
const SCRIPT = /<script src[^>]*><\/script>/
const TITLE = /<title>.*<\/title>/

export interface InlinePage {
  readonly title: string
  /** Data for the page's script: the text of an element by the element's id. It must not end the element. */
  readonly data: Readonly<Record<string, string>>
  /** Name, in the folder of the page, of the picture that links to the page show; null for none. */
  readonly picture: string | null
  /** What links to the page say below its title. */
  readonly description: string
  /** Address at which the page will be, for links to it; null if it is not known. */
  readonly address: string | null
}

/** The page as one file that makes no requests, with its script, style and data. */
export function inlinePage(
  files: ReadonlyMap<string, WebFile>,
  { title, data, picture, description, address }: InlinePage,
): string {
  const style = inlineCode(fileText(files, 'page.css'), 'style')
  const script = inlineCode(fileText(files, 'page.js'), 'script')
  const elements = Object.entries(data).map(
    ([id, text]) => `<script type="application/json" id="${id}">${text}</script>`,
  )
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script)}" />`
  const about = [
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    // Most sites only show pictures with a whole address.
    ...(picture ? [property('og:image', address ? new URL(picture, address).href : picture)] : []),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`,
  ]
  let html = fileText(files, 'index.html')
  html = replacePart(html, STYLE, [policy, ...about, `<style>${style}</style>`].join('\n'))
  html = replacePart(html, SCRIPT, '')
  html = replacePart(html, TITLE, `<title>${escaped(title)}</title>`)
  const body = [...elements, `<script>${script}</script>`].join('\n')
  return replacePart(html, /<\/body>/, `${body}\n</body>`)
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escaped(content)}" />`
}

/** Allows only this script and style, so that no text of the trial can run. */
function policyOf(style: string, script: string): string {
  const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${hash(script)} blob:`,
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    'connect-src data: blob:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** The text of a file of the page. @throws Error when the page lacks it. */
function fileText(files: ReadonlyMap<string, WebFile>, name: string): string {
  const file = files.get(name)
  if (!file) throw new Error(`the page has no ${name}`)
  return file.body.toString('utf8')
}

/** Replaces a part of the page. @throws Error when the page lacks it. */
function replacePart(html: string, place: RegExp, content: string): string {
  if (!place.test(html)) throw new Error(`the page has no ${place.source}`)
  return html.replace(place, () => content)
}
