import { Command } from 'commander'
import type { TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { trialFolder } from '#trial/campaign'
import { UsageError } from '#trial/errors'
import { readEvents } from '#trial/event-log'
import { type ForkedDecision, forkedDecisions, forksOf } from '#trial/forks'
import { byModel, regrets, usualChoosers } from '#trial/regret'
import { trialsIn } from '#trial/sample-folders'
import { plainJson, plainText } from '#wire/plain-text'
import { EXIT } from '../exit-codes.ts'
import { GROUP, requireOptions } from '../help.ts'
import { stopSignal } from '../stop-signal.ts'
import { count } from '../whole-number.ts'
import { modelIfAny } from './chosen-model.ts'
import { playForSamples } from './play-for-samples.ts'
import { regretLines } from './regret-lines.ts'

/** Longest note on a skipped trial (characters). */
const LINE_LENGTH = 300

interface ForkOptions {
  out: string
  decisions: number
  workers: number
  selectorModel?: string
  json?: boolean
}

/** A finished trial and its forks. */
interface ForkedTrial {
  readonly folder: string
  readonly selector: string
  readonly events: readonly TrialEvent[]
  readonly forks: readonly Settings[]
}

/**
 * `delver selector fork`: replays trials up to a decision and takes another candidate there.
 * @param launcher The script that processes of trials run.
 */
export function forkCommand(launcher: string, onExit: (code: number) => void): Command {
  const command = new Command('fork')
    .description('Replay alternative choices to estimate regret.')
    .argument('<folders...>', 'folders of finished trials in the practice world')
    .option('--decisions <number>', 'maximum number of decisions to fork per trial', count, 6)
    .option('--workers <number>', 'number of trials to play in parallel', count, 1)
    .option(
      '--selector-model <file>',
      'also estimate the regret of this model (default: the built-in one)',
    )
    .optionsGroup(GROUP.output)
    .option('--out <folder>', "folder for the forks' folders")
    .option('--json', 'print the regrets as one line of JSON, and progress to standard error')
  return requireOptions(command, '--out').action(
    async (folders: string[], options: ForkOptions) => {
      const { out, workers, json, decisions, selectorModel } = options
      const model = modelIfAny(selectorModel ?? null)
      const trials = folders.flatMap(trialsIn).flatMap((folder) => forkedTrial(folder, decisions))
      if (trials.length === 0) throw new UsageError('no trial in these folders can be forked')
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
      onExit(missing > 0 ? EXIT.notObtained : EXIT.success)
    },
  )
}

/** The trial in a folder; empty, with a note, unless it is from the practice world and not a fork itself. */
function forkedTrial(folder: string, most: number): ForkedTrial[] {
  try {
    const events = readEvents(folder)
    const [start] = events
    if (start?.type !== 'trial-start') throw new Error('its log does not begin with trial-start')
    const { world, overrideChoice, selector } = start.settings
    if (world !== 'practice') throw new Error('only trials in the practice world can be replayed')
    if (overrideChoice.length > 0) throw new Error('it is a fork itself')
    return [{ folder, selector, events, forks: forksOf(events, most) }]
  } catch (error) {
    leaveOut(folder, error)
    return []
  }
}

/** The decisions of a trial whose forks have finished. */
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
  console.error(`skipped: ${plainText(`${folder}: ${reason}`, LINE_LENGTH)}`)
}
