import type { ItemCounts } from '#goal/goal'
import type { ReportedFailure } from './scripted-mistakes.ts'

export interface PromptMessage {
  readonly role: string
  readonly content: string
}

/** The content of a prompt for a plan. */
export interface PlanPrompt {
  readonly version: string
  /** The task in words, such as `obtain 1 stick`. */
  readonly task: string
  readonly target: ItemCounts
  /** The item to wear; null for none. */
  readonly wear: string | null
  readonly inventory: ItemCounts
  readonly worn: readonly string[]
  readonly near: readonly string[]
  readonly unavailable: readonly string[]
  readonly failures: readonly ReportedFailure[]
  /** Whether the last answer was sent back. */
  readonly sentBack: boolean
  /** Key of the call for random draws. */
  readonly call: string
}

/** Lines with the facts of a task, which change from tick to tick. */
const FACT =
  /^(?:There are \d+ game ticks|I am at y |I know of |Ores: |My best pickaxe |Fuel to smelt ).*\n?/gm

/** The model's own comments in a plan. */
const COMMENT = /(# step \d+):.*$/gm

/**
 * All messages except system messages, without facts and comments: equal dialogues get equal answers, other dialogues new draws.
 */
export function callIn(messages: readonly PromptMessage[]): string {
  const said = messages.filter(({ role }) => role !== 'system')
  return said.map(({ content }) => content.replace(FACT, '').replace(COMMENT, '$1')).join('\n')
}

export function versionIn(messages: readonly PromptMessage[]): string {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  return /Minecraft (\d[\w.]*)/.exec(system)?.[1] ?? '1.16.5'
}

export function countsIn(text: string): Record<string, number> {
  const pairs = [...text.matchAll(/'?([a-z_]+)'?:\s*(\d+)/g)]
  return Object.fromEntries(pairs.map(([, item = '', count]) => [item, Number(count)]))
}

/** The target in `obtain 3 stick`. */
export function targetIn(task: string): Record<string, number> {
  const things = [...task.matchAll(/(\d+) ([a-z_]+)/g)]
  return Object.fromEntries(things.map(([, count, item = '']) => [item, Number(count)]))
}

/** The item to wear in `obtain and wear 1 iron_boots`; null for none. */
export function wearIn(task: string): string | null {
  return task.includes('wear') ? (Object.keys(targetIn(task))[0] ?? null) : null
}

/** Reads the dialogue of the planner. */
export function readPlanPrompt(messages: readonly PromptMessage[]): PlanPrompt {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const all = said.join('\n')
  const task = /^Task: (.+)\.$/m.exec(all)?.[1] ?? ''
  const inventories = [...all.matchAll(/(?:Inventory:|from this inventory:) (\{.*?\})/g)]
  const last = said.at(-1) ?? ''
  // An answer that is sent back does not repeat what the request said.
  const request = said.findLast((text) => !text.startsWith('The answer could not be used')) ?? ''
  return {
    version: versionIn(messages),
    task,
    target: targetIn(task),
    wear: wearIn(task),
    inventory: countsIn(inventories.at(-1)?.[1] ?? ''),
    worn: /\bwear (.*)\.$/m.exec(last)?.[1]?.split(', ') ?? [],
    near: /^Near me stands (.*)\.$/m.exec(last)?.[1]?.match(/crafting_table|furnace/g) ?? [],
    unavailable: /^I could not find (.*)\.$/m.exec(request)?.[1]?.split(', ') ?? [],
    failures: said.flatMap(failuresIn),
    sentBack: last.startsWith('The answer could not be used'),
    call: callIn(messages),
  }
}

function failuresIn(text: string): ReportedFailure[] {
  const back = /^The answer could not be used: (.*)$/m.exec(text)?.[1]
  if (back !== undefined) return [{ description: back, explanation: back }]
  const description = /^Descriptor: ([\s\S]*?)(?:\nExplainer: |\nMend |$)/m.exec(text)?.[1]
  if (description === undefined) return []
  // The steps that succeeded are irrelevant to the failure.
  const failure = /I fail on .*/.exec(description)?.[0] ?? description
  return [{ description: failure, explanation: /^Explainer: (.*)$/m.exec(text)?.[1] ?? '' }]
}
