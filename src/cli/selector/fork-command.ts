import { Command } from 'commander'
import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { trialFolder } from '#trial/campaign'
import { readEvents } from '#trial/event-log'
import { type ForkedDecision, forkedDecisions, forksOf } from '#trial/forks'
import { byModel, regrets, usualChoosers } from '#trial/regret'
import { trialsIn } from '#trial/sample-folders'
import { UsageError } from '#trial/usage-error'
import { plainJson, plainText } from '#wire/plain-text'
import { EXIT } from '../exit-codes.ts'
import { stopSignal } from '../stop-signal.ts'
import { count } from '../whole-number.ts'
import { modelIfAny } from './chosen-model.ts'
import { playForSamples } from './play-for-samples.ts'
import { regretLines } from './regret-lines.ts'

/** Longest line on what was left out (characters). */
const LINE_LENGTH = 300

interface ForkOptions {
  out: string
  decisions: number
  workers: number
  selectorModel?: string
  json?: boolean
}

/** A trial that was played, with its forks. */
interface ForkedTrial {
  readonly folder: string
  readonly selector: string
  readonly events: readonly TrialEvent[]
  readonly forks: readonly Settings[]
}

/**
 * `delver selector fork`: plays trials again up to a decision, with another candidate there.
 * @param launcher The script that the processes of trials run.
 */
export function forkCommand(launcher: string, onExit: (code: number) => void): Command {
  return new Command('fork')
    .description('find out what other choices would have taken, and what choices cost')
    .argument('<folders...>', 'of trials that were played in the practice world')
    .requiredOption('--out <folder>', 'where the folders of the forks go')
    .option('--decisions <number>', 'at most so many of a trial', count, 6)
    .option('--workers <number>', 'trials at a time', count, 1)
    .option(
      '--selector-model <file>',
      'tell what this model would have chosen (default: the one that comes with Delver, if any)',
    )
    .option('--json', 'print the regrets as one line of JSON, and progress to standard error')
    .action(async (folders: string[], options: ForkOptions) => {
      const { out, workers, json, decisions, selectorModel } = options
      const model = modelIfAny(selectorModel ?? null)
      const trials = folders.flatMap(trialsIn).flatMap((folder) => forkedTrial(folder, decisions))
      if (trials.length === 0) throw new UsageError('none of the trials can be forked')
      const missing = await playForSamples({
        trials: trials.flatMap(({ forks }) => forks),
        folder: out,
        workers,
        launcher,
        signal: stopSignal(),
        stream: json ? process.stderr : process.stdout,
      })
      const found = trials.map((trial) => ({ trial, decisions: decisionsIn(trial, out) }))
      const rows = Map.groupBy(found, ({ trial }) => trial.selector)
      const tables = [...rows].map(([selector, all]) => ({
        trialsBy: selector,
        trials: all.length,
        regrets: regrets(
          all.flatMap(({ decisions }) => decisions),
          [...usualChoosers(selector), ...(model ? [byModel(model)] : [])],
        ),
      }))
      if (json) console.log(plainJson(tables))
      else for (const { regrets } of tables) console.log(['', ...regretLines(regrets)].join('\n'))
      onExit(missing > 0 ? EXIT.notObtained : EXIT.obtained)
    })
}

/** A trial of the practice world that is no fork itself; says so and gives none of any other. */
function forkedTrial(folder: string, most: number): ForkedTrial[] {
  try {
    const events = readEvents(folder)
    const [start] = events
    if (start?.type !== 'trial-start') throw new Error('its log does not begin with trial-start')
    const { world, force, selector } = start.settings
    if (world !== 'practice') throw new Error('only histories of the practice world repeat')
    if (force.length > 0) throw new Error('it is a fork itself')
    return [{ folder, selector, events, forks: forksOf(events, most) }]
  } catch (error) {
    leaveOut(folder, error)
    return []
  }
}

/** The forked decisions of a trial, of the forks that were played. */
function decisionsIn({ folder, events, forks }: ForkedTrial, out: string): ForkedDecision[] {
  try {
    const played = forks.map((settings) => readEvents(trialFolder(out, settings)))
    return forkedDecisions(
      events,
      played.filter((log) => log.at(-1)?.type === 'trial-end'),
    )
  } catch (error) {
    leaveOut(folder, error)
    return []
  }
}

function leaveOut(folder: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  console.error(`left out: ${plainText(`${folder}: ${reason}`, LINE_LENGTH)}`)
}
