import type { Goal, Plan } from './goal.ts'
import type { GoalLanguage } from './goal-language.ts'
import { parsePlan } from './parse.ts'
import { type ReadStep, readCall, readParts } from './repair-calls.ts'
import { countsIn } from './repair-counts.ts'
import { nearestGoal } from './repair-goals.ts'
import { proseSteps } from './repair-prose.ts'
import { findCalls, findMaps, type Loose, type LooseArgument } from './repair-values.ts'
import { findVerb, wordsOf } from './repair-words.ts'

/** What a model's answer comes to. */
export type RepairedPlan =
  | {
      readonly ok: true
      readonly goals: Plan
      /** Steps that mean nothing here and were left out, each with the reason. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: AnswerError }

export interface AnswerError {
  readonly kind: 'empty' | 'no-goals' | 'unreadable'
  /** One or a few lines that tell the model what is wrong with its answer. */
  readonly message: string
}

/** Characters of an answer that are read. */
const MAX_TEXT = 20_000
const MAX_GOALS = 200
const MAX_PROBLEMS = 3
const NAMESPACE = /minecraft:(?=\w)/gi

/** A goal as an answer by a schema has it, with names that may be unknown. */
export interface ListedGoal {
  readonly skill: string
  readonly target: readonly { readonly item: string; readonly count: number }[]
  readonly using: readonly { readonly item: string; readonly count: number }[]
  readonly tool: string | null
}

/**
 * Reads the plan in a model's answer, which may be in the goal language, in any of the ways in which
 * models spoil it (code fences, prose around the code, Python or JSON dictionaries, other names for
 * skills and things, left out brackets), or in plain words. The strict grammar comes first, then
 * calls, then JSON, then prose; what is left goes to the goal that is most like it. Nothing in the
 * text is ever run.
 */
export function repairPlan(language: GoalLanguage, answer: string): RepairedPlan {
  const text = answer.slice(0, MAX_TEXT).replace(NAMESPACE, '')
  if (text.trim() === '') return failed('empty', 'the answer is empty')
  const strict = parsePlan(language, text)
  if (strict.ok)
    return planOf(
      strict.goals.map((goal) => readGoal(language, goal)),
      'there is no goal in the answer',
    )
  const steps = firstWithGoals([
    () => callSteps(language, text),
    () => jsonSteps(language, text),
    () => proseSteps(language, text).map(({ parts }) => readParts(language, parts)),
    () => similarSteps(language, text),
  ])
  const { line, message } = strict.error
  return planOf(steps, `there is no goal in the answer (line ${line}: ${message})`)
}

/** The plan in a model's answer that is of a schema already: names are looked up and skills fitted to them. */
export function repairGoals(language: GoalLanguage, goals: readonly ListedGoal[]): RepairedPlan {
  const plain = (name: string) => name.replace(NAMESPACE, '')
  const counts = (list: ListedGoal['target']) =>
    countsIn(list.map(({ item, count }) => ({ item: plain(item), count })))
  const steps = goals.slice(0, MAX_GOALS).map(({ skill, target, using, tool }) =>
    readParts(language, {
      verb: skill,
      target: counts(target),
      using: counts(using),
      tool: tool && plain(tool),
    }),
  )
  return planOf(steps, 'there is no goal in the answer')
}

/** @param none what to say when no step is a goal, and nothing is wrong with any. */
function planOf(steps: readonly ReadStep[], none: string): RepairedPlan {
  const goals = steps.flatMap((step) => (step.type === 'goal' ? [step.goal] : []))
  const problems = [
    ...new Set(steps.flatMap((step) => (step.type === 'problem' ? [step.message] : []))),
  ]
  if (goals.length > 0)
    return { ok: true, goals: goals.slice(0, MAX_GOALS), problems: problems.slice(0, MAX_PROBLEMS) }
  if (problems.length > 0) return failed('unreadable', problems.slice(0, MAX_PROBLEMS).join('; '))
  return failed('no-goals', none)
}

