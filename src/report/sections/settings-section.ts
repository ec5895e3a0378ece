import type { TrialResult } from '#trial/result'
import { range, runs, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import { setupsOf } from '../setups.ts'
import { NOTHING, type Row } from '../table.ts'
import type { TrialSet } from '../trial-set.ts'

/** The settings of the trials, with one column for each combination. */
export function settingsSection(sets: readonly TrialSet[]): Section {
  const setups = sets.flatMap(setupsOf)
  const facts = [...new Set(setups.flatMap((setup) => Object.keys(setup.facts)))]
  const results = setups.map(({ trials }) => trials.map(({ result }) => result))
  const rows: Row[] = [
    ...facts.map((name) => ({
      cells: [name, ...setups.map((setup) => setup.facts[name] ?? NOTHING)],
    })),
    {
      cells: [
        'ticks per trial (limit)',
        ...results.map((all) => range(all.map(({ settings }) => settings.maxTicks))),
      ],
    },
    { cells: ['trials', ...results.map((all) => whole(all.length))] },
    {
      cells: ['tasks', ...results.map((all) => whole(new Set(all.map(({ task }) => task)).size))],
    },
    { cells: ['seeds', ...results.map((all) => seedsText(all.map(({ seed }) => seed)))] },
    {
      cells: [
        'started in survival mode with an empty inventory',
        ...results.map(
          (all) =>
            `${whole(all.filter(({ fairStart }) => fairStart).length)} of ${whole(all.length)}`,
        ),
      ],
    },
    {
      cells: ['vanilla-limit violations', ...results.map(violationsText)],
    },
    { cells: ['cheats', ...setups.map(() => 'none')] },
  ]
  return {
    id: 'settings',
    title: 'Settings',
    text: [
      'No trial uses cheats: the agent runs no commands, does not teleport, and loses its inventory when it dies. With perception “seen”, the agent knows only what was in its line of sight. With “loaded”, it knows everything that the server has sent, even behind rock; results of the two are not comparable. With input limits “vanilla”, the agent digs, uses items and clicks no faster than the vanilla client allows. With “bot”, it has no cooldowns, like other mineflayer agents.',
    ],
    plots: [],
    tables: [
      {
        caption: 'Settings',
        columns: [
          { heading: '', kind: 'text' },
          ...setups.map(({ label }) => ({ heading: label, kind: 'text' }) as const),
        ],
        rows,
      },
    ],
  }
}

/** Violations by limit. Trials without an audit are not counted. */
function violationsText(results: readonly TrialResult[]): string {
  const counted = results.flatMap(({ clientLimitViolations }) =>
    clientLimitViolations ? [clientLimitViolations] : [],
  )
  if (counted.length === 0) return NOTHING
  const sums = new Map<string, number>()
  for (const [limit, count] of counted.flatMap((one) => Object.entries(one)))
    sums.set(limit, (sums.get(limit) ?? 0) + count)
  const words = [...sums].map(([limit, count]) => `${whole(count)} ${limit}`)
  return words.join(', ') || 'none'
}

/** The number of seeds, and the seeds. */
function seedsText(seeds: readonly number[]): string {
  const different = new Set(seeds).size
  return `${whole(different)}: ${runs(seeds)}`
}
