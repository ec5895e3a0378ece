import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { Chasms } from '#body/chasms'
import { clearStep } from '#body/navigation/clearing'
import { lookClosely } from '#body/navigation/footing'
import { GoalNear, GoalStandY } from '#body/navigation/goal'
import { GridNavigator } from '#body/navigation/grid-navigator'
import { travel } from '#body/navigation/travel'
import { FEET, ground } from '../support/ground.ts'
import { sharedStage } from '../support/skills.ts'
import { versionsFor } from '../support/versions.ts'

describe('a known chasm', () => {
  it('keeps descents at a distance, which grows with the number of chasms', () => {
    const chasms = new Chasms()
    const plan = () => {
      const isKnown = (_x: number, y: number) => y >= FEET
      const chasmsNear = (x: number, y: number, z: number) => chasms.near(x, y, z)
      const waryBelow = Number.POSITIVE_INFINITY
      const view = ground('1.16.5', { isKnown, chasmsNear, waryBelow })
      const route = new GridNavigator().plan(
        { x: 0, y: FEET, z: 0 },
        new GoalStandY(FEET - 3),
        view,
      )
      const end = route.steps.at(-1)
      return Math.hypot(end?.x ?? 0, end?.z ?? 0)
    }
    const before = plan()
    expect(before).toBeLessThan(3)
    for (const [x, z] of [
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const)
      chasms.add(new Vec3(x, FEET - 4, z))
    expect(plan()).toBeGreaterThan(3)
    chasms.clear()
    expect(plan()).toBe(before)
  })
})

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
  'digging and swimming in narrow places, %s',
  (version) => {
    const on = sharedStage(version, { perception: 'player' })

    it('leans over an adjacent shaft to see a block deep in it', async () => {
      const { stand, give, fill, body, context, simulation, game, player, at, kind } = on()
      await give({ iron_pickaxe: 1 })
      await stand(0, 0, 0)
      fill([-2, 0, -1], [2, 2, -1], 'stone')
      game.movement.teleport(player, at(0, 0, 0).offset(0.5, 0, 0.3))
      await simulation.advance(8)
      const column = [-1, -2, -3].map((y) => at(0, y, 1))
      const step = { ...at(0, -3, 1), how: 'drop', clear: column } as const
      expect(await simulation.run(clearStep(body, step, context.signal))).toBeUndefined()
      expect([-1, -2, -3].map((y) => kind(0, y, 1))).toEqual(['air', 'air', 'air'])
      expect(body.feet).toEqual(at(0, 0, 0))
    })

    it('sees that a block assumed to be stone is air', async () => {
      const { stand, give, fill, body, context, simulation, at } = on()
      await give({ iron_pickaxe: 1 })
      fill([-3, 0, -3], [3, 4, 3], 'stone')
      fill([0, 0, 0], [1, 1, 0], 'air')
      await simulation.run(body.controls.look(Math.PI / 2, 0))
      await stand(0, 0, 0)
      const cells = [at(1, 1, 0), at(1, 0, 0)]
      expect(body.traitsAt(at(1, 0, 0)).open).toBe(false)
      const step = { ...at(1, 0, 0), how: 'walk', clear: cells } as const
      const start = body.clock.tick
      expect(await simulation.run(clearStep(body, step, context.signal))).toBeUndefined()
      expect(cells.map((cell) => body.traitsAt(cell).open)).toEqual([true, true])
      expect(body.clock.tick - start).toBeLessThan(10)
    })

    it('swims into a flooded passage of its own height', async () => {
      const { fill, stand, body, context, simulation, at } = on()
      fill([-3, 0, -3], [6, 5, 3], 'stone')
      fill([0, 0, 0], [0, 3, 0], 'water')
      fill([1, 0, 0], [4, 1, 0], 'water')
      await stand(0, 0, 0)
      const end = at(3, 0, 0)
      const goal = new GoalNear(end.x, end.y, end.z, 0)
      expect(await simulation.run(travel(body, goal, context.signal))).toBe('arrived')
    })
  },
)

describe('a hole without visible ground', () => {
  const on = sharedStage('1.16.5')

  it('becomes a known chasm', async () => {
    const { fill, at, body, context, simulation } = on()
    fill([1, -5, -1], [3, -2, 1], 'air')
    fill([1, -1, 0], [1, -1, 0], 'air')
    await simulation.advance(5)
    const { x, y, z } = at(1, -1, 0)
    const step = { x, y, z, clear: [], how: 'walk' } as const
    expect(body.chasms.near(x, y - 1, z)).toBe(0)
    expect(await simulation.run(lookClosely(body, step, context.signal))).toBe('unsafe')
    expect(body.chasms.near(x, y - 1, z)).toBe(1)
  })
})
