import type { Transform } from 'node:stream'

/** The part of minecraft-protocol that takes a line apart into packets. */
export interface Splitter extends Transform {
  /** Holds what has come of a packet that is not whole yet. */
  buffer: Buffer
}

/** Most bytes in which a length is written. */
const LENGTH_BYTES = 5

/**
 * Has what has come taken apart into packets as minecraft-protocol's own splitter does, which throws an error, and with it
 * takes note of the stack, whenever it finds that it has come to the end.
 */
export function splitByLengths(splitter: Splitter): void {
  splitter._transform = (chunk: Buffer, _encoding, done) => {
    const line = splitter.buffer.length > 0 ? Buffer.concat([splitter.buffer, chunk]) : chunk
    let at = 0
    for (let packet = packetAt(line, at); packet; packet = packetAt(line, at)) {
      splitter.push(line.subarray(packet.start, packet.end))
      at = packet.end
    }
    splitter.buffer = line.subarray(at)
    done()
  }
}

/** Where a packet begins and ends whose length stands at a place of the line; undefined when it is not whole yet. */
function packetAt(line: Buffer, at: number): { start: number; end: number } | undefined {
  let length = 0
  for (let i = 0; i < LENGTH_BYTES; i++) {
    const byte = line[at + i]
    if (byte === undefined) return undefined
    length |= (byte & 0x7f) << (7 * i)
    if (byte < 0x80) {
      const start = at + i + 1
      // Of a length below zero nothing can come: the line grows until it is cut.
      return length >= 0 && start + length <= line.length
        ? { start, end: start + length }
        : undefined
    }
  }
  return undefined
}
