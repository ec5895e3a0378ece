import { expect, it } from 'vitest'
import { knownBlocks } from '#skills/core/known-sources'
import { branchMine } from '#skills/mining/branch-mine'
import { sharedStage } from '../../support/skills.ts'

const stage = sharedStage('1.16.5', { viewDistance: 5 })
/** Half the width of a sea (blocks). */
const SEA = 60
const WIDE = 14
const DEEP = 12

it('ore at the bottom of a deep sea is no source, ore below shallow water is one', async () => {
  const { fill, block, stand, context, at } = stage()
  fill([-6, -DEEP - 1, -6], [6, -1, 6], 'stone')
  fill([-4, -DEEP, -4], [4, -1, 4], 'water')
  block(0, -DEEP - 1, 2, 'iron_ore')
  fill([-4, -DEEP, -4], [-2, -4, 4], 'stone')
  block(-3, -4, 0, 'iron_ore')
  await stand(0, -1, 0)
  const { body, memory } = context
  expect(memory.blocks(['iron_ore'], body.position)).toHaveLength(2)
  const sources = knownBlocks(context, ['iron_ore'], 9)
  expect(sources.map(({ position }) => position)).toEqual([at(-3, -4, 0)])
})

it('from the open sea, the agent returns to known land to dig', async () => {
  const { fill, give, stand, context, perform, at } = stage()
  fill([-SEA, -8, -WIDE], [SEA + 12, -4, WIDE], 'stone')
  fill([-SEA, -3, -WIDE], [SEA, -1, WIDE], 'water')
  fill([SEA + 1, -3, -WIDE], [SEA + 12, -1, WIDE], 'stone')
  await give({ stone_pickaxe: 1 })
  await stand(0, -1, 0)
  const { body } = context
  const { exploration } = context.agentState
  exploration.lookedFrom(at(SEA + 4, 0, 0))
  exploration.headFor({ x: -1, z: 0 })
  const { ticks } = await perform(branchMine, {
    sought: 'iron_ore',
    height: at(0, -5, 0).y,
    found: () => body.feet.x > at(SEA, 0, 0).x && body.feet.y < at(0, -1, 0).y,
    able: () => true,
  })
  expect(body.feet.x).toBeGreaterThan(at(SEA, 0, 0).x)
  expect(ticks).toBeLessThan(1000)
})
