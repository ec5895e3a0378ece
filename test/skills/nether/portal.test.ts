import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { enter } from '#skills/nether/enter'
import { ignite } from '#skills/nether/ignite'
import { portal } from '#skills/nether/portal'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'
import { ERAS } from '../../support/windows.ts'

const done = { ok: true }
const fire = { item: 'fire', count: 1 }
const one = { item: 'nether_portal', count: 1 }
const KIT = { obsidian: 10, flint_and_steel: 1, dirt: 16, diamond_pickaxe: 1 }

function count({ kind }: Stage, name: string): number {
  let found = 0
  for (let x = -10; x <= 10; x++)
    for (let y = -2; y <= 6; y++)
      for (let z = -10; z <= 10; z++) if (kind(x, y, z) === name) found++
  return found
}

describe.each(ERAS)('fire and portals on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent lights a fire on bare ground, at a distance', async () => {
    const { give, perform, player } = stage()
    expect((await perform(ignite, fire)).result).toMatchObject({
      failure: { kind: 'missing-tool' },
    })
    await give({ flint_and_steel: 1 })
    const before = player.vitals.health
    expect((await perform(ignite, fire)).result).toEqual(done)
    expect(count(stage(), 'fire')).toBe(1)
    expect(player.vitals.health).toBe(before)
  })

  it('the agent builds a portal of ten obsidian and lights it', async () => {
    const { give, perform, carried } = stage()
    await give(KIT)
    const { result, ticks } = await perform(portal, one)
    expect(result).toEqual(done)
    expect(count(stage(), 'nether_portal')).toBe(6)
    expect(carried().obsidian).toBeUndefined()
    expect(ticks).toBeLessThan(1500)
  })

  it('the agent resumes a portal after an interruption', async () => {
    const { give, perform, body } = stage()
    await give(KIT)
    const off = new AbortController()
    body.clock.wait(60).then(() => off.abort(new Interrupt('interrupted', 'called off')))
    const { result } = await perform(portal, one, { signal: off.signal })
    expect(result).toMatchObject({ failure: { kind: 'interrupted' } })
    expect(count(stage(), 'obsidian')).toBeGreaterThan(0)
    expect((await perform(portal, one)).result).toEqual(done)
    expect([count(stage(), 'obsidian'), count(stage(), 'nether_portal')]).toEqual([10, 6])
  })

  it('a goal lists what is missing', async () => {
    const { give, perform } = stage()
    await give({ ...KIT, obsidian: 9 })
    expect((await perform(portal, one)).result).toMatchObject({
      failure: { kind: 'missing-material', detail: expect.stringContaining('obsidian: 1 more') },
    })
    expect((await perform(enter, one)).result).toMatchObject({
      failure: { kind: 'missing-station' },
    })
  })
})

describe.each(ERAS)('entering a portal on %s', (version) => {
  const stage = sharedStage(version)

  longIt(
    'the agent fails in a portal that does not teleport, goes to the Nether, and knows the overworld again',
    async () => {
      const { give, perform, player, kind, block, simulation, body, context, at } = stage()
      await give(KIT)
      // The agent sees this part of the Overworld, and then stands behind walls.
      block(-8, 0, -8, 'furnace')
      await simulation.advance(10)
      for (const [dx, dy, dz] of [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 0, 1],
        [0, 0, -1],
        [0, 1, 0],
      ] as const)
        block(-8 + dx, dy, -8 + dz, 'stone')
      await simulation.advance(10)
      expect((await perform(portal, one)).result).toEqual(done)
      expect(context.memory.blocks(['furnace'], body.position)).toHaveLength(1)
      // The server does not let spectators travel.
      player.gameMode = 'spectator'
      expect((await perform(enter, one)).result).toMatchObject({ failure: { kind: 'timeout' } })
      const { x, y, z } = player.position.minus(at(0, 0, 0)).floored()
      expect(kind(x, y, z)).toBe('nether_portal')
      player.gameMode = 'survival'
      const overworld = body.game.dimension
      expect((await perform(enter, one)).result).toEqual(done)
      expect([overworld, body.game.dimension]).toEqual(['overworld', 'the_nether'])
      expect(context.memory.blocks(['furnace'], body.position)).toEqual([])
      expect((await perform(enter, one)).result).toEqual(done)
      expect(body.game.dimension).toBe('overworld')
      expect(context.memory.blocks(['furnace'], body.position)).toHaveLength(1)
    },
  )
})

describe.each(ERAS)('a portal deep in the rock on %s', (version) => {
  const stage = sharedStage(version)

  it('the agent sinks a shaft to it', async () => {
    const { at, body, bot, context, fill, give, perform, stand } = stage()
    fill([-10, 0, -10], [10, 44, 10], 'stone')
    fill([4, 1, 0], [5, 3, 2], 'air')
    fill([3, 0, 0], [6, 4, 0], 'obsidian')
    fill([4, 1, 0], [5, 3, 0], 'nether_portal')
    await stand(-6, 45, -6)
    context.agentState.portals.add(body.game.world, at(4, 1, 0))
    await give({ stone_pickaxe: 2, cobblestone: 32 })
    const columns = new Set<string>()
    const look = () => {
      const { x, y, z } = body.feet.minus(at(0, 0, 0))
      if (y > 8 && y < 42) columns.add(`${x} ${z}`)
    }
    bot.on('physicsTick', look)
    expect((await perform(enter, one)).result).toEqual(done)
    bot.off('physicsTick', look)
    expect(body.game.dimension).toBe('the_nether')
    expect(columns.size).toBe(1)
  })
})
