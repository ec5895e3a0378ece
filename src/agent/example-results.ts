import type { Goal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { missingFailure } from '#goal/missing'
import { inventoryObservation } from '#goal/observation'
import { parsePlan } from '#goal/parse'
import type { Descriptor } from './descriptor/descriptor.ts'

/** `<succeed GOAL | INVENTORY>` or `<fail GOAL | INVENTORY>`, with the inventory afterwards. */
const RESULT = /<(succeed|fail) (.+?) \| (\{.*?\})>/g

/**
 * Replaces the results in a prompt's examples by the texts of the descriptor in use, so that a model learns from examples of
 * what it will see.
 * @param arrange how a result is laid out, for example in one line.
 * @throws RangeError when an example is not in the goal language, or a goal that fails could be reached.
 */
export function withResults(
  text: string,
  language: GoalLanguage,
  descriptor: Descriptor,
  arrange = (result: string) => result,
): string {
  return text.replace(RESULT, (_, outcome: string, goal: string, inventory: string) => {
    const [step] = exampleGoals(language, goal)
    const failed = outcome === 'fail' ? step : undefined
    const held = exampleCounts(inventory)
    const described = descriptor.describe({
      done: failed || !step ? [] : [step],
      failed: failed ? { goal: failed, failure: failureOf(language, failed, held) } : null,
      rest: [],
      missed: null,
      observation: inventoryObservation(language.registry, held),
    })
    return arrange(described ?? (failed ? 'It failed.' : 'It succeeded.'))
  })
}

/** The failure of a goal with an inventory, by the rules of the goal's skill. */
export function failureOf(language: GoalLanguage, goal: Goal, held: Goal['target']) {
  const [missing] = language.missing(goal, held)
  if (!missing) throw new RangeError(`the example ${goal.skill} does not fail`)
  return missingFailure(goal, missing)
}

/** The goals of an example. @throws RangeError when it is not in the goal language. */
export function exampleGoals(language: GoalLanguage, text: string): readonly Goal[] {
  const parsed = parsePlan(language, text)
  if (!parsed.ok) throw new RangeError(`an example cannot be read: ${parsed.error.message}`)
  return parsed.goals
}

/** The counts in `{oak_log:1, stick:2}`. */
function exampleCounts(text: string): Goal['target'] {
  const pairs = [...text.matchAll(/(\w+):(\d+)/g)]
  return Object.fromEntries(pairs.map(([, item = '', count]) => [item, Number(count)]))
}
