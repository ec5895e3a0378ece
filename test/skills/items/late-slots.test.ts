import { beforeAll, describe, expect, it } from 'vitest'
import { openWindow } from '#body/clicks'
import { confirmClicks } from '#body/confirmations'
import { shareOwnSlots } from '#body/own-slots'
import { craft } from '#skills/items/craft'
import { parallelSmelt } from '#skills/items/parallel-smelt'
import { stacksOf } from '#world/windows/stacks'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

const done = { ok: true }

describe.each(versionsFor('1.12.2', '1.16.5'))(
  'on a server of %s that sends slots in place of confirmations',
  (version) => {
    const stage = sharedStage(version, { faults: ['no-confirm'] })

    beforeAll(() => {
      const { bot, body } = stage()
      confirmClicks(bot, body.clock)
      shareOwnSlots(bot)
    })

    it('the agent crafts at a table, and knows at once what it has', async () => {
      const { block, carried, give, perform, stand } = stage()
      await stand(0, 0, 0)
      block(2, 0, 0, 'crafting_table')
      await give({ cobblestone: 24, stick: 12 })
      for (let round = 1; round <= 4; round++) {
        const { result } = await perform(craft, { item: 'stone_pickaxe', count: 1 })
        expect([result, carried()]).toEqual([
          done,
          { stone_pickaxe: round, cobblestone: 24 - 3 * round, stick: 12 - 2 * round },
        ])
      }
    })

    it('the agent crafts in its own grid, and knows at once what it has', async () => {
      const { carried, body, give, perform, stand } = stage()
      await stand(0, 0, 0)
      await give({ oak_log: 9 })
      const steps = [
        ['planks', 20, { oak_log: 4, oak_planks: 20 }],
        ['crafting_table', 1, { oak_log: 4, oak_planks: 16, crafting_table: 1 }],
        ['stick', 8, { oak_log: 4, oak_planks: 12, crafting_table: 1, stick: 8 }],
        ['planks', 16, { oak_planks: 28, crafting_table: 1, stick: 8 }],
      ] as const
      for (const [item, count, expected] of steps) {
        const { result } = await perform(craft, { item, count })
        expect([item, result, carried(), body.carried]).toEqual([item, done, expected, expected])
      }
    })

    it('the agent sees what it picks up while a table is open', async () => {
      const { at, block, body, game, give, run, stand } = stage()
      await stand(0, 0, 0)
      block(2, 0, 0, 'crafting_table')
      await give({ stick: 1 })
      const clicks = await run(openWindow(body, at(2, 0, 0), new AbortController().signal))
      const [player] = game.players
      const item = stacksOf(game.registry).toNotch(stacksOf(game.registry).make('diamond', 2))
      player?.send('set_slot', { windowId: 0, slot: 40, item })
      await run(body.wait(2, new AbortController().signal))
      // A table has ten slots of its own in place of the inventory's nine.
      expect(clicks?.slot(41)).toMatchObject({ name: 'diamond', count: 2 })
      await run(clicks?.close() ?? Promise.resolve())
    })

    it('the agent smelts in several furnaces', async () => {
      const { carried, give, perform, stand } = stage()
      await stand(0, 0, 0)
      await give({ furnace: 3, iron_ore: 3, stick: 6 })
      const { result } = await perform(parallelSmelt, { item: 'iron_ingot', count: 3 })
      expect([result, carried().iron_ingot]).toEqual([done, 3])
    })
  },
)
