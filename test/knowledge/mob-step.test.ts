import { expect, it } from 'vitest'
import { MAX_MOB_DROP, type MobTerrain, mobStepHeight } from '#knowledge/mob-step'

/** A column of full blocks up to a height (exclusive), with one more block at `lid`. */
function column(top: number, lid?: number): MobTerrain {
  const isBlock = (y: number) => y < top || y === lid
  return { isFree: (_x, y) => !isBlock(y), supports: (_x, y) => isBlock(y) }
}

const step = (terrain: MobTerrain, headRoom = true) => mobStepHeight(terrain, 1, 64, 0, headRoom)

it('a mob steps on level ground and jumps up one block but not two', () => {
  expect([64, 65, 66].map((top) => step(column(top)))).toEqual([64, 65, undefined])
})

it('a mob needs room for its head to enter a column or to jump', () => {
  expect(step(column(64, 65))).toBeUndefined()
  expect(step(column(65, 66))).toBeUndefined()
  expect(step(column(65), false)).toBeUndefined()
})

it('a mob drops three blocks but not four', () => {
  expect(step(column(64 - MAX_MOB_DROP))).toBe(61)
  expect(step(column(64 - MAX_MOB_DROP - 1))).toBeUndefined()
})
