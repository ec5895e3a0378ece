import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TrialEnd } from '#events/events'
import { hasBody } from '#events/worlds'
import { runBenchmark } from '#textcraft/benchmark'
import { Rulebook } from '#textcraft/rulebook'
import { TEST_TASKS } from '#textcraft/tasks'
import { readEvents } from '#trial/event-log'
import { playHere } from '#trial/here-player'
import { processPlayer } from '#trial/process-player'
import { isToRepeat } from '#trial/result'
import { type ModelOptions, modelFlags, modelSettings } from '../model-options.ts'
import { openSolver } from '../textcraft-command.ts'
import { TRIAL_NODE_OPTIONS, TRIAL_PROCESS } from '../trial-process-command.ts'
import { benchHistory, isRefusal, TEXTCRAFT_PLAY, trialsOf } from './bench-plan.ts'
import {
  type BenchGames,
  type BenchModel,
  type BenchResult,
  type BenchTrial,
  unpacked,
} from './bench-result.ts'
import type { Suite, SuitePart } from './suites.ts'

/** The result of a verification. */
export interface Verification {
  /** Trials and games whose replay has the same history and outcome. */
  readonly same: number
  /** What does not hold, a line each. */
  readonly problems: readonly string[]
  /** Trials and games that were not replayed: the part was not chosen, or the verification was stopped. */
  readonly skipped: number
}

export interface VerifyOptions {
  /** Names of the parts to replay. */
  readonly parts: readonly string[]
  /** The script that processes of trials run. */
  readonly launcher: string
  readonly signal: AbortSignal
  onProblem(problem: string): void
}

/** Limit of wall-clock time for a trial with a body (ms). */
const WALL_LIMIT_MS = 1_800_000

/**
 * Replays the trials of a result from their transcripts, without a model, and compares their histories; and counts all
 * trials again. Trials with a body play in a process each, as they did.
 */
export async function verify(
  result: BenchResult,
  suite: Suite,
  { parts: wanted, launcher, signal, onProblem }: VerifyOptions,
): Promise<Verification> {
  const problems: string[] = []
  let same = 0
  let skipped = 0
  const note = (problem: string) => {
    problems.push(problem)
    onProblem(problem)
  }
  for (const model of result.models) {
    for (const problem of miscounted(model, suite)) note(problem)
    for (const trial of model.trials) {
      const part = suite.parts[trial.part]
      const where = `${model.model}, ${trial.part}, ${trial.task}, seed ${trial.seed}`
      if (!wanted.includes(trial.part) || signal.aborted) skipped++
      else if (part?.kind !== 'trials') note(`${where}: the suite has no such part`)
      else {
        const problem = await replayed(model, trial, part, { launcher, signal })
        if (signal.aborted) skipped++
        else if (problem === null) same++
        else note(`${where}: ${problem}`)
      }
    }
    for (const games of model.games) {
      const isWanted = wanted.includes(games.part) && !signal.aborted
      const found = isWanted ? await replayedGames(model, games, signal) : null
      for (const problem of found?.problems ?? []) note(`${model.model}, ${games.part}, ${problem}`)
      same += found?.same ?? 0
      skipped += found?.skipped ?? games.tasks.length
    }
  }
  return { same, problems, skipped }
}

/** The parts whose trials do not add up to their figures. */
function miscounted({ model, parts, trials, games }: BenchModel, suite: Suite): string[] {
  return Object.entries(parts).flatMap(([name, { successes, trials: played }]) => {
    const own =
      suite.parts[name]?.kind === 'textcraft'
        ? games.filter(({ part }) => part === name).flatMap(({ tasks }) => tasks)
        : trials.filter(({ part }) => part === name)
    const keys = own.map((one) => ('id' in one ? one.id : `${one.task} ${one.seed}`))
    const counted = own.filter((one) => ('id' in one ? one.solved : one.success)).length
    const isRight = own.length === played && new Set(keys).size === played && counted === successes
    return isRight ? [] : [`${model}, ${name}: its trials do not add up to its figures`]
  })
}

/** Why the replay of a trial differs; null when it does not. */
async function replayed(
  { model, options: own }: BenchModel,
  trial: BenchTrial,
  part: SuitePart & { kind: 'trials' },
  { launcher, signal }: Pick<VerifyOptions, 'launcher' | 'signal'>,
): Promise<string | null> {
  return withTranscript(trial.transcript, async (transcript, folder) => {
    const options: ModelOptions = { ...own, model, replayCalls: transcript }
    const replaying = modelSettings(modelFlags(options))
    const settings = trialsOf(part, { settings: replaying, options }).find(
      ({ task, seed }) => task === trial.task && seed === trial.seed,
    )
    if (!settings) return 'it is not in the suite'
    const out = join(folder, 'trial')
    const played = { settings, folder: out, signal, onStart() {} }
    const player = processPlayer({
      atOnce: 1,
      wallLimitMs: WALL_LIMIT_MS,
      command: [process.execPath, ...TRIAL_NODE_OPTIONS, launcher, TRIAL_PROCESS],
      model: modelFlags(options),
      recording: false,
    })
    const result = hasBody(part.world)
      ? await player.play(played)
      : await playHere(played, replaying)
    await player.close?.()
    const events = readEvents(out)
    if (benchHistory(events) !== trial.history)
      return result && isUnfinished(result.end)
        ? `the replay did not finish: ${result.detail}`
        : 'the replay has another history'
    const isSuccess = part.wanted === 'target' ? result?.success : isRefusal(events)
    return isSuccess === trial.success ? null : 'the replay has another outcome'
  }).catch(reasonOf)
}

/** Whether something outside the trial ended it, which says nothing about its history. */
function isUnfinished(end: TrialEnd): boolean {
  return isToRepeat(end) || end === 'crash' || end === 'wall-timeout'
}

/** Plays the tasks of TextCraft again, in their order. */
async function replayedGames(
  { model, options: own }: BenchModel,
  { tasks, transcript }: BenchGames,
  signal: AbortSignal,
): Promise<Verification> {
  const problems: string[] = []
  let same = 0
  const unknown = tasks.filter(({ id }) => !TEST_TASKS.some((task) => task.id === id))
  problems.push(...unknown.map(({ id }) => `task ${id}: it is not in the suite`))
  const reason = await withTranscript(transcript, async (file) => {
    const book = new Rulebook()
    const options = { ...own, ...TEXTCRAFT_PLAY, model, replayCalls: file, planner: 'llm' } as const
    const { solver, close } = await openSolver(options, book)
    const asked = tasks.flatMap(({ id }) => TEST_TASKS.find((task) => task.id === id) ?? [])
    const { ended } = await runBenchmark(
      asked,
      solver,
      book,
      ({ id, solved, calls }) => {
        const before = tasks.find((task) => task.id === id)
        if (before?.solved === solved && before.calls === calls) same++
        else problems.push(`task ${id}: the replay has another outcome`)
      },
      signal,
    ).finally(close)
    return ended === null || ended === 'interrupted' ? null : ended.detail
  }).catch(reasonOf)
  if (reason !== null) problems.push(reason)
  return { same, problems, skipped: tasks.length - same - problems.length }
}

/** Calls with a file of a transcript, in a folder that is deleted afterwards. @throws Error for a damaged transcript. */
async function withTranscript<T>(
  transcript: string,
  work: (file: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'delver-verify-'))
  try {
    const file = join(folder, 'calls.jsonl')
    writeFileSync(file, unpacked(transcript))
    return await work(file, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
