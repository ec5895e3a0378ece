import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { ModelFlags } from '#llm/settings'
import { recordLost } from '#trial/lost-trial'
import { makeFolder } from '#trial/out-folder'
import { writeProgress } from '#trial/remote-progress'
import { type TrialResult, writeResult } from '#trial/result'
import { clearTrial } from '#trial/trial-files'
import type { PlayedTrial, TrialPlayer } from '#trial/trial-player'
import { plainText } from '#wire/plain-text'
import type { QueueAddress } from './address.ts'
import { buildName, modelFileHash } from './build.ts'
import { CampaignBudget } from './campaign-budget.ts'
import { campaignId } from './campaign-id.ts'
import { type FileStore, folderStore, redisStore, unpackFiles } from './file-store.ts'
import { openLink } from './redis-link.ts'
import { disagreement, isSameTrial } from './same-history.ts'
import { type Finish, finishSchema, jobId, progressSchema, type TrialJob } from './trial-job.ts'
import { lastEvent, MAX_ATTEMPTS, TrialQueue } from './trial-queue.ts'

/** Number of jobs per request. */
const BATCH = 500

/** Interval of checks for workers (ms). */
const LOOK_MS = 30_000

const REASON_LENGTH = 300

export interface QueuePlayerOptions {
  readonly address: QueueAddress
  /** Folder of the campaign. */
  readonly folder: string
  /** Options of the language model; null without one. */
  readonly model: ModelFlags | null
  readonly recording: boolean
  /** Limit of wall-clock time per trial (ms). */
  readonly wallLimitMs: number
  /** Shared folder through which files come back; null when they come through Redis. */
  readonly store: string | null
  /** Limit of the cost of all trials together (dollars); null for none. */
  readonly maxDollars: number | null
  /** Stops waiting and leaves the trials on the queue. */
  readonly signal: AbortSignal
  /** A one-line note for the user. */
  onNotice(line: string): void
}

/** A trial whose result the campaign waits for. */
interface Awaited {
  readonly trial: PlayedTrial
  readonly job: TrialJob
  isOnQueue: boolean
  isBegun: boolean
  /** Number of invalid results. */
  rejected: number
  settle(result: TrialResult | null): void
  fail(error: unknown): void
}

/**
 * Plays trials through workers on any machine, based on BullMQ. It resumes the trials that an earlier run of this campaign has
 * put on the queue.
 * @throws UsageError when Redis denies access.
 */
export async function openQueuePlayer(options: QueuePlayerOptions): Promise<TrialPlayer> {
  let player: QueuePlayer | null = null
  const redis = await openLink(
    options.address,
    { onNotice: options.onNotice, onBack: () => player?.lookAtAll() },
    options.signal,
  )
  const build = buildName()
  // The listener starts here, so that it misses no event of a fast worker.
  const since = await lastEvent(redis, build)
  player = new QueuePlayer(options, redis, build, since)
  return player
}

class QueuePlayer implements TrialPlayer {
  /** The queue holds them all. */
  readonly atOnce = Number.POSITIVE_INFINITY
  readonly #options: QueuePlayerOptions
  readonly #redis: Redis
  readonly #files: FileStore
  readonly #build: string
  readonly #queue: TrialQueue
  readonly #awaited = new Map<string, Awaited>()
  /** Results of trials that were started more than once, because another worker may still deliver a result. */
  readonly #finished = new Map<string, Finish>()
  readonly #look: NodeJS.Timeout
  #campaign: string | null = null
  #budget: CampaignBudget | null = null
  #flushing: Promise<void> | null = null
  #hasWorkers = true
  #isWithdrawn = false
  #isClosed = false

