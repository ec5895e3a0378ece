import { expect, it } from 'vitest'
import { alternativesOf, eitherOf } from '#goal/alternatives'
import { goalOf } from '../support/language.ts'

const [BEEF, PORK] = [goalOf('hunt({beef:1}, null)'), goalOf('hunt({porkchop:1}, null)')]

it('a step of different goals has each once, in their order', () => {
  const step = eitherOf([PORK, BEEF, { ...PORK }])
  expect(step).toEqual({ ...PORK, or: [BEEF] })
  expect(step && alternativesOf(step)).toEqual([PORK, BEEF])
})

it('a step of one goal is that goal, without a list of others', () => {
  expect(eitherOf([BEEF, { ...BEEF }])).toEqual(BEEF)
  expect(alternativesOf(BEEF)).toEqual([BEEF])
  expect(eitherOf([])).toBeUndefined()
})