function failed(kind: AnswerError['kind'], message: string): RepairedPlan {
  return { ok: false, error: { kind, message } }
}

/** A goal of the strict grammar, whose names may still be unknown. */
function readGoal(language: GoalLanguage, { skill, target, using, tool }: Goal): ReadStep {
  const counts = (of: Goal['target']) => new Map(Object.entries(of))
  return readParts(language, { verb: skill, target: counts(target), using: counts(using), tool })
}

/** The first reading that finds goals; the one with most to say where none does. */
function firstWithGoals(readings: readonly (() => ReadStep[])[]): ReadStep[] {
  let fallback: ReadStep[] = []
  for (const read of readings) {
    const steps = read()
    if (steps.some((step) => step.type === 'goal')) return steps
    if (fallback.length === 0) fallback = steps
  }
  return fallback
}

function callSteps(language: GoalLanguage, text: string): ReadStep[] {
  const calls = findCalls(text)
  const isSkill = (name: string) => findVerb(language, wordsOf(name)[0] ?? '') !== undefined
  // Without a single known skill, brackets are those of prose.
  if (!calls.some(({ name, closed }) => closed && isSkill(name))) return []
  return calls
    .filter(
      ({ name, args, start }) =>
        args.length > 0 && (isSkill(name) || text[start + name.length] === '('),
    )
    .map(({ name, args, closed }) =>
      closed
        ? readCall(language, name, args)
        : { type: 'problem', message: 'the answer is cut off' },
    )
}

const ACTION = /^(?:action|skill|function|verb|op|operation|command|name|type|do)$/
const INNER = /^(?:args|arguments|params|parameters|input|kwargs)$/

/** Steps as JSON objects: `{"action": "craft", "item": "stick", "count": 4}`, in lists or one in another. */
function jsonSteps(language: GoalLanguage, text: string): ReadStep[] {
  const steps: ReadStep[] = []
  const visit = (value: Loose): void => {
    if (Array.isArray(value)) for (const item of value as readonly Loose[]) visit(item)
    if (!(value instanceof Map)) return
    const action = [...value].find(([key, of]) => ACTION.test(key) && typeof of === 'string')
    if (action) steps.push(readMap(language, String(action[1]), value, action[0]))
    else for (const inner of value.values()) visit(inner)
  }
  for (const map of findMaps(text)) visit(map)
  return steps
}

function readMap(
  language: GoalLanguage,
  action: string,
  map: ReadonlyMap<string, Loose>,
  actionKey: string,
): ReadStep {
  const [written] = findCalls(action)
  if (written) return readCall(language, written.name, written.args)
  const [said] = proseSteps(language, action)
  const args: LooseArgument[] = [...map].flatMap(([key, value]) => {
    if (key === actionKey) return []
    if (INNER.test(key) && value instanceof Map)
      return [...value].map(([inner, of]) => ({ key: inner, value: of as Loose }))
    return [{ key, value }]
  })
  return said ? readParts(language, said.parts) : readCall(language, action, args)
}

/** Longest line that may be a step in words unknown to us (words). */
const MAX_WORDS = 8

/** Short lines by what they are most like; long ones are talk. */
function similarSteps(language: GoalLanguage, text: string): ReadStep[] {
  const lines = text.split('\n', 100).filter((line) => {
    const words = line.trim().split(/\s+/, MAX_WORDS + 1).length
    return /[a-z]{3}/i.test(line) && words > 1 && words <= MAX_WORDS
  })
  return lines.map((line): ReadStep => {
    const near = nearestGoal(language, line)
    if (!near) return { type: 'problem', message: `'${line.trim().slice(0, 60)}' is no goal` }
    const number = Number(/\d{1,4}/.exec(line)?.[0] ?? 1)
    const target = new Map([[near.item, number]])
    return readParts(language, { verb: near.skill, target, using: new Map(), tool: undefined })
  })
}
