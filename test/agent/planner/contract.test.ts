import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { createDescriptor } from '#agent/descriptor/descriptors'
import { ModelExplainer } from '#agent/explainer/model-explainer'
import { LoadoutPlanner } from '#agent/planner/loadout-planner'
import { ModelPlanner } from '#agent/planner/model-planner'
import type { PlanFeedback, Planner, PlanRequest, Task } from '#agent/planner/planner'
import {
  createPlanner,
  PLANNERS,
  type PlannerName,
  plannerNeedsModel,
} from '#agent/planner/planners'
import { SymbolicPlanner } from '#agent/planner/symbolic-planner'
import type { ItemCounts, Plan } from '#goal/goal'
import {
  type BodyState,
  inventoryObservation,
  type KnownSource,
  type Observation,
} from '#goal/observation'
import { parsePlan } from '#goal/parse'
import { planText } from '#goal/print'
import { holds } from '#goal/success'
import { THE_NETHER } from '#knowledge/nether'
import type { ChatModel, ModelResult } from '#llm/model'
import { WatchedModel } from '#llm/watched-model'
import { FixedSelector } from '#selector/selectors/fixed'
import { executePlan, type PlanRules } from '#strategies/deps/execute-plan'
import { replanPolicy } from '#strategies/deps/replan-policy'
import { TextClock } from '#text-world/text-clock'
import { TextWorld } from '#text-world/text-world'
import { language, languageOf, registry } from '../../support/language.ts'
import { ScriptedModel } from '../../support/scripted-model.ts'

const SEED = '7'
/** Rounds after which a planner that learns from its failures has got there. */
const ROUNDS = 12
const AS_PLANNED: PlanRules = {
  selector: new FixedSelector(),
  policy: replanPolicy('on-failure'),
  exactFor: null,
}
const record = () => {}
const { signal } = new AbortController()
const typed = createDescriptor('typed')

const body: BodyState = {
  position: new Vec3(0, 64, 0),
  health: 20,
  food: 20,
  held: null,
  isNight: false,
  isHostile: true,
  stonesLeft: 0,
}

function symbolic(): Planner {
  return new SymbolicPlanner(language)
}

function loadout(): Planner {
  return new LoadoutPlanner(symbolic())
}

function modelPlanner(model: ChatModel = new ScriptedModel(SEED)): Planner {
  return new ModelPlanner({ model: new WatchedModel(model), language, record })
}

function created(name: PlannerName): Planner {
  const model = plannerNeedsModel(name) ? new WatchedModel(new ScriptedModel(SEED)) : null
  return createPlanner(name, { model, language, record })
}

interface Case {
  readonly make: () => Planner
  readonly name: string
  /** Whether its first plan is right, with numbers that are sure. */
  readonly isExact: boolean
}

/** Every planner of the list, and the one by rules without its loadout. */
const CASES: readonly (readonly [string, Case])[] = [
  ['symbolic without a loadout', { make: symbolic, name: 'symbolic', isExact: true }],
  ...PLANNERS.map((name): [string, Case] => {
    const make = () => created(name)
    return [name, { make, name, isExact: !plannerNeedsModel(name) }]
  }),
]

function request(target: ItemCounts, given: Partial<PlanRequest & Observation> = {}): PlanRequest {
  const { inventory = {}, unavailable = new Set(), feedback = null, task, ...more } = given
  const observation = { ...inventoryObservation(registry, inventory, more), body }
  return { task: task ?? { target, wear: null }, observation, unavailable, feedback }
}

/** All of a request but the facts of the version. */
function written({ observation: { registry: _, ...observation }, ...asked }: PlanRequest): string {
  return JSON.stringify({ ...asked, observation })
}

async function planned(planner: Planner, asked: PlanRequest): Promise<Plan> {
  const result = await planner.plan(asked, signal)
  if (!result.ok) throw new Error(result.reason)
  return result.plan
}

