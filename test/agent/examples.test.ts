import { describe, expect, it } from 'vitest'
import { createDescriptor, DESCRIPTORS } from '#agent/descriptor/descriptors'
import { exampleGoals, withResults } from '#agent/example-results'
import { EXAMPLE_PLANS, examplesText } from '#agent/planner/example-plans'
import { fill, languageValues, loadPrompt } from '#agent/prompts'
import type { Goal, ItemCounts } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { countOf } from '#knowledge/item-tags'
import { outcomeOf } from '../../src/text-world/text-world.ts'
import { language, languageOf } from '../support/language.ts'

const PROMPT = loadPrompt('deps-planner')
const VERSIONS = ['1.12.2', '1.16.5', '1.18.2', '1.21.4']

/** The inventory after each goal of a plan, by the rules of the text world. */
function played(of: GoalLanguage, plan: readonly Goal[], start: ItemCounts): ItemCounts[] {
  const held = new Map(Object.entries(start))
  return plan.map((goal) => {
    const outcome = outcomeOf(of, goal, Object.fromEntries(held))
    if (!outcome.ok) throw new Error(`${goal.skill} fails: ${outcome.failure.detail}`)
    for (const [item, change] of outcome.changes) held.set(item, (held.get(item) ?? 0) + change)
    return Object.fromEntries(held)
  })
}

describe('the example plans of the planner', () => {
  it.each(VERSIONS)(
    'reach their task by the rules of %s, from every inventory shown',
    (version) => {
      const of = languageOf(version)
      for (const { task, rounds } of EXAMPLE_PLANS) {
        const [, count, item = ''] = /obtain (\d+) (\w+)/.exec(task) ?? []
        for (const { goals, inventory } of rounds) {
          const after = played(of, exampleGoals(of, goals), inventory).at(-1) ?? {}
          expect(countOf(of.registry, after, item)).toBeGreaterThanOrEqual(Number(count))
        }
      }
    },
  )

  it('fail at the step they name, with the inventory that the next plan begins with', () => {
    for (const { rounds } of EXAMPLE_PLANS)
      for (const [index, { goals, inventory, failure }] of rounds.entries()) {
        const next = rounds[index + 1]
        expect(failure === undefined).toBe(next === undefined)
        if (!failure || !next) continue
        const plan = exampleGoals(language, goals)
        const failed = plan[failure.done]
        expect(failed && language.missing(failed, next.inventory)).not.toEqual([])
        // Whatever is held after a failure was held or gathered before it.
        const [before, through] = [failure.done, failure.done + 1].map((steps) =>
          steps === 0 ? inventory : (played(language, plan, inventory)[steps - 1] ?? {}),
        )
        for (const [item, count] of Object.entries(next.inventory))
          expect(count).toBeLessThanOrEqual(Math.max(before?.[item] ?? 0, through?.[item] ?? 0))
      }
  })

  it.each(DESCRIPTORS)('are described by the descriptor %s', (name) => {
    const style = { language, prompt: PROMPT, descriptor: createDescriptor(name) }
    const text = examplesText(EXAMPLE_PLANS, { ...style, isExplained: true })
    const reasons = /missing-tool|no-table|needs a wooden_pickaxe\./.test(text)
    expect(reasons).toBe(name === 'typed')
    expect(text.includes('but I fail on step 7')).toBe(name === 'paper')
    expect(text.includes('The plan failed.')).toBe(name === 'none')
    const bare = examplesText(EXAMPLE_PLANS, { ...style, isExplained: false })
    expect(bare).not.toContain('Explainer:')
  })
})

describe('the results in the examples of other prompts', () => {
  const NAMES = ['deps-explainer', 'adapt-executor', 'thread-world'] as const

  it.each(NAMES)('are the texts of the descriptor in use in %s', (name) => {
    const prompt = loadPrompt(name)
    for (const version of VERSIONS) {
      const of = languageOf(version)
      const system = fill(prompt, 'system', languageValues(of))
      const typed = withResults(system, of, createDescriptor('typed'))
      expect(typed).toMatch(/I fail on .*: (?:missing-tool|missing-material|no-furnace), /)
      expect(typed).not.toMatch(/<(?:fail|succeed)/)
      const paper = withResults(system, of, createDescriptor('paper'))
      expect(paper).toContain('I fail on step 1 "')
      expect(paper).not.toMatch(/missing-tool,|missing-material,|no-furnace,/)
      expect(withResults(system, of, createDescriptor('none'))).toContain('It failed.')
    }
  })

  it('refuses an example of a failure that could not happen', () => {
    const text = '<fail mine({log:1}, null) | {}>'
    expect(() => withResults(text, language, createDescriptor('typed'))).toThrow(RangeError)
  })
})
