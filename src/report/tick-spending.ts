import type { EventOf, TrialEvent } from '#events/events'
import { plainText } from '#wire/plain-text'

type Run = NonNullable<EventOf<'vitals'>['activities']>[number]
export type Activity = Run[0]

/** Ticks of one activity within one skill. */
export interface Spending {
  /** The innermost running skill; null between skills. */
  readonly skill: string | null
  /** Null if the log does not record it. */
  readonly activity: Activity | null
  readonly ticks: number
}

/** How a trial spent its ticks from one milestone to the next. */
export interface Segment {
  /** The milestone at its end; null after the last milestone. */
  readonly end: string | null
  readonly spent: readonly Spending[]
}

/** A stretch of ticks in one skill, before its activities are known. */
interface Stretch {
  readonly segment: number
  readonly skill: string | null
  readonly from: number
  readonly to: number
}

/** Assigns every tick of a trial's log to a segment, a skill and an activity. */
export function segmentsOf(events: readonly TrialEvent[]): Segment[] {
  const ends: (string | null)[] = []
  const spent: (Spending & { readonly segment: number })[] = []
  const skills: string[] = []
  let pending: Stretch[] = []
  let seenUpTo = 0
  for (const event of events) {
    if (event.t > seenUpTo) {
      const skill = skills.at(-1) ?? null
      pending.push({ segment: ends.length, skill, from: seenUpTo, to: event.t })
      seenUpTo = event.t
    }
    if (event.type === 'skill-start') skills.push(plainText(event.skill))
    if (event.type === 'skill-end') skills.pop()
    if (event.type === 'milestone') ends.push(event.name)
    if ('activities' in event && event.activities) {
      spent.push(...spendings(pending, event.activities, event.t))
      pending = []
    }
  }
  spent.push(...spendings(pending, [], seenUpTo))
  const bySegment = Map.groupBy(spent, ({ segment }) => segment)
  if (bySegment.has(ends.length)) ends.push(null)
  return ends.map((end, index) => ({ end, spent: sumUp(bySegment.get(index) ?? []) }))
}

/** Matches activities with the stretches before the tick at which they were reported; the last one ends then. */
function* spendings(pending: readonly Stretch[], runs: readonly Run[], reportedAt: number) {
  let left = runs.reduce((sum, [, ticks]) => sum + ticks, 0)
  const spans = runs.map(([activity, ticks]) => {
    const from = reportedAt - left
    left -= ticks
    return { activity, from, to: from + ticks }
  })
  for (const { segment, skill, from, to } of pending) {
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

/** Combines the ticks of equal skill and activity. */
export function sumUp(spent: readonly Spending[]): Spending[] {
  const kinds = Map.groupBy(spent, ({ skill, activity }) => JSON.stringify([skill, activity]))
  return [...kinds.values()].flatMap((same) => {
    const [first] = same
    return first ? { skill: first.skill, activity: first.activity, ticks: ticksOf(same) } : []
  })
}

/** The sum of ticks. */
export function ticksOf(spent: readonly Spending[]): number {
  return spent.reduce((sum, { ticks }) => sum + ticks, 0)
}
