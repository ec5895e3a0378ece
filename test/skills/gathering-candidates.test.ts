import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { Interrupt } from '#body/interrupt'
import type { Goal } from '#goal/goal'
import { inventoryObservation, type KnownSource, type Observation } from '#goal/observation'
import { createSelector } from '#selector/selectors'
import { groupedByPlace } from '#skills/core/source-groups'
import { mine } from '#skills/mining/mine'
import { candidatesFor } from '#strategies/deps/candidates'
import { stoneOnDescent } from '#strategies/deps/stone-on-descent'
import { environmentOn } from '../support/environment.ts'
import { ALONE } from '../support/known-source.ts'
import { goalOf, language, registry } from '../support/language.ts'
import { sharedStage } from '../support/skills.ts'

const IRON = goalOf("mine({iron_ore:1}, 'stone_pickaxe')")
const STONE = goalOf("mine({cobblestone:5}, 'wooden_pickaxe')")
const stage = sharedStage('1.16.5')

function source(kind: string, x: number, ticks: number, entity: number | null = null): KnownSource {
  return { kind, position: new Vec3(x, 64, 0), entity, ticks, age: 0, ...ALONE }
}

/** What a body that has seen given things knows. */
async function known(...sources: readonly KnownSource[]): Promise<Observation> {
  const { body, situation } = (await environmentOn(stage())).observe()
  const bodiless = inventoryObservation(registry, { stone_pickaxe: 1 })
  return { ...bodiless, body, situation, sources: () => sources }
}

const ironKnown = (ticks: number) => known(source('iron_ore', 9, ticks))

const DIAMOND = goalOf("mine({diamond:1}, 'iron_pickaxe')")

describe('adjacent sources', () => {
  it('sources close together are one place with a count, the fastest to reach first', () => {
    const logs = [1, 2, 3, 30, 31].map((x) => source('oak_log', x, 10 * x))
    const grouped = groupedByPlace([...logs, source('birch_log', 4, 400)])
    expect(grouped.map(({ kind, position, count }) => [kind, position.x, count])).toEqual([
      ['oak_log', 1, 3],
      ['oak_log', 30, 2],
      ['birch_log', 4, 1],
    ])
  })

  it('animals close together are herds, each kind its own', () => {
    const herd = [source('sheep', 0, 0, 1), source('sheep', 8, 50, 2), source('cow', 4, 60, 3)]
    expect(groupedByPlace(herd).map(({ kind, count }) => [kind, count])).toEqual([
      ['sheep', 2],
      ['cow', 1],
    ])
  })
})

describe('a search as an alternative to a known source', () => {
  const offered = (observation: Observation) =>
    candidatesFor(language, [IRON], observation).map(({ source, search }) => source?.kind ?? search)

  it('a search is offered where the known source is far compared with the search', async () => {
    expect(offered(await ironKnown(100))).toEqual(['iron_ore'])
    expect(offered(await ironKnown(600))).toEqual(['iron_ore', 'tunnel'])
    expect(offered(await ironKnown(2000))).toEqual(['iron_ore', 'tunnel', 'land'])
  })

  it('the nearest selector prefers the known source', async () => {
    const observation = await ironKnown(2000)
    const candidates = candidatesFor(language, [IRON], observation)
    const [first, second] = createSelector('nearest', 1).choose(candidates, observation)
    expect(first?.candidate.source?.kind).toBe('iron_ore')
    expect(second?.predictedTicks).toBeLessThan(first?.predictedTicks ?? 0)
  })

  it('the search comes first for stone, which is under any soil', async () => {
    const first = async (ticks: number) => {
      const observation = await known(source('stone', 9, ticks))
      const candidates = candidatesFor(language, [STONE], observation)
      return createSelector('nearest', 1).choose(candidates, observation)[0]?.candidate
    }
    expect((await first(140))?.source?.kind).toBe('stone')
    expect(await first(160)).toMatchObject({ source: null, search: 'tunnel' })
  })

  it('the search continues until it finds a source nearer than the known one', async () => {
    const [far] = candidatesFor(language, [STONE], await known()).filter(
      ({ search }) => search === 'tunnel',
    )
    const limit = far?.maxTicks ?? Number.POSITIVE_INFINITY
    for (const ticks of [limit - 1, limit + 1])
      expect(
        candidatesFor(language, [STONE], await known(source('stone', 9, ticks))).some(
          ({ search }) => search === 'tunnel',
        ),
      ).toBe(ticks > limit)
  })

  it('the skill skips sources that are farther than allowed', async () => {
    const { block, give, simulation, body, kind } = stage()
    const environment = await environmentOn(stage())
    await give({ stone_pickaxe: 1 })
    block(6, 0, 0, 'iron_ore')
    await simulation.advance(10)
    expect(environment.observe().sources(['iron_ore'], 5)).toHaveLength(1)
    const approach = { source: null, search: 'tunnel', maxTicks: 20 } as const
    const stop = new AbortController()
    body.clock.wait(120).then(() => stop.abort(new Interrupt('interrupted', 'enough')))
    const searching = environment.execute(IRON, stop.signal, approach)
    const start = body.feet
    await simulation.run(searching.catch(() => undefined))
    expect(body.feet.y).toBeLessThan(start.y)
    expect(kind(6, 0, 0)).toBe('iron_ore')
  })
})

describe('stone on the way down to an ore', () => {
  /** Candidates for stone two blocks away, ranked, for a body at a height with pickaxes for a number of stones. */
  async function ranked(open: readonly Goal[], y: number, stonesLeft: number) {
    const observation = await known(source('stone', 2, 10))
    if (!observation.body) throw new Error('there is no body')
    const body = { ...observation.body, position: new Vec3(0, y, 0), stonesLeft }
    const all = candidatesFor(language, [STONE], observation)
    const candidates = [...all, ...stoneOnDescent(STONE, all, open, { ...observation, body })]
    return createSelector('nearest', 1)
      .choose(candidates, observation)
      .map(({ candidate }) => candidate)
  }

  it('the agent digs stone there rather than where it shows', async () => {
    const [first, second] = await ranked([STONE, DIAMOND], 60, 100)
    expect(first).toMatchObject({ source: null, search: 'tunnel', targetY: 11 })
    expect(second?.source?.kind).toBe('stone')
  })

  it.each<[string, readonly Goal[], number, number]>([
    ['no later goal leads down', [STONE], 60, 100],
    ['it is deep enough already', [STONE, DIAMOND], 15, 100],
    ['there is nothing better than a pickaxe of wood', [STONE, DIAMOND], 60, 0],
  ])('the agent takes stone where it shows if %s', async (_, open, y, stonesLeft) => {
    const [first, ...others] = await ranked(open, y, stonesLeft)
    expect(first?.source?.kind).toBe('stone')
    expect(others).toEqual([])
  })

  it('the body descends as far as the stone lasts', async () => {
    const { give, fill, stand, body, at, perform, carried } = stage()
    fill([-6, -16, -6], [6, -1, 6], 'stone')
    await give({ stone_pickaxe: 1 })
    await stand(0, 0, 0)
    const order = {
      item: 'cobblestone',
      count: 8,
      using: {},
      source: null,
      search: 'tunnel',
    } as const
    const { result } = await perform(mine, { ...order, targetY: at(0, -14, 0).y })
    expect(result).toEqual({ ok: true })
    expect(carried().cobblestone).toBeGreaterThanOrEqual(8)
    expect(body.feet.y).toBeLessThanOrEqual(at(0, -3, 0).y)
    expect(body.feet.y).toBeGreaterThan(at(0, -14, 0).y)
  })
})