/** Plans and carries out in the text world, with every failure described and explained. */
async function roundsTo(planner: Planner, task: Task): Promise<number> {
  const environment = new TextWorld(language, { clock: new TextClock(), record, inventory() {} })
  const explainer = new ModelExplainer({
    model: new WatchedModel(new ScriptedModel(SEED)),
    language,
    record,
  })
  const context = { environment, descriptor: typed, signal, record }
  let feedback: PlanFeedback | null = null
  for (let round = 1; round <= ROUNDS; round++) {
    const observation: Observation = { ...environment.observe(), body }
    const asked: PlanRequest = { task, observation, unavailable: new Set(), feedback }
    const result = await planner.plan(asked, signal)
    if (!result.ok) continue
    const { done, failed, rest } = await executePlan(result.plan, AS_PLANNED, context)
    const now = environment.observe()
    if (holds(registry, now.inventory, task.target) && (!task.wear || now.worn.has(task.wear)))
      return round
    const missed = failed ? null : task
    const description = typed.describe({ done, failed, rest, missed, observation: now }) ?? ''
    const told = failed && (await explainer.explain(failed.goal, description, signal))
    const explanation = told?.kind === 'said' ? told.text : null
    feedback = { description, explanation, failed }
  }
  return Number.POSITIVE_INFINITY
}

