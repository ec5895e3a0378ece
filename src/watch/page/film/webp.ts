/** One picture of an animation: a WebP file of its own. */
export interface WebpPicture {
  readonly file: Uint8Array<ArrayBuffer>
  /** How long it is shown (ms). */
  readonly ms: number
}

type Bytes = Uint8Array<ArrayBuffer>

/** Length of a RIFF header, and of the head of a chunk (bytes). */
const RIFF_BYTES = 12
const HEAD_BYTES = 8

/** Flags of the file and of a picture: there are several pictures; a picture replaces the one before. */
const ANIMATED = 0x02
const REPLACES = 0x02

/** The chunks of a file that hold its picture. */
const PICTURE_CHUNKS = new Set(['ALPH', 'VP8 ', 'VP8L'])

/** Joins pictures into an animation that repeats (https://developers.google.com/speed/webp/docs/riff_container). */
export function webp(
  pictures: readonly WebpPicture[],
  { width, height }: { readonly width: number; readonly height: number },
): Bytes {
  const size = [...low(width - 1, 3), ...low(height - 1, 3)]
  const head = chunk('VP8X', Uint8Array.from([ANIMATED, 0, 0, 0, ...size]))
  // No background, and no end to the repetitions.
  const repeats = chunk('ANIM', new Uint8Array(6))
  const frames = pictures.map(({ file, ms }) => {
    const place = new Uint8Array(6)
    const about = Uint8Array.from([...place, ...size, ...low(Math.round(ms), 3), REPLACES])
    return chunk('ANMF', joined([about, ...pictureChunks(file)]))
  })
  const body = joined([ascii('WEBP'), head, repeats, ...frames])
  return joined([ascii('RIFF'), Uint8Array.from(low(body.length, 4)), body])
}

/** The chunks of a file that hold its picture, with their heads. */
function pictureChunks(file: Bytes): readonly Bytes[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const found: Bytes[] = []
  for (let at = RIFF_BYTES; at + HEAD_BYTES <= file.length; ) {
    const name = String.fromCharCode(...file.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const end = at + HEAD_BYTES + length + (length % 2)
    if (PICTURE_CHUNKS.has(name)) found.push(file.subarray(at, end))
    at = end
  }
  if (found.length === 0) throw new Error('a picture is not a WebP file')
  return found
}

/** A chunk, which has an even length. */
function chunk(name: string, content: Bytes): Bytes {
  const padding = new Uint8Array(content.length % 2)
  return joined([ascii(name), Uint8Array.from(low(content.length, 4)), content, padding])
}

/** A whole number in some bytes, the lowest first. */
function low(value: number, bytes: number): readonly number[] {
  return Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256)
}

function ascii(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function joined(parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
