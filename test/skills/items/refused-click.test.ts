import { beforeAll, describe, expect, it } from 'vitest'
import { showCursorStack } from '#body/cursor-stack'
import { smelt } from '#skills/items/smelt'
import { stacksOf } from '#world/windows/stacks'
import { sharedStage } from '../../support/skills.ts'

describe.each(['1.12.2', '1.16.5'])('on %s, where a server refuses a click', (version) => {
  const stage = sharedStage(version)

  beforeAll(() => showCursorStack(stage().bot))

  it('the agent knows what the cursor holds, and continues', async () => {
    const { give, perform, carried, bot, player, game } = stage()
    await give({ furnace: 1, cobblestone: 9, oak_planks: 6 })
    const click = bot.clickWindow.bind(bot)
    // A pick-up in the same tick changes the stack that the agent clicks on. The server swaps it with that on the cursor.
    bot.clickWindow = (slot, ...rest) => {
      const isStone = bot.currentWindow?.slots[slot]?.name === 'cobblestone'
      if (isStone && carried().cobblestone === 9)
        player.inventory.give(stacksOf(game.registry).make('cobblestone', 1))
      return click(slot, ...rest)
    }
    const { result } = await perform(smelt, { item: 'stone', count: 2 })
    bot.clickWindow = click
    expect(result).toEqual({ ok: true })
    expect(carried()).toMatchObject({ stone: 2, cobblestone: 8 })
  })
})
