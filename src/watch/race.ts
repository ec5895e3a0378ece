import type { TrialRow } from './protocol.ts'

/** Number of trials in a race. */
export const MIN_RACERS = 2
export const MAX_RACERS = 8

/** Why trials cannot race, in one line; null if they can. */
export function raceProblem(rows: readonly TrialRow[]): string | null {
  if (rows.length < MIN_RACERS || rows.length > MAX_RACERS)
    return `A race needs ${MIN_RACERS} to ${MAX_RACERS} trials.`
  const unrecorded = rows.find(({ recording }) => !recording)
  if (unrecorded) return `${unrecorded.id} has no recording.`
  if (new Set(rows.map(({ seed }) => seed)).size > 1)
    return 'These trials cannot race: they have different seeds, so their worlds differ.'
  if (new Set(rows.map(({ version }) => version)).size > 1)
    return 'These trials cannot race: they have different Minecraft versions.'
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

/** The query of the page of a race, with the ids of its trials. */
export function raceQuery(ids: readonly string[]): string {
  return `trials=${ids.map(encodeURIComponent).join(',')}`
}

/** The ids in the query of an address, or null if it names none. */
export function racersIn(query: string): readonly string[] | null {
  const names = new URLSearchParams(query).get('trials')
  return names ? names.split(',').slice(0, MAX_RACERS + 1) : null
}
