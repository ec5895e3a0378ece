import { describe, expect, it } from 'vitest'
import type { Environment } from '#agent/environment/environment'
import { planFor } from '#agent/planner/symbolic-planner'
import { Interrupt } from '#body/interrupt'
import type { ItemCounts } from '#goal/goal'
import type { Observation } from '#goal/observation'
import { FAILURE_KINDS } from '#goal/outcome'
import { isReached } from '#goal/success'
import { countOf } from '#knowledge/item-tags'
import { candidatesFor } from '#strategies/deps/candidates'
import { TextClock } from '#text-world/text-clock'
import { TextWorld } from '#text-world/text-world'
import { environmentOn } from '../../support/environment.ts'
import { goalOf, language, registry, VERSION } from '../../support/language.ts'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { longIt } from '../../support/versions.ts'

/** An environment at the start of a test, with its surroundings. */
interface Place {
  readonly environment: Environment
  /** Waits for something to be done while time passes. */
  run<T>(work: Promise<T>): Promise<T>
  /** Sees to it that at least this is carried. */
  provide(items: ItemCounts): Promise<void>
}

const { signal } = new AbortController()
const done = { ok: true }
const enough = () => new Interrupt('interrupted', 'enough')

async function inText(): Promise<Place> {
  const port = { clock: new TextClock(), record() {}, inventory() {} }
  const environment = new TextWorld(language, port)
  return {
    environment,
    run: (work) => work,
    async provide(items) {
      const task = { target: items, wear: null }
      const observation = environment.observe()
      const asked = { task, observation, unavailable: new Set<string>(), feedback: null }
      const planned = planFor(language, asked)
      if (!planned.ok) throw new Error(planned.reason)
      for (const goal of planned.plan) await environment.execute(goal, signal)
    },
  }
}

async function embodied(stage: Stage): Promise<Place> {
  return {
    environment: await environmentOn(stage),
    run: (work) => stage.simulation.run(work),
    provide: (items) => stage.give(items),
  }
}

function countIn({ inventory }: Observation, item: string): number {
  return countOf(registry, inventory, item)
}

/** What every environment keeps to. */
function keepsItsContract(place: () => Promise<Place>): void {
  it('reports the gains of a goal, and leaves earlier observations unchanged', async () => {
    const { environment, run, provide } = await place()
    await provide({ oak_log: 3 })
    const before = environment.observe()
    const held = { ...before.inventory }
    const goal = goalOf('craft({planks:8}, {log:2}, null)')
    expect(await run(environment.execute(goal, signal))).toEqual(done)
    const after = environment.observe()
    expect(isReached(language, goal, before.inventory, after.inventory)).toBe(true)
    expect(countIn(after, 'log')).toBe(countIn(before, 'log') - 2)
    expect(countIn(after, 'planks')).toBe(countIn(before, 'planks') + 8)
    expect(before.inventory).toEqual(held)
    expect(after.registry).toBe(environment.language.registry)
    expect(after.tick).toBeGreaterThan(before.tick)
  })

  it('gathers with a tool, and at least the requested count', async () => {
    const { environment, run, provide } = await place()
    await provide({ wooden_pickaxe: 1 })
    const before = environment.observe()
    const goal = goalOf("mine({cobblestone:2}, 'wooden_pickaxe')")
    expect(await run(environment.execute(goal, signal))).toEqual(done)
    expect(isReached(language, goal, before.inventory, environment.observe().inventory)).toBe(true)
  })

  it.each([
    ['craft({planks:4}, {log:1}, null)', 'missing-material'],
    ["mine({diamond:1}, 'iron_pickaxe')", 'missing-tool'],
    ["craft({chest:1}, {planks:8}, 'crafting_table')", 'missing-material'],
    ['equip({shield:1}, null)', 'missing-material'],
    ['craft({dirt:1}, null)', 'not-found'],
  ])('says by its kind how %s fails, which changes nothing and takes time', async (text, kind) => {
    const { environment, run } = await place()
    const before = environment.observe()
    const outcome = await run(environment.execute(goalOf(text), signal))
    expect(outcome).toEqual({ ok: false, failure: { kind, detail: expect.stringMatching(/\w/) } })
    expect(FAILURE_KINDS).toContain(kind)
    const after = environment.observe()
    expect(after.inventory).toEqual(before.inventory)
    expect(after.tick).toBeGreaterThan(before.tick)
  })

  it('waits for work outside of the game, also where it fails, and stops by the signal', async () => {
    const { environment, run } = await place()
    const { inventory } = environment.observe()
    const late = Promise.withResolvers<void>()
    const attended = environment.attend(late.promise, signal).then(() => 'attended')
    late.reject(new Error('on purpose'))
    expect(await run(attended)).toBe('attended')
    expect(environment.observe().inventory).toEqual(inventory)
    const reason = enough()
    const stopped = environment.attend(Promise.resolve(), AbortSignal.abort(reason))
    await expect(run(stopped)).rejects.toBe(reason)
  })

  it('equips armour', async () => {
    const { environment, run, provide } = await place()
    await provide({ leather_boots: 1 })
    expect(environment.observe().worn.has('leather_boots')).toBe(false)
    const goal = goalOf('equip({leather_boots:1}, null)')
    expect(await run(environment.execute(goal, signal))).toEqual(done)
    const { worn, inventory } = environment.observe()
    expect([...worn]).toEqual(['leather_boots'])
    expect(inventory.leather_boots).toBe(1)
    expect(isReached(language, goal, inventory, inventory, worn)).toBe(true)
  })

  it('has a table nearby while it has one', async () => {
    const { environment, run, provide } = await place()
    const atHand = () => {
      const { inventory, near } = environment.observe()
      return near.has('crafting_table') || (inventory.crafting_table ?? 0) > 0
    }
    expect(atHand()).toBe(false)
    await provide({ crafting_table: 1, oak_planks: 16 })
    for (let times = 0; times < 2; times++) {
      const goal = goalOf("craft({chest:1}, {planks:8}, 'crafting_table')")
      expect(await run(environment.execute(goal, signal))).toEqual(done)
      expect(atHand()).toBe(true)
    }
    expect(countIn(environment.observe(), 'chest')).toBe(2)
  })

  it('knows sources of the requested kinds, the nearest first', async () => {
    const { environment } = await place()
    const { sources, body } = environment.observe()
    const known = sources(['stone', 'diamond_ore'], 4)
    if (body) expect(known.length).toBeGreaterThan(1)
    for (const { position } of known)
      for (const other of known)
        if (position !== other.position)
          expect(position.distanceTo(other.position)).toBeGreaterThan(6)
    for (const { kind, ticks } of known) {
      expect(kind).toBe('stone')
      expect(ticks).toBeGreaterThanOrEqual(0)
    }
    const ticks = known.map((source) => source.ticks)
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
    expect(sources(['diamond_ore'], 4)).toEqual([])
  })

  it('waits for ticks', async () => {
    const { environment, run } = await place()
    const { tick } = environment.observe()
    await run(environment.wait(7, signal))
    expect(environment.observe().tick).toBeGreaterThanOrEqual(tick + 7)
  })

  it("throws the signal's reason when it has fired", async () => {
    const { environment, run, provide } = await place()
    await provide({ oak_log: 1 })
    const reason = enough()
    const fired = AbortSignal.abort(reason)
    const goal = goalOf('craft({planks:4}, {log:1}, null)')
    await expect(run(environment.execute(goal, fired))).rejects.toBe(reason)
    await expect(run(environment.wait(5, fired))).rejects.toBe(reason)
  })
}

