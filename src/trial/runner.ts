import { rmdirSync } from 'node:fs'
import { url as debuggerUrl } from 'node:inspector'
import { GameClock } from '#clock/game-clock'
import { Pace } from '#clock/pace'
import type { Target, TrialEnd, TrialEvent } from '#events/events'
import type { Settings } from '#events/settings'
import { hasBody } from '#events/worlds'
import { registryFor } from '#knowledge/registry'
import type { RunLife, WatchBody } from '#life/port'
import type { GameTime } from '#llm/in-game-time'
import type { OpenModel } from '#llm/open-model'
import type { ModelSettings } from '#llm/settings'
import type { Strategy } from '#strategies/strategy'
import { counted } from '#wire/wording'
import { announced, type OnAsk } from './announced-model.ts'
import { DecisionCheck } from './decision-check.ts'
import { NoServer, SystemError, UsageError } from './errors.ts'
import { EventLog, readEvents } from './event-log.ts'
import { Judge } from './judge.ts'
import { LiveWordsWriter } from './live-words.ts'
import { MilestoneTracker } from './milestones.ts'
import { ModelOutage } from './model-outage.ts'
import { openHost } from './open-host.ts'
import { makeFolder } from './out-folder.ts'
import { Recorder } from './recorder.ts'
import { deriveResult, type TrialResult, writeResult } from './result.ts'
import { findTask, targetOf } from './tasks.ts'
import { createTranscript, type TranscriptFile } from './transcript-file.ts'
import { DEFAULT_VERSION, trialStart } from './trial-start.ts'
import { UncaughtErrors } from './uncaught-errors.ts'
import { Watchdog } from './watchdog.ts'
import type { WorldHost } from './world-host.ts'

/** Time for the agent to leave after the signal to stop (ticks). */
const LEAVING_TICKS = 200

/** Maximum delay of the server's inventory behind the agent's (ticks). */
const CLAIM_TICKS = 40

export interface TrialRun {
  readonly settings: Settings
  /** The language model and its key; null for settings without one. */
  readonly model?: ModelSettings | null
  /** Folder for `events.jsonl` and `result.json`; made unless it exists. */
  readonly folder: string
  /** Ends the trial early; the log stays complete. */
  readonly signal: AbortSignal
  readonly onEvent?: (event: TrialEvent) => void
  /** Called when a call to the language model begins and ends. */
  readonly onAsk?: OnAsk
  /**
   * Makes what chooses the goals in place of the settings' strategy.
   * @param time that of a simulated world; null for other worlds.
   */
  readonly makeStrategy?: (time: GameTime | null) => Strategy
  readonly watch?: TrialWatch
  /** Speed of the practice world, which may change during the trial; the speed of the settings by default. */
  readonly pace?: Pace
  /** Loads the agent; the real one by default. Called before time passes, so that loading takes no part of the trial. */
  readonly loadAgent?: () => Promise<RunLife>
  /** How long the process may hang before the watchdog kills it (ms of the wall clock). */
  readonly patienceMs?: number
}

/** Observes a trial without changing it. */
export interface TrialWatch {
  readonly watchBody: WatchBody
  /** Called when the agent has left; the trial ends when the promise settles. */
  close(): Promise<void>
}

interface Ending {
  end: TrialEnd
  detail: string
}

/**
 * Plays one trial and writes its folder. Any error during the trial ends it and is part of its result.
 * @throws UsageError when the game version lacks the item, or the folder cannot be made or contains a trial; nothing is
 * written then.
 * @throws SystemError when the disk is full; the log is incomplete then, and there is no result.
 */