  constructor(options: QueuePlayerOptions, redis: Redis, build: string, since: string) {
    this.#options = options
    this.#redis = redis
    this.#build = build
    this.#files = options.store === null ? redisStore(redis) : folderStore(options.store)
    this.#queue = new TrialQueue(redis, build, since, {
      onProgress: (id, said) => this.#tell(id, this.#onProgress(id, said)),
      onFinish: (id, brought) => this.#tell(id, this.#onFinish(id, brought)),
      onFailed: (id, reason) => this.#tell(id, this.#onFailed(id, reason)),
      onDelayed: (id) => {
        if (this.#isWithdrawn) this.#withdraw(id)
      },
      onStalled: (id) => {
        const awaited = this.#awaited.get(id)
        if (awaited)
          this.#notice(`${awaited.job.name}: its worker does not respond; another worker gets it`)
      },
    })
    this.#look = setInterval(() => this.#lookForWorkers(), LOOK_MS).unref()
  }

  async play(trial: PlayedTrial): Promise<TrialResult | null> {
    const job = this.#jobOf(trial)
    const { promise, resolve, reject } = Promise.withResolvers<TrialResult | null>()
    const id = jobId(job)
    const settle = (result: TrialResult | null) => {
      this.#awaited.delete(id)
      resolve(result)
    }
    this.#awaited.set(id, {
      ...{ trial, job, settle, isOnQueue: false, isBegun: false, rejected: 0 },
      fail(error) {
        settle(null)
        reject(error)
      },
    })
    // The trial stays on the queue, and workers continue.
    trial.signal.addEventListener('abort', () => settle(null), { once: true })
    if (trial.signal.aborted) settle(null)
    // Flushes once after all trials are added.
    this.#flushing ??= setImmediate().then(() => this.#flush())
    return promise
  }

  withdraw(): void {
    this.#isWithdrawn = true
    for (const id of this.#awaited.keys()) this.#withdraw(id)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#look)
    // Without a connection, closing the queue would never finish.
    if (this.#redis.status === 'ready') {
      for (const id of this.#finished.keys()) {
        await this.#files.drop(id)
        await this.#queue.discard(id)
      }
      await this.#queue.close()
    }
    this.#redis.disconnect()
  }

  /** Checks every awaited trial, and puts those that Redis has lost on the queue again. */
  lookAtAll(): void {
    for (const awaited of this.#awaited.values()) awaited.isOnQueue = false
    this.#flushing ??= this.#flush()
  }

  #withdraw(id: string): void {
    this.#queue.remove(id).then((isRemoved) => isRemoved && this.#awaited.get(id)?.settle(null))
  }

  #jobOf({ settings, folder }: PlayedTrial): TrialJob {
    this.#campaign ??= campaignId(this.#options.folder)
    this.#budget ??= new CampaignBudget(this.#redis, this.#campaign)
    const { model, recording, wallLimitMs, store, maxDollars } = this.#options
    return {
      ...{ v: 1, build: this.#build, campaign: this.#campaign, name: basename(folder) },
      ...{ settings, model, recording, wallLimitMs, isPaid: maxDollars !== null },
      selectorModel: settings.selectorModel === null ? null : modelFileHash(settings.selectorModel),
      files: store === null ? 'redis' : 'store',
    }
  }

  /** Adds the awaited trials that are not on the queue. */
  async #flush(): Promise<void> {
    try {
      await this.#queue.announce()
      const { maxDollars } = this.#options
      if (maxDollars !== null) await this.#budget?.setLimit(maxDollars)
      await this.#tidy()
      for (;;) {
        const batch = [...this.#awaited].filter(([, { isOnQueue }]) => !isOnQueue).slice(0, BATCH)
        if (batch.length === 0) break
        for (const [, awaited] of batch) awaited.isOnQueue = true
        await this.#queue.add(batch.map(([id, { job }]) => [id, job]))
        await Promise.all(batch.map(([id]) => this.#lookAt(id)))
      }
      await this.#checkMoney()
      await this.#lookForWorkers()
    } catch (error) {
      if (!this.#isClosed) for (const { fail } of this.#awaited.values()) fail(error)
    } finally {
      this.#flushing = null
    }
  }

  /** Removes trials whose results an earlier run of this campaign has fetched, but which it did not remove. */
  async #tidy(): Promise<void> {
    const isDone = (id: string) =>
      id.startsWith(`${this.#campaign}.`) && !this.#awaited.has(id) && !this.#finished.has(id)
    // A stopped campaign awaits nothing, so that every trial would look done.
    for (const id of await this.#queue.over())
      if (isDone(id) && !this.#options.signal.aborted) await this.#forget(id)
  }

  async #lookAt(id: string): Promise<void> {
    const state = await this.#queue.stateOf(id)
    if (state?.kind === 'failed') await this.#onFailed(id, state.reason)
    else if (state?.kind === 'finished') await this.#onFinish(id, state.brought)
    else if (state) await this.#onProgress(id, state.said)
  }

  async #lookForWorkers(): Promise<void> {
    if (this.#redis.status !== 'ready' || this.#awaited.size === 0) return
    const hasWorkers = await this.#queue.hasWorkers()
    const isNews = this.#hasWorkers !== hasWorkers
    this.#hasWorkers = hasWorkers
    if (isNews && !this.#isClosed)
      this.#notice(
        hasWorkers
          ? 'workers are available'
          : `waiting for workers of this build (${this.#build}): delver worker --queue ...`,
      )
  }

  async #onProgress(id: string, data: unknown): Promise<void> {
    const { data: progress } = progressSchema.safeParse(data)
    if (progress?.kind === 'finish') return this.#onFinish(id, progress)
    const awaited = this.#awaited.get(id)
    if (!progress || !awaited) return
    if (!awaited.isBegun) awaited.trial.onStart(progress.worker)
    awaited.isBegun = true
    writeProgress(awaited.trial.folder, progress)
  }

  /** Takes a result from a worker. The first result counts; a second one must be identical. */
  async #onFinish(id: string, value: unknown): Promise<void> {
    const awaited = this.#awaited.get(id)
    const earlier = this.#finished.get(id)
    if (!awaited && !earlier) return
    const { data: finish } = finishSchema.safeParse(value)
    if (!finish) {
      this.#notice(`${id}: a worker delivered an invalid result; the trial is played again`)
      return this.#playAgain(id)
    }
    if (earlier) return this.#compare(id, earlier, finish)
    if (!awaited) return
    if (!isSameTrial(awaited.job.settings, finish.result.settings)) {
      this.#notice(`${id}: a worker delivered the result of another trial; it is played again`)
      return this.#playAgain(id)
    }
    this.#finished.set(id, finish)
    this.#awaited.delete(id)
    try {
      const files = await this.#files.get(id)
      if (finish.files.some((name) => !files.has(name))) {
        this.#notice(`${id}: its files are missing; the trial is played again`)
        this.#finished.delete(id)
        this.#awaited.set(id, awaited)
        return await this.#playAgain(id)
      }
      const { folder } = awaited.trial
      makeFolder(folder)
      clearTrial(folder)
      await unpackFiles(folder, files)
      writeResult(folder, finish.result)
      for (const { name, bytes } of finish.leftOut)
        this.#notice(
          `${awaited.job.name}: its ${name} is too large for Redis (${bytes} bytes) and is left out; use --store`,
        )
      await this.#forgetIfPlayedOnce(id)
      await this.#checkMoney()
      awaited.settle(finish.result)
    } catch (error) {
      awaited.fail(error)
    }
  }

  /** Withdraws the waiting trials when the campaign's budget is used up. */
  async #checkMoney(): Promise<void> {
    const { maxDollars } = this.#options
    if (this.#budget === null || maxDollars === null || this.#isWithdrawn) return
    const { spent } = await this.#budget.read()
    if (spent < maxDollars) return
    this.#notice(`$${spent.toFixed(2)} of $${maxDollars} are spent; no more trials are started`)
    this.withdraw()
  }

  async #compare(id: string, first: Finish, second: Finish): Promise<void> {
    await this.#files.drop(id)
    const different = disagreement(first, second)
    if (different === null) return
    this.#notice(
      `DIFFERENT HISTORIES: the results of ${id} by ${first.worker} and by ${second.worker} differ in ${different}; one seed must give one history, see docs/guides/queue.md`,
    )
  }

  /** Records a trial as a crash after its workers or processes were killed in every attempt. */
  async #onFailed(id: string, reason: string): Promise<void> {
    const awaited = this.#awaited.get(id)
    if (!awaited) return
    try {
      const detail = /stalled/.test(reason)
        ? `its worker stopped responding ${MAX_ATTEMPTS} times`
        : plainText(reason, REASON_LENGTH)
      const { folder, settings } = awaited.trial
      makeFolder(folder)
      clearTrial(folder)
      const lost = { end: 'crash', detail } as const
      const result = recordLost(folder, settings, new Date().toISOString(), lost)
      await this.#forget(id)
      awaited.settle(result)
    } catch (error) {
      awaited.fail(error)
    }
  }

  async #playAgain(id: string): Promise<void> {
    const awaited = this.#awaited.get(id)
    if (awaited && ++awaited.rejected >= MAX_ATTEMPTS)
      return this.#onFailed(id, `workers delivered ${MAX_ATTEMPTS} invalid results`)
    await this.#forget(id)
    if (!awaited) return
    awaited.isOnQueue = false
    this.#flushing ??= this.#flush()
  }

  /** Forgets a trial unless another result may arrive. */
  async #forgetIfPlayedOnce(id: string): Promise<void> {
    if (await this.#queue.mayFinishAgain(id)) {
      await this.#files.drop(id)
      return
    }
    this.#finished.delete(id)
    await this.#forget(id)
  }

  /** Removes a trial from the queue unless it is running, and deletes its files in the store. */
  async #forget(id: string): Promise<void> {
    await this.#files.drop(id)
    await this.#queue.remove(id)
  }

  /** Reports an error of background work on a trial. */
  #tell(id: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#isClosed) this.#notice(`${id}: ${plainText(String(error), REASON_LENGTH)}`)
    })
  }

  #notice(line: string): void {
    this.#options.onNotice(line)
  }
}
