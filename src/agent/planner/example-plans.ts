import type { Goal, ItemCounts, Plan } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { inventoryObservation } from '#goal/observation'
import { countsText, goalText } from '#goal/print'
import { withArticle } from '#wire/wording'
import type { Descriptor } from '../descriptor/descriptor.ts'
import { exampleGoals, failureOf } from '../example-results.ts'
import { fill, type Prompt } from '../prompts.ts'

/** A plan of an example, and how it ended. Every plan is correct: what fails it is the world. */
interface ExampleRound {
  readonly inventory: ItemCounts
  /** The goals, one a line. */
  readonly goals: string
  /** The number of its steps that were done, and the explanation of the next one's failure; undefined for a success. */
  readonly failure?: { readonly done: number; readonly explanation: string }
}

/** A task, and the plans for it: the second begins where the first failed, and so on. */
export interface ExamplePlan {
  readonly title: string
  readonly task: string
  readonly rounds: readonly ExampleRound[]
}

export const EXAMPLE_PLANS: readonly ExamplePlan[] = [
  {
    title: 'a plan that works',
    task: 'obtain 3 ladder',
    rounds: [
      {
        inventory: {},
        goals: `mine({log:2}, null)
craft({planks:8}, {log:2}, null)
craft({crafting_table:1}, {planks:4}, null)
craft({stick:8}, {planks:4}, null)
craft({ladder:3}, {stick:7}, 'crafting_table')`,
      },
    ],
  },
  {
    title: 'a plan that is corrected twice',
    task: 'obtain 1 glass',
    rounds: [
      {
        inventory: {},
        goals: `mine({sand:1}, null)
mine({log:4}, null)
craft({planks:16}, {log:4}, null)
craft({crafting_table:1}, {planks:4}, null)
craft({stick:4}, {planks:2}, null)
craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')
mine({cobblestone:8}, 'wooden_pickaxe')
craft({furnace:1}, {cobblestone:8}, 'crafting_table')
smelt({glass:1}, {sand:1, planks:1}, 'furnace')`,
        failure: {
          done: 6,
          explanation:
            'The wooden_pickaxe has worn out after 3 of the 8 cobblestone. I need another one, from 3 planks and 2 stick, and then the 5 cobblestone that are missing.',
        },
      },
      {
        inventory: { sand: 1, oak_planks: 7, stick: 2, crafting_table: 1, cobblestone: 3 },
        goals: `craft({wooden_pickaxe:1}, {planks:3, stick:2}, 'crafting_table')
mine({cobblestone:5}, 'wooden_pickaxe')
craft({furnace:1}, {cobblestone:8}, 'crafting_table')
smelt({glass:1}, {sand:1, planks:1}, 'furnace')`,
        failure: {
          done: 2,
          explanation:
            'The crafting_table is lost. I need another one, from the 4 planks. Then no planks are left as fuel, so I also need 1 log.',
        },
      },
      {
        inventory: { sand: 1, oak_planks: 4, wooden_pickaxe: 1, cobblestone: 8 },
        goals: `craft({crafting_table:1}, {planks:4}, null)
craft({furnace:1}, {cobblestone:8}, 'crafting_table')
mine({log:1}, null)
smelt({glass:1}, {sand:1, log:1}, 'furnace')`,
      },
    ],
  },
]

export interface ExampleStyle {
  readonly language: GoalLanguage
  /** Messages `task`, `replan`, `replan-unexplained` and `replan-bare`, as in the dialogue itself. */
  readonly prompt: Prompt
  readonly descriptor: Descriptor
  /** Whether failures are explained. */
  readonly isExplained: boolean
  /** Whether the planner explains them itself, in the line before its plan. */
  readonly explainsInline?: boolean
}

/** Examples as text for the prompt, in the form that the dialogue will have. */
export function examplesText(examples: readonly ExamplePlan[], style: ExampleStyle): string {
  return examples
    .map((example) => `Example: ${example.title}\n\n${dialogueText(example, style)}`)
    .join('\n\n')
}

function dialogueText({ task, rounds }: ExamplePlan, style: ExampleStyle): string {
  const { language, prompt } = style
  return rounds
    .map(({ inventory, goals }, index) => {
      const before = rounds[index - 1]
      const state = { task, inventory: countsText(inventory), surroundings: '' }
      const asked = before?.failure
        ? failureText(before.failure, exampleGoals(language, before.goals), inventory, task, style)
        : fill(prompt, 'task', state)
      const explanation = style.explainsInline ? before?.failure?.explanation : undefined
      const said = explanation === undefined ? '' : `Explainer: ${explanation}\n`
      return `${asked}\n${said}${planWithNeeds(exampleGoals(language, goals))}`
    })
    .join('\n')
}

function failureText(
  { done, explanation }: NonNullable<ExampleRound['failure']>,
  plan: Plan,
  held: ItemCounts,
  task: string,
  { language, prompt, descriptor, isExplained, explainsInline = false }: ExampleStyle,
): string {
  const goal = plan[done]
  if (!goal) throw new RangeError('the example fails after its last step')
  const description = descriptor.describe({
    done: plan.slice(0, done),
    failed: { goal, failure: failureOf(language, goal, held) },
    rest: plan.slice(done + 1),
    missed: null,
    observation: inventoryObservation(language.registry, held),
  })
  return replanText(prompt, {
    task,
    description,
    explanation: isExplained && !explainsInline ? explanation : null,
    explainsInline,
    inventory: countsText(held),
    surroundings: '',
  })
}

/** The message about the outcome of a plan. Without a description it is bare, as in the paper's ablation. */
export function replanText(
  prompt: Prompt,
  of: {
    readonly task: string
    readonly description: string | null
    readonly explanation: string | null
    readonly inventory: string
    readonly surroundings: string
    readonly explainsInline: boolean
  },
): string {
  const { task, description, explanation, inventory, surroundings, explainsInline } = of
  if (description === null) return fill(prompt, 'replan-bare', { task })
  const values = { task, description, explanation: explanation ?? '', inventory, surroundings }
  const unexplained = explainsInline ? 'replan-inline' : 'replan-unexplained'
  return fill(prompt, explanation === null ? unexplained : 'replan', values)
}

/** The goals of a plan with what each needs and gives, aligned as in the paper's listings. */
function planWithNeeds(plan: Plan): string {
  const width = Math.max(...plan.map((goal) => goalText(goal).length))
  return plan
    .map((goal, index) => {
      const comment = `step ${index + 1}: needs ${needsOf(goal)}; gives ${itemsText(goal.target)}`
      return `${goalText(goal).padEnd(width)}  # ${comment}`
    })
    .join('\n')
}

function needsOf({ using, tool }: Goal): string {
  const needs = [itemsText(using), tool === null ? '' : withArticle(tool)].filter(Boolean)
  return needs.join(' and ') || 'nothing'
}

function itemsText(counts: ItemCounts): string {
  return Object.entries(counts)
    .map(([item, count]) => `${count} ${item}`)
    .join(', ')
}
