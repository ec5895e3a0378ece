import type { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { GoalNear } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { branchMine } from '#skills/mining/branch-mine'
import { digShaft } from '#skills/mining/dig-shaft'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

/** How often the server moves a moving agent back, and to where it was this long before (ticks). */
const EVERY = 60
const BACK = 5

describe.each(versionsFor('1.21.4', '1.16.5', '26.1'))(
  'an agent that the server moves back again and again on %s',
  (version) => {
    const stage = sharedStage(version)

    /** Moves the agent back while something runs. @returns how often. */
    async function correcting(work: () => Promise<unknown>): Promise<number> {
      const { body, player, game } = stage()
      const path: Vec3[] = []
      let corrections = 0
      let last = body.clock.tick
      const stop = body.onTick(() => {
        path.push(player.position.clone())
        const before = path.at(-BACK)
        if (body.clock.tick < last + EVERY || !before || before.equals(player.position)) return
        game.movement.teleport(player, before)
        last = body.clock.tick
        corrections++
      })
      await work().finally(stop)
      return corrections
    }

    it('crawls on in its tunnel', async () => {
      const { give, fill, stand, context, body, at, perform } = stage()
      fill([-12, -5, -3], [12, 8, 30], 'stone')
      fill([0, 0, 0], [0, 1, 0], 'air')
      await give({ iron_pickaxe: 1, oak_trapdoor: 1, cobblestone: 16 })
      await stand(0, 0, 0)
      context.agentState.exploration.headFor({ x: 0, z: 1 })
      const corrections = await correcting(async () => {
        const found = () => body.feet.distanceTo(at(0, 0, 0)) >= 14
        const options = { sought: 'diamond', height: body.feet.y, found, able: () => true }
        expect((await perform(branchMine, options)).result).toEqual({ ok: true })
      })
      expect(body.posture.crawling).toBe(true)
      expect(corrections).toBeGreaterThan(1)
    })

    it('digs on down its shaft', async () => {
      const { give, fill, stand, body, at, perform } = stage()
      fill([-6, -16, -6], [6, -1, 6], 'stone')
      await give({ iron_pickaxe: 1, cobblestone: 16 })
      await stand(0, 0, 0)
      const corrections = await correcting(async () => {
        const options = { levels: 10, until: () => false, through: () => true }
        expect((await perform(digShaft, options)).result).toEqual({ ok: true })
      })
      expect(body.feet.y).toBe(at(0, -10, 0).y)
      expect(corrections).toBeGreaterThan(0)
    })

    it('builds on its bridge', async () => {
      const { give, fill, stand, body, at, carried, context, simulation } = stage()
      fill([-4, -5, -10], [4, -1, 10], 'air')
      await give({ cobblestone: 16 })
      await stand(-7, 0, 0)
      const { x, y, z } = at(7, 0, 0)
      const goal = new GoalNear(x, y, z, 1)
      const corrections = await correcting(async () => {
        expect(await simulation.run(travel(body, goal, context.signal))).toBe('arrived')
      })
      expect(carried().cobblestone).toBe(16 - 9)
      expect(corrections).toBeGreaterThan(1)
    })
  },
)
