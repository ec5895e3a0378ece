import { describe, expect, it } from 'vitest'
import { ownWindow } from '#body/clicks'
import { digBlock } from '#body/dig'
import { GoalXZ } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { defend } from '#skills/combat/defend'
import { shear } from '#skills/farming/shear'
import { craft } from '#skills/items/craft'
import { eat } from '#skills/items/eat'
import { smelt } from '#skills/items/smelt'
import { mine } from '#skills/mining/mine'
import { digPauses, gaps, PRESSES, recordPresses } from '../support/packet-record.ts'
import { type Stage, sharedStage } from '../support/skills.ts'
import { longIt } from '../support/versions.ts'
import { ERAS } from '../support/windows.ts'

const done = { ok: true }
const never = new AbortController().signal

/** Chops, crafts, digs, tunnels, smelts, fights, shears, eats and builds. */
async function errand(stage: Stage, version: string): Promise<void> {
  const { give, fill, stand, mob, perform, player, simulation, body, at } = stage
  const ore = version === '1.21.4' ? 'raw_iron' : 'iron_ore'
  fill([4, 0, 0], [4, 3, 0], 'oak_log')
  await simulation.advance(5)
  expect((await perform(mine, { item: 'log', count: 3 })).result).toEqual(done)
  expect((await perform(craft, { item: 'planks', count: 12 })).result).toEqual(done)
  expect((await perform(craft, { item: 'stick', count: 4 })).result).toEqual(done)
  expect((await perform(craft, { item: 'crafting_table', count: 1 })).result).toEqual(done)
  expect((await perform(craft, { item: 'wooden_pickaxe', count: 1 })).result).toEqual(done)
  expect((await perform(mine, { item: 'cobblestone', count: 11 })).result).toEqual(done)
  expect((await perform(craft, { item: 'furnace', count: 1 })).result).toEqual(done)
  await give({ [ore]: 1, coal: 1, shears: 1, bread: 2, iron_sword: 1 })
  expect((await perform(smelt, { item: 'iron_ingot', count: 1 })).result).toEqual(done)
  fill([-8, 0, -8], [-5, 3, 8], 'stone')
  await simulation.advance(5)
  const end = at(-9, 0, 0)
  expect(await simulation.run(travel(body, new GoalXZ(end.x, end.z), never))).toBe('arrived')
  fill([-10, -1, -10], [10, -1, 10], 'stone')
  fill([-10, 0, -10], [10, 4, 10], 'air')
  await stand(0, 0, 0)
  mob('sheep', 3, 0, 2)
  await simulation.advance(5)
  expect((await perform(shear, { item: 'wool', count: 1 })).result).toEqual(done)
  mob('zombie', -1, 0, 4)
  await simulation.advance(5)
  await perform(defend, null)
  while (player.vitals.food > 8) {
    player.vitals.exhaust(20)
    await simulation.advance(4)
  }
  await perform(eat, null)
}

const COURSES = [
  ...ERAS.map((version) => ({ version, navigator: 'grid' }) as const),
  { version: '1.16.5', navigator: 'pathfinder' },
] as const

describe.each(COURSES)(
  'vanilla input limits on $version with the navigator $navigator',
  (course) => {
    const { version, navigator } = course
    const stage = sharedStage(version, { navigator, difficulty: 'normal' })

    longIt('hold for everything that the agent does', async () => {
      const { game, player } = stage()
      const record = recordPresses(game, player)
      await errand(stage(), version)
      expect(Math.min(...digPauses(record))).toBeGreaterThanOrEqual(6)
      expect(Math.min(...gaps(record.use))).toBeGreaterThanOrEqual(4)
      expect(Math.min(...gaps(record.click))).toBeGreaterThanOrEqual(1)
      for (const press of PRESSES) expect(record[press].length, press).toBeGreaterThan(1)
      expect(game.clientLimits.violations).toEqual({})
    })
  },
)

