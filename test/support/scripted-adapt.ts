import seedrandom from 'seedrandom'
import { planFor } from '#agent/planner/symbolic-planner'
import type { Goal, ItemCounts, Plan } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { parsePlan } from '#goal/parse'
import { goalText } from '#goal/print'
import { countOf } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { toolType } from '#knowledge/tools'
import { languageOf } from './language.ts'
import { CORRECTED } from './scripted-mistakes.ts'
import { callIn, countsIn, type PromptMessage, versionIn } from './scripted-prompt.ts'

/** Probabilities that a plan lacks a step, has a garbled text, and contains small talk. */
const FORGETS = 0.25
const GARBLED = 0.1
const TALKATIVE = 0.3
/** Probability of a false claim that a task is done. */
const BOASTS = 0.1
/** Goals of a task that the executor attempts by itself. */
const REACH = 2

/** A task and the agent's state, as a prompt of ADaPT states them. */
export interface AdaptPrompt {
  readonly version: string
  readonly task: string
  /** The inventory at the start of the task, and now. */
  readonly before: ItemCounts
  readonly inventory: ItemCounts
  readonly worn: readonly string[]
  readonly near: readonly string[]
  readonly unavailable: readonly string[]
  /** Tasks that the executor has failed. */
  readonly failed: readonly string[]
}

/** The answer to a prompt of ADaPT's planner or executor; undefined for other prompts. */
export function scriptedAdapt(
  messages: readonly PromptMessage[],
  seed: string,
): string | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  if (system.startsWith('You split tasks')) return splitText(messages, seed)
  if (system.startsWith('You play Minecraft')) return turn(messages, seed)
  return undefined
}

function readPrompt(messages: readonly PromptMessage[]): AdaptPrompt {
  const said = messages.filter(({ role }) => role === 'user')
  const text = said[0]?.content ?? ''
  const latest = said.map(({ content }) => /^My inventory has (\{.*\})/m.exec(content)?.[1])
  const now = latest.findLast((found) => found !== undefined)
  const before = /^Inventory: (\{.*\})/m.exec(text)?.[1] ?? ''
  return {
    version: versionIn(messages),
    task: /^Task: (.*)$/m.exec(text)?.[1] ?? '',
    before: countsIn(before),
    inventory: countsIn(now ?? before),
    worn: /\bwear (.*)\.$/m.exec(said.at(-1)?.content ?? '')?.[1]?.split(', ') ?? [],
    near: /^Near me stands (.*)\.$/m.exec(text)?.[1]?.match(/crafting_table|furnace/g) ?? [],
    unavailable: /I could not find (.*)\.$/m.exec(text)?.[1]?.split(', ') ?? [],
    failed: /^The executor has also failed at: (.*)\.$/m.exec(text)?.[1]?.split('; ') ?? [],
  }
}

/** The goals from the current state to the task; empty when it is done. */
export function wayTo(prompt: AdaptPrompt): Plan {
  const { version, task, before, inventory, worn, near, unavailable } = prompt
  const language = languageOf(version)
  const { registry } = language
  const parsed = task.includes('(') ? parsePlan(language, task) : undefined
  const [goal] = parsed?.ok ? parsed.goals : []
  const [, count = '1', name = ''] = /^(?:have|wear) (?:an? |(\d+) )?([a-z_]+)/.exec(task) ?? []
  if (task.endsWith('at hand') && near.includes(name)) return []
  const target = goal ? added(registry, before, goal.target) : { [name]: Number(count) }
  const planned = planFor(language, {
    task: { target, wear: null },
    observation: inventoryObservation(registry, inventory, { near: new Set(near) }),
    unavailable: new Set(unavailable),
    feedback: null,
  })
  const plan = planned.ok ? planned.plan : []
  if (!task.startsWith('wear') || worn.includes(name)) return plan
  return [...plan, { skill: 'equip', target: { [name]: 1 }, using: {}, tool: null }]
}

function added(registry: Registry, inventory: ItemCounts, target: ItemCounts): ItemCounts {
  return Object.fromEntries(
    Object.entries(target).map(([item, count]) => [
      item,
      countOf(registry, inventory, item) + count,
    ]),
  )
}

