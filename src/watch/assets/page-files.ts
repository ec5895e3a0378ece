import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'
import { bundle } from './bundle.ts'
import { crackPictures } from './cracks.ts'
import { entityPictures } from './entity-pictures.ts'

/** A file of the page as the server sends it. */
export interface WebFile {
  /** Its media type. */
  readonly type: string
  readonly body: Buffer<ArrayBuffer>
}

/** The page and what it draws with, by name. */
export interface Assets {
  pageFiles(): Promise<ReadonlyMap<string, WebFile>>
  /** @throws RangeError when there are no data for the version. */
  versionFiles(version: string): Promise<ReadonlyMap<string, WebFile>>
}

let files: Promise<ReadonlyMap<string, WebFile>> | null = null

/**
 * The files of the page, by name: `index.html` for every address, and what it asks for. Scripts
 * are bundled when they are first wanted, which takes about half a second.
 */
export function pageFiles(): Promise<ReadonlyMap<string, WebFile>> {
  files ??= build()
  return files
}

async function build(): Promise<ReadonlyMap<string, WebFile>> {
  const folder = pageFolder()
  const [html, css, page, mesher, entities, cracks] = await Promise.all([
    readFile(join(folder, 'index.html')),
    readFile(join(folder, 'page.css')),
    bundle(folder, 'main.ts'),
    bundle(folder, 'mesher/worker.ts'),
    entityPictures(),
    crackPictures(),
  ])
  const script = 'text/javascript; charset=utf-8'
  const json = (value: unknown) => ({
    type: 'application/json',
    body: Buffer.from(JSON.stringify(value)),
  })
  return new Map([
    ['index.html', { type: 'text/html; charset=utf-8', body: html }],
    ['page.css', { type: 'text/css; charset=utf-8', body: css }],
    ['page.js', { type: script, body: page }],
    ['mesher.js', { type: script, body: mesher }],
    ['entities.json', json(entities)],
    ['cracks.json', json(cracks)],
  ])
}

/** The page's sources; they are not compiled with the rest, in a package too they lie in `src`. */
function pageFolder(): string {
  return join(packageFolder(), 'src', 'watch', 'page')
}
