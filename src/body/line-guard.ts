import type { Duplex, Transform } from 'node:stream'
import { constants, unzipSync } from 'node:zlib'
import type { Bot } from 'mineflayer'

/** Longest packet that the game sends, as it is on the line and unpacked (bytes). */
const LONGEST = 2 ** 21
const LONGEST_UNPACKED = 2 ** 23

/** Most bytes in which a length is written. */
const LENGTH_BYTES = 5

/** The parts of minecraft-protocol's client that take a line apart. */
interface Wire {
  readonly socket: Duplex
  /** Holds what has come of a packet that is not whole yet. */
  readonly splitter: Transform & { buffer: Buffer }
  /** There once the server has said that it packs. */
  readonly decompressor: Transform | null
  on(event: 'connect' | 'compress' | 'set_compression', handler: () => void): this
}

/**
 * Keeps packets from filling the memory: one that says that it is longer than any of the game ends the
 * connection, one that unpacks to more is as if it had not come.
 */
export function guardLine(bot: Bot): void {
  const wire = bot._client as unknown as Wire
  splitByLengths(wire.splitter)
  wire.on('connect', () => {
    wire.socket.on('data', () => {
      if (wire.splitter.buffer.length > LONGEST)
        wire.socket.destroy(new Error('the server sends a packet that is too long'))
    })
  })
  // After minecraft-protocol's own handlers, which make what unpacks.
  const limit = () => wire.decompressor && limitUnpacking(wire.decompressor)
  wire.on('compress', limit).on('set_compression', limit)
}

/**
 * Has what has come taken apart into packets as minecraft-protocol's own splitter does, which throws an error, and with it
 * takes note of the stack, whenever it finds that it has come to the end.
 */
function splitByLengths(splitter: Wire['splitter']): void {
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

/** Has an unpacker stop where minecraft-protocol's own would go on, in one piece, to the end. */
function limitUnpacking(decompressor: Transform): void {
  decompressor._transform = (packet: Buffer, _encoding, done) => {
    // Before what is packed stands how long it is unpacked; 0 for what is not packed.
    const head = packet.findIndex((byte) => byte < 128) + 1
    const packed = packet.subarray(head)
    done(null, packet[0] === 0 ? packed : unpacked(packed))
  }
}

/** Nothing where it is too much, or damaged. */
function unpacked(packed: Buffer): Buffer | undefined {
  try {
    return unzipSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: LONGEST_UNPACKED,
    })
  } catch {
    return undefined
  }
}
