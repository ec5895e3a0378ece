import { describe, expect, it } from 'vitest'
import { canCrawl } from '#knowledge/player-size'
import { registryFor } from '#knowledge/registry'
import { branchMine } from '#skills/mining/branch-mine'
import { searchCave } from '#skills/mining/search-cave'
import { type Stage, sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Length and width of the cave, and where its entrance is (blocks). */
const LENGTH = 30
const WIDTH = 4
const ENTRANCE = 6
const ORE = [WIDTH + 1, 1, 28] as const

/** A dark cave in rock, with iron in the wall at its far end, and a body in the rock before it. */
async function beforeCave(stage: Stage): Promise<void> {
  const { give, fill, block, stand, context } = stage
  fill([-4, -4, -4], [WIDTH + 6, 8, LENGTH + 6], 'stone')
  fill([0, 0, ENTRANCE], [WIDTH, 3, LENGTH], 'air')
  block(...ORE, 'iron_ore')
  fill([0, 0, 0], [0, 1, 0], 'air')
  await give({ stone_pickaxe: 1, oak_trapdoor: 1, cobblestone: 8 })
  await stand(0, 0, 0)
  context.agentState.exploration.headFor({ x: 0, z: 1 })
}

function search({ perform, body, context, at }: Stage) {
  return perform(branchMine, {
    sought: 'raw_iron',
    height: body.feet.y,
    found: () =>
      context.memory.blocks(['iron_ore'], body.position).length > 0 ||
      body.feet.z > at(0, 0, LENGTH).z,
    able: () => true,
    inCaves: true,
  })
}

describe.each(versionsFor('1.21.4', '1.12.2', '26.1'))('caves on %s', (version) => {
  const stage = sharedStage(version, { perception: 'player' })
  const knows = () => {
    const { context, body } = stage()
    return context.memory.blocks(['iron_ore'], body.position).length > 0
  }

  it('the agent walks through the dark cave that its tunnel opens, and finds the ore', async () => {
    await beforeCave(stage())
    const { player } = stage()
    const { result, ticks } = await search(stage())
    expect(result.ok).toBe(true)
    expect(knows()).toBe(true)
    expect(ticks).toBeLessThan(600)
    expect(player.vitals.health).toBe(20)
  })

  it.runIf(canCrawl(registryFor(version)))(
    'for an ore that hides from caves, it closes the opening and continues in rock',
    async () => {
      await beforeCave(stage())
      const { body, at } = stage()
      let steps = 0
      let isInCave = false
      const unwatch = body.onTick(() => {
        steps++
        const { x, z } = body.feet
        isInCave ||= z > at(0, 0, ENTRANCE + 2).z && x >= at(0, 0, 0).x && x <= at(WIDTH, 0, 0).x
      })
      await stage().perform(branchMine, {
        sought: 'diamond',
        height: body.feet.y,
        found: () => steps > 500,
        able: () => true,
      })
      unwatch()
      expect(isInCave).toBe(false)
    },
  )

  it('it leaves a cave without ore once it has seen all of it', async () => {
    await beforeCave(stage())
    const { block, perform, stand, at } = stage()
    block(...ORE, 'stone')
    await stand(0, 0, ENTRANCE)
    const entrance = at(0, 0, ENTRANCE)
    const { result, ticks } = await perform(searchCave, {
      sought: 'iron',
      found: knows,
      entrance,
      height: entrance.y,
    })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-found' } })
    expect(ticks).toBeLessThan(400)
  })

  it('it does not enter when it is hurt', async () => {
    await beforeCave(stage())
    const { perform, player, simulation, at, stand, body } = stage()
    await stand(0, 0, ENTRANCE)
    player.vitals.hurt(12, 'starve')
    await simulation.advance(2)
    const start = body.position.clone()
    const entrance = at(0, 0, ENTRANCE)
    const { result } = await perform(searchCave, {
      sought: 'iron',
      found: knows,
      entrance,
      height: entrance.y,
    })
    expect(result.ok).toBe(false)
    expect(body.position.distanceTo(start)).toBeLessThan(2)
  })
})
