import type { Duplex, Transform } from 'node:stream'
import { constants, unzipSync } from 'node:zlib'
import type { Bot } from 'mineflayer'
import { type Splitter, splitByLengths } from '#wire/packet-splitter'

/** Limits of the protocol on the size of a packet, as sent and decompressed (bytes). */
const MAX_PACKET_BYTES = 2 ** 21
const MAX_DECOMPRESSED_BYTES = 2 ** 23

/** The streams of minecraft-protocol's client that split and decompress packets. */
interface Wire {
  readonly socket: Duplex
  readonly splitter: Splitter
  /** Present after the server enables compression. */
  readonly decompressor: Transform | null
  on(event: 'connect' | 'compress' | 'set_compression', handler: () => void): this
}

/**
 * Keeps packets from filling the memory. A packet that declares an excessive length ends the connection. A packet that
 * decompresses to an excessive length is dropped.
 */
export function guardLine(bot: Bot): void {
  const wire = bot._client as unknown as Wire
  splitByLengths(wire.splitter)
  wire.on('connect', () => {
    wire.socket.on('data', () => {
      if (wire.splitter.buffer.length > MAX_PACKET_BYTES)
        wire.socket.destroy(new Error('the server sent a packet that is too long'))
    })
  })
  // minecraft-protocol's own handlers run first and create the decompressor.
  const limit = () => wire.decompressor && limitUnpacking(wire.decompressor)
  wire.on('compress', limit).on('set_compression', limit)
}

/** Makes a decompressor stop at the limit. minecraft-protocol's own has none. */
function limitUnpacking(decompressor: Transform): void {
  decompressor._transform = (packet: Buffer, _encoding, done) => {
    // A varint with the decompressed length comes first; 0 means that the packet is not compressed.
    const head = packet.findIndex((byte) => byte < 128) + 1
    const packed = packet.subarray(head)
    done(null, packet[0] === 0 ? packed : unpacked(packed))
  }
}

/** Decompresses data; undefined if it is too long or damaged. */
function unpacked(packed: Buffer): Buffer | undefined {
  try {
    return unzipSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_DECOMPRESSED_BYTES,
    })
  } catch {
    return undefined
  }
}
