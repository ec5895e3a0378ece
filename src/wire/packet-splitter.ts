import type { Transform } from 'node:stream'

/** The stream of minecraft-protocol that splits a connection into packets. */
export interface Splitter extends Transform {
  /** The incomplete packet at the end of the received data. */
  buffer: Buffer
}

/** Limit on the length varint (bytes). */
const LENGTH_BYTES = 5

/**
 * Replaces the splitting of minecraft-protocol, which throws an error, with an expensive stack trace, at the end of all
 * received data.
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

/** Bounds of the packet whose length is at an offset; undefined if the packet is incomplete. */
function packetAt(line: Buffer, at: number): { start: number; end: number } | undefined {
  let length = 0
  for (let i = 0; i < LENGTH_BYTES; i++) {
    const byte = line[at + i]
    if (byte === undefined) return undefined
    length |= (byte & 0x7f) << (7 * i)
    if (byte < 0x80) {
      const start = at + i + 1
      // A negative length never completes; the buffer then grows until the limit ends the connection.
      return length >= 0 && start + length <= line.length
        ? { start, end: start + length }
        : undefined
    }
  }
  return undefined
}
