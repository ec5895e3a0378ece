import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { packageFolder } from '#knowledge/package-folder'

/** A file of the page as the server sends it. */
export interface WebFile {
  /** Its media type. */
  readonly type: string
  readonly body: Buffer<ArrayBuffer>
}

/** The page's folder in the package, which `scripts/build.ts` writes; null when Delver runs from its sources. */
export const BUILT_PAGE = import.meta.url.endsWith('.js') ? join(packageFolder(), 'page') : null

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
}

/** A file with the media type that its name stands for. */
export function webFile(name: string, body: Buffer<ArrayBuffer>): WebFile {
  return { type: MEDIA_TYPES[extname(name)] ?? 'application/octet-stream', body }
}

/** Reads the page as `writePage` stores it. */
export async function builtPage(folder: string): Promise<ReadonlyMap<string, WebFile>> {
  const names = readdirSync(folder).filter((name) => extname(name) in MEDIA_TYPES)
  const files = await Promise.all(
    names.map(async (name) => [name, webFile(name, await readFile(join(folder, name)))] as const),
  )
  return new Map(files)
}
