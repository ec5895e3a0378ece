import { readFileSync } from 'node:fs'
import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import type { Situation } from '#agent/descriptor/descriptor'
import { createDescriptor } from '#agent/descriptor/descriptors'
import { NO_EXPLAINER } from '#agent/explainer/explainer'
import { GridNavigator } from '#body/navigation/grid-navigator'
import { inventoryObservation } from '#goal/observation'
import { PlayerSight } from '#perception/player-sight'
import { SIGHT_DISTANCE } from '#perception/sight-lines'
import type { EstimatedCandidate } from '#selector/selector'
import { NearestSelector } from '#selector/selectors/nearest'
import { createDefined } from '#strategies/definition'
import { DepsStrategy } from '#strategies/deps/deps-strategy'
import { replanPolicy } from '#strategies/deps/replan-policy'
import { findTask } from '#trial/tasks'
import { WorldTime } from '#world/world-time'
import { BriefDescriptor } from './guides/brief-descriptor.ts'
import { FIXED_PLAN } from './guides/fixed-plan.ts'
import { FROZEN_TIME } from './guides/frozen-time.ts'
import { GLOOMY } from './guides/gloomy.ts'
import { KnownFirstSelector } from './guides/known-first.ts'
import { scavenge } from './guides/scavenge.ts'
import { SparePickaxePlanner } from './guides/spare-pickaxe.ts'
import { SparingNavigator } from './guides/sparing-navigator.ts'
import { wearArmour } from './guides/wear-armour.ts'
import { FEET, ground } from './support/ground.ts'
import { ALONE } from './support/known-source.ts'
import { goalOf, language } from './support/language.ts'
import { sampleSettings } from './support/sample-events.ts'
import { sharedStage } from './support/skills.ts'
import { playText } from './support/text-trial.ts'

const GUIDES = [
  ...['skill', 'reflex', 'selector', 'descriptor', 'strategy', 'planner'],
  ...['navigator', 'perception-mode', 'fault'],
]
const FENCE = /^```ts (test\/\S+)\n(.*?)^```$/gms

describe.each(GUIDES)('the guide to writing a %s', (part) => {
  it('shows the code that the tests run', () => {
    const guide = readFileSync(`docs/guides/writing-a-${part}.md`, 'utf8')
    const shown = [...guide.matchAll(FENCE)].map(([, file = '', code]) => ({ file, code }))
    expect(shown).not.toEqual([])
    for (const { file, code } of shown) expect(code, file).toBe(readFileSync(file, 'utf8'))
  })
})

describe('the skill of the guide', () => {
  const stage = sharedStage('1.16.5')

  it('picks up a nether star', async () => {
    const { drop, perform, carried } = stage()
    drop('nether_star', 1, 5, 0, 5)
    const { result } = await perform(scavenge, { item: 'nether_star', count: 1 })
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ nether_star: 1 })
  })
})

describe('the reflex of the guide', () => {
  const stage = sharedStage('1.16.5', { difficulty: 'normal' })

  it('is due while the agent carries a chestplate that it does not wear', async () => {
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const { context, give, perform, body } = stage()
    const reflexes = new Reflexes(context, [wearArmour])
    expect(reflexes.next()).toBeUndefined()
    await give({ iron_chestplate: 1 })
    expect(reflexes.next()?.reason).toBe('carries a chestplate')
    await perform(wearArmour.skill, null)
    expect(body.inventory.wornKinds).toEqual(['iron_chestplate'])
    expect(reflexes.next()).toBeUndefined()
  })

  it('is not due near a monster', async () => {
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const { context, give, mob, simulation } = stage()
    await give({ iron_chestplate: 1 })
    mob('zombie', 4, 0, 0)
    await simulation.advance(2)
    expect(new Reflexes(context, [wearArmour]).next()).toBeUndefined()
  })

  it('interrupts a goal of the controller, which resumes', async () => {
    const { Controller } = await import('#agent/controller/controller')
    const { MinecraftEnvironment } = await import('#agent/environment/minecraft-environment')
    const { Reflexes } = await import('#skills/reflexes/reflexes')
    const { give, block, simulation, context, body, carried } = stage()
    block(4, 0, 0, 'oak_log')
    await simulation.advance(10)
    await give({ iron_chestplate: 1 })
    const reflexes = new Reflexes(context, [wearArmour])
    const controller = new Controller(language, context, reflexes)
    const environment = new MinecraftEnvironment(language, context, controller, {})
    const goal = goalOf('mine({oak_log:1}, null)')
    const outcome = await simulation.run(environment.execute(goal, context.signal))
    expect(outcome).toEqual({ ok: true })
    expect(body.inventory.wornKinds).toEqual(['iron_chestplate'])
    expect(carried()).toMatchObject({ oak_log: 1 })
  })
})

