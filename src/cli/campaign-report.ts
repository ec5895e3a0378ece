import { END_TITLES, skillTitle, taskTitle } from '#events/titles'
import type { Summary } from '#trial/summary'
import { tableLines } from './table.ts'

/** The tables of a campaign for people: the tasks, then the milestones of all trials. */
export function campaignReport(total: Summary, byTask: readonly Summary[]): string[] {
  const rows = byTask.length > 1 ? [...byTask, total] : [total]
  return [
    ...tableLines([
      ['task', 'trials', 'obtained', 'rate', '95 % interval', 'median ticks', 'deaths'],
      ...rows.map((row) => [
        taskTitle(row.task),
        String(row.trials),
        String(row.successes),
        percent(row.successRate),
        row.interval.map(percent).join(' - '),
        ticks(row.medianTicks),
        String(row.deaths),
      ]),
    ]),
    '',
    ...milestoneLines(total),
    `ends: ${countsText(total.ends, (end) => END_TITLES[end])}; failed skills: ${countsText(total.failures, skillTitle)}`,
  ]
}

function milestoneLines({ milestones, trials }: Summary): string[] {
  if (milestones.length === 0) return []
  const rows = milestones.map(({ name, reached, medianTick }) => [
    name,
    `${reached}/${trials}`,
    ticks(medianTick),
  ])
  return [...tableLines([['milestone', 'reached', 'median tick'], ...rows]), '']
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}

function ticks(value: number | null): string {
  return value === null ? '-' : String(Math.round(value))
}

function countsText<Name extends string>(
  counts: Readonly<Partial<Record<Name, number>>>,
  titleOf: (name: Name) => string,
): string {
  const parts: string[] = []
  for (const name in counts) parts.push(`${counts[name]} ${titleOf(name)}`)
  return parts.join(', ') || 'none'
}
