import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import type { WebFile } from '../assets/built-page.ts'

/** A file as it is sent. */
interface Packed {
  /** Null for pictures, which are compressed already. */
  readonly gzip: Buffer<ArrayBuffer> | null
  readonly tag: string
}

const packed = new WeakMap<WebFile, Packed>()

/** Each file is compressed once. */
function pack(file: WebFile): Packed {
  const known = packed.get(file)
  if (known) return known
  const { type, body } = file
  const hash = createHash('sha256').update(body).digest('base64url')
  const made = { gzip: type.startsWith('image/') ? null : gzipSync(body), tag: `"${hash}"` }
  packed.set(file, made)
  return made
}

/**
 * Sends a file that stays the same while the server runs. The browser may keep it, but asks each time whether it has
 * changed, because another server may serve another version on the same port.
 */
export function sendFile(c: Context, file: WebFile): Response {
  const { gzip, tag } = pack(file)
  const headers = {
    'content-type': file.type,
    'cache-control': 'no-cache',
    etag: tag,
    vary: 'accept-encoding',
  }
  if (c.req.header('if-none-match') === tag) return c.body(null, 304, headers)
  if (!gzip || !/\bgzip\b/.test(c.req.header('accept-encoding') ?? ''))
    return c.body(file.body, 200, headers)
  return c.body(gzip, 200, { ...headers, 'content-encoding': 'gzip' })
}
