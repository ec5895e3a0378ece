import type { Duplex, Transform } from 'node:stream'
import { constants, unzipSync } from 'node:zlib'
import type { Bot } from 'mineflayer'
import { type Splitter, splitByLengths } from '#wire/packet-splitter'

/** Longest packet that the game sends, as it is on the line and unpacked (bytes). */
const LONGEST = 2 ** 21
const LONGEST_UNPACKED = 2 ** 23

/** The parts of minecraft-protocol's client that take a line apart. */
interface Wire {
  readonly socket: Duplex
  readonly splitter: Splitter
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
