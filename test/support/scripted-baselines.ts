import type { Goal, ItemCounts, Plan } from '#goal/goal'
import { intendedPlan } from './scripted-planner.ts'
import {
  callIn,
  countsIn,
  type PlanPrompt,
  type PromptMessage,
  targetIn,
  versionIn,
  wearIn,
} from './scripted-prompt.ts'

type Writer = (plan: Plan) => string

/** The answer's form for each baseline, by a part of its system message. */
const WRITERS: readonly (readonly [RegExp, Writer])[] = [
  [/think about what the inventory holds/, (plan) => plan.map(thoughtfulStep).join('\n')],
  [/^You help a player/, (plan) => plan.map(plainStep).join('\n')],
  [
    /^You guide an agent/,
    ([next]) =>
      `Thought: ${next ? 'this comes next' : 'done'}\nAction: ${next ? words(next) : 'none'}`,
  ],
  [/^You write programs/, calls],
  [/^You write policies/, loops],
]

/** The answer to a baseline's prompt; undefined for other prompts. */
export function scriptedBaseline(
  messages: readonly PromptMessage[],
  seed: string,
): string | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  const writer = WRITERS.find(([start]) => start.test(system))?.[1]
  if (!writer) return undefined
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const task = /obtain[^.\n]*/.exec(said[0] ?? '')?.[0] ?? ''
  const inventory = countsIn(/inventory has (\{.*\})/.exec(said.at(-1) ?? '')?.[1] ?? '')
  return writer(planFrom(messages, task, inventory, seed))
}

function planFrom(
  messages: readonly PromptMessage[],
  task: string,
  inventory: ItemCounts,
  seed: string,
): Plan {
  const prompt: PlanPrompt = {
    version: versionIn(messages),
    task,
    target: targetIn(task),
    wear: wearIn(task),
    inventory,
    worn: [],
    near: [],
    unavailable: [],
    failures: [],
    sentBack: false,
    call: callIn(messages),
  }
  return intendedPlan(prompt, seed) ?? []
}

function thing({ target }: Goal): readonly [string, number] {
  return Object.entries(target)[0] ?? ['', 0]
}

function words(goal: Goal): string {
  const [item, count] = thing(goal)
  return `${goal.skill} ${count} ${item}`
}

function plainStep(goal: Goal, index: number): string {
  return `step ${index + 1}: ${words(goal)}`
}

function thoughtfulStep(goal: Goal, index: number): string {
  const from = Object.entries(goal.using).map(([item, count]) => `${count} ${item}`)
  const means = `${from.length > 0 ? ` from ${from.join(' and ')}` : ''}${goal.tool ? ` with the ${goal.tool}` : ''}`
  return `${plainStep(goal, index)}${means}\nThinking: there are ${thing(goal).toReversed().join(' ')} more now`
}

/** ProgPrompt's program. */
function calls(plan: Plan): string {
  const lines = plan.flatMap((goal) => {
    const [item, count] = thing(goal)
    const call = `    ${goal.skill}_${item}(num = ${count})`
    return goal.tool === null
      ? [call]
      : [`    assert has('${goal.tool}')`, '    else:', `        craft_${goal.tool}(num = 1)`, call]
  })
  return ['from actions import *', 'def solve():', ...lines].join('\n')
}

/** A program of Code as Policies. */
function loops(plan: Plan): string {
  const lines = plan.flatMap((goal) => {
    const [item, count] = thing(goal)
    const tool = goal.tool === null ? 'null' : `'${goal.tool}'`
    if (goal.skill === 'equip') return [`    equip(obj = '${item}')`]
    return [
      `    need = inventory.count('${item}') + ${count}`,
      `    while inventory.count('${item}') < need:`,
      ...(goal.tool === null
        ? []
        : [`        assert inventory.has({'${goal.tool}': 1}), 'no ${goal.tool}'`]),
      `        ${goal.skill}(obj = '${item}', tool = ${tool});`,
    ]
  })
  return ['```python', 'def solve(inventory = {}):', ...lines, '```'].join('\n')
}
