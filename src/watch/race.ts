import type { TrialRow } from './protocol.ts'

/** Number of trials in a race. */
export const MIN_RACERS = 2
export const MAX_RACERS = 8

/** How several trials are shown at the same tick: as ghosts in one view, or in views side by side. */
export type Together = 'race' | 'wall'

/** Greatest number of running trials that a page follows: a browser opens six connections to a server. */
const MAX_RUNNING = 4

/** Why trials cannot be shown together, in one line; null if they can. */
export function togetherProblem(rows: readonly TrialRow[], together: Together): string | null {
  if (rows.length < MIN_RACERS || rows.length > MAX_RACERS)
    return `Select ${MIN_RACERS} to ${MAX_RACERS} trials.`
  const waiting = rows.find(({ state }) => state === 'waiting')
  if (waiting) return `${waiting.id} has not started.`
  const unrecorded = rows.find(({ recording }) => !recording)
  if (unrecorded) return `${unrecorded.id} has no recording.`
  if (rows.filter(({ state }) => state === 'running').length > MAX_RUNNING)
    return `At most ${MAX_RUNNING} running trials can be shown together.`
  if (new Set(rows.map(({ version }) => version)).size > 1)
    return 'These trials have different Minecraft versions.'
  if (together === 'race' && new Set(rows.map(({ seed }) => seed)).size > 1)
    return 'These trials cannot race: they have different seeds, so their worlds differ.'
  return null
}

/** The greatest group of trials that can race, at most {@link MAX_RACERS}; empty if no two can. */
export function raceOf(rows: readonly TrialRow[]): readonly TrialRow[] {
  const groups = new Map<string, TrialRow[]>()
  for (const row of rows) {
    if (!row.recording) continue
    const key = `${row.seed} ${row.version}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  const [largest = []] = [...groups.values()].toSorted((a, b) => b.length - a.length)
  return largest.length < MIN_RACERS ? [] : largest.slice(0, MAX_RACERS)
}

/** The first trials that can be shown side by side: recorded ones of one version, at most {@link MAX_RACERS}. */
export function wallOf(rows: readonly TrialRow[]): readonly TrialRow[] {
  const recorded = rows.filter(({ recording }) => recording)
  return recorded.filter(({ version }) => version === recorded[0]?.version).slice(0, MAX_RACERS)
}

/** The query of a page of several trials, with their ids. */
export function raceQuery(ids: readonly string[]): string {
  return `trials=${ids.map(encodeURIComponent).join(',')}`
}

/** The ids in the query of an address, or null if it names none. */
export function racersIn(query: string): readonly string[] | null {
  const names = new URLSearchParams(query).get('trials')
  return names ? names.split(',').slice(0, MAX_RACERS + 1) : null
}
