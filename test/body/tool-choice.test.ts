import { expect, it } from 'vitest'
import { sharedStage } from '../support/skills.ts'

const stage = sharedStage('1.16.5')

it('the agent cuts leaves by hand rather than wear its sword, which it takes for cobwebs', async () => {
  const { body, context, give } = stage()
  await give({ stone_sword: 1, stone_shovel: 1 })
  const toolFor = (block: string) => {
    const { tool } = body.tools.choose(context.registry.blockState(block))
    return tool && context.registry.itemName(tool)
  }
  expect(toolFor('oak_leaves')).toBeNull()
  expect(toolFor('dirt')).toBe('stone_shovel')
  expect(toolFor('cobweb')).toBe('stone_sword')
})