describe('an agent with vanilla input limits', () => {
  const stage = sharedStage('1.16.5')
  const digAll = async ({ simulation, body, at }: Stage, ...places: [number, number, number][]) => {
    for (const place of places)
      expect(await simulation.run(digBlock(body, at(...place), never))).toBe(true)
  }

  it('stops digging a block when it is pushed away', async () => {
    const { game, block, simulation, body, at, kind } = stage()
    block(3, 0, 0, 'stone')
    await simulation.advance(5)
    const begun = body.clock.tick
    const digging = digBlock(body, at(3, 0, 0), never)
    body.controls.press({ back: true })
    // Digging by hand takes 150 ticks.
    expect(await simulation.run(digging)).toBe(false)
    expect(body.clock.tick - begun).toBeLessThan(60)
    expect(kind(3, 0, 0)).toBe('stone')
    body.release()
    await simulation.advance(5)
    expect(game.clientLimits.violations).toEqual({})
  })

  it('clicks the face that the server sees, also while it jumps', async () => {
    const { game, block, simulation, body, bot, at, player } = stage()
    block(2, 1, 0, 'stone')
    await body.controls.lookAt(at(2, 1, 0).offset(0, 0.9, 0.5))
    await simulation.advance(5)
    const before = player.position.y
    let clicked = false
    const unwatch = body.onTick(() => {
      if (clicked || body.position.y === before) return
      clicked = true
      // The client has moved up, and sends that after the click.
      bot._client.write('block_dig', { status: 0, location: at(2, 1, 0), face: 1 })
    })
    body.controls.press({ jump: true })
    await simulation.advance(3)
    unwatch()
    expect(clicked).toBe(true)
    await simulation.advance(10)
    expect(game.clientLimits.violations).toEqual({})
  })

  it('digs as fast as a player who holds the button', async () => {
    const { game, player, give, fill, simulation } = stage()
    fill([1, 0, 0], [1, 2, 0], 'dirt')
    await give({ stone_shovel: 1 })
    await simulation.advance(5)
    const record = recordPresses(game, player)
    await digAll(stage(), [1, 2, 0], [1, 1, 0], [1, 0, 0])
    // A stone shovel takes 4 ticks.
    expect(gaps(record['dig-start'])).toEqual([4 + 6, 4 + 6])
    expect(gaps(record['dig-end'])).toEqual([4 + 6, 4 + 6])
  })

  it('does other things during the cooldown of digs', async () => {
    const { game, player, give, fill, body, simulation } = stage()
    fill([1, 0, -1], [1, 1, 1], 'dirt')
    await give({ oak_log: 4, stone_shovel: 1 })
    await simulation.advance(5)
    const record = recordPresses(game, player)
    await digAll(stage(), [1, 1, 0])
    const clicks = ownWindow(body, never)
    await simulation.run(clicks.lay('oak_log', [1]))
    await digAll(stage(), [1, 0, 0])
    await simulation.run(clicks.close())
    const [first = 0] = record['dig-end']
    expect(record.click[0]).toBeLessThanOrEqual(first + 2)
    expect(gaps(record['dig-end'])).toEqual([4 + 6])
  })

  it('has no cooldown after an instant break, and sends no end of such a dig', async () => {
    const { game, player, block } = stage()
    block(1, -1, 0, 'grass_block')
    block(0, -1, 1, 'grass_block')
    block(1, 0, 0, 'grass')
    block(0, 0, 1, 'grass')
    await stage().simulation.advance(3)
    const record = recordPresses(game, player)
    await digAll(stage(), [1, 0, 0], [0, 0, 1])
    expect(record['dig-end']).toEqual([])
    expect(gaps(record['dig-start'])[0]).toBeLessThan(4)
    expect(stage().kind(1, 0, 0)).toBe('air')
  })

  it('stops waiting for a cooldown when its signal fires', async () => {
    const { fill, body, simulation, at } = stage()
    fill([1, 0, -1], [1, 1, 1], 'dirt')
    await simulation.advance(5)
    await digAll(stage(), [1, 1, 0])
    const start = body.clock.tick
    const call = new AbortController()
    body.clock.wait(2).then(() => call.abort(new Error('interrupted')))
    const dig = digBlock(body, at(1, 0, 0), call.signal)
    await expect(simulation.run(dig)).rejects.toThrow('interrupted')
    expect(body.clock.tick - start).toBeLessThan(4)
  })
})

describe('an agent without input limits', () => {
  const stage = sharedStage('1.16.5', { hands: 'bot' })

  it('has no cooldowns, and the server counts the violations', async () => {
    const { game, player, give, fill, body, simulation, at } = stage()
    fill([1, 0, -1], [1, 1, 1], 'dirt')
    await give({ stone_shovel: 1 })
    await simulation.advance(5)
    const record = recordPresses(game, player)
    for (const y of [1, 0])
      expect(await simulation.run(digBlock(body, at(1, y, 0), never))).toBe(true)
    expect(Math.max(...digPauses(record))).toBeLessThan(6)
    expect(game.clientLimits.violations['dig-pause']).toBeGreaterThan(0)
  })
})
