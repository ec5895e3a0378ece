import { describe, expect, it } from 'vitest'
import { travelFar } from '#body/navigation/travel-far'
import { sharedStage } from '../../support/skills.ts'
import { longIt, versionsFor } from '../../support/versions.ts'

describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))(
  'journeys far over land on %s',
  (version) => {
    const stage = sharedStage(version, { viewDistance: 7 })

    /** Walks to a place on the stage, and returns the ticks. */
    async function go(x: number, y: number, z: number) {
      const { simulation, body, at } = stage()
      const start = body.clock.tick
      const { signal } = new AbortController()
      const arrival = await simulation.run(travelFar(body, at(x, y, z), 3, signal))
      return { arrival, ticks: body.clock.tick - start }
    }

    /** A plain with a hill of rock across it, too steep to climb. */
    function hill(fill: ReturnType<typeof stage>['fill'], width: number) {
      fill([-12, -4, -84], [70, -1, 84], 'dirt')
      fill([20, 0, -width], [44, 12, width], 'stone')
    }

    longIt('lead around a hill of rock without a pickaxe', async () => {
      const { stand, fill } = stage()
      hill(fill, 60)
      await stand(-6, 0, 0)
      const { arrival, ticks } = await go(60, 0, 0)
      expect(arrival).toBe('arrived')
      // By hand, eight blocks of rock take longer.
      expect(ticks).toBeLessThan(1200)
    })

    it('lead through a hill of rock with a pickaxe', async () => {
      const { carried, stand, fill, give } = stage()
      hill(fill, 80)
      await give({ stone_pickaxe: 1 })
      await stand(-6, 0, 0)
      const { arrival } = await go(60, 0, 0)
      expect(arrival).toBe('arrived')
      expect(carried().cobblestone).toBeGreaterThan(20)
    })
  },
)
