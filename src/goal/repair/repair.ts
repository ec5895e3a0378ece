import { alternativesOf, eitherOf, MAX_ALTERNATIVES } from '../alternatives.ts'
import type { Goal, Plan } from '../goal.ts'
import type { GoalLanguage } from '../goal-language.ts'
import { parsePlan } from '../parse.ts'
import { type ReadStep, readCall, readParts, type StepParts } from './calls.ts'
import { countsIn } from './counts.ts'
import { withOpenedCalls, withoutMarkdown, writtenCall } from './markdown.ts'
import { findVerb, nearestGoal, objectOf, wordsOf } from './names.ts'
import { proseSteps } from './prose.ts'
import { findCalls, findMaps, type Loose, type LooseArgument, type LooseCall } from './values.ts'

/** The plan in a model's answer, or the reason why there is none. */
export type RepairedPlan =
  | {
      readonly ok: true
      readonly goals: Plan
      /** The reasons why steps were left out. */
      readonly problems: readonly string[]
    }
  | { readonly ok: false; readonly error: AnswerError }

export interface AnswerError {
  readonly kind: 'empty' | 'no-goals' | 'unreadable'
  /** A few lines that tell the model what is wrong with its answer. */
  readonly message: string
}

/** Maximum length of an answer (characters); the rest is ignored. */
const MAX_TEXT = 20_000
const MAX_GOALS = 200
const MAX_PROBLEMS = 3
const NAMESPACE = /minecraft:(?=\w)/gi

/** Alternatives as read: any one of them completes the step. */
type ReadChoice = readonly ReadStep[]

/** A goal in an answer that follows a schema; its names may be unknown. */
export interface ListedGoal {
  readonly skill: string
  readonly target: readonly { readonly item: string; readonly count: number }[]
  readonly using: readonly { readonly item: string; readonly count: number }[]
  readonly tool: string | null
}

/** Such a goal with its alternatives. */
export interface ListedStep extends ListedGoal {
  readonly or: readonly ListedGoal[]
}

/**
 * Reads the plan in a model's answer. It may be in the goal language, with the usual mistakes (Markdown, prose around
 * the code, Python or JSON dictionaries, other names for skills and items, missing brackets), or in plain words. The
 * strict grammar is tried first, then calls, JSON, prose and, last, the most similar goals. No text is ever executed.
 */
export function repairPlan(language: GoalLanguage, answer: string): RepairedPlan {
  const text = answer.slice(0, MAX_TEXT).replace(NAMESPACE, '')
  if (text.trim() === '') return failed('empty', 'the answer is empty')
  const strict = parsePlan(language, text)
  const none = 'there is no goal in the answer'
  const opened = () => {
    const calls = withOpenedCalls(language, text)
    return calls === text ? [] : callSteps(language, calls)
  }
  if (strict.ok) {
    const goals = strict.goals.map((step) =>
      alternativesOf(step).map((goal) => readGoal(language, goal)),
    )
    const code = firstWithGoals([() => goals, opened])
    const words = hasGoal(code) ? code : wordSteps(language, text)
    return planOf(hasGoal(words) ? words : code, none)
  }
  const code = firstWithGoals([
    () => callSteps(language, withoutMarkdown(language, text)),
    () => jsonSteps(language, text),
    opened,
  ])
  const steps = firstWithGoals([() => code, () => wordSteps(language, text)])
  const { line, message } = strict.error
  return planOf(steps, `${none} (line ${line}: ${message})`)
}

/** Steps in plain words. Where the text also contains calls, words only explain them, and the calls are the problem. */
function wordSteps(language: GoalLanguage, text: string): ReadChoice[] {
  const steps = firstWithGoals([
    () => proseSteps(language, text).map(({ either }) => readEither(language, either)),
    () => similarSteps(language, text),
  ])
  const call = hasGoal(steps) ? writtenCall(language, text) : undefined
  if (call === undefined) return steps
  return [[{ type: 'problem', message: `the call '${call.slice(0, 40)}' cannot be read` }]]
}

/** The plan in an answer that follows the schema: names are resolved, and skills are fitted to them. */
export function repairGoals(language: GoalLanguage, goals: readonly ListedStep[]): RepairedPlan {
  const plain = (name: string) => name.replace(NAMESPACE, '')
  const counts = (list: ListedGoal['target']) =>
    countsIn(list.map(({ item, count }) => ({ item: plain(item), count })))
  const read = ({ skill, target, using, tool }: ListedGoal) =>
    readParts(language, {
      verb: skill,
      target: counts(target),
      using: counts(using),
      tool: tool && plain(tool),
    })
  const steps = goals.slice(0, MAX_GOALS).map((step) => [step, ...step.or].map(read))
  return planOf(steps, 'there is no goal in the answer')
}

/** @param none the message when there is neither a goal nor a problem. */
function planOf(choices: readonly ReadChoice[], none: string): RepairedPlan {
  const goals = choices.flatMap((choice) => {
    const read = choice.flatMap((step) => (step.type === 'goal' ? [step.goal] : []))
    return eitherOf(read.slice(0, MAX_ALTERNATIVES)) ?? []
  })
  const isLong = choices.some(({ length }) => length > MAX_ALTERNATIVES)
  const problems = [
    ...new Set([
      ...choices.flat().flatMap((step) => (step.type === 'problem' ? [step.message] : [])),
      ...(isLong ? [`more than ${MAX_ALTERNATIVES} goals to choose from`] : []),
    ]),
  ]
  if (goals.length > 0)
    return { ok: true, goals: goals.slice(0, MAX_GOALS), problems: problems.slice(0, MAX_PROBLEMS) }
  if (problems.length > 0) return failed('unreadable', problems.slice(0, MAX_PROBLEMS).join('; '))
  return failed('no-goals', none)
}

