import type { EventOf, TrialEvent } from '#events/events'
import { plainText } from '#wire/plain-text'

type Run = NonNullable<EventOf<'vitals'>['activities']>[number]
export type Activity = Run[0]

/** Ticks that went by in one skill with one activity of the body. */
export interface Spending {
  /** The innermost skill; null between skills. */
  readonly skill: string | null
  /** Null where it was not recorded. */
  readonly activity: Activity | null
  readonly ticks: number
}

/** What a trial's ticks were spent on from one milestone to the next. */
export interface Segment {
  /** The milestone that ends it; null after the last, where the trial went on. */
  readonly end: string | null
  readonly spent: readonly Spending[]
}

/** Ticks in one skill, whose activities are yet to be told. */
interface Stretch {
  readonly segment: number
  readonly skill: string | null
  readonly from: number
  readonly to: number
}

/** Accounts for every tick of a trial by its log. */
export function segmentsOf(events: readonly TrialEvent[]): Segment[] {
  const ends: (string | null)[] = []
  const spent: (Spending & { readonly segment: number })[] = []
  const skills: string[] = []
  let untold: Stretch[] = []
  let told = 0
  for (const event of events) {
    if (event.t > told) {
      const skill = skills.at(-1) ?? null
      untold.push({ segment: ends.length, skill, from: told, to: event.t })
      told = event.t
    }
    if (event.type === 'skill-start') skills.push(plainText(event.skill))
    if (event.type === 'skill-end') skills.pop()
    if (event.type === 'milestone') ends.push(event.name)
    if ('activities' in event && event.activities) {
      spent.push(...spendings(untold, event.activities, event.t))
      untold = []
    }
  }
  spent.push(...spendings(untold, [], told))
  const bySegment = Map.groupBy(spent, ({ segment }) => segment)
  if (bySegment.has(ends.length)) ends.push(null)
  return ends.map((end, index) => ({ end, spent: sumUp(bySegment.get(index) ?? []) }))
}

/** Lays activities over the ticks before they were told: the last of them ends then. */
function* spendings(untold: readonly Stretch[], runs: readonly Run[], toldAt: number) {
  let left = runs.reduce((sum, [, ticks]) => sum + ticks, 0)
  const spans = runs.map(([activity, ticks]) => {
    const from = toldAt - left
    left -= ticks
    return { activity, from, to: from + ticks }
  })
  for (const { segment, skill, from, to } of untold) {
    let unknown = to - from
    for (const span of spans) {
      const ticks = Math.min(to, span.to) - Math.max(from, span.from)
      if (ticks <= 0) continue
      unknown -= ticks
      yield { segment, skill, activity: span.activity, ticks }
    }
    if (unknown > 0) yield { segment, skill, activity: null, ticks: unknown }
  }
}

/** Puts together what was spent in the same skill with the same activity. */
export function sumUp(spent: readonly Spending[]): Spending[] {
  const kinds = Map.groupBy(spent, ({ skill, activity }) => JSON.stringify([skill, activity]))
  return [...kinds.values()].flatMap((same) => {
    const [first] = same
    return first ? { skill: first.skill, activity: first.activity, ticks: ticksOf(same) } : []
  })
}

/** All ticks of some spendings. */
export function ticksOf(spent: readonly Spending[]): number {
  return spent.reduce((sum, { ticks }) => sum + ticks, 0)
}