describe.each(CASES)('the planner %s', (_, { make, name, isExact }) => {
  it('has its own name, and says whether its numbers are exact', async () => {
    const planner = make()
    expect(planner.name).toBe(name)
    expect(await planner.plan(request({ stick: 4 }), signal)).toMatchObject({ ok: true, isExact })
  })

  it.each<[string, Task]>([
    ['a table', { target: { crafting_table: 1 }, wear: null }],
    ['torches', { target: { torch: 4 }, wear: null }],
    ['two things', { target: { chest: 1, stick: 4 }, wear: null }],
    ['an iron pickaxe', { target: { iron_pickaxe: 1 }, wear: null }],
    ['boots that are worn', { target: { leather_boots: 1 }, wear: 'leather_boots' }],
  ])('gets to %s', async (_, task) => {
    const rounds = await roundsTo(make(), task)
    expect(rounds).toBeLessThanOrEqual(isExact ? 1 : ROUNDS)
  })

  it('writes plans that parse to themselves', async () => {
    for (const item of ['wooden_door', 'cooked_beef', 'iron_sword', 'bed', 'diamond']) {
      const plan = await planned(make(), request({ [item]: 1 }))
      expect(plan.length, item).toBeGreaterThan(0)
      expect(parsePlan(language, planText(plan)), item).toEqual({ ok: true, goals: plan })
    }
  })

  it('gives equal plans for equal requests, and changes no request', async () => {
    const asked = request({ stone_pickaxe: 1 }, { inventory: { oak_log: 2 } })
    const before = written(asked)
    expect(await planned(make(), asked)).toEqual(await planned(make(), asked))
    expect(written(asked)).toBe(before)
  })

  it('uses the inventory', async () => {
    const inventory = { oak_planks: 6, crafting_table: 1 }
    const plan = await planned(make(), request({ stick: 4 }, { inventory }))
    expect(planText(plan)).toBe('craft({stick:4}, {planks:2}, null);')
  })

  it('makes no station if one is near', async () => {
    const held = { inventory: { oak_planks: 8 } }
    const near = new Set(['crafting_table'])
    const tables = (plan: Plan) => plan.filter(({ target }) => 'crafting_table' in target)
    expect(tables(await planned(make(), request({ chest: 1 }, { ...held, near })))).toEqual([])
  })

  it('avoids sources that were not found', async () => {
    const unavailable = new Set(['stone'])
    expect(planText(await planned(make(), request({ torch: 1 })))).toContain('charcoal')
    const without = planText(await planned(make(), request({ torch: 1 }, { unavailable })))
    expect(without).not.toMatch(/charcoal|cobblestone/)
    expect(without).toMatch(/mine\(\{coal/)
  })

  it('reports when no other source exists', async () => {
    const unavailable = new Set(['iron_ore'])
    const result = await make().plan(request({ iron_pickaxe: 1 }, { unavailable }), signal)
    if (isExact)
      expect(result).toEqual({ ok: false, reason: expect.stringMatching(/needs iron_ore.*found/) })
  })

  it('ends when the signal fires', async () => {
    const fired = AbortSignal.abort(new Error('enough'))
    const result = await make().plan(request({ stick: 1 }), fired)
    expect(result).toHaveProperty('ok')
  })
})

describe('the planner with a model', () => {
  it('passes the signal on, and stops asking when it fires', async () => {
    const stop = new AbortController()
    let calls = 0
    const silent: ChatModel = {
      name: 'silent',
      complete<T>(_: unknown, given: AbortSignal) {
        calls++
        const failure = { kind: 'aborted', detail: 'enough' } as const
        return new Promise<ModelResult<T>>((resolve) =>
          given.addEventListener('abort', () => resolve({ ok: false, failure })),
        )
      },
    }
    const asked = modelPlanner(silent).plan(request({ stick: 1 }), stop.signal)
    stop.abort()
    expect(await asked).toMatchObject({ ok: false, isUnreadable: false })
    expect(calls).toBe(1)
  })
})

it.each(PLANNERS.filter(plannerNeedsModel))('the planner %s needs a language model', (name) => {
  const parts = { model: null, language, record }
  expect(() => createPlanner(name, parts)).toThrow(`the planner ${name} needs a language model`)
})

describe('the planner with a loadout', () => {
  const made = (plan: Plan) => plan.flatMap(({ target }) => Object.keys(target))

  it('takes spare tools underground, and a weapon if there may be monsters', async () => {
    const asked = request({ diamond: 1 })
    const plain = made(await planned(symbolic(), asked))
    const equipped = await planned(loadout(), asked)
    expect(plain).not.toContain('stone_sword')
    expect(made(equipped)).toEqual(expect.arrayContaining(['stone_sword', 'stone_shovel']))
    expect(made(equipped).at(-1)).toBe('diamond')
    const peaceful = { ...asked.observation, body: { ...body, isHostile: false } }
    const unarmed = made(await planned(loadout(), { ...asked, observation: peaceful }))
    expect(unarmed).toContain('stone_shovel')
    expect(unarmed).not.toContain('stone_sword')
  })

  it.each([6, 7, 9, 12])(
    'makes trapdoors from %i logs, and what else they suffice for',
    async (log) => {
      const plan = await planned(
        loadout(),
        request({ diamond: 1 }, { inventory: { oak_log: log } }),
      )
      expect(made(plan)).toEqual(expect.arrayContaining(['wooden_trapdoor', 'stone_sword']))
      expect(made(plan)).not.toContain('log')
    },
  )

  it.each([
    [{ oak_trapdoor: 1 }, ['stone_axe']],
    [{ oak_planks: 12 }, ['stone_axe', 'wooden_trapdoor']],
    [{ oak_planks: 4 }, []],
  ])('with %j, makes %j beside the iron pickaxe', async (given, wanted) => {
    const inventory = {
      stone_pickaxe: 2,
      iron_ore: 3,
      cobblestone: 40,
      coal: 3,
      stick: 9,
      ...given,
    }
    const plan = made(await planned(loadout(), request({ diamond: 1 }, { inventory })))
    const crawling = plan.filter((item) => item === 'stone_axe' || item === 'wooden_trapdoor')
    expect(crawling.sort()).toEqual(wanted)
  })

  it('takes no search equipment if all ores are known', async () => {
    const vein = (kind: string, count: number): KnownSource => ({
      kind,
      position: new Vec3(0, 20, 0),
      entity: null,
      ticks: 500,
      age: 0,
      count,
      trouble: { lava: false, water: false, underfoot: false },
    })
    const itemsKnowing = async (known: readonly KnownSource[], inventory: ItemCounts) => {
      const sources = (kinds: readonly string[]) => known.filter(({ kind }) => kinds.includes(kind))
      return made(await planned(loadout(), request({ diamond: 1 }, { inventory, sources })))
    }
    const forSearching = ['wooden_trapdoor', 'stone_shovel', 'stone_axe']
    const smelting = { stone_pickaxe: 1, iron_ore: 3, cobblestone: 40, oak_planks: 16, stick: 9 }
    const all = [vein('iron_ore', 4), vein('diamond_ore', 2)]
    for (const inventory of [{}, smelting]) {
      const items = await itemsKnowing(all, inventory)
      expect(items).toContain('furnace')
      expect(items.filter((item) => forSearching.includes(item))).toEqual([])
    }
    expect(await itemsKnowing(all, {})).toContain('stone_sword')
    const tooLittle = [vein('iron_ore', 2), vein('diamond_ore', 2)]
    expect(await itemsKnowing(tooLittle, {})).toContain('wooden_trapdoor')
    expect(await itemsKnowing([vein('iron_ore', 4)], smelting)).toContain('stone_axe')
  })

  it('makes no trapdoors in versions without crawling', async () => {
    const older = languageOf('1.12.2')
    const planner = new LoadoutPlanner(new SymbolicPlanner(older))
    const observation = { ...inventoryObservation(older.registry, {}), body }
    const plan = made(await planned(planner, { ...request({ diamond: 1 }), observation }))
    expect(plan).toContain('stone_sword')
    expect(plan).not.toContain('wooden_trapdoor')
  })

  it.each([
    ['diamond', {}],
    ['diamond', { cobblestone: 5, oak_planks: 9 }],
    ['diamond', { stone_pickaxe: 1, iron_ore: 6, oak_log: 9 }],
    ['iron_pickaxe', {}],
    ['bucket', { wooden_pickaxe: 1 }],
  ])('writes each step for %s behind what it needs, from %j', async (item, inventory) => {
    const plan = await planned(loadout(), request({ [item]: 1 }, { inventory }))
    const held = new Map<string, number>(Object.entries(inventory))
    for (const goal of plan) {
      const now = Object.fromEntries(held)
      expect([planText([goal]), language.missing(goal, now)]).toEqual([planText([goal]), []])
      const { changes } = language.skill(goal.skill).simulate(registry, goal, now)
      for (const [kind, change] of changes) held.set(kind, (held.get(kind) ?? 0) + change)
    }
  })

  it('searches for coal with a stone pickaxe, or with a better one that it has', async () => {
    const toolFor = async (inventory: ItemCounts) => {
      const plan = await planned(loadout(), request({ coal: 1 }, { inventory }))
      const coal = plan.find(({ target }) => 'coal' in target)
      return { made: made(plan).filter((item) => item.endsWith('pickaxe')), tool: coal?.tool }
    }
    const both = ['wooden_pickaxe', 'stone_pickaxe']
    expect(await toolFor({})).toEqual({ made: both, tool: 'stone_pickaxe' })
    expect((await toolFor({ wooden_pickaxe: 1, oak_log: 3 })).made).toEqual(['stone_pickaxe'])
    expect(await toolFor({ iron_pickaxe: 1 })).toEqual({ made: [], tool: 'iron_pickaxe' })
  })

  it('takes a sword on a long hunt, unless it has a weapon', async () => {
    const boots = (inventory = {}) => request({ leather_boots: 1 }, { inventory })
    const plan = made(await planned(loadout(), boots()))
    expect(plan.indexOf('wooden_sword')).toBeLessThan(plan.indexOf('leather'))
    expect(plan).toContain('wooden_sword')
    expect(made(await planned(loadout(), boots({ stone_axe: 1 })))).not.toContain('wooden_sword')
    expect(made(await planned(loadout(), request({ item_frame: 1 })))).not.toContain('wooden_sword')
  })

  it.each([
    ['stone_brick_stairs', { oak_planks: 9, crafting_table: 1, wooden_pickaxe: 1 }, 2],
    ['iron_chestplate', { iron_ore: 8, cobblestone: 40, oak_planks: 9, crafting_table: 1 }, 3],
    // Each furnace needs planks for its share.
    ['stone_bricks', { cobblestone: 20, oak_planks: 4, crafting_table: 1, wooden_pickaxe: 1 }, 2],
    ['stone_bricks', { cobblestone: 20, oak_planks: 3, crafting_table: 1, wooden_pickaxe: 1 }, 1],
    // What is saved does not make up for the stone.
    ['stone', { oak_planks: 9, crafting_table: 1, wooden_pickaxe: 1 }, 1],
    // The iron comes first.
    ['iron_chestplate', { stone_pickaxe: 1, cobblestone: 40, oak_planks: 9 }, 1],
  ])('smelts for %s with %j in as many furnaces as pay', async (item, inventory, furnaces) => {
    const plan = await planned(loadout(), request({ [item]: 1 }, { inventory }))
    const counts = plan.flatMap(({ target }) => target.furnace ?? [])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(furnaces)
  })

  it('gathers wood so that each furnace has fuel for its share', async () => {
    const logs = async (planner: Planner) => {
      const plan = await planned(planner, request({ stone_bricks: 4 }))
      return plan.reduce((sum, { target }) => sum + (target.log ?? 0), 0)
    }
    expect(await logs(symbolic())).toBe(3)
    expect(await logs(loadout())).toBe(4)
  })

  it('takes sticks for further pickaxes to a portal, and makes those in time', async () => {
    const quartz = (inventory: ItemCounts, stonesLeft: number) => {
      const asked = request({ quartz_block: 1 }, { inventory })
      const state = { ...body, stonesLeft }
      return planned(loadout(), { ...asked, observation: { ...asked.observation, body: state } })
    }
    const countOf = (plan: Plan, item: string) =>
      plan.reduce((sum, { target }) => sum + (target[item] ?? 0), 0)
    const start = await quartz({}, 0)
    expect(made(start)).toEqual(expect.arrayContaining(['stone_axe', 'wooden_trapdoor']))
    expect(countOf(start, 'stick')).toBeGreaterThan(24)
    const kit = { bucket: 1, water_bucket: 1, flint_and_steel: 1, cobblestone: 64, oak_planks: 9 }
    const supplied = { ...kit, stick: 9, stone_pickaxe: 1, stone_axe: 1, oak_trapdoor: 1 }
    expect(countOf(await quartz(supplied, 262), 'stone_pickaxe')).toBe(0)
    expect(countOf(await quartz(supplied, 30), 'stone_pickaxe')).toBe(3)
    // Without any pickaxe, it makes those for which it has sticks, and goes for no wood.
    const worn = await quartz({ ...kit, stick: 5, stone_axe: 1, oak_trapdoor: 1 }, 0)
    expect(countOf(worn, 'stone_pickaxe')).toBe(2)
    expect(made(worn)).not.toContain('log')
    // Without sticks, it fetches wood.
    const broken = await quartz({ ...kit, oak_planks: 0 }, 0)
    expect(made(broken)).toContain('log')
    const pickaxe = broken.findIndex(({ target }) => 'stone_pickaxe' in target)
    expect(pickaxe).toBeGreaterThan(made(broken).indexOf('log'))
    expect(pickaxe).toBeLessThan(broken.findIndex(({ skill }) => skill === 'portal'))
  })

  it('fetches wood for pickaxes while the last ones suffice for the way up', async () => {
    const kit = { iron_pickaxe: 1, cobblestone: 64, crafting_table: 1, iron_ore: 3, coal: 4 }
    const itemsAt = async (
      y: number,
      stonesLeft: number,
      more: ItemCounts = {},
      near: ReadonlySet<string> = new Set(),
    ) => {
      const asked = request({ diamond: 1 }, { inventory: { ...kit, ...more }, near })
      const state = { ...body, position: new Vec3(0, y, 0), stonesLeft }
      return made(
        await planned(loadout(), { ...asked, observation: { ...asked.observation, body: state } }),
      )
    }
    const stranded = await itemsAt(11, 60)
    expect(stranded).toEqual(expect.arrayContaining(['log', 'stone_pickaxe', 'iron_pickaxe']))
    expect(stranded.at(-1)).toBe('diamond')
    // From farther below, the way up takes more.
    expect(await itemsAt(11, 90)).toEqual(['diamond'])
    expect(await itemsAt(-30, 90)).toContain('log')
    // It can make more where it is, or is on the land.
    expect(await itemsAt(11, 60, { stick: 2 })).toEqual(['diamond'])
    expect(await itemsAt(11, 60, { oak_planks: 2 })).toEqual(['diamond'])
    expect(await itemsAt(70, 8)).toEqual(['diamond'])
    // From the Nether, there is no such way.
    expect(await itemsAt(40, 30)).toContain('stone_pickaxe')
    expect(await itemsAt(40, 30, {}, new Set([THE_NETHER]))).not.toContain('stone_pickaxe')
  })

  it('makes another iron pickaxe in a long search, one at a time, and stone ones', async () => {
    const inventory = { iron_pickaxe: 1, iron_ore: 9, coal: 4, cobblestone: 64, stick: 12 }
    const asked = request({ diamond: 1 }, { inventory: { ...inventory, crafting_table: 1 } })
    const state = { ...body, position: new Vec3(0, 11, 0), stonesLeft: 8 }
    const plan = await planned(loadout(), {
      ...asked,
      observation: { ...asked.observation, body: state },
    })
    const made = (item: string) => plan.reduce((sum, { target }) => sum + (target[item] ?? 0), 0)
    expect(made('iron_pickaxe')).toBe(1)
    expect(made('stone_pickaxe')).toBe(2)
    expect(made('iron_ingot')).toBe(3)
  })

  it('adds nothing above ground or without a body', async () => {
    const onTop = request({ chest: 1 })
    expect(await planned(loadout(), onTop)).toEqual(await planned(symbolic(), onTop))
    const asked = request({ diamond: 1 })
    const bodiless = { ...asked, observation: { ...asked.observation, body: null } }
    expect(await planned(loadout(), bodiless)).toEqual(await planned(symbolic(), bodiless))
  })
})
