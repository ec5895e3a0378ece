import { describe, expect, it } from 'vitest'
import { goalText } from '#goal/print'
import {
  type ListedGoal,
  type ListedStep,
  type RepairedPlan,
  repairGoals,
  repairPlan,
} from '#goal/repair/repair'
import { language } from '../support/language.ts'

/** The goals of a plan, and the problems of steps that were left out. */
const shown = (plan: RepairedPlan) =>
  plan.ok ? [...plan.goals.map(goalText), ...plan.problems] : [plan.error.message]
const read = (answer: unknown) => shown(repairPlan(language, JSON.stringify(answer)))

const LOGS = 'mine({log:3}, null)'
const STICKS = 'craft({stick:4}, null)'

describe('a step as a JSON object', () => {
  it.each([
    ...['action', 'skill', 'function', 'verb', 'op', 'operation', 'command', 'name', 'type', 'do'],
  ])('has its skill under %s', (key) => {
    expect(read([{ [key]: 'mine', item: 'log', count: 3 }])).toEqual([LOGS])
  })

  it.each(['args', 'arguments', 'params', 'parameters', 'input', 'kwargs'])(
    'has its arguments under %s',
    (key) => {
      expect(read([{ action: 'mine', [key]: { item: 'log', count: 3 } }])).toEqual([LOGS])
    },
  )

  it.each([
    ...['or', 'either', 'any_of', 'anyof', 'one_of', 'oneof', 'alternative', 'alternatives'],
  ])('has its alternatives under %s', (key) => {
    const others = [{ action: 'hunt', item: 'porkchop' }]
    expect(read({ action: 'hunt', item: 'beef', [key]: others })).toEqual([
      'hunt({beef:1}, null) or hunt({porkchop:1}, null)',
    ])
    expect(read([{ [key]: others }])).toEqual(['hunt({porkchop:1}, null)'])
  })

  it.each([
    ['a call as its skill', [{ action: "mine({'log':3})", why: 'wood' }], [LOGS]],
    [
      'a sentence as its skill',
      [{ action: 'mine 3 logs' }, { do: 'craft 4 sticks' }],
      [LOGS, STICKS],
    ],
    ['steps by number', { 1: { action: 'mine', log: 3, item: 'log', count: 3 } }, [LOGS]],
    [
      'other keys',
      [
        {
          reaction: 'smelt',
          types: 'craft',
          myargs: { item: 'sand' },
          argsort: { item: 'dirt' },
          action: 'mine',
          item: 'log',
          n: 3,
        },
      ],
      [LOGS],
    ],
    ['a list of names', [{ action: 'mine', items: ['log', 3] }], [LOGS]],
    [
      'its skill after its item',
      [{ item: 'iron_ingot', action: 'craft' }],
      ['craft({iron_ingot:1}, null)'],
    ],
    ['a number as its type', [{ type: 3, action: 'mine', item: 'log', count: 3 }], [LOGS]],
    [
      'lists that are no alternatives',
      ['mirror', 'origin'].map((key) => ({
        ...{ action: 'mine', item: 'log', count: 3 },
        [key]: [{ action: 'hunt', item: 'beef' }],
      })),
      [LOGS, LOGS],
    ],
    [
      'nothing to do',
      [
        { action: 'walk', item: 'log' },
        { action: 'craft', stick: 1, item: 'stick', n: 4 },
      ],
      [STICKS],
    ],
  ])('may have %s', (_, answer, goals) => {
    expect(read(answer)).toEqual(goals)
  })

  it('is read although a call beside it cannot be', () => {
    const answer = 'craft({blorbium:1}, null)\n[{"action":"mine", "item":"log", "count":3}]'
    expect(shown(repairPlan(language, answer))).toEqual([LOGS])
  })

  it('is none without a verb and an item', () => {
    expect(read([{ action: 'iron_pickaxe' }])).toEqual(["no skill 'iron_pickaxe'"])
  })

  it('is not one that only has numbers', () => {
    expect(read([{ a: 1 }, [2, { b: null }]])[0]).toMatch(
      /^there is no goal in the answer \(line 1: /,
    )
  })
})

function listed(skill: string, item: string, rest: Partial<ListedStep> = {}): ListedStep {
  return { skill, target: [{ item, count: 1 }], using: [], tool: null, or: [], ...rest }
}

describe('an answer that follows a schema', () => {
  const readGoals = (...steps: readonly ListedStep[]) => shown(repairGoals(language, steps))

  it('has its names resolved and its skills fitted', () => {
    expect(
      readGoals(
        listed('mine', 'minecraft:oak_log'),
        listed('craft', 'Iron Ingots', {
          using: [{ item: 'minecraft:iron_ore', count: 1 }],
          tool: 'minecraft:furnace',
        }),
        listed('mine', 'cobblestone', { tool: 'stone pick' }),
      ),
    ).toEqual([
      'mine({oak_log:1}, null)',
      "smelt({iron_ingot:1}, {iron_ore:1}, 'furnace')",
      "mine({cobblestone:1}, 'stone_pickaxe')",
    ])
  })

  it('has counts of one name added up', () => {
    const target = [2, 1, 0].map((count) => ({ item: 'log', count }))
    expect(readGoals(listed('mine', 'log', { target }))).toEqual([LOGS])
  })

  it('has alternatives, at most eight', () => {
    const goal = (count: number): ListedGoal => ({
      ...listed('hunt', 'beef'),
      target: [{ item: 'beef', count }],
    })
    const either = (count: number) =>
      Array.from({ length: count }, (_, i) => `hunt({beef:${i + 1}}, null)`).join(' or ')
    const or = Array.from({ length: 8 }, (_, i) => goal(i + 2))
    expect(readGoals({ ...goal(1), or: or.slice(1) })[0]?.match(/ or /g)).toHaveLength(7)
    expect(readGoals({ ...goal(1), or: or.slice(0, 7) })).toEqual([either(8)])
    expect(readGoals({ ...goal(1), or })).toEqual([either(8), 'more than 8 goals to choose from'])
  })

  it('has at most 200 steps and names at most three problems', () => {
    expect(readGoals(...Array.from({ length: 201 }, () => listed('mine', 'log')))).toHaveLength(200)
    const wrong = ['qqa', 'qqb', 'qqb', 'qqc', 'qqd'].map((item) => listed('mine', item))
    const problems = ['qqa', 'qqb', 'qqc'].map((item) => `no item '${item}' in Minecraft 1.16.5`)
    expect(readGoals(...wrong)).toEqual([problems.join('; ')])
    expect(readGoals(...wrong, listed('mine', 'log'))).toEqual(['mine({log:1}, null)', ...problems])
  })

  it('has no goal when it is empty', () => {
    expect(repairGoals(language, [])).toEqual({
      ok: false,
      error: { kind: 'no-goals', message: 'there is no goal in the answer' },
    })
  })
})

describe('an answer in the goal language', () => {
  it('has namespaces left out', () => {
    expect(shown(repairPlan(language, "mine({'minecraft:log':3}, null)"))).toEqual([LOGS])
    expect(shown(repairPlan(language, 'mine(Minecraft:log, 3)'))).toEqual([LOGS])
  })

  it('is empty without text', () => {
    expect(repairPlan(language, ' \n')).toEqual({
      ok: false,
      error: { kind: 'empty', message: 'the answer is empty' },
    })
  })

  it('names where it stops being one', () => {
    const answer = 'No, never, at no time, not even for all of the gold'
    expect(shown(repairPlan(language, answer))[0]).toMatch(
      /^there is no goal in the answer \(line 1: no skill 'No': expected mine, hunt, /,
    )
  })

  it('quotes a call that cannot be read in few characters', () => {
    const [problem] = shown(repairPlan(language, '1. Mine 3 logs: "mine({log:3'))
    expect(problem).toBe("the call 'mine({' cannot be read")
    const long = `mine_${'x'.repeat(60)}`
    expect(shown(repairPlan(language, `1. Mine 3 logs: "${long}({log:3`))).toEqual([
      `the call '${long.slice(0, 40)}' cannot be read`,
    ])
  })

  it('is read to 20,000 characters', () => {
    const padded = (length: number) => `${' '.repeat(length)}${LOGS}`
    expect(shown(repairPlan(language, padded(20_000 - LOGS.length)))).toEqual([LOGS])
    expect(repairPlan(language, padded(20_000))).toMatchObject({ error: { kind: 'empty' } })
  })
})

describe('calls between words', () => {
  const calls = (text: string) => shown(repairPlan(language, text))

  it.each([
    ["hunt('cow') || hunt('pigs')", ['hunt({beef:1}, null) or hunt({porkchop:1}, null)']],
    ["hunt('cow'); OR hunt('pigs')", ['hunt({beef:1}, null) or hunt({porkchop:1}, null)']],
    ["hunt('cow') | hunt('pigs')", ['hunt({beef:1}, null) or hunt({porkchop:1}, null)']],
    ["hunt('cow')|hunt('pigs')", ['hunt({beef:1}, null) or hunt({porkchop:1}, null)']],
    ["hunt('cow')\n| hunt('pigs')", ['hunt({beef:1}, null)', 'hunt({porkchop:1}, null)']],
    ["hunt('cow') for hunt('pigs')", ['hunt({beef:1}, null)', 'hunt({porkchop:1}, null)']],
    ["hunt('cow') or else hunt('pigs')", ['hunt({beef:1}, null)', 'hunt({porkchop:1}, null)']],
    ["or hunt('cow')", ['hunt({beef:1}, null)']],
    ["mine (any kind of) wood: mine({'log':3})", [LOGS]],
    ["Wood (lots of it): mine ({'log':3})", [LOGS]],
    ["mine('log', 3) and craft (or find) sticks", [LOGS]],
    ["Dig (around) and mine ('log', 3)", [LOGS, "no item 'around' in Minecraft 1.16.5"]],
  ])('%j', (text, goals) => {
    expect(calls(text)).toEqual(goals)
  })
})
