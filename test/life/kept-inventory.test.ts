import { expect, it } from 'vitest'
import type { Target } from '#events/events'
import type { FaultName } from '#world/faults/faults'
import { faultyWorlds } from '../support/faulty-world.ts'
import { versionsFor } from '../support/versions.ts'

const DIAMOND: Target = { item: 'diamond', count: 1, worn: false, milestone: 'diamond' }
const KIT = { iron_pickaxe: 1, cobblestone: 64, oak_log: 8 }
/** When the agent receives its items, and when it dies (ticks). */
const GIFT = 60
const DEATH = 160

const live = faultyWorlds()

/** Lets the agent die once. @returns the skills that it uses afterwards. */
async function skillsAfterDeath(version: string, faults: readonly FaultName[]): Promise<string[]> {
  const { told } = await live({
    ...{ seed: 3, version, faults, target: DIAMOND, maxTicks: 700 },
    onStart({ game }) {
      const start = game.time.tick
      game.time.everyTick(() => {
        const [player] = game.players
        if (!player) return
        if (game.time.tick === start + GIFT)
          for (const [item, count] of Object.entries(KIT)) game.editor.give(player, item, count)
        if (game.time.tick === start + DEATH) player.vitals.hurt(1000, 'void')
      })
    },
  })
  const death = told.findIndex(({ event }) => event.type === 'death')
  expect(death).toBeGreaterThan(0)
  return told
    .slice(death)
    .flatMap(({ event }) => (event.type === 'skill-start' ? [event.skill] : []))
}

it.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))(
  'an agent in %s that keeps its items when it dies does not return for them',
  async (version) => {
    expect(await skillsAfterDeath(version, ['keep-inventory'])).not.toContain('retrieve-drops')
  },
)

it('an agent that loses its items returns for them', async () => {
  expect(await skillsAfterDeath('1.16.5', [])).toContain('retrieve-drops')
})