export async function runTrial(given: TrialRun): Promise<TrialResult> {
  const run = { ...given, pace: given.pace ?? new Pace(given.settings.speed) }
  // The simulation replaces the date.
  const startedAt = new Date().toISOString()
  const task = findTask(run.settings.task)
  if (run.settings.llm && !run.model) throw new UsageError('the language model has no settings')
  makeFolder(run.folder)
  let host: WorldHost | null = null
  let watchdog: Watchdog | null = null
  try {
    const opened = await openHost(run.settings, run.pace).catch((error: unknown) => ending(error))
    if ('connection' in opened) host = opened
    const version = host?.connection.version ?? run.settings.version
    const target = targetOf(task, registryFor(version ?? DEFAULT_VERSION))
    // A trial that cannot be recorded stops.
    const unwritable = new AbortController()
    const log = EventLog.create(run.folder, () => unwritable.abort())
    const transcript = run.settings.llm
      ? createTranscript(run.folder, () => unwritable.abort())
      : null
    const signal = AbortSignal.any([run.signal, unwritable.signal])
    const recorder = new Recorder(
      log,
      host?.clock ?? new GameClock(),
      run.onEvent ? [run.onEvent] : [],
    )
    recorder.record(trialStart({ ...run.settings, version }, startedAt))
    // Trials of the text world take moments and have no server that could hang. A debugger stops the process at
    // breakpoints.
    const mayHang = hasBody(run.settings.world) && debuggerUrl() === undefined
    watchdog = mayHang ? Watchdog.start(run.folder, run.patienceMs) : null
    const last =
      'connection' in opened
        ? await play(opened, target, recorder, { ...run, signal, transcript }, watchdog)
        : opened
    watchdog?.expectEnd()
    const violations = host?.clientLimitViolations?.()
    if (violations) recorder.record({ type: 'client-limit-violations', violations })
    recorder.record({ type: 'trial-end', ...last })
    await run.watch?.close()
    transcript?.writer.close()
    if (transcript?.failure) throw transcript.failure
    return conclude(run.folder, log)
  } catch (error) {
    if (error instanceof UsageError) removeEmpty(run.folder)
    throw error
  } finally {
    await host?.close()
    watchdog?.close()
  }
}

/** Writes the result of a complete log. @throws SystemError */
function conclude(folder: string, log: EventLog): TrialResult {
  const { isDeleted } = log
  log.close()
  if (log.failure) throw log.failure
  if (isDeleted)
    throw new SystemError(`another process deleted the log in ${folder}; there is no result`)
  const result = deriveResult(readEvents(folder))
  writeResult(folder, result)
  return result
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is not empty.
  }
}

async function play(
  host: WorldHost,
  target: Target,
  recorder: Recorder,
  run: TrialRun & { pace: Pace; transcript: TranscriptFile | null },
  watchdog: Watchdog | null,
): Promise<Ending> {
  const { settings } = run
  const stop = new AbortController()
  const registry = registryFor(host.connection.version)
  const milestones = new MilestoneTracker(target, registry)
  const judge = new Judge(target, registry, host.carried)
  let stoppedFor: Ending | null = null
  const giveVerdict = () => {
    const verdict = judge.verdict(milestones.reached)
    if (verdict) recorder.record(verdict)
  }
  const stopFor = (end: TrialEnd, detail: string) => {
    if (stoppedFor) return
    stoppedFor = { end, detail }
    giveVerdict()
    // The agent cannot leave a paused world.
    run.pace.release()
    watchdog?.expectEnd()
    stop.abort(end)
  }
  const over = new AbortController()
  const uncaught = new UncaughtErrors(over.signal)
  const interrupt = () => stopFor('interrupted', 'stopped from outside')
  run.signal.addEventListener('abort', interrupt)
  if (run.signal.aborted) interrupt()
  /** Ends the trial once the server's inventory contains the target, too: the last click may still be on its way. */
  const claim = (ticksLeft = CLAIM_TICKS) => {
    if (stop.signal.aborted) return
    if (judge.agrees()) stopFor('success', `${target.milestone} obtained`)
    else if (ticksLeft > 0) ticks(host.clock, 1, over.signal).then(() => claim(ticksLeft - 1))
  }
  ticks(host.clock, settings.maxTicks, over.signal).then(() =>
    stopFor('limit', `the limit of ${counted(settings.maxTicks, 'tick')} is reached`),
  )
  const decisions = new DecisionCheck(settings, stopFor)
  const outage = new ModelOutage()
  let opened: OpenModel | null = null
  try {
    opened = await openLlm(host, recorder, run, outage)
    const runLife = await (run.loadAgent ?? host.loadAgent ?? loadAgent)()
    const episode = runLife({
      connection: host.connection,
      target,
      settings,
      llm: opened &&
        settings.llm && {
          ...settings.llm,
          ...announced(opened, run.onAsk),
          isTimeless: settings.llm.time === 'pause',
        },
      ...(run.makeStrategy && { strategy: run.makeStrategy(host.gameTime ?? null) }),
      clock: host.clock,
      maxTicks: settings.maxTicks,
      signal: stop.signal,
      record(event) {
        recorder.record(event)
        decisions.onEvent(event)
      },
      onUncaught: uncaught.onError,
      ...(run.watch && { watchBody: run.watch.watchBody }),
      inventory(held, worn) {
        if (stop.signal.aborted) return
        for (const name of milestones.update(held, worn))
          recorder.record({ type: 'milestone', name })
        if (milestones.reached) claim()
      },
    })
    const outcome = await host.run(
      Promise.race([episode, uncaught.unhandled, overdue(host.clock, stop.signal, over.signal)]),
    )
    if (stoppedFor) return endOfForced(stoppedFor, decisions)
    giveVerdict()
    const { end, detail } = outcome
    const gaveUp = end === 'stopped' || end === 'gave-up'
    return endOfForced(
      { end: gaveUp ? (outage.isOut ? 'no-model' : 'gave-up') : end, detail },
      decisions,
    )
  } catch (error) {
    return ending(error)
  } finally {
    over.abort()
    run.signal.removeEventListener('abort', interrupt)
    await opened?.close()
  }
}

