import { z } from 'zod'
import { goalOfCall, goalTools } from '#agent/tools/goal-tools'
import type { GoalLanguage } from '#goal/goal-language'
import type { Tool, ToolCall } from '#llm/model'
import type { Toolset } from '#llm/tool-model'
import { ANSWERED } from './thread/segment.ts'

/** The token that ends an answer in a thread's text. */
const ANSWERED_AT_END = new RegExp(`${ANSWERED}$`)
/** Longest text in a call (characters). */
const MAX_TEXT = 500
const line = z.string().max(MAX_TEXT)

const IN_CALLS = `You act by calling tools, not by writing lines: where the rules and examples above show a line such as
mine({log:2}, null), call the tool of that name. Arguments are the item, its count, the materials that the step uses up, and the tool or station.`

/** A plan by calls: the goals in the order of an answer's calls. */
export function planTools(language: GoalLanguage): Toolset {
  return {
    tools: goalTools(language),
    rules: `${IN_CALLS}\nCall the tools of all goals of the plan in one answer, in their order.`,
    takes: 'all',
    textOf: (calls) => calls.map((call) => lineOf(language, call)).join('\n'),
  }
}

/** One action a turn, with the thoughts beside it (ReAct, Inner Monologue). */
export function actionTools(
  language: GoalLanguage,
  { verdicts }: { readonly verdicts: boolean },
): Toolset {
  return {
    tools: [...goalTools(language), ...(verdicts ? VERDICTS : [])],
    rules: `${IN_CALLS}\nCall one tool in each turn; its result is what happens.`,
    takes: 'first',
    textOf([call], said) {
      const thought = oneLine(said)
      const verdict = call && VERDICT_LINES.get(call.name)
      if (verdict) return `think: ${[thought, reasonIn(call), verdict].filter(Boolean).join(' ')}`
      const action = call ? lineOf(language, call) : ''
      if (verdicts) return thought ? `think: ${thought}\n${action}` : action
      return thought ? `Thought: ${thought}\nAction: ${action}` : `Action: ${action}`
    },
  }
}

const VERDICTS: readonly Tool[] = [
  {
    name: 'task_completed',
    description: 'end the task: it is completed',
    schema: z.object({ reason: line }),
  },
  {
    name: 'task_failed',
    description: 'end the task: there is no way to continue',
    schema: z.object({ reason: line }),
  },
]
const VERDICT_LINES: ReadonlyMap<string, string> = new Map([
  ['task_completed', 'task completed'],
  ['task_failed', 'task failed'],
])

/** The steps of a thread (THREAD): actions, the inventory, new threads, and the end with a result. */
export function threadTools(language: GoalLanguage): Toolset {
  return {
    tools: [
      ...goalTools(language),
      {
        name: 'inventory',
        description: 'look at the inventory and the surroundings',
        schema: z.object({}),
      },
      {
        name: 'start_thread',
        description: 'start a new thread with a smaller task, and wait for its result',
        schema: z.object({ task: line }),
      },
      {
        name: 'end_thread',
        description: 'end this thread with its result for the parent thread, in one sentence',
        schema: z.object({ result: line }),
      },
    ],
    rules: `${IN_CALLS}\nCall one tool in each turn: an action, start_thread, or end_thread.`,
    takes: 'first',
    resultOf: (reply) => reply.replace(ANSWERED_AT_END, ''),
    textOf([call], said) {
      const before = oneLine(said)
      const steps = call ? threadLines(language, call) : []
      // A remark that waits for nothing is not a task.
      return [...(before ? [`# ${before}`] : []), ...steps].join('\n')
    },
  }
}

function threadLines(language: GoalLanguage, call: ToolCall): readonly string[] {
  const given = argumentsOf(call)
  if (call.name === 'inventory') return ['> inventory']
  if (call.name === 'start_thread') return [oneLine(given.task ?? '')]
  if (call.name === 'end_thread') {
    const result = oneLine(given.result ?? '').replaceAll("'", '’')
    return [`print('${result}')`, 'END']
  }
  return [`> ${lineOf(language, call)}`]
}

/** A goal in the goal language or, where the call does not fit, as it was written. */
function lineOf(language: GoalLanguage, call: ToolCall): string {
  return goalOfCall(language, call) ?? oneLine(`${call.name}(${call.arguments})`)
}

function reasonIn(call: ToolCall): string {
  return oneLine(argumentsOf(call).reason ?? '')
}

function argumentsOf({ arguments: json }: ToolCall): Readonly<Record<string, string>> {
  try {
    const given = z.record(z.string(), z.unknown()).parse(JSON.parse(json))
    const texts = Object.entries(given).filter(([, value]) => typeof value === 'string')
    return Object.fromEntries(texts) as Record<string, string>
  } catch {
    return {}
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT)
}
