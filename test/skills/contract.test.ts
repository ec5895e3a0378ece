import type { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import { defend } from '#skills/combat/defend'
import { forage } from '#skills/combat/forage'
import { hunt } from '#skills/combat/hunt'
import { patrol } from '#skills/combat/patrol'
import { recuperate } from '#skills/combat/recuperate'
import { retreat } from '#skills/combat/retreat'
import { takeCover } from '#skills/combat/take-cover'
import type { Skill } from '#skills/core/skill'
import { fish } from '#skills/farming/fish'
import { shear } from '#skills/farming/shear'
import { collect } from '#skills/items/collect'
import { craft } from '#skills/items/craft'
import { discard } from '#skills/items/discard'
import { eat } from '#skills/items/eat'
import { equip } from '#skills/items/equip'
import { parallelSmelt } from '#skills/items/parallel-smelt'
import { place } from '#skills/items/place'
import { smelt } from '#skills/items/smelt'
import { takeBackStations } from '#skills/items/station'
import { branchMine } from '#skills/mining/branch-mine'
import { digShaft, standsOnSoil } from '#skills/mining/dig-shaft'
import { explore } from '#skills/mining/explore'
import { goToStone } from '#skills/mining/go-to-stone'
import { mine } from '#skills/mining/mine'
import { stepAside } from '#skills/mining/step-aside'
import { breathe } from '#skills/moving/breathe'
import { moveElsewhere } from '#skills/moving/move-elsewhere'
import { surface } from '#skills/moving/surface'
import { swimOut } from '#skills/moving/swim-out'
import { putOutFire } from '#skills/survival/put-out-fire'
import { retrieveDrops } from '#skills/survival/retrieve-drops'
import { awaitDark, shelter } from '#skills/survival/shelter'
import { type Performance, type Stage, sharedStage } from '../support/skills.ts'
import { ERAS } from '../support/windows.ts'

/** Maximum time for an interrupted skill to release controls and windows (ticks). */
const LETTING_GO = 2

interface Scene {
  name: string
  /** Sets the stage for work that takes longer than `after` ticks. */
  set(stage: Stage): Promise<void>
  /** Ticks after which to interrupt, in the middle of the work. */
  after: number
  perform(stage: Stage, change: Change): Promise<Performance>
}

interface Change {
  signal?: AbortSignal
  budget?: number
}

function scene<Args>(
  skill: Skill<Args>,
  args: Args,
  after: number,
  set: (stage: Stage) => Promise<void>,
): Scene {
  return {
    name: `${skill.name} after ${after} ticks`,
    set,
    after,
    perform: (stage, { signal, budget }) =>
      stage.perform(
        budget === undefined ? skill : { ...skill, budget: () => budget },
        args,
        signal ? { signal } : {},
      ),
  }
}

const never = () => false

const scenes: Scene[] = [
  scene(mine, { item: 'cobblestone', count: 5 }, 40, async ({ give }) =>
    give({ wooden_pickaxe: 1 }),
  ),
  ...[3, 6, 9, 20].map((after) =>
    scene(craft, { item: 'wooden_pickaxe', count: 4 }, after, ({ give }) =>
      give({ crafting_table: 1, oak_planks: 20, stick: 8 }),
    ),
  ),
  scene(takeBackStations, {}, 40, async ({ give, perform }) => {
    await give({ crafting_table: 1, oak_planks: 8 })
    await perform(craft, { item: 'chest', count: 1 })
  }),
  scene(craft, { item: 'planks', count: 40 }, 3, ({ give }) => give({ oak_log: 12 })),
  ...[6, 12, 100].map((after) =>
    scene(smelt, { item: 'glass', count: 3 }, after, ({ give }) =>
      give({ furnace: 1, sand: 5, oak_planks: 8 }),
    ),
  ),
  ...[6, 40, 150].map((after) =>
    scene(parallelSmelt, { item: 'glass', count: 4 }, after, ({ give }) =>
      give({ furnace: 2, sand: 6, oak_planks: 8 }),
    ),
  ),
  scene(collect, { range: 10 }, 10, async ({ drop, simulation }) => {
    drop('diamond', 1, 6, 0, 6)
    await simulation.advance(3)
  }),
  scene(hunt, { item: 'beef', count: 1 }, 10, async ({ mob, simulation }) => {
    mob('cow', 8, 0, 0)
    await simulation.advance(5)
  }),
  scene(forage, null, 10, async ({ mob, simulation }) => {
    mob('pig', 8, 0, 0)
    await simulation.advance(5)
  }),
  scene(moveElsewhere, { away: 5 }, 10, async () => {}),
  scene(digShaft, { levels: 5, until: never, through: standsOnSoil }, 30, ({ fill, stand }) => {
    fill([-8, -5, -8], [8, -1, 8], 'dirt')
    return stand(0, 0, 0)
  }),
  scene(stepAside, { blocks: 4, until: never }, 8, async ({ fill, stand, give }) => {
    fill([-8, -5, -8], [8, -1, 8], 'stone')
    fill([1, -3, -1], [4, -1, 1], 'air')
    await give({ stone_pickaxe: 1 })
    return stand(0, 0, 0)
  }),
  scene(goToStone, { kinds: ['andesite'] }, 30, ({ fill, stand }) => {
    fill([-8, -5, -8], [8, -1, 8], 'dirt')
    return stand(0, 0, 0)
  }),
  scene(shear, { item: 'wool', count: 1 }, 5, async ({ mob, give, simulation }) => {
    mob('sheep', 8, 0, 0)
    await give({ shears: 1 })
    await simulation.advance(5)
  }),
  // On the way to the water, and with the line in it.
  ...[5, 60].map((after) =>
    scene(fish, { item: 'cod', count: 1 }, after, async ({ give, fill }) => {
      fill([6, -2, -3], [9, -1, 3], 'water')
      await give({ fishing_rod: 1 })
    }),
  ),
  scene(eat, null, 20, async ({ give, player, simulation }) => {
    await give({ bread: 2 })
    for (let i = 0; i < 10; i++) player.vitals.exhaust(20)
    await simulation.advance(60)
  }),
  scene(equip, { item: 'iron_helmet', count: 1 }, 1, ({ give }) =>
    give({ stick: 1, iron_helmet: 1 }),
  ),
  scene(discard, { slots: 36 }, 3, ({ give }) => give({ gravel: 640 })),
  scene(place, { item: 'oak_log' }, 1, ({ give }) => give({ stick: 1, oak_log: 1 })),
  scene(shelter, null, 60, async ({ give, game, simulation }) => {
    await give({ wooden_pickaxe: 1 })
    game.time.ofDay = 14_000
    await simulation.advance(25)
  }),
  scene(shelter, null, 30, async ({ give, game, simulation }) => {
    await give({ white_bed: 1 })
    game.time.ofDay = 14_000
    await simulation.advance(25)
  }),
  scene(surface, null, 30, async ({ give, fill, stand }) => {
    fill([-10, 0, -10], [10, 5, 10], 'stone')
    fill([0, -3, 0], [0, -2, 0], 'air')
    await give({ wooden_pickaxe: 1 })
    await stand(0, -3, 0)
  }),
  scene(swimOut, null, 10, async ({ fill, stand }) => {
    fill([-6, -2, -6], [6, -1, 6], 'water')
    await stand(0, -2, 0)
  }),
  scene(putOutFire, null, 10, async ({ fill, block, stand, simulation }) => {
    fill([5, -2, -3], [8, -1, 3], 'water')
    block(0, -1, 0, 'lava')
    await stand(0, 0, 0)
    await simulation.advance(8)
  }),
  scene(breathe, null, 10, async ({ fill, stand }) => {
    fill([-1, -4, -1], [1, -1, 1], 'water')
    await stand(0, -4, 0)
  }),
  scene(retrieveDrops, null, 10, async ({ context, at }) => {
    const { tick } = context.body.clock
    context.agentState.deaths.valueBy(() => 1000)
    context.agentState.deaths.record({ place: at(9, 0, 9), tick, lost: { iron_ingot: 1 } })
  }),
  scene(defend, null, 10, async ({ mob, simulation, game }) => {
    game.time.ofDay = 18_000
    mob('zombie', 6, 0, 0)
    await simulation.advance(5)
  }),
  scene(takeCover, null, 5, async ({ mob, simulation, game }) => {
    game.time.ofDay = 18_000
    mob('creeper', 6, 0, 0)
    await simulation.advance(5)
  }),
  scene(explore, { sought: 'nothing', found: never }, 10, async () => {}),
  scene(patrol, { sought: 'nothing', found: never }, 10, async () => {}),
  scene(hunt, { item: 'string', count: 1 }, 30, async ({ give, mob, simulation, game }) => {
    await give({ stone_sword: 1 })
    game.time.ofDay = 18_000
    mob('spider', 6, 0, 0)
    await simulation.advance(5)
  }),
  scene(awaitDark, null, 60, ({ give }) => give({ wooden_pickaxe: 1 })),
  scene(recuperate, null, 60, ({ give, player }) => {
    player.vitals.hurt(8, 'starve')
    return give({ wooden_pickaxe: 1 })
  }),
  scene(retreat, null, 5, async ({ mob, simulation, game }) => {
    game.time.ofDay = 18_000
    mob('zombie', 4, 0, 0)
    await simulation.advance(5)
  }),
  scene(
    branchMine,
    { sought: 'nothing', height: 0, found: never, able: () => true },
    30,
    async ({ give }) => give({ stone_pickaxe: 1 }),
  ),
]

/** Number of event listeners of a bot and its parts. */
function listeners({ bot }: Stage): Record<string, number> {
  const emitters = { bot, inventory: bot.inventory, client: bot._client } as unknown as Record<
    string,
    EventEmitter
  >
  return Object.fromEntries(
    Object.entries(emitters).flatMap(([name, emitter]) =>
      emitter
        .eventNames()
        .map((event) => [`${name} ${String(event)}`, emitter.listenerCount(event)]),
    ),
  )
}

function moving({ bot }: Stage): string[] {
  const controls = ['forward', 'back', 'left', 'right', 'jump', 'sprint', 'sneak'] as const
  return controls.filter((control) => bot.getControlState(control))
}

describe.each(ERAS)('skills interrupted on %s', (version) => {
  const stage = sharedStage(version, { difficulty: 'normal' })

  it.each(scenes)('$name', async ({ set, after, perform }) => {
    const current = stage()
    await set(current)
    const before = listeners(current)
    const off = new AbortController()
    current.body.clock.wait(after).then(() => off.abort(new Interrupt('interrupted', 'called off')))
    const { result, ticks } = await perform(current, { signal: off.signal })
    expect(result).toEqual({ ok: false, failure: { kind: 'interrupted', detail: 'called off' } })
    expect(ticks).toBeGreaterThanOrEqual(after)
    expect(ticks).toBeLessThanOrEqual(after + LETTING_GO)
    await current.simulation.advance(10)
    expect(moving(current)).toEqual([])
    expect(current.bot.currentWindow).toBeNull()
    expect(current.loose()).toBe(0)
    expect(listeners(current)).toEqual(before)
  })
})

/** The tests above cover the differences between versions. */
describe('skills at the end of their budget', () => {
  const stage = sharedStage('1.16.5', { difficulty: 'normal' })

  it.each(scenes)('$name', async ({ set, after, perform }) => {
    const current = stage()
    await set(current)
    const { result, ticks } = await perform(current, { budget: after })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'timeout' } })
    expect(ticks).toBeLessThanOrEqual(after + LETTING_GO)
  })
})