/** The end of a trial; `forced-choice-missing` for a trial that ended by itself before a decision that it overrides. */
function endOfForced(ending: Ending, { missing }: DecisionCheck): Ending {
  const isOver = ['success', 'limit', 'gave-up'].includes(ending.end)
  return isOver && missing !== null ? { end: 'forced-choice-missing', detail: missing } : ending
}

/** Opens the language model before time passes; null for a trial without one. */
async function openLlm(
  { gameTime, connection }: WorldHost,
  recorder: Recorder,
  { settings, model, transcript, folder }: TrialRun & { transcript: TranscriptFile | null },
  outage: ModelOutage,
): Promise<OpenModel | null> {
  const { llm } = settings
  if (!llm || !model) return null
  const { openModel } = await import('#llm/open-model')
  const { transcriptReader } = await import('./transcript-reader.ts')
  const words = new LiveWordsWriter(folder)
  const opened = await openModel(model, {
    ...(transcript && { transcript: transcript.writer }),
    read: transcriptReader(registryFor(connection.version), settings),
    onCall: (event, role) => {
      outage.onCall(event, role)
      recorder.record(event)
    },
    onWords: (purpose, said) => words.write(purpose, said),
    onPause: (purpose, pause) => recorder.record({ type: 'llm-pause', purpose, ...pause }),
    ...(gameTime && { gameTime: { time: gameTime, mode: llm.time ?? 'pause' } }),
  })
  return {
    ...opened,
    async close() {
      await opened.close()
      words.close()
    },
  }
}

async function loadAgent(): Promise<RunLife> {
  const { runLife } = await import('#life/life')
  return runLife
}

/** Resolves when the agent has not left in time after the signal to stop. */
async function overdue(clock: GameClock, stop: AbortSignal, over: AbortSignal) {
  await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  await ticks(clock, LEAVING_TICKS, over)
  return { end: 'stopped', detail: 'the agent did not leave in time' } as const
}

/** Resolves after a number of ticks; never if `over` fires first. */
function ticks(clock: GameClock, count: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => clock.wait(count, over).then(resolve, () => {}))
}

function ending(error: unknown): Ending {
  if (error instanceof UsageError) throw error
  if (error instanceof NoServer) return { end: 'no-server', detail: error.message }
  return {
    end: 'crash',
    detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
  }
}
