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
import { CampaignMoney } from './campaign-budget.ts'
import { campaignId } from './campaign-id.ts'
import { type FileStore, folderStore, redisStore, unpackFiles } from './file-store.ts'
import { openLink } from './redis-link.ts'
import { disagreement, isSameTrial } from './same-history.ts'
import { type Finish, finishSchema, jobId, progressSchema, type TrialJob } from './trial-job.ts'
import { lastEvent, MOST_TRIES, TrialQueue } from './trial-queue.ts'

/** How many jobs are put on the queue, or looked at, with one request. */
const BATCH = 500

/** How often the campaign looks whether there are workers (ms). */
const LOOK_MS = 30_000

const REASON_LENGTH = 300

export interface QueuePlayerOptions {
  readonly address: QueueAddress
  /** Folder of the campaign. */
  readonly folder: string
  /** What each trial is told of the language model; null without one. */
  readonly model: ModelFlags | null
  readonly recording: boolean
  /** Longest wall-clock time for one trial (ms). */
  readonly wallLimitMs: number
  /** Folder by which files come back; null for through Redis. */
  readonly store: string | null
  /** What all trials together may cost (dollars); null for no limit. */
  readonly mostDollars: number | null
  /** Leaves the trials on the queue. */
  readonly signal: AbortSignal
  /** Something that the user should know, in one line. */
  onNotice(line: string): void
}

/** A trial on the queue of which the campaign waits to hear. */
interface Awaited {
  readonly trial: PlayedTrial
  readonly job: TrialJob
  isOnQueue: boolean
  isBegun: boolean
  /** How often what a worker brought of it was of no use. */
  useless: number
  settle(result: TrialResult | null): void
  fail(error: unknown): void
}

/**
 * Has trials played by workers anywhere, by way of BullMQ. What is on the queue already, of an earlier start of this
 * campaign, is taken up.
 * @throws UsageError when Redis does not let us in.
 */
