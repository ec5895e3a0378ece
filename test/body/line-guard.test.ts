import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import type { Transform } from 'node:stream'
import type { Bot } from 'mineflayer'
import seedrandom from 'seedrandom'
import { expect, it } from 'vitest'
import { guardLine } from '#body/line-guard'

const { createSplitter, createFramer } = createRequire(import.meta.url)(
  'minecraft-protocol/src/transforms/framing',
) as Record<'createSplitter' | 'createFramer', () => Transform>

it('the splitter finds the same packets in a stream cut into any pieces', () => {
  const random = seedrandom('pieces')
  const sent = [1, 127, 128, 300, 20_000, 5].map((length) => Buffer.alloc(length, length % 251))
  const framer = createFramer()
  const line: Buffer[] = []
  framer.on('data', (framed: Buffer) => line.push(framed))
  for (const packet of sent) framer.write(packet)
  const splitter = createSplitter()
  guardLine({ _client: Object.assign(new EventEmitter(), { splitter }) } as unknown as Bot)
  const came: Buffer[] = []
  splitter.on('data', (packet: Buffer) => came.push(packet))
  for (let rest = Buffer.concat(line); rest.length > 0; ) {
    const size = 1 + Math.floor(random() ** 4 * 6000)
    splitter.write(rest.subarray(0, size))
    rest = rest.subarray(size)
  }
  expect(came).toEqual(sent)
})
