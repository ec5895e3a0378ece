import { describe, expect, it } from 'vitest'
import { eventSchema } from '#events/events'
import type { ItemCounts } from '#goal/goal'
import { overworldLanguage } from '#skills/library'
import { createStrategy } from '#strategies/registry'
import { TextClock } from '#text-world/text-clock'
import { outcomeOf } from '#text-world/text-world'
import { findTask, TASKS } from '#trial/tasks'
import { goalOf, language, languageOf } from '../support/language.ts'
import { sampleSettings } from '../support/sample-events.ts'
import { playText } from '../support/text-trial.ts'

function outcome(text: string, inventory: ItemCounts) {
  const result = outcomeOf(language, goalOf(text), inventory)
  return result.ok ? Object.fromEntries(result.changes) : result.failure.kind
}

describe('the rules of the text world', () => {
  it.each<[string, ItemCounts, ReturnType<typeof outcome>]>([
    ['mine({log:3}, null)', {}, { oak_log: 3 }],
    ['mine({birch_log:1}, null)', {}, { birch_log: 1 }],
    ['mine({cobblestone:2}, null)', {}, 'missing-tool'],
    ["mine({cobblestone:2}, 'wooden_pickaxe')", {}, 'missing-tool'],
    ['mine({cobblestone:2}, null)', { wooden_pickaxe: 1 }, { cobblestone: 2 }],
    ["mine({diamond:1}, 'stone_pickaxe')", { stone_pickaxe: 1 }, 'missing-tool'],
    ["mine({diamond:1}, 'iron_pickaxe')", { iron_pickaxe: 1 }, { diamond: 1 }],
    ['mine({stick:1}, null)', {}, { stick: 1 }],
    ['mine({crafting_table:1}, null)', {}, 'not-found'],
    ['hunt({beef:2}, null)', {}, { beef: 2 }],
    ['hunt({wool:3}, null)', {}, { white_wool: 3 }],
    ['hunt({diamond:3}, null)', {}, 'not-found'],
    ['hunt({string:2}, null)', {}, 'missing-tool'],
    ["hunt({string:2}, 'stone_sword')", { stone_sword: 1 }, { string: 2 }],
    ["hunt({string:2}, 'wooden_sword')", { wooden_sword: 1 }, { string: 2 }],
    ["shear({wool:3}, 'shears')", {}, 'missing-tool'],
    ["shear({wool:3}, 'shears')", { shears: 1 }, { white_wool: 3 }],
    ['craft({planks:8}, {log:2}, null)', { oak_log: 2 }, { oak_log: -2, oak_planks: 8 }],
    ['craft({planks:8}, {log:2}, null)', { oak_log: 1 }, 'missing-material'],
    [
      "craft({wooden_axe:1}, {planks:3, stick:2}, 'crafting_table')",
      { oak_planks: 3, stick: 2 },
      'no-table',
    ],
    [
      'craft({wooden_axe:1}, {planks:3, stick:2}, null)',
      { oak_planks: 3, stick: 2, crafting_table: 1 },
      { oak_planks: -3, stick: -2, wooden_axe: 1 },
    ],
    ['craft({diamond:9}, {}, null)', {}, 'missing-material'],
    ['craft({cobblestone:9}, {}, null)', {}, 'not-found'],
    [
      "smelt({iron_ingot:2}, {iron_ore:2, coal:1}, 'furnace')",
      { iron_ore: 2, coal: 1 },
      'no-furnace',
    ],
    [
      "smelt({iron_ingot:2}, {iron_ore:2, coal:1}, 'furnace')",
      { iron_ore: 2, furnace: 1 },
      'no-fuel',
    ],
    [
      "smelt({iron_ingot:2}, {iron_ore:2}, 'furnace')",
      { furnace: 1, coal: 1, iron_ore: 1 },
      'missing-material',
    ],
    [
      "smelt({iron_ingot:2}, {iron_ore:2, coal:1}, 'furnace')",
      { iron_ore: 2, coal: 1, furnace: 1 },
      { iron_ore: -2, coal: -1, iron_ingot: 2 },
    ],
    ['equip({iron_boots:1}, null)', {}, 'missing-material'],
  ])('%s with %j', (text, inventory, expected) =>
    expect(outcome(text, inventory)).toEqual(expected),
  )

  it('wear equipped items', () => {
    const worn = outcomeOf(language, goalOf('equip({iron_boots:1}, null)'), { iron_boots: 1 })
    expect(worn).toMatchObject({ ok: true, worn: ['iron_boots'] })
  })

  it.each(['1.12.2', '1.21.4'])('are those of the version (%s)', (version) => {
    const goal = goalOf("mine({iron_ore:1}, 'stone_pickaxe')")
    const result = outcomeOf(languageOf(version), goal, { stone_pickaxe: 1 })
    const item = version === '1.12.2' ? 'iron_ore' : 'raw_iron'
    expect(result.ok && Object.fromEntries(result.changes)).toEqual({ [item]: 1 })
  })
})

describe('the clock of the text world', () => {
  it('advances only with actions', async () => {
    const clock = new TextClock()
    const woken: number[] = []
    const waits = [3, 1].map((ticks) => clock.wait(ticks).then(() => woken.push(ticks)))
    const stop = new AbortController()
    const stopped = clock.wait(2, stop.signal)
    stop.abort(new Error('stopped'))
    await expect(stopped).rejects.toThrow('stopped')
    expect(woken).toEqual([])
    clock.advance(3)
    await Promise.all(waits)
    expect([woken.toSorted(), clock.tick]).toEqual([[1, 3], 3])
  })
})

describe('trials in the text world', () => {
  const symbolic = (version: string) => {
    const overworld = overworldLanguage(languageOf(version).registry)
    return createStrategy(overworld, { ...sampleSettings, rounds: 0 }, null, () => {})
  }

  it.each(['1.12.2', '1.16.5', '1.21.4'])(
    'succeed by the symbolic planner in all tasks that have a plan, at the first try and with strict goals (%s)',
    async (version) => {
      const failed: string[] = []
      for (const task of TASKS) {
        const { success } = await playText(task, symbolic(version), { version, goals: 'strict' })
        if (!success) failed.push(task.name)
      }
      expect(failed).toEqual(['craft_quartz_block'])
    },
  )

  it('record the events of any trial, with increasing times', async () => {
    const { events, ticks, outcome } = await playText(
      findTask('equip_leather_boots'),
      symbolic('1.16.5'),
    )
    for (const body of events) eventSchema.parse({ v: 1, t: 0, wall: 0, ...body })
    const types = new Set(events.map(({ type }) => type))
    expect(types).toEqual(
      new Set(['join', 'plan', 'goal-chosen', 'skill-start', 'skill-end', 'milestone']),
    )
    expect(events.at(-1)).toEqual({ type: 'milestone', name: 'worn leather_boots' })
    expect(outcome.end).toBe('stopped')
    expect(ticks).toBeGreaterThan(0)
  })

  it('report an unobtainable item', async () => {
    const { outcome } = await playText(findTask('obtain:quartz_block'), symbolic('1.16.5'))
    expect(outcome).toEqual({
      end: 'gave-up',
      detail: expect.stringContaining('nether_quartz_ore'),
    })
  })
})