describe('the text world', () => {
  keepsItsContract(inText)

  it("throws the signal's reason when it fires at what a goal has brought", async () => {
    const stop = new AbortController()
    const reason = enough()
    const inventory = () => stop.abort(reason)
    const environment = new TextWorld(language, { clock: new TextClock(), record() {}, inventory })
    const logs = environment.execute(goalOf('mine({log:2}, null)'), stop.signal)
    await expect(logs).rejects.toBe(reason)
    expect(environment.observe().inventory).toEqual({ oak_log: 2 })
  })

  it('has no body and no places', async () => {
    const { environment } = await inText()
    const { body, near, sources } = environment.observe()
    expect([body, near.size, sources(['oak_log'], 5)]).toEqual([null, 0, []])
  })
})

describe.each([
  ['inside this process', false],
  ['over TCP', true],
])('the world of blocks %s', (_, overTcp) => {
  const stage = sharedStage(VERSION, { overTcp, viewDistance: 3 })
  const place = () => embodied(stage())

  keepsItsContract(place)

  it('knows the state of the body', async () => {
    const { environment, provide } = await place()
    await provide({ stone_pickaxe: 1 })
    stage().bot.game.difficulty = 'peaceful'
    const { body } = environment.observe()
    expect(body).toMatchObject({ health: 20, food: 20, isNight: false, isHostile: false })
    expect(body?.position).toEqual(stage().at(0, 0, 0))
    expect(body?.stonesLeft).toBeGreaterThan(50)
    stage().bot.game.difficulty = 'easy'
    expect(environment.observe().body?.isHostile).toBe(true)
  })

  it("throws the signal's reason in the middle of a goal, and the body lets go", async () => {
    const { environment, run, provide } = await place()
    await provide({ wooden_pickaxe: 1 })
    const stop = new AbortController()
    const reason = enough()
    stage()
      .body.clock.wait(15)
      .then(() => stop.abort(reason))
    const start = environment.observe().tick
    const mining = environment.execute(goalOf('mine({cobblestone:30}, null)'), stop.signal)
    await expect(run(mining)).rejects.toBe(reason)
    expect(environment.observe().tick - start).toBeLessThan(30)
    expect(stage().bot.getControlState('forward')).toBe(false)
  })

  it('places one table for two crafts, and takes it along before it leaves', async () => {
    const { environment, run, provide } = await place()
    await provide({ crafting_table: 1, oak_planks: 3, stick: 4, cobblestone: 3 })
    const { game } = stage()
    let placed = 0
    const watch = ({ after }: { after: number }) => {
      if (registry.blockName(after) === 'crafting_table') placed++
    }
    game.level.on('change', watch)
    const standing = () => tables(stage())
    for (const text of [
      "craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')",
      "craft({stone_pickaxe:1}, {cobblestone:3, stick:2}, 'crafting_table')",
    ]) {
      expect(await run(environment.execute(goalOf(text), signal))).toEqual(done)
      expect(standing()).toBe(1)
      const { near, inventory } = environment.observe()
      expect([near.has('crafting_table'), inventory.crafting_table]).toEqual([true, undefined])
    }
    const stone = goalOf("mine({cobblestone:1}, 'stone_pickaxe')")
    expect(await run(environment.execute(stone, signal))).toEqual(done)
    game.level.off('change', watch)
    expect([placed, standing()]).toEqual([1, 0])
    expect(environment.observe().inventory.crafting_table).toBe(1)
    expect(environment.observe().near.has('crafting_table')).toBe(false)
  })

  it('takes its table along to the lava of a portal', async () => {
    const { environment, run, provide } = await place()
    await provide({ crafting_table: 1, stick: 2, cobblestone: 3 })
    await provide({ water_bucket: 1, bucket: 1, flint_and_steel: 1 })
    const pickaxe = "craft({stone_pickaxe:1}, {cobblestone:3, stick:2}, 'crafting_table')"
    expect(await run(environment.execute(goalOf(pickaxe), signal))).toEqual(done)
    expect(tables(stage())).toBe(1)
    const portal = goalOf(
      "portal({nether_portal:1}, {water_bucket:1, bucket:1}, 'flint_and_steel')",
    )
    const stop = new AbortController()
    stage()
      .body.clock.wait(120)
      .then(() => stop.abort(enough()))
    const rest = [goalOf("mine({quartz:4}, 'wooden_pickaxe')")]
    const casting = environment.execute(portal, stop.signal, { source: null, search: null, rest })
    await run(casting.catch(() => undefined))
    expect(tables(stage())).toBe(0)
    expect(environment.observe().inventory.crafting_table).toBe(1)
  })

  longIt('offers searches for unknown sources, and searches by the chosen method', async () => {
    const { environment, run, provide } = await place()
    await provide({ stone_pickaxe: 1 })
    const observation = environment.observe()
    const offered = (goal: string) =>
      candidatesFor(environment.language, [goalOf(goal)], observation).map(
        ({ source, search, estimate }) => [source, search, estimate.searchTicks > 0],
      )
    const ore = "mine({iron_ore:1}, 'stone_pickaxe')"
    expect(offered(ore)).toEqual([
      [null, 'tunnel', true],
      [null, 'land', true],
    ])
    expect(offered("mine({diamond:1}, 'iron_pickaxe')")).toEqual([[null, 'tunnel', true]])
    expect(offered('mine({log:1}, null)')).toEqual([[null, null, true]])
    for (const search of ['tunnel', 'land'] as const) {
      const stop = new AbortController()
      stage()
        .body.clock.wait(120)
        .then(() => stop.abort(enough()))
      const start = stage().body.feet
      const searching = environment.execute(goalOf(ore), stop.signal, { source: null, search })
      await run(searching.catch(() => undefined))
      const way = stage().body.feet.minus(start)
      if (search === 'tunnel') expect(way.y).toBeLessThan(0)
      else expect(Math.hypot(way.x, way.z)).toBeGreaterThan(6)
    }
  })

  it('begins with the chosen source', async () => {
    const { environment, run } = await place()
    const { block, kind, simulation } = stage()
    block(2, 0, 0, 'oak_log')
    block(-6, 0, 0, 'oak_log')
    await simulation.advance(10)
    const source = environment.observe().sources(['oak_log'], 5).at(-1) ?? null
    expect(source?.position).toEqual(stage().at(-6, 0, 0))
    const logs = goalOf('mine({log:1}, null)')
    expect(await run(environment.execute(logs, signal, { source, search: null }))).toEqual(done)
    expect([kind(2, 0, 0), kind(-6, 0, 0)]).toEqual(['oak_log', 'air'])
  })
})

/** How many crafting tables stand around. */
function tables({ kind }: Stage): number {
  const around = [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5]
  const cells = around.flatMap((x) => around.flatMap((z) => [-1, 0, 1, 2].map((y) => [x, y, z])))
  return cells.filter(([x = 0, y = 0, z = 0]) => kind(x, y, z) === 'crafting_table').length
}
