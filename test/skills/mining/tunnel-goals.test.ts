import { Vec3 } from 'vec3'
import { describe, expect, it } from 'vitest'
import { createNavigator } from '#body/navigation/navigators'
import { nextLevel } from '#skills/mining/tunnel-goals'
import { FEET, ground } from '../../support/ground.ts'

const START = new Vec3(0, FEET, 0)

describe('the goal of a level below', () => {
  const navigator = createNavigator('grid')
  /** Unbreakable rock with a pit of four blocks, which is not deep enough. */
  const pitted = () => {
    const land = ground('1.16.5', { digTicks: () => Number.POSITIVE_INFINITY })
    for (let depth = 1; depth <= 4; depth++)
      land.fill([8 + depth, FEET - depth, 0], [16, FEET - depth, 3], 'air')
    return land
  }

  it('the route comes as close as possible to a level that it cannot reach', () => {
    const route = navigator.plan(START, nextLevel(START, -20, []), pitted())
    expect(route.complete).toBe(false)
    expect(route.steps.at(-1)?.y).toBe(FEET - 4)
  })

  it('the route does not lead to where the way was blocked before', () => {
    const bottom = new Vec3(14, FEET - 4, 1)
    const route = navigator.plan(START, nextLevel(START, -20, [bottom]), pitted())
    const end = route.steps.at(-1) ?? START
    expect(bottom.distanceTo(new Vec3(end.x, end.y, end.z))).toBeGreaterThanOrEqual(6)
  })
})
