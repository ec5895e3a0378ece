import { wilsonInterval } from '#trial/statistics'
import { decimal, rate, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import { NOTHING } from '../table.ts'
import type { ReportedTrial, TrialSet } from '../trial-set.ts'

/** Success with and without AdaPlanner's skill memory in the prompt (AdaPlanner, Figure 4d); null without any. */
export function skillMemorySection(sets: readonly TrialSet[]): Section | null {
  const all = sets.flatMap(({ trials }) => trials)
  if (all.every(({ record }) => (record?.examples ?? 0) === 0)) return null
  const rows = sets.flatMap(({ label, trials }) => [
    { name: `${label}, with skills`, trials: trials.filter(isShown) },
    { name: `${label}, without`, trials: trials.filter((trial) => !isShown(trial)) },
  ])
  return {
    id: 'skill-memory',
    title: 'Skill memory',
    text: [
      'Trials are “with skills” if their prompt contains solutions of earlier trials. Trials “without” are the first ones of a memory, those without a memory, and those that evaluate a new skill. The two groups also differ in their tasks. To compare fairly, play one campaign with a memory and one without.',
    ],
    plots: [],
    tables: [
      {
        caption: 'Success with skills and without',
        columns: [
          { heading: '', kind: 'text' },
          ...['trials', 'obtained', 'rate (95 %)', 'model calls per trial'].map(
            (heading) => ({ heading, kind: 'number' }) as const,
          ),
        ],
        rows: rows.map(({ name, trials: some }) => ({ cells: [name, ...cellsOf(some)] })),
      },
    ],
  }
}

function isShown({ record }: ReportedTrial): boolean {
  return (record?.examples ?? 0) > 0
}

function cellsOf(trials: readonly ReportedTrial[]): string[] {
  const { length } = trials
  if (length === 0) return ['0', NOTHING, NOTHING, NOTHING]
  const obtained = trials.filter(({ result }) => result.success).length
  const calls = trials.reduce((sum, { record }) => sum + (record?.calls.length ?? 0), 0)
  return [
    whole(length),
    whole(obtained),
    rate(obtained / length, wilsonInterval(obtained, length)),
    decimal(calls / length),
  ]
}
