import { join } from 'node:path'
import type { Settings } from '#events/settings'
import { playedBefore, trialFolder } from '#trial/campaign'
import { readEvents } from '#trial/event-log'
import { type Finished, searchOracle } from '#trial/oracle'
import { byModel, regrets, usualChoosers } from '#trial/regret'
import { playCampaign } from '../play-campaign.ts'
import { modelIfAny } from '../selector/chosen-model.ts'
import { regretLines } from '../selector/regret-lines.ts'
import type { TrialsRow } from './paper-table.ts'
import type { RowPlan } from './row-plan.ts'
import { outcomesOf, playedRow, type TrialsMatrix, trialsOf } from './trials-plan.ts'

/**
 * A row with the best of all choices: it replays the trials of another row with other choices (see {@link searchOracle}).
 * The trials with the original choices are in the folder of that row.
 * @param over the row whose trials are searched.
 */
export function oraclePlan(row: TrialsRow, over: TrialsRow, matrix: TrialsMatrix): RowPlan {
  const { launcher, workers, queue, out, tally } = matrix
  const folders = { base: join(out, over.folder), forks: join(out, row.folder) }
  const trials = trialsOf(over, matrix)
  const find = (settings: Settings) =>
    finished(settings.overrideChoice.length > 0 ? folders.forks : folders.base, settings)
  const missing = trials.filter((trial) => searchOracle(trial, find).kind === 'open').length
  return {
    row,
    total: trials.length,
    missing,
    async play(signal) {
      const campaign = (wanted: readonly Settings[], folder: string) =>
        playCampaign({
          ...{ trials: wanted, folder, workers, queue, launcher, signal },
          ...{ recording: false, model: null, stream: process.stdout },
        })
      if (missing > 0) await campaign(trials, folders.base)
      const searches = () => trials.map((trial) => searchOracle(trial, find))
      // All searches advance by one decision at a time, so that their trials can be played in parallel.
      let round = searches()
      while (!signal.aborted) {
        const wanted = round.flatMap((search) => (search.kind === 'open' ? search.missing : []))
        if (wanted.length === 0) break
        const results = await campaign(wanted, folders.forks)
        round = searches()
        if (results.length < wanted.length) break
      }
      const found = round.filter((search) => search.kind === 'found')
      const results = found.flatMap(({ best: { settings } }) => {
        const folder = settings.overrideChoice.length > 0 ? folders.forks : folders.base
        return playedBefore(folder, settings) ?? []
      })
      const decisions = found.flatMap((one) => one.decisions)
      const model = modelIfAny(null)
      const choosers = [
        ...usualChoosers(over.options.selector ?? 'nearest'),
        ...(model ? [byModel(model)] : []),
      ]
      return {
        ...playedRow(outcomesOf(results, folders.forks, tally)),
        played: results.length,
        notes: [
          `${row.label}: the delay of the trial's end by single choices; ${over.options.selector} makes all other choices`,
          ...regretLines(regrets(decisions, choosers)),
        ],
      }
    },
  }
}

/** A finished trial with its log; null for an unfinished one. */
function finished(folder: string, settings: Settings): Finished | null {
  const result = playedBefore(folder, settings)
  if (!result) return null
  const { success, ticks } = result
  return {
    settings,
    events: readEvents(trialFolder(folder, settings)),
    ticks: success ? ticks : Number.POSITIVE_INFINITY,
  }
}
