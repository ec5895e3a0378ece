import { Vec3 } from 'vec3'
import { expect, it } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import { OVERLAND } from '#body/navigation/move-costs'
import { EASY_DIG, travel } from '#body/navigation/travel'
import { Exploration } from '#skills/mining/exploration'
import { explore } from '#skills/mining/explore'
import { nextViewpoint, startsFor } from '#skills/mining/viewpoint'
import { sharedStage } from '../../support/skills.ts'

const stage = sharedStage('1.16.5', { viewDistance: 5 })
/** Covers the view along one axis (blocks). */
const FAR = 88
const WIDE = 24
const TREES = new Set(['grass_block'])

/** Grass to the west and another ground to the east, the side that the agent comes from. */
async function border(other: string) {
  const { fill, stand } = stage()
  fill([-FAR, -2, -WIDE], [FAR, -2, WIDE], 'stone')
  fill([-FAR, -1, -WIDE], [2, -1, WIDE], 'grass_block')
  fill([3, -1, -WIDE], [FAR, -1, WIDE], other)
  await stand(0, 0, 0)
}

it('the agent looks for animals on grass', async () => {
  await border('sand')
  const { context, at } = stage()
  for (const z of [-144, -80, 80, 144])
    for (let x = -112; x <= 112; x += 16)
      context.agentState.exploration.searchedChunks.markAround(at(x, 0, z))
  expect(nextViewpoint(context, new Set(['grass_block']), [])?.heading.x).toBeLessThan(0)
  expect(nextViewpoint(context, new Set(['sand']), [])?.heading.x).toBeGreaterThan(0)
})

it('the agent does not swim across a lake, nor return to searched land', async () => {
  await border('water')
  const { perform, body, at, context } = stage()
  context.agentState.exploration.headFor({ x: 1, z: 0 })
  let wet = 0
  const unsubscribe = body.onTick(() => {
    if (body.footing.inWater) wet++
  })
  const isAway = () => body.position.distanceTo(at(0, 0, 0)) > 20
  const { result } = await perform(explore, { sought: 'a cow', found: isAway })
  unsubscribe()
  expect(result).toEqual({ ok: true })
  expect(wet).toBe(0)
  const next = nextViewpoint(context, undefined, [])
  expect(next?.place.xzDistanceTo(at(0, 0, 0))).toBeGreaterThan(24)
})

it('at a coast, the agent goes back to new land behind it rather than across the sea', async () => {
  await border('water')
  const { context, at } = stage()
  const { exploration } = context.agentState
  for (const z of [-144, -80, 0, 80, 144])
    for (let x = -48; x <= 48; x += 16) exploration.searchedChunks.markAround(at(x, 0, z))
  exploration.headFor({ x: 1, z: 0 })
  exploration.lookedFrom(at(-48, 0, 0))
  exploration.lookedFrom(at(-24, 0, 0))
  const next = nextViewpoint(context, TREES, [])
  expect(next?.back).toEqual([at(-24, 0, 0), at(-48, 0, 0)])
  expect(next?.place.x).toBeLessThan(at(-48, 0, 0).x)
  exploration.forgetPlaces()
})

it('at sea, the agent keeps its course', async () => {
  const { at, context, fill, stand } = stage()
  fill([-FAR, -3, -WIDE], [FAR, -1, WIDE], 'water')
  await stand(0, -1, 0)
  const { exploration } = context.agentState
  exploration.headFor({ x: 1, z: 0 })
  exploration.searchedChunks.markAround(at(72, 0, 0))
  expect(nextViewpoint(context, TREES, [])?.heading.x).toBeGreaterThan(0.5)
})

it('a way back over water counts as slow as swimming', () => {
  const exploration = new Exploration()
  exploration.lookedFrom(new Vec3(0, 64, 0))
  exploration.swam()
  exploration.lookedFrom(new Vec3(40, 64, 0))
  const [here, island, mainland] = startsFor(new Vec3(60, 64, 0), exploration)
  expect(here?.ticks).toBe(0)
  expect(island?.ticks).toBe(20 * OVERLAND.walk)
  expect(mainland?.ticks).toBe(20 * OVERLAND.walk + 40 * OVERLAND.swim)
})

it('the agent digs no stone by hand when digging is limited', async () => {
  const { fill, body, at, simulation, kind } = stage()
  fill([-2, 0, -2], [2, 2, 2], 'stone')
  fill([-1, 0, -1], [1, 2, 1], 'air')
  await simulation.advance(20)
  const { x, y, z } = at(6, 0, 0)
  const { signal } = new AbortController()
  const start = body.clock.tick
  const arrival = await simulation.run(
    travel(body, new GoalNear(x, y, z, 1), signal, { slowestDig: EASY_DIG }),
  )
  expect(arrival).toBe('unreachable')
  expect(body.clock.tick - start).toBeLessThan(300)
  for (let side = -2; side <= 2; side++) expect(kind(2, 1, side)).toBe('stone')
})

it('the agent jumps off a ledge rather than dig through the rock by hand', async () => {
  const { at, body, fill, kind, perform, player, stand } = stage()
  const height = 7
  fill([-FAR, -1, -WIDE], [FAR, -1, WIDE], 'grass_block')
  fill([-1, 0, -1], [1, height - 1, 1], 'terracotta')
  await stand(0, height, 0)
  let lowest = 20
  const unsubscribe = body.onTick(() => {
    lowest = Math.min(lowest, player.vitals.health)
  })
  const isAway = () => body.position.distanceTo(at(0, 0, 0)) > 12
  const { result, ticks } = await perform(explore, { sought: 'a cow', found: isAway })
  unsubscribe()
  expect(result).toEqual({ ok: true })
  expect(ticks).toBeLessThan(500)
  expect(lowest).toBe(20 - (height - 3))
  for (let y = 0; y < height; y++) expect(kind(0, y, 0)).toBe('terracotta')
})
