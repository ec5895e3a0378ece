import { describe, expect, it } from 'vitest'
import { search } from '#skills/mining/search'
import { enter } from '#skills/nether/enter'
import { arrival } from '#world/rules/portal-link'
import { sharedStage } from '../../support/skills.ts'
import { casesFor } from '../../support/versions.ts'

const QUARTZ = ['nether_quartz_ore']

const OLD = ['1.12.2', 61201] as const
const NEW = ['1.20.6', 61206] as const
const MORE = [
  ['1.16.5', 61203],
  ['1.16.5', 61204],
  ['1.16.5', 61205],
  ['1.21.4', 61207],
  ['26.1', 61208],
] as const

describe.each(casesFor({ all: [OLD, NEW, ...MORE], some: [OLD, NEW] }))(
  'the agent in the Nether of %s, seed %i',
  (version, seed) => {
    const stage = sharedStage(version, { seed, perception: 'player', viewDistance: 4 })

    it('finds quartz, and leaves through the portal in which it arrived', async () => {
      const { game, player, perform, give, simulation, body, context } = stage()
      const { dimensions } = game
      await give({ iron_pickaxe: 1, cobblestone: 32 })
      const feet = player.position.floored().offset(2, 0, 0)
      const nether = dimensions.get('the_nether')
      dimensions.move(player, 'the_nether', arrival(dimensions.overworld, nether, feet, 'x'))
      await simulation.advance(60)
      // Outside of the overworld there is no night.
      game.time.ofDay = 18_000
      await simulation.advance(25)
      expect(body.game.timeOfDay).toBe(6000)
      const found = () => context.memory.blocks(QUARTZ, body.position).length > 0
      const sought = { item: 'quartz', blocks: QUARTZ, found, able: () => true, method: null }
      expect(await simulation.run(search(context, sought))).toEqual({ ok: true })
      expect(found()).toBe(true)
      expect(await perform(enter, { item: 'nether_portal', count: 1 })).toMatchObject({
        result: { ok: true },
      })
      expect(body.game.dimension).toBe('overworld')
    })
  },
)
