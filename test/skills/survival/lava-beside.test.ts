import { describe, expect, it } from 'vitest'
import { lookAround } from '#skills/moving/look-around'
import { Reflexes } from '#skills/reflexes/reflexes'
import { blockLava } from '#skills/survival/block-lava'
import { type Stage, sharedStage } from '../../support/skills.ts'

/** Time that lava takes to flow from one block to the next (ticks). */
const FLOW_TICKS = 30

describe.each(['seen', 'player'] as const)(
  'when lava flows toward the agent (%s)',
  (perception) => {
    const on = sharedStage('1.16.5', { perception })

    /** The agent is at the end of a tunnel, and lava comes down in front of it. */
    async function besideLava(stage: Stage): Promise<void> {
      const { body, block, fill, perform, simulation, stand } = stage
      fill([-9, 0, -3], [3, 4, 3], 'stone')
      fill([-9, 0, 0], [1, 1, 0], 'air')
      await stand(0, 0, 0)
      await perform(lookAround, null)
      await simulation.run(body.controls.look(-Math.PI / 2, 0))
      await simulation.advance(4)
      block(1, 2, 0, 'lava')
      await simulation.advance(FLOW_TICKS + 4)
    }

    it('the agent blocks the lava before it arrives', async () => {
      const stage = on()
      const { body, context, give, kind, perform, simulation, block } = stage
      await give({ cobblestone: 8 })
      const reflexes = new Reflexes(context)
      await besideLava(stage)
      expect(kind(1, 1, 0)).toBe('lava')
      expect(reflexes.next()).toMatchObject({ reflex: { name: 'block-lava' } })
      expect((await perform(blockLava, null)).result).toEqual({ ok: true })
      await simulation.advance(4 * FLOW_TICKS)
      expect(body.vitals.health).toBe(20)
      expect(reflexes.next()).toBeUndefined()
      block(1, 2, 0, 'stone')
    })

    it('the agent leaves when it has no blocks', async () => {
      const stage = on()
      const { body, perform } = stage
      await besideLava(stage)
      expect((await perform(blockLava, null)).result).toEqual({ ok: true })
      expect(body.position.x).toBeLessThan(stage.at(-2, 0, 0).x)
      expect(body.vitals.health).toBe(20)
    })
  },
)
