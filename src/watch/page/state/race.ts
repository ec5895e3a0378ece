import type { Milestone } from './timeline.ts'

/** The colours of the agents in a race, which differ in brightness too. */
export const RACE_COLOURS: readonly string[] = [
  '#4fd1bd',
  '#f5a623',
  '#e8618c',
  '#6ea8fe',
  '#c3e04f',
  '#b78bf0',
  '#ff7a5c',
  '#f2e6c9',
]

/** The names of trials without what all of them have in common at the start. */
export function shortNames(ids: readonly string[]): readonly string[] {
  const [first = ''] = ids
  let common = 0
  while (common < first.length && ids.every((id) => id[common] === first[common])) common++
  const start = first.lastIndexOf('-', common - 1) + 1
  return ids.map((id) => id.slice(Math.min(start, common)) || id)
}

/** What an agent of a race has reached so far. */
export interface Standing {
  /** Milestones so far, and the tick of the last one. */
  readonly count: number
  readonly lastTick: number
  /** 1 for the leader. Agents with equal milestones at equal ticks share a place. */
  readonly place: number
}

/** The standings at a tick: more milestones come first, then earlier ones. */
export function standingsAt(
  racers: readonly (readonly Milestone[])[],
  tick: number,
): readonly Standing[] {
  const scores = racers.map((milestones) => {
    const reached = milestones.filter((one) => one.tick <= tick)
    return { count: reached.length, lastTick: reached.at(-1)?.tick ?? 0 }
  })
  return scores.map((own) => ({
    ...own,
    place: 1 + scores.filter((other) => isAhead(other, own)).length,
  }))
}

function isAhead(a: Omit<Standing, 'place'>, b: Omit<Standing, 'place'>): boolean {
  return a.count > b.count || (a.count === b.count && a.lastTick < b.lastTick)
}
