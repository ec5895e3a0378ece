import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEvents } from '#trial/event-log'
import { runTrial } from '#trial/runner'
import { modelSettings } from '../model-options.ts'
import { benchHistory, isRefusal, trialsOf } from './bench-plan.ts'
import { type BenchResult, type BenchTrial, unpacked } from './bench-result.ts'
import type { Suite, SuitePart } from './suites.ts'

/** The result of a verification. */
export interface Verification {
  /** Trials whose replay has the same history and outcome. */
  readonly same: number
  /** What does not hold, a line each. */
  readonly problems: readonly string[]
  /** Trials that were not replayed, because each needs a separate process. */
  readonly skipped: number
}

/**
 * Replays the trials of a result in the text world from their transcripts, without a model, and compares their histories; and
 * counts all trials again.
 */
export async function verify(
  result: BenchResult,
  suite: Suite,
  signal: AbortSignal,
): Promise<Verification> {
  const problems: string[] = []
  let same = 0
  let skipped = 0
  for (const { model, parts, trials } of result.models) {
    for (const [name, { successes, trials: played }] of Object.entries(parts)) {
      if (suite.parts[name]?.kind !== 'trials') continue
      const own = trials.filter(({ part }) => part === name)
      const counted = own.filter(({ success }) => success).length
      if (own.length !== played || counted !== successes)
        problems.push(`${model}, ${name}: its trials do not add up to its figures`)
    }
    for (const trial of trials) {
      if (signal.aborted) break
      const part = suite.parts[trial.part]
      if (part?.kind === 'trials' && part.world === 'text') {
        const problem = await replayed(model, trial, part, signal)
        if (problem === null) same++
        else problems.push(`${model}, ${trial.part}, ${trial.task}, seed ${trial.seed}: ${problem}`)
      } else skipped++
    }
  }
  return { same, problems, skipped }
}

/** Why the replay of a trial differs; null when it does not. */
async function replayed(
  model: string,
  trial: BenchTrial,
  part: SuitePart & { kind: 'trials' },
  signal: AbortSignal,
): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), 'delver-verify-'))
  try {
    const transcript = join(folder, 'calls.jsonl')
    writeFileSync(transcript, unpacked(trial.transcript))
    const options = { model, replayCalls: transcript }
    const settings = modelSettings(options)
    const asked = trialsOf(part, { settings, options }).find(
      ({ task, seed }) => task === trial.task && seed === trial.seed,
    )
    if (!asked) return 'it is not in the suite'
    const out = join(folder, 'trial')
    const { success } = await runTrial({ settings: asked, model: settings, folder: out, signal })
    const events = readEvents(out)
    if (benchHistory(events) !== trial.history) return 'the replay has another history'
    const isSuccess = part.wanted === 'target' ? success : isRefusal(events)
    return isSuccess === trial.success ? null : 'the replay has another outcome'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
