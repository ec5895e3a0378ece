import seedrandom from 'seedrandom'
import type { Goal, Plan } from '#goal/goal'
import { intendedPlan } from './scripted-planner.ts'
import {
  callIn,
  countsIn,
  type PromptMessage,
  targetIn,
  versionIn,
  wearIn,
} from './scripted-prompt.ts'

/** Probabilities that a solution is cut off, asks for the kind of wood, and does not name its first step. */
const CUT_OFF = 0.1
const ASKS = 0.5
const SILENT = 0.3
/** The guard of a step. */
const STEP = /^ {4}if start_from <= (\d+):$/gm
const HEADER = 'def solution(agent, start_from'

/** The answer to a prompt of AdaPlanner in Minecraft; undefined for other prompts. */
export function scriptedAdaPlanner(
  messages: readonly PromptMessage[],
  seed: string,
): string | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  if (system.startsWith('A program asks you')) return answerTo(messages.at(-1)?.content ?? '')
  if (system.startsWith('You compare two versions'))
    return firstDifference(messages.at(-1)?.content ?? '')
  if (!system.startsWith('You write plans as programs')) return undefined
  return solution(messages, seed)
}

/** The answer to a solution's question. */
export function answerTo(question: string): string {
  return (
    /\b[a-z_]+_log\b/.exec(question.replace('_log is', ''))?.[0] ??
    /minecraft:([a-z]+(?:_[a-z]+)*_planks)/.exec(question)?.[1]?.replaceAll('_', ' ') ??
    'oak_log'
  )
}

/** The first step in which the two solutions of a text differ. */
function firstDifference(text: string): string {
  const [, before = '', after = ''] = text.split(HEADER)
  const [one, other] = [before, after].map((part) => part.split(STEP).slice(1)) as [
    string[],
    string[],
  ]
  const at = other.findIndex((part, i) => part.trim() !== one[i]?.trim())
  return String(Math.max(1, Math.ceil(at / 2)))
}

function solution(messages: readonly PromptMessage[], seed: string): string {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  const [asked = ''] = said
  const task = /^# (obtain.*)$/m.exec(asked)?.[1] ?? ''
  const inventory = /My inventory has (\{.*?\})/g
  const call = callIn(messages)
  const random = seedrandom(`${seed} ${call} solution`)
  const halted = haltedIn(asked)
  const seen = [...asked.matchAll(/I fail on .*/g)].map(([line]) => line)
  const plan = intendedPlan(
    {
      version: versionIn(messages),
      task,
      target: targetIn(task),
      wear: wearIn(task),
      inventory: countsIn([...asked.matchAll(inventory)].at(-1)?.[1] ?? ''),
      worn: /\bwear (.*?)\.(?: |$)/m.exec(asked)?.[1]?.split(', ') ?? [],
      near: /Near me stands (.*?)\./.exec(asked)?.[1]?.match(/crafting_table|furnace/g) ?? [],
      unavailable: /I could not find (.*?)\./.exec(asked)?.[1]?.split(', ') ?? [],
      failures: seen.map((line) => ({ description: line, explanation: line })),
      sentBack: said.length > 1,
      call,
    },
    seed,
  )
  if (!plan) return 'I do not know of any way to do this.'
  const from = halted ?? 1
  const header = halted !== null && random() < SILENT ? `${HEADER}):` : `${HEADER}=${from}):`
  const text = [
    header,
    '    # General plan: what the task takes, from the ground up.',
    ...stepsBefore(asked, from),
    ...plan.flatMap((goal, index) => step(goal, from + index, random() < ASKS)),
  ].join('\n')
  if (said.length === 1 && random() < CUT_OFF) return text.slice(0, Math.floor(text.length * 0.7))
  return random() < 0.3 ? `Certainly!\n\`\`\`python\n${text}\n\`\`\`\nGood luck!` : text
}

/** The step in which the solution of a prompt halted; null for none. */
export function haltedIn(asked: string): number | null {
  const [, step] = /, and halted:\n.*Error in \[Step (\d+)\]/.exec(asked) ?? []
  return step === undefined ? null : Number(step)
}

/** The steps of a prompt's solution before a given step, unchanged. */
export function stepsBefore(asked: string, from: number): string[] {
  const [, body = ''] = asked.split(HEADER)
  const [written = ''] = body.split('\n\nIt was carried out')
  const parts = written.split(STEP).slice(1)
  return parts.flatMap((part, i) => {
    const number = Number(parts[i - 1])
    return i % 2 === 1 && number < from ? [`    if start_from <= ${number}:${part.trimEnd()}`] : []
  })
}

function step(goal: Goal, number: number, asks: boolean): string[] {
  const [[item, count] = ['', 0]] = Object.entries(goal.target)
  const wood = asks && goal.skill === 'craft' && goal.using.log === Object.values(goal.using)[0]
  const using = wood ? `{wood: ${goal.using.log ?? 1}}` : counts(goal.using)
  const tool = goal.tool === null ? 'None' : `'${goal.tool}'`
  const takes = goal.skill === 'craft' || goal.skill === 'smelt' ? `${using}, ` : ''
  const error = `f'Error in [Step ${number}]: {observation}'`
  const holds =
    goal.skill === 'equip'
      ? "'fail' not in observation"
      : `agent.inventory.get('${item}', 0) >= before + ${count}`
  return [
    `    if start_from <= ${number}:`,
    `        print('[Step ${number}] ${goal.skill} ${count} ${item}')`,
    ...(wood && 'log' in goal.using
      ? ["        wood = ask(f'Which item whose name ends in _log is carried? {agent.report()}')"]
      : []),
    `        before = agent.inventory.get('${item}', 0)`,
    `        observation = agent.${goal.skill}(${counts(goal.target)}, ${takes}${tool})`,
    `        assert ${holds}, ${error}`,
  ]
}

function counts(of: Plan[number]['target']): string {
  const parts = Object.entries(of).map(([item, count]) => `'${item}': ${count}`)
  return `{${parts.join(', ')}}`
}
