import { describe, expect, it } from 'vitest'
import { changesBetween, hasGained, type ItemCounts } from '#goal/goal'
import { goalText } from '#goal/print'
import { goalLeft, holds, isReached } from '#goal/success'
import { goalOf, language, registry } from '../support/language.ts'

const NOTHING_WORN: ReadonlySet<string> = new Set()

describe('what is left of a goal', () => {
  it.each<[goal: string, before: ItemCounts, now: ItemCounts, left: string | null]>([
    ['mine({log:3}, null)', {}, {}, 'mine({log:3}, null)'],
    ['mine({log:3}, null)', { oak_log: 5 }, { oak_log: 6, birch_log: 1 }, 'mine({log:1}, null)'],
    ['mine({log:3}, null)', { oak_log: 5 }, { oak_log: 8 }, null],
    ['mine({log:3}, null)', { oak_log: 5 }, { oak_log: 9 }, null],
    ['mine({log:3}, null)', { oak_log: 2 }, { oak_log: 1 }, 'mine({log:4}, null)'],
    ['mine({log:3, dirt:2}, null)', {}, { oak_log: 3, dirt: 1 }, 'mine({dirt:1}, null)'],
    ["store({dirt:4}, 'chest')", { dirt: 9 }, { dirt: 7 }, "store({dirt:2}, 'chest')"],
    ["store({dirt:4}, 'chest')", { dirt: 9 }, { dirt: 5 }, null],
    ['equip({iron_boots:1}, null)', {}, { iron_boots: 1 }, 'equip({iron_boots:1}, null)'],
    ['breed({cow:1}, null)', {}, { cow: 1 }, 'breed({cow:1}, null)'],
  ])('%s, from %j to %j', (text, before, now, left) => {
    const goal = goalOf(text)
    const rest = goalLeft(language, goal, before, now, NOTHING_WORN)
    expect(rest && goalText(rest)).toBe(left)
    expect(isReached(language, goal, before, now)).toBe(left === null)
  })

  it('is nothing when the agent wears the items', () => {
    const both = goalOf('equip({iron_boots:1, bed:1}, null)')
    const left = (...worn: string[]) => goalLeft(language, both, {}, {}, new Set(worn))
    expect(left('iron_boots', 'white_bed', 'shield')).toBeNull()
    expect(left('iron_boots')).toEqual(both)
  })
})

describe('an inventory', () => {
  it('holds a target with enough of each kind or tag', () => {
    const wanted = { log: 2, stick: 1 }
    expect(holds(registry, { oak_log: 1, birch_log: 1, stick: 1 }, wanted)).toBe(true)
    expect(holds(registry, { oak_log: 1, stick: 9 }, wanted)).toBe(false)
    expect(holds(registry, { oak_log: 9 }, wanted)).toBe(false)
    expect(holds(registry, {}, {})).toBe(true)
  })

  it('gains with more of any item, whatever it loses', () => {
    expect(hasGained({ dirt: 3 }, { dirt: 1, stick: 1 })).toBe(true)
    expect(hasGained({ dirt: 3, stick: 1 }, { dirt: 3 })).toBe(false)
    expect(hasGained({ dirt: 3 }, { dirt: 4 })).toBe(true)
  })

  it('changes by the items that came and went', () => {
    expect(changesBetween({ dirt: 3, log: 2, stick: 1 }, { dirt: 5, stick: 1, coal: 4 })).toEqual({
      dirt: 2,
      log: -2,
      coal: 4,
    })
  })
})