describe('the selector of the guide', () => {
  const log = goalOf('mine({log:1}, null)')
  const sheep = goalOf('hunt({mutton:1}, null)')
  const position = new Vec3(9, 64, 0)
  const known = { kind: 'sheep', position, entity: 7, ticks: 90, age: 0, ...ALONE }
  const estimate = { travelTicks: 0, searchTicks: 0, workTicks: 1 }
  const searched: EstimatedCandidate = {
    step: log,
    goal: log,
    source: null,
    search: 'land',
    estimate,
  }
  const seen: EstimatedCandidate = {
    step: sheep,
    goal: sheep,
    source: known,
    search: null,
    estimate,
  }
  const crafted: EstimatedCandidate = { ...seen, source: null }

  it.each([
    { candidates: [searched, seen], order: [seen, searched] },
    { candidates: [seen, crafted, searched], order: [seen, crafted, searched] },
    { candidates: [], order: [] },
  ])('puts searches last and keeps the order of the plan otherwise', ({ candidates, order }) => {
    const chosen = new KnownFirstSelector().choose(candidates)
    expect(chosen.map(({ candidate }) => candidate)).toEqual(order)
  })
})

describe('the strategy of the guide', () => {
  it('plays a trial', async () => {
    const parts = {
      ...{ language, options: sampleSettings, llm: null, record: () => {} },
      selector: new KnownFirstSelector(),
      descriptor: createDescriptor('typed'),
    }
    const strategy = createDefined(FIXED_PLAN, parts)
    const { success, outcome } = await playText(findTask('craft_sticks'), strategy)
    expect([success, outcome.end]).toEqual([true, 'stopped'])
  })
})

describe('the descriptor of the guide', () => {
  const situation: Situation = {
    done: [],
    failed: {
      goal: goalOf("mine({cobblestone:3}, 'wooden_pickaxe')"),
      failure: { kind: 'missing-tool', detail: 'cobblestone needs a wooden_pickaxe' },
    },
    rest: [goalOf('craft({furnace:1}, {cobblestone:8}, null)')],
    missed: null,
    observation: inventoryObservation(language.registry, {}),
  }

  it('says what failed and how much is left', () => {
    expect(new BriefDescriptor().describe(situation)).toBe(
      "mine({cobblestone:3}, 'wooden_pickaxe') failed: cobblestone needs a wooden_pickaxe. Steps left: 1.",
    )
  })

  it('says nothing where no goal failed', () => {
    expect(new BriefDescriptor().describe({ ...situation, failed: null })).toBeNull()
  })
})

describe('the planner of the guide', () => {
  it('plays a trial, and ends with a spare pickaxe', async () => {
    const strategy = new DepsStrategy({
      planner: new SparePickaxePlanner(language),
      explainer: NO_EXPLAINER,
      selector: new NearestSelector(),
      policy: replanPolicy('on-failure'),
      rounds: 0,
    })
    const { success, events } = await playText(findTask('craft_furnace'), strategy)
    expect(success).toBe(true)
    const [plan] = events.flatMap((event) => (event.type === 'plan' ? [event.goals] : []))
    expect(plan).toContainEqual(expect.objectContaining({ target: { wooden_pickaxe: 2 } }))
  })
})

describe('the navigator of the guide', () => {
  const start = { x: 0, y: FEET, z: 0 }
  const goal = {
    heuristic: ({ x, z }: typeof start) => Math.hypot(x - 6, z),
    isEnd: ({ x, z }: typeof start) => x === 6 && z === 0,
  }
  const digs = (navigator: GridNavigator | SparingNavigator, length: number) => {
    const walled = ground('1.16.5', { digTicks: () => 5 })
    walled.fill([3, FEET, -length], [3, FEET + 3, length], 'stone')
    return navigator.plan(start, goal, walled).steps.flatMap(({ clear }) => clear).length
  }

  it.each([
    { wall: 'short', length: 5, sparing: 0 },
    { wall: 'long', length: 40, sparing: 2 },
  ])('digs $sparing blocks of a $wall wall', ({ length, sparing }) => {
    expect(digs(new GridNavigator(), length)).toBe(2)
    expect(digs(new SparingNavigator(), length)).toBe(sparing)
  })
})

describe('the perception mode of the guide', () => {
  it.each([
    { light: 15, range: SIGHT_DISTANCE },
    { light: 8, range: SIGHT_DISTANCE },
    { light: 7, range: 3 },
    { light: 0, range: 3 },
  ])('sees $range blocks at light level $light', ({ light, range }) => {
    const { limits } = GLOOMY
    if (!limits) throw new Error('the mode has no limits')
    const levels = { at: () => light, sky: () => light }
    expect(new PlayerSight(levels, limits, () => false).range(0, 64, 0)).toBe(range)
  })
})

describe('the fault of the guide', () => {
  it('stops the time of day, but no ticks', () => {
    const time = new WorldTime(13_000)
    FROZEN_TIME.install({ time })
    for (let tick = 0; tick < 100; tick++) time.step()
    expect([time.tick, time.ofDay]).toEqual([100, 13_000])
  })
})
