import { describe, expect, it } from 'vitest'
import { NAVIGATORS } from '#body/navigation/navigators'
import { travel } from '#body/navigation/travel'
import { exactly } from '../../support/exact-goal.ts'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** Time to sprint a block, and to start and stop (ticks). */
const SPRINT = 3.57
const START_AND_STOP = 14
/** Time to walk a block, and to fall and stop on a step beside an abyss (ticks). */
const WALK = 4.63
const LANDING = 12

describe.each(NAVIGATORS)('journeys by the navigator %s', (navigator) => {
  describe.each(versionsFor('1.12.2', '1.16.5', '1.21.4'))('on %s', (version) => {
    const stage = sharedStage(version, { navigator })

    /** Walks to a place on the stage, and returns the lowest y of the feet on the way. */
    async function go(x: number, y: number, z: number) {
      const { simulation, body, at, bot } = stage()
      const start = body.clock.tick
      let lowest = Number.POSITIVE_INFINITY
      const look = () => {
        lowest = Math.min(lowest, body.position.y)
      }
      bot.on('physicsTick', look)
      const arrival = await simulation.run(
        travel(body, exactly(at(x, y, z)), new AbortController().signal),
      )
      bot.off('physicsTick', look)
      return { arrival, ticks: body.clock.tick - start, lowest: lowest - at(0, 0, 0).y }
    }

    it('leads the agent over open ground at a sprint, along the axes and diagonally', async () => {
      const { stand } = stage()
      await stand(-7, 0, -7)
      const along = await go(7, 0, -7)
      expect(along.arrival).toBe('arrived')
      expect(along.ticks).toBeLessThan(14 * SPRINT + START_AND_STOP)
      const across = await go(-2, 0, 7)
      expect(across.arrival).toBe('arrived')
      expect(across.ticks).toBeLessThan(Math.hypot(9, 14) * SPRINT + START_AND_STOP)
    })

    it('leads the agent up and down steps without a stop', async () => {
      const { stand, fill } = stage()
      fill([-10, -1, -10], [10, -1, 10], 'dirt')
      fill([-4, 0, -10], [4, 0, 10], 'dirt')
      fill([-2, 1, -10], [1, 1, 10], 'dirt')
      await stand(-7, 0, 0)
      const { arrival, ticks } = await go(7, 0, 0)
      expect(arrival).toBe('arrived')
      expect(ticks).toBeLessThan(14 * SPRINT + START_AND_STOP + 25)
    })

    it('makes the agent jump over a stream', async () => {
      const { stand, fill } = stage()
      fill([0, -2, -9], [1, -1, 9], 'water')
      await stand(-6, 0, 0)
      const { arrival, lowest } = await go(6, 0, 0)
      expect(arrival).toBe('arrived')
      expect(lowest).toBeGreaterThan(-0.1)
    })

    it('makes the agent bridge an abyss', async () => {
      const { stand, fill, give, carried, player } = stage()
      fill([0, -5, -10], [3, -1, 10], 'air')
      await give({ cobblestone: 8 })
      await stand(-6, 0, 0)
      const { arrival, lowest } = await go(6, 0, 0)
      expect(arrival).toBe('arrived')
      expect(lowest).toBeGreaterThan(-0.1)
      expect(carried()).toEqual({ cobblestone: 4 })
      expect(player.vitals.health).toBe(20)
    })

    it('keeps the agent on a path one block wide above an abyss, around a corner', async () => {
      const { stand, fill, player } = stage()
      fill([-5, -5, -10], [10, -1, 10], 'air')
      fill([-5, -1, 0], [5, -1, 0], 'stone')
      fill([5, -1, 0], [5, -1, 8], 'stone')
      await stand(-8, 0, 0)
      const { arrival, lowest } = await go(5, 0, 8)
      expect(arrival).toBe('arrived')
      expect(lowest).toBeGreaterThan(-0.1)
      expect(player.vitals.health).toBe(20)
    })

    it('leads the agent down steps beside an abyss without a stop', async () => {
      const { stand, fill } = stage()
      fill([-10, -5, -10], [10, -1, 10], 'air')
      for (let step = 0; step < 4; step++)
        fill([-6 + 3 * step, -5, 0], [-4 + 3 * step, -1 - step, 0], 'stone')
      await stand(-6, 0, 0)
      const { arrival, ticks } = await go(5, -3, 0)
      expect(arrival).toBe('arrived')
      expect(ticks).toBeLessThan(11 * WALK + START_AND_STOP + 3 * LANDING)
    })

    it('continues from just over an edge, where no step is possible', async () => {
      const { simulation, body, stand, fill } = stage()
      fill([-10, 0, -10], [0, 1, 10], 'stone')
      await stand(-2, 2, 0)
      body.controls.press({ forward: true })
      await body.controls.lookAt(body.position.offset(10, 1, 0))
      const isOver = () => !body.traitsAt(body.feet.offset(0, -1, 0)).floor
      await simulation.run(body.until(isOver, 40, new AbortController().signal))
      body.release()
      expect(isOver()).toBe(true)
      expect((await go(6, 0, 3)).arrival).toBe('arrived')
    })

    it('leads the agent down steep ground without damage', async () => {
      const { stand, fill, player } = stage()
      for (let i = 0; i < 4; i++) fill([-10 + 2 * i, 0, -10], [-9 + 2 * i, 8 - 2 * i, 10], 'stone')
      await stand(-10, 9, 0)
      expect((await go(6, 0, 0)).arrival).toBe('arrived')
      expect(player.vitals.health).toBe(20)
    })

    it('leads the agent past lava without damage', async () => {
      const { stand, fill, player } = stage()
      fill([-5, -1, 1], [5, -1, 3], 'lava')
      fill([-5, -1, -3], [5, -1, -1], 'lava')
      await stand(-8, 0, 0)
      expect((await go(8, 0, 0)).arrival).toBe('arrived')
      expect(player.vitals.health).toBe(20)
    })

    it('continues after unforeseen changes', async () => {
      const { stand, fill, simulation, body, at } = stage()
      await stand(-8, 0, 0)
      const journey = travel(body, exactly(at(8, 0, 0)), new AbortController().signal)
      await simulation.advance(15)
      fill([0, 0, -8], [0, 3, 8], 'obsidian')
      expect(await simulation.run(journey)).toBe('arrived')
    })
  })
})
