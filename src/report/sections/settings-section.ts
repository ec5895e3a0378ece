import type { TrialResult } from '#trial/result'
import { range, runs, whole } from '../numbers.ts'
import type { Section } from '../section.ts'
import { setupsOf } from '../setups.ts'
import { NOTHING, type Row } from '../table.ts'
import type { TrialSet } from '../trial-set.ts'

/** What the trials were played with: a column for each combination of settings. */
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
        'ticks that a trial had',
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
        'began with nothing, in survival mode',
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
      'The result of every trial says that no cheat was used: no commands, no teleport, and what is carried is lost in death. In the mode “seen” the agent knows what lay in its line of sight; in “loaded” all that the server has sent, through rock: the two are not to be compared. With the hands “vanilla” it digs, uses and clicks no quicker than the game’s own client lets a player; with “bot”, as other agents on mineflayer do, it makes no pauses.',
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

/** How often, by the limit; trials that nobody counted in are left out. */
function violationsText(results: readonly TrialResult[]): string {
  const counted = results.flatMap(({ handViolations }) => (handViolations ? [handViolations] : []))
  if (counted.length === 0) return NOTHING
  const sums = new Map<string, number>()
  for (const [limit, count] of counted.flatMap((one) => Object.entries(one)))
    sums.set(limit, (sums.get(limit) ?? 0) + count)
  const words = [...sums].map(([limit, count]) => `${whole(count)} ${limit}`)
  return words.join(', ') || 'none'
}

/** How many seeds, and which. */
function seedsText(seeds: readonly number[]): string {
  const different = new Set(seeds).size
  return `${whole(different)}: ${runs(seeds)}`
}