function failed(kind: AnswerError['kind'], message: string): RepairedPlan {
  return { ok: false, error: { kind, message } }
}

/** Resolves the names of a goal that the strict grammar accepts. */
function readGoal(language: GoalLanguage, { skill, target, using, tool }: Goal): ReadStep {
  const counts = (of: Goal['target']) => new Map(Object.entries(of))
  return readParts(language, { verb: skill, target: counts(target), using: counts(using), tool })
}

/** The first reading that finds goals; otherwise the first that finds problems. */
function firstWithGoals(readings: readonly (() => ReadChoice[])[]): ReadChoice[] {
  let fallback: ReadChoice[] = []
  for (const read of readings) {
    const choices = read()
    if (hasGoal(choices)) return choices
    if (fallback.length === 0) fallback = choices
  }
  return fallback
}

function hasGoal(choices: readonly ReadChoice[]): boolean {
  return choices.flat().some((step) => step.type === 'goal')
}

function readEither(language: GoalLanguage, either: readonly StepParts[]): ReadChoice {
  return either.map((parts) => readParts(language, parts))
}

/** Text between two calls that are alternatives; a bar before a line is the border of a table. */
const OR = /^(?:[\s;]*(?:or|\|\|)\s*|[^\S\n]*\|\s*)$/i

function callSteps(language: GoalLanguage, text: string): ReadChoice[] {
  const calls = findCalls(text)
  const isSkill = (name: string) => findVerb(language, wordsOf(name)[0] ?? '') !== undefined
  // Without a known skill, the brackets belong to prose.
  if (!calls.some(({ name, closed }) => closed && isSkill(name))) return []
  const read = ({ name, args, closed }: LooseCall): ReadStep =>
    closed ? readCall(language, name, args) : { type: 'problem', message: 'the answer is cut off' }
  const isAttached = ({ name, start }: LooseCall) => text[start + name.length] === '('
  const isWritten = ({ start, end }: LooseCall) =>
    writtenCall(language, text.slice(start, end)) !== undefined
  // Next to calls in code, a bracket after a space belongs to prose.
  const hasCode = calls.some((call) => isAttached(call) && isWritten(call))
  const choices: ReadStep[][] = []
  let end = 0
  for (const call of calls) {
    const { name, args, start } = call
    const isProse = !isAttached(call) && !(isSkill(name) && (isWritten(call) || !hasCode))
    const needsNothing = objectOf(language, findVerb(language, wordsOf(name)[0] ?? '')) !== null
    if ((args.length === 0 && !needsNothing) || isProse) continue
    const last = OR.test(text.slice(end, start)) ? choices.at(-1) : undefined
    if (last) last.push(read(call))
    else choices.push([read(call)])
    end = call.end
  }
  return choices
}

const ACTION = /^(?:action|skill|function|verb|op|operation|command|name|type|do)$/
const INNER = /^(?:args|arguments|params|parameters|input|kwargs)$/

/** Keys under which a JSON object lists alternatives. */
const OTHERS = /^(?:or|either|any_?of|one_?of|alternatives?)$/

/** Steps as JSON objects: `{"action": "craft", "item": "stick", "count": 4}`, in lists or nested. */
function jsonSteps(language: GoalLanguage, text: string): ReadChoice[] {
  const visit = (value: Loose): ReadChoice[] => {
    if (Array.isArray(value)) return (value as readonly Loose[]).flatMap(visit)
    if (!(value instanceof Map)) return []
    const entries: readonly [string, Loose][] = [...value]
    const action = entries.find(([key, of]) => ACTION.test(key) && typeof of === 'string')
    const others = entries.find(([key, of]) => OTHERS.test(key) && Array.isArray(of))
    const own = action ? readMap(language, String(action[1]), value, action[0]) : []
    if (others) return [[...own, ...visit(others[1]).flat()]]
    return action ? [own] : entries.flatMap(([, inner]) => visit(inner))
  }
  return findMaps(text).flatMap(visit)
}

function readMap(
  language: GoalLanguage,
  action: string,
  map: ReadonlyMap<string, Loose>,
  actionKey: string,
): ReadChoice {
  const [written] = findCalls(action)
  if (written) return [readCall(language, written.name, written.args)]
  const [said] = proseSteps(language, action)
  const args: LooseArgument[] = [...map].flatMap(([key, value]) => {
    if (key === actionKey) return []
    if (INNER.test(key) && value instanceof Map)
      return [...value].map(([inner, of]) => ({ key: inner, value: of as Loose }))
    return [{ key, value }]
  })
  return said ? readEither(language, said.either) : [readCall(language, action, args)]
}

/** Maximum length of a line that may be a step in unknown words (words). */
const MAX_WORDS = 8

/** Short lines as the goals that they resemble most; long lines are ignored. */
function similarSteps(language: GoalLanguage, text: string): ReadChoice[] {
  const lines = text.split('\n', 100).filter((line) => {
    const words = line.trim().split(/\s+/, MAX_WORDS + 1).length
    return /[a-z]{3}/i.test(line) && words > 1 && words <= MAX_WORDS
  })
  return lines.map((line): ReadChoice => {
    const near = nearestGoal(language, line)
    if (!near) return [{ type: 'problem', message: `'${line.trim().slice(0, 60)}' is no goal` }]
    const number = Number(/\d{1,4}/.exec(line)?.[0] ?? 1)
    const target = new Map([[near.item, number]])
    return [readParts(language, { verb: near.skill, target, using: new Map(), tool: undefined })]
  })
}
