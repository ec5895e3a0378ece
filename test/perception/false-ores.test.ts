import { afterEach, describe, expect, it } from 'vitest'
import { ClientWorld } from '#body/client-world'
import { GameClock } from '#clock/game-clock'
import { registryFor } from '#knowledge/registry'
import { createPerception, type Perception } from '#perception/perception'
import type { PerceptionMode } from '#perception/perception-modes'
import type { FaultName } from '#world/faults/faults'
import { type Practice, practice } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const ORES = ['coal_ore', 'iron_ore', 'gold_ore', 'redstone_ore', 'lapis_ore', 'diamond_ore']

let session: Practice
afterEach(() => session.close())

/** A bot with perception in a world with faults. */
async function perceiving(
  version: string,
  faults: readonly FaultName[],
  mode: PerceptionMode = 'loaded',
) {
  session = await practice({ version, faults })
  const { bot, world, simulation } = session
  const { level } = world.game
  let notices = 0
  const create = (before?: Perception) => {
    const perception = createPerception(new ClientWorld(bot), registryFor(bot.version), {
      ...{ mode, clock: new GameClock(), before },
      onFalseOres: () => void notices++,
    })
    bot.on('physicsTick', perception.update)
    return perception
  }
  const perception = create()
  return {
    perception,
    create,
    notices: () => notices,
    /** Number of ores that the agent knows where the world has other blocks. */
    wrong: ({ memory }: Perception) =>
      memory
        .blocks(ORES, bot.entity.position)
        .filter(({ position: { x, y, z }, kind }) => level.name(x, y, z) !== kind).length,
    /** Digs blocks below the bot, and lets it see the changes. */
    async dig(depth: number) {
      const { x, z } = bot.entity.position.floored()
      const top = level.highest(x >> 4, z >> 4)
      const air = world.game.registry.blockState('air')
      for (let y = top; y > top - depth; y--) level.set(x, y, z, air)
      await simulation.advance(40)
    },
  }
}

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))(
  'on a server of %s with anti-x-ray',
  (version) => {
    it('an agent that perceives loaded stops trusting its chunks and continues as seen', async () => {
      const { perception, wrong, dig, notices, create } = await perceiving(version, ['anti-xray'])
      expect(wrong(perception)).toBeGreaterThan(100)
      expect(perception.mode).toBe('loaded')

      await dig(30)
      expect(perception.mode).toBe('seen')
      expect(notices()).toBe(1)
      expect(wrong(perception)).toBe(0)
      expect(perception.memory.visitedChunks).toBeGreaterThan(0)

      perception.stop()
      const next = create(perception)
      expect(next.mode).toBe('seen')
      await dig(40)
      expect(wrong(next)).toBe(0)
      expect(notices()).toBe(1)
    })
  },
)

it('the agent trusts a server that sends the blocks as they are', async () => {
  const { perception, dig, notices } = await perceiving('1.16.5', [])
  await dig(30)
  expect([perception.mode, notices()]).toEqual(['loaded', 0])
})

it('an agent that goes by sight is not misled', async () => {
  const { perception, dig, notices, wrong } = await perceiving('1.16.5', ['anti-xray'], 'seen')
  await dig(30)
  expect([perception.mode, notices(), wrong(perception)]).toEqual(['seen', 0, 0])
})