/** One level of the plan: the needs of its last goal, and that goal. */
function splitText(messages: readonly PromptMessage[], seed: string): string {
  const prompt = readPrompt(messages)
  const way = wayTo(prompt)
  const last = way.at(-1)
  if (!last) return 'I would not know what to do here.'
  const random = seedrandom(`${seed} ${callIn(messages)} split`)
  const isSentBack = messages.length > 2
  const needs = needsOf(last, way)
  // After one failure the model usually makes no mistake.
  const isTold = isSentBack || prompt.failed.includes(prompt.task)
  const isCareful = isTold && random() < CORRECTED
  const forgotten = !isCareful && random() < FORGETS ? Math.floor(random() * needs.length) : -1
  const steps = [...needs.filter((_, index) => index !== forgotten), goalText(last)]
  const lines = steps.map((step, index) => `Step ${index + 1}: ${step}`)
  const order = `Execution Order: (${steps.map((_, index) => `Step ${index + 1}`).join(' AND ')})`
  const chance = isSentBack && isCareful ? 1 : random()
  if (chance < GARBLED / 2) return `${lines.join('\n')}\n${order.slice(0, -3)}`
  if (chance < GARBLED) return steps.map((step) => `- ${step}`).join('\n')
  if (chance > TALKATIVE + GARBLED || last.skill === 'smelt') return withFuel(last, steps, order)
  return `Sure! Let me think about ${prompt.task} first.\n\n**${lines.join('**\n**')}**\n\n${order}\nGood luck!`
}

/** The needs of a goal, the latest first: making a later one may use up an earlier one. */
export function needsOf({ skill, using, tool }: Goal, way: Plan): string[] {
  const madeAt = (item: string) => way.findLastIndex(({ target }) => item in target)
  const materials = Object.entries(using).map(([item, count]) => ({
    text: `have ${count} ${item}`,
    at: madeAt(item),
  }))
  if (tool !== null) {
    const isStation = skill === 'craft' || skill === 'smelt'
    const text =
      toolType(tool) === undefined && isStation ? station(tool) : `have 1 ${tool} or better`
    materials.push({ text, at: madeAt(tool) })
  }
  return materials.sort((a, b) => b.at - a.at).map(({ text }) => text)
}

function station(name: string): string {
  return `have a ${name} at hand`
}

/** Adds an alternative to smelting: planks as fuel. */
function withFuel(goal: Goal, steps: readonly string[], order: string): string {
  const lines = steps.map((step, index) => `Step ${index + 1}: ${step}`)
  const fuel = Object.keys(goal.using).find((item) => item === 'coal' || item === 'charcoal')
  const at = steps.findIndex((step) => fuel !== undefined && step.endsWith(` ${fuel}`))
  const [[, count] = ['', 1]] = Object.entries(goal.target)
  if (goal.skill !== 'smelt' || at < 0) return [...lines, order].join('\n')
  lines.push(`Step ${steps.length + 1}: have ${count} planks`)
  const either = `(Step ${at + 1} OR Step ${steps.length + 1})`
  return [...lines, order.replace(`Step ${at + 1}`, either)].join('\n')
}

/** One turn of the executor: it attempts tasks of few goals and gives up others. */
function turn(messages: readonly PromptMessage[], seed: string): string {
  const prompt = readPrompt(messages)
  const said = messages.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  const random = seedrandom(`${seed} ${callIn(messages)} turn`)
  const way = wayTo(prompt)
  const [next] = way
  if (!next) return 'think: It is all there. task completed'
  if (said.length === 0 && random() < TALKATIVE)
    return `Thought: I need ${way.length} more actions.\nAction: ${goalText(next)}\nObservation: I did it!`
  if (way.length > REACH) {
    if (said.length === 0 && random() < BOASTS) return 'think: task completed'
    return 'think: That is too much at once. task failed'
  }
  if (said.filter((line) => line.endsWith(goalText(next))).length > 1)
    return 'think: It does not work. task failed'
  return goalText(next)
}
