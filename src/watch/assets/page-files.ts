/** A file of the page as the server sends it. */
export interface WebFile {
  /** Its media type. */
  readonly type: string
  readonly body: Buffer
}

/** The files of the page: `index.html`, `page.js`, `page.css`, and others they ask for, by name. */
export async function pageFiles(): Promise<ReadonlyMap<string, WebFile>> {
  return new Map([['index.html', { type: 'text/html; charset=utf-8', body: Buffer.from('') }]])
}