export async function openQueuePlayer(options: QueuePlayerOptions): Promise<TrialPlayer> {
  let player: QueuePlayer | null = null
  const redis = await openLink(
    options.address,
    { onNotice: options.onNotice, onBack: () => player?.lookAtAll() },
    options.signal,
  )
  const build = buildName()
  // From here on no event is missed, however soon a worker begins.
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
  /** What trials came to that were begun more than once: another worker may bring its result yet. */
  readonly #finished = new Map<string, Finish>()
  readonly #look: NodeJS.Timeout
  #campaign: string | null = null
  #money: CampaignMoney | null = null
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
          this.#notice(`${awaited.job.name}: its worker fell silent; it is given to another`)
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
      ...{ trial, job, settle, isOnQueue: false, isBegun: false, useless: 0 },
      fail(error) {
        settle(null)
        reject(error)
      },
    })
    // Left on the queue, where workers go on.
    trial.signal.addEventListener('abort', () => settle(null), { once: true })
    if (trial.signal.aborted) settle(null)
    // When all of them are there.
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
    // With Redis away there is nothing to wait for.
    if (this.#redis.status === 'ready') {
      for (const id of this.#finished.keys()) await this.#forget(id)
      await this.#queue.close()
    }
    this.#redis.disconnect()
  }

  /** Looks at every trial that is awaited, and puts those on the queue again that Redis has lost. */
  lookAtAll(): void {
    for (const awaited of this.#awaited.values()) awaited.isOnQueue = false
    this.#flushing ??= this.#flush()
  }

  #withdraw(id: string): void {
    this.#queue.remove(id).then((isRemoved) => isRemoved && this.#awaited.get(id)?.settle(null))
  }

  #jobOf({ settings, folder }: PlayedTrial): TrialJob {
    this.#campaign ??= campaignId(this.#options.folder)
    this.#money ??= new CampaignMoney(this.#redis, this.#campaign)
    const { model, recording, wallLimitMs, store, mostDollars } = this.#options
    return {
      ...{ v: 1, build: this.#build, campaign: this.#campaign, name: basename(folder) },
      ...{ settings, model, recording, wallLimitMs, isPaid: mostDollars !== null },
      selectorModel: settings.selectorModel === null ? null : modelFileHash(settings.selectorModel),
      files: store === null ? 'redis' : 'store',
    }
  }

  /** Brings to the queue what is not there. What is there already stays as it is. */
  async #flush(): Promise<void> {
    try {
      await this.#queue.announce()
      const { mostDollars } = this.#options
      if (mostDollars !== null) await this.#money?.limit(mostDollars)
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

  /** Takes off the queue what an earlier start of this campaign has fetched and was killed before it could. */
  async #tidy(): Promise<void> {
    const isDone = (id: string) =>
      id.startsWith(`${this.#campaign}.`) && !this.#awaited.has(id) && !this.#finished.has(id)
    // When the campaign is left, nothing is awaited any more.
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
          ? 'there are workers now'
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

  /** A worker has brought a result: the first one counts, and another one must be the same. */
  async #onFinish(id: string, value: unknown): Promise<void> {
    const awaited = this.#awaited.get(id)
    const earlier = this.#finished.get(id)
    if (!awaited && !earlier) return
    const { data: finish } = finishSchema.safeParse(value)
    if (!finish) {
      this.#notice(`${id}: what a worker brought is no result; it is played again`)
      return this.#playAgain(id)
    }
    if (earlier) return this.#compare(id, earlier, finish)
    if (!awaited) return
    if (!isSameTrial(awaited.job.settings, finish.result.settings)) {
      this.#notice(`${id}: what a worker brought is of another trial; it is played again`)
      return this.#playAgain(id)
    }
    this.#finished.set(id, finish)
    this.#awaited.delete(id)
    try {
      const files = await this.#files.get(id)
      if (finish.files.some((name) => !files.has(name))) {
        this.#notice(`${id}: its files are gone; it is played again`)
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
          `${awaited.job.name}: its ${name} is too large for Redis (${bytes} bytes) and was left out; use --store`,
        )
      await this.#forgetIfPlayedOnce(id)
      await this.#checkMoney()
      awaited.settle(finish.result)
    } catch (error) {
      awaited.fail(error)
    }
  }

  /** Takes back what nobody has begun when the campaign's dollars are spent. */
  async #checkMoney(): Promise<void> {
    const { mostDollars } = this.#options
    if (this.#money === null || mostDollars === null || this.#isWithdrawn) return
    const { spent } = await this.#money.count()
    if (spent < mostDollars) return
    this.#notice(`$${spent.toFixed(2)} of $${mostDollars} are spent; no more trials are begun`)
    this.withdraw()
  }

  async #compare(id: string, first: Finish, second: Finish): Promise<void> {
    await this.#files.drop(id)
    const different = disagreement(first, second)
    if (different === null) return
    this.#notice(
      `NOT THE SAME HISTORY: ${id} was played by ${first.worker} and by ${second.worker}, and they differ in ${different}; one seed must be one history, see docs/queue.md`,
    )
  }

  /** A trial that no worker can play: it took them all along, or its process was killed each time. */
  async #onFailed(id: string, reason: string): Promise<void> {
    const awaited = this.#awaited.get(id)
    if (!awaited) return
    try {
      const detail = /stalled/.test(reason)
        ? `its worker was gone ${MOST_TRIES} times`
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
    if (awaited && ++awaited.useless >= MOST_TRIES)
      return this.#onFailed(id, `what workers brought was of no use ${MOST_TRIES} times`)
    await this.#forget(id)
    if (!awaited) return
    awaited.isOnQueue = false
    this.#flushing ??= this.#flush()
  }

  /** Another result can come only of a trial that was begun twice. */
  async #forgetIfPlayedOnce(id: string): Promise<void> {
    if (await this.#queue.mayFinishAgain(id)) {
      await this.#files.drop(id)
      return
    }
    this.#finished.delete(id)
    await this.#forget(id)
  }

  /** Takes a trial off the queue unless it is being played, and deletes its files there. */
  async #forget(id: string): Promise<void> {
    await this.#files.drop(id)
    await this.#queue.remove(id)
  }

  /** Says what went wrong with a trial that is not awaited any more. */
  #tell(id: string, work: Promise<void>): void {
    work.catch((error: unknown) => {
      if (!this.#isClosed) this.#notice(`${id}: ${plainText(String(error), REASON_LENGTH)}`)
    })
  }

  #notice(line: string): void {
    this.#options.onNotice(line)
  }
}
