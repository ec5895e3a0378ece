import seedrandom from 'seedrandom'
import type { Goal, Plan } from '#goal/goal'
import { toolType } from '#knowledge/tools'

/** What the prompt tells of one failure. */
export interface Told {
  readonly description: string
  /** Empty when nobody explained it. */
  readonly explanation: string
}

type MistakeKind = 'forgotten' | 'too-few' | 'wrong-order' | 'unknown-item'

/** Something that the scripted model has wrong about an item in one of its answers. */
export interface Mistake {
  readonly kind: MistakeKind
  readonly item: string
}

/** How likely it takes an explanation in, in each answer; otherwise it may make the mistake once more. */
export const MENDED = 0.8

/** How likely each mistake is wherever it can be made. */
const CHANCES: Readonly<Record<MistakeKind, number>> = {
  forgotten: 0.4,
  'too-few': 0.3,
  'wrong-order': 0.1,
  'unknown-item': 0.06,
}

/** Failures in whose description, or explanation, a mistake shows. */
const SHOWS_AS: Readonly<Record<MistakeKind, RegExp>> = {
  forgotten: /missing-tool|no-table|no-furnace|takes an? /,
  'too-few': /missing-material|no-fuel|short of/,
  'wrong-order': /missing-tool|missing-material|no-table|no-furnace|takes an? |short of/,
  'unknown-item': /no item|not-found/,
}

/** All mistakes that a seed makes in a right plan; a seed stands for one answer. */
export function mistakesIn(plan: Plan, seed: string): Mistake[] {
  const mistakes: Mistake[] = []
  const consider = (kind: MistakeKind, item: string) => {
    const isMade = seedrandom(`${seed} ${kind} ${item}`)() < CHANCES[kind]
    if (isMade) mistakes.push({ kind, item })
  }
  for (const [index, { skill, target }] of plan.entries()) {
    // What is put on was made by an earlier step.
    if (skill === 'equip') continue
    const [[item, count] = ['', 0]] = Object.entries(target)
    const isMeans = toolType(item) !== undefined || item === 'crafting_table' || item === 'furnace'
    const isUsed = plan.slice(index + 1).some(({ tool }) => tool === item)
    if (isMeans && isUsed) consider('forgotten', item)
    if ((skill === 'mine' || skill === 'hunt') && count > 1) consider('too-few', item)
    if (isMeans && isUsed) consider('wrong-order', item)
    consider('unknown-item', item)
  }
  return mistakes
}

/** Whether the prompt holds the description of the failure that a mistake led to, and an explanation. */
export function isExplained({ kind, item }: Mistake, told: readonly Told[]): boolean {
  return told.some(({ description, explanation }) => {
    if (explanation === '') return false
    if (!SHOWS_AS[kind].test(`${description} ${explanation}`)) return false
    // What the made-up name was taken for it cannot know.
    if (kind === 'unknown-item')
      return explanation.includes(madeUp(item)) || /I fail/.test(description)
    return explanation.includes(item)
  })
}

/** The plan with a mistake in it. */
export function spoiled(plan: Plan, { kind, item }: Mistake): Plan {
  const at = plan.findIndex(({ target }) => item in target)
  const step = plan[at]
  if (!step) return plan
  switch (kind) {
    case 'forgotten':
      return plan
        .filter((_, index) => index !== at)
        .map((goal) => (goal.tool === item ? { ...goal, tool: null } : goal))
    case 'too-few':
      return plan.with(at, counted(step, item, Math.ceil((step.target[item] ?? 1) / 2)))
    case 'wrong-order': {
      const user = plan.findIndex(({ tool }, index) => index > at && tool === item)
      return user < 0 ? plan : plan.toSpliced(at, 1).toSpliced(user, 0, step)
    }
    case 'unknown-item':
      return plan.with(at, { ...step, target: { [madeUp(item)]: step.target[item] ?? 1 } })
  }
}

function counted(goal: Goal, item: string, count: number): Goal {
  return { ...goal, target: { ...goal.target, [item]: count } }
}

/** A name that is like no item: the letters back to front. */
function madeUp(item: string): string {
  return `q${[...item].reverse().join('')}`
}
