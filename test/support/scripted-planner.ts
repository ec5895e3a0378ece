import seedrandom from 'seedrandom'
import { planFor } from '#agent/planner/symbolic-planner'
import type { Goal, Plan } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { goalText } from '#goal/print'
import { languageOf } from './language.ts'
import { CORRECTED, isExplained, mistakesIn, spoiled } from './scripted-mistakes.ts'
import type { PlanPrompt } from './scripted-prompt.ts'

/** Probabilities that the text of an answer is cut off, malformed or talkative. */
const CUT_OFF = 0.12
const MALFORMED = 0.12
const TALKATIVE = 0.3

/**
 * The intended plan of the scripted model: the correct plan for the prompt, with mistakes that are drawn again for each
 * call. The model usually does not repeat explained mistakes. Undefined when there is no plan.
 */
export function intendedPlan(prompt: PlanPrompt, seed: string): Plan | undefined {
  const { version, task, target, wear, inventory, worn, near, unavailable, failures, call } = prompt
  const language = languageOf(version)
  const right = planFor(language, {
    task: { target, wear },
    observation: inventoryObservation(language.registry, inventory, {
      worn: new Set(worn),
      near: new Set(near),
    }),
    unavailable: new Set(unavailable),
    feedback: null,
  })
  if (!right.ok) return undefined
  const random = seedrandom(`${seed} ${task} ${call} mended`)
  return mistakesIn(right.plan, `${seed} ${task} ${call}`)
    .filter((mistake) => !(isExplained(mistake, failures) && random() < CORRECTED))
    .reduce(spoiled, right.plan)
}

/** The answer to a prompt for a plan. */
export function scriptedPlan(prompt: PlanPrompt, seed: string): string {
  const plan = intendedPlan(prompt, seed)
  if (!plan) return 'I am afraid that I do not know of any way to do this.'
  const text = plan.map(line).join('\n')
  const random = seedrandom(`${seed} ${prompt.task} ${prompt.call} text`)
  if (prompt.sentBack && random() < CORRECTED) return text
  const chance = random()
  if (chance < CUT_OFF) return text.slice(0, Math.floor(text.length * (0.5 + random() * 0.4)))
  if (chance < CUT_OFF + MALFORMED) return text.replaceAll('}, null)', ', null').replaceAll("'", '')
  if (chance < CUT_OFF + MALFORMED + TALKATIVE) return talkative(prompt.task, text)
  return text
}

function line(goal: Goal, index: number): string {
  const needs = [...Object.entries(goal.using).map(([item, count]) => `${count} ${item}`)]
  if (goal.tool) needs.push(`a ${goal.tool}`)
  const gives = Object.entries(goal.target).map(([item, count]) => `${count} ${item}`)
  return `${goalText(goal)} # step ${index + 1}: needs ${needs.join(', ') || 'nothing'}; gives ${gives.join(', ')}`
}

function talkative(task: string, text: string): string {
  return [
    `Certainly! To ${task} in Minecraft (a game that I love), you will first want to gather some basics.`,
    'I mined a lot of logs in my time, and I can tell you: wood comes first. Here is a plan:',
    '',
    '```python',
    `def plan(inventory):`,
    ...text.split('\n').map((step) => `    ${step}`),
    '    return True',
    '```',
    '',
    'Make sure to look out for creepers (they explode!), and remember to have fun.',
  ].join('\n')
}
