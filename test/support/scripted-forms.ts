import { alternativesOf } from '#goal/alternatives'
import type { Goal, Plan } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { repairPlan } from '#goal/repair/repair'
import type { ToolCall } from '#llm/model'
import type { Toolset } from '#llm/tool-model'
import { readTurn } from '#strategies/adapt/world-react'
import { readAction } from '#strategies/baselines/inner-monologue-strategy'
import { readSegment } from '#strategies/thread/segment'
import { actionTools, planTools, threadTools } from '#strategies/toolsets'
import { languageOf } from './language.ts'
import type { ChatRequest, Said, SaidCall, SeenMessage } from './model-forms.ts'
import { scriptedAnswer } from './scripted-model.ts'
import type { PromptMessage } from './scripted-prompt.ts'

/**
 * The scripted model in the form that a request asks for: JSON by the schema, calls of the tools, or text. It thinks in
 * text, so that all forms get the same plans and the same mistakes; what it cannot say in a form it says in text.
 */
export function scriptedInForm(request: ChatRequest, seed: string): Said {
  const language = languageOf('1.16.5')
  if (request.tools) return inTools(request, language, seed)
  const text = scriptedAnswer(request.messages, seed)
  return { text: request.response_format ? inJson(text, language) : text }
}

function inJson(text: string, language: GoalLanguage): string {
  const read = repairPlan(language, text)
  if (!read.ok) return text
  const goals = read.goals.map((step) => {
    const [first, ...or] = alternativesOf(step).map(listed)
    return { ...first, or }
  })
  return JSON.stringify({ goals })
}

function pairs(counts: Goal['target']): { item: string; count: number }[] {
  return Object.entries(counts).map(([item, count]) => ({ item, count }))
}

function listed({ skill, target, using, tool }: Goal) {
  return { skill, target: pairs(target), using: pairs(using), tool }
}

/** A dialogue that is held by calls, its toolset, and how the calls are found in a text. */
interface Form {
  readonly toolset: Toolset
  calls(text: string): readonly NewCall[]
}
type NewCall = Omit<SaidCall, 'id'>

function formOf(system: string, names: ReadonlySet<string>, language: GoalLanguage): Form {
  if (names.has('start_thread'))
    return { toolset: threadTools(language), calls: (text) => threadCalls(text, language) }
  if (names.has('task_completed'))
    return {
      toolset: actionTools(language, { verdicts: true }),
      calls: (text) => reactCalls(text, language),
    }
  if (system.startsWith('You guide an agent'))
    return {
      toolset: actionTools(language, { verdicts: false }),
      calls(text) {
        const read = readAction(language, text)
        return read.ok ? goalCalls([read.value], language) : []
      },
    }
  return {
    toolset: planTools(language),
    calls(text) {
      const read = repairPlan(language, text)
      return read.ok ? goalCalls(read.goals, language) : []
    },
  }
}

function inTools(request: ChatRequest, language: GoalLanguage, seed: string): Said {
  const { messages, tools = [] } = request
  const system = messages[0]?.content ?? ''
  const form = formOf(system, new Set(tools.map(({ name }) => name)), language)
  const text = scriptedAnswer(asText(messages, form.toolset), seed)
  const calls = form.calls(text).map((call, index) => ({
    id: `call_${messages.length}_${index}`,
    ...call,
  }))
  return calls.length > 0 ? { text: '', calls, finishReason: 'tool_calls' } : { text }
}

/** The dialogue as it would be in text. */
function asText(messages: readonly SeenMessage[], toolset: Toolset): PromptMessage[] {
  return messages.flatMap(({ role, content, calls }) => {
    if (calls) return [{ role, content: toolset.textOf(calls as readonly ToolCall[], content) }]
    if (role !== 'tool') return [{ role, content }]
    // In a plan each call is only noted.
    return toolset.takes === 'all' ? [] : [{ role: 'user', content }]
  })
}

function goalCalls(plan: Plan, language: GoalLanguage): readonly NewCall[] {
  return plan.flatMap((step) => {
    const [goal] = alternativesOf(step)
    if (!goal) return []
    const { object, station, takesMaterials } = language.skill(goal.skill)
    return Object.entries(goal.target).map(([item, count]) => ({
      name: goal.skill,
      arguments: JSON.stringify({
        ...(object === null && { item }),
        count,
        ...(takesMaterials && { materials: pairs(goal.using) }),
        ...(station === null && { tool: goal.tool }),
      }),
    }))
  })
}

function reactCalls(text: string, language: GoalLanguage): readonly NewCall[] {
  const { goal, thought } = readTurn(language, text)
  if (goal) return goalCalls([goal], language)
  const verdict = /task (completed|failed)/i.exec(thought)?.[1]?.toLowerCase()
  return verdict ? [{ name: `task_${verdict}`, arguments: '{"reason":""}' }] : []
}

function threadCalls(text: string, language: GoalLanguage): readonly NewCall[] {
  const { closing, statements } = readSegment(text.split('=>', 1)[0] ?? '')
  if (closing.kind === 'spawn')
    return [{ name: 'start_thread', arguments: JSON.stringify({ task: closing.line }) }]
  if (closing.kind === 'end') {
    const printed = statements.findLast(({ kind }) => kind === 'print')
    const result = printed?.kind === 'print' ? printed.text : ''
    return [{ name: 'end_thread', arguments: JSON.stringify({ result }) }]
  }
  if (closing.kind !== 'act') return []
  if (closing.action === 'inventory') return [{ name: 'inventory', arguments: '{}' }]
  const read = repairPlan(language, closing.action)
  return read.ok ? goalCalls(read.goals, language) : []
}
