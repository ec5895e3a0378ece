import seedrandom from 'seedrandom'
import type { Goal, Plan } from '#goal/goal'
import { toolType } from '#knowledge/tools'

/** A failure as the prompt states it. */
export interface ReportedFailure {
  readonly description: string
  /** Empty without an explanation. */
  readonly explanation: string
}

type MistakeKind = 'forgotten' | 'too-few' | 'wrong-order' | 'unknown-item'

/** A mistake of the scripted model about an item in one of its answers. */
export interface Mistake {
  readonly kind: MistakeKind
  readonly item: string
}

/** Probability, in each answer, that an explanation prevents the mistake. */
export const CORRECTED = 0.8

/** Probability of each mistake wherever it is possible. */
const CHANCES: Readonly<Record<MistakeKind, number>> = {
  forgotten: 0.4,
  'too-few': 0.3,
  'wrong-order': 0.1,
  'unknown-item': 0.06,
}

/** Descriptions or explanations by which each mistake is recognized. */
const SHOWS_AS: Readonly<Record<MistakeKind, RegExp>> = {
  forgotten: /missing-tool|missing-station|no-table|no-furnace|takes an? /,
  'too-few': /missing-material|no-fuel|short of/,
  'wrong-order':
    /missing-tool|missing-station|missing-material|no-table|no-furnace|takes an? |short of/,
  'unknown-item': /no item|not-found/,
}

/** All mistakes of a seed in a correct plan; a seed stands for one answer. */
export function mistakesIn(plan: Plan, seed: string): Mistake[] {
  const mistakes: Mistake[] = []
  const consider = (kind: MistakeKind, item: string) => {
    const isMade = seedrandom(`${seed} ${kind} ${item}`)() < CHANCES[kind]
    if (isMade) mistakes.push({ kind, item })
  }
  for (const [index, { skill, target }] of plan.entries()) {
    // An earlier step made the item to wear.
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

/** Whether the prompt has the description and an explanation of the failure that a mistake caused. */
export function isExplained(
  { kind, item }: Mistake,
  failures: readonly ReportedFailure[],
): boolean {
  return failures.some(({ description, explanation }) => {
    if (explanation === '') return false
    if (!SHOWS_AS[kind].test(`${description} ${explanation}`)) return false
    // The model cannot know how the made-up name was understood.
    if (kind === 'unknown-item')
      return explanation.includes(madeUp(item)) || /I fail/.test(description)
    return explanation.includes(item)
  })
}

/** The plan with a mistake. */
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

/** A name unlike any item: the reversed letters. */
function madeUp(item: string): string {
  return `q${[...item].reverse().join('')}`
}
