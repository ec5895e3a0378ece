import { hostname } from 'node:os'
import { setInterval as every } from 'node:timers/promises'
import { DelayedError, type Job, Queue, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { hasBody } from '#events/worlds'
import { SystemError } from '#trial/errors'
import { readEvents } from '#trial/event-log'
import { playHere } from '#trial/here-player'
import { playInProcess } from '#trial/process-player'
import { readResult, type TrialResult } from '#trial/result'
import { TrialProcesses } from '#trial/trial-processes'
import { plainText } from '#wire/plain-text'
import type { QueueAddress } from './address.ts'
import { buildName } from './build.ts'
import { CampaignBudget } from './campaign-budget.ts'
import { type FileStore, folderStore, packFiles, redisStore } from './file-store.ts'
import { HeldTrials } from './held-trials.ts'
import { LogFollower } from './log-follower.ts'
import { openLink } from './redis-link.ts'
import { historyDigest } from './same-history.ts'
import {
  BUILDS_KEY,
  type Finish,
  PREFIX,
  progressSchema,
  queueName,
  type Running,
  type TrialJob,
  trialJobSchema,
} from './trial-job.ts'
import { type Equipment, whyUnfit } from './worker-compatibility.ts'

/** BullMQ's `maxStalledCount`: how often a trial of a silent worker goes to another worker before it fails. */
const MAX_STALLED = 2

/** Interval of progress reports (ms). */
const REPORT_MS = 2000

/** Pause of a worker after a trial that it cannot play, so that other workers get it (ms). */
const REST_MS = 5000
/** Delay before that trial is available again (ms). */
const REFUSED_MS = 500

/** Interval of checks for trials of other builds (ms). */
const LOOK_MS = 30_000

const REASON_LENGTH = 300

export interface QueueWorkerOptions {
  readonly address: QueueAddress
  /** Number of trials to play in parallel. */
  readonly atOnce: number
  /** Folder for running trials and undelivered results. */
  readonly folder: string
  /** Shared folder through which files go back, for jobs that request it; null for none. */
  readonly store: string | null
  /** Base URLs of language models that jobs may name. */
  readonly modelServers: readonly string[]
  /** Whether jobs may name a Minecraft server to join. */
  readonly allowServers: boolean
  /** Lease of a trial (ms): after this time without a sign of life, other workers get it. */
  readonly leaseMs: number
  /** Program and arguments of a process that plays trials. */
  readonly command: readonly [file: string, ...args: string[]]
  /** Stops the worker; its running trials return to the queue. */
  readonly signal: AbortSignal
  readonly listener: WorkerListener
}

export interface WorkerListener {
  /** The worker is ready for trials. */
  onReady(worker: string, build: string): void
  onStart(job: TrialJob, folder: string): void
  /** A trial has ended; null when it returns to the queue. */
  onEnd(job: TrialJob, result: TrialResult | null): void
  /** A one-line note for the user. */
  onNotice(line: string): void
}

/**
 * Plays trials from the queue until the signal fires.
 * @throws UsageError when Redis denies access, or the folder cannot be made.
 * @throws SystemError when the disk fails or no process can be started; running trials return to the queue.
 */
export async function runQueueWorker(options: QueueWorkerOptions): Promise<void> {
  const held = HeldTrials.open(options.folder)
  try {
    const { listener, signal } = options
    const redis = await openLink(options.address, listener, signal)
    const worker = new QueueWorker(options, redis, held)
    try {
      await worker.run()
    } finally {
      redis.disconnect()
    }
  } finally {
    held.close()
  }
}

class QueueWorker {
  readonly #options: QueueWorkerOptions
  readonly #redis: Redis
  readonly #held: HeldTrials
  readonly #equipment: Equipment
  readonly #name: string
  readonly #processes: TrialProcesses
  readonly #queue: Queue
  readonly #worker: Worker<unknown, Finish>
  /** Fires when this machine cannot play trials any more. */
  readonly #broken = new AbortController()
  /** Notes that are printed only once, although every trial causes them. */
  readonly #said = new Set<string>()

  constructor(options: QueueWorkerOptions, redis: Redis, held: HeldTrials) {
    this.#options = options
    this.#redis = redis
    this.#held = held
    this.#processes = new TrialProcesses(options.command)
    const build = buildName()
    const { store, modelServers, allowServers, leaseMs, atOnce } = options
    const hasStore = store !== null
    this.#equipment = { build, hasStore, modelServers, allowServers, env: process.env }
    this.#name = `${hostname().slice(0, 60)}-${held.number}`
    const common = { connection: redis, prefix: PREFIX }
    this.#queue = new Queue(queueName(build), common)
    this.#queue.on('error', () => {})
    this.#worker = new Worker<unknown, Finish>(
      queueName(build),
      (job, token = '') => this.#process(job, token),
      {
        ...common,
        ...{ name: this.#name, concurrency: atOnce, autorun: false },
        ...{ lockDuration: leaseMs, stalledInterval: leaseMs, maxStalledCount: MAX_STALLED },
      },
    )
    this.#worker.on('completed', (job) => held.drop(String(job.id)))
    this.#worker.on('error', (error) => this.#onError(error))
  }

  async run(): Promise<void> {
    const { listener } = this.#options
    const signal = this.#stopping
    await this.#deliverHeld()
    const running = this.#worker.run()
    listener.onReady(this.#name, this.#equipment.build)
    try {
      await this.#lookForOthers()
      for await (const _ of every(LOOK_MS, undefined, { signal, ref: false }))
        await this.#lookForOthers()
    } catch (error) {
      if (!signal.aborted) throw error
    }
    await this.#worker.close()
    await running
    this.#processes.close()
    await this.#queue.close()
    if (this.#broken.signal.aborted) throw this.#broken.signal.reason
  }

  get #stopping(): AbortSignal {
    return AbortSignal.any([this.#options.signal, this.#broken.signal])
  }

  /** Plays one trial while BullMQ renews its lease. */
  async #process(job: Job<unknown, Finish>, token: string): Promise<Finish> {
    const { data: trial } = trialJobSchema.safeParse(job.data)
    const id = String(job.id)
    if (!trial || id !== `${trial.campaign}.${trial.name}`)
      throw new UnrecoverableError('it is not a valid trial for this version of Delver')
    const unfit = whyUnfit(trial, this.#equipment) ?? (await this.#whyUnpaid(trial))
    if (unfit !== null) {
      this.#sayOnce(`this worker skips a trial: ${unfit}`)
      return this.#leave(job, token)
    }
    // Another worker has delivered the result after its lease expired.
    const brought = progressSchema.safeParse(job.progress).data
    if (brought?.kind === 'finish') return brought
    const files = this.#storeOf(trial)
    if (this.#held.isOver(id)) return this.#pack(id, files)
    const result = await this.#play(job, trial)
    if (result === null) {
      await job.moveToWait(token)
      throw new WaitingError()
    }
    const finish = await this.#pack(id, files)
    if (await job.extendLock(token, this.#options.leaseMs)) return finish
    await this.#bringLate(id, files, finish)
    throw new Error(`the lease of ${id} has expired`)
  }

  /**
   * @returns null when another worker must play the trial.
   * @throws Error when its process was killed; BullMQ retries.
   */
  async #play(job: Job<unknown, Finish>, trial: TrialJob): Promise<TrialResult | null> {
    const { listener } = this.#options
    const folder = this.#held.clear(String(job.id))
    const spent = new AbortController()
    const signal = AbortSignal.any([this.#stopping, spent.signal])
    const over = new AbortController()
    const { settings, model, recording, wallLimitMs } = trial
    const telling = this.#tell(job, trial, folder, over.signal, () => spent.abort())
    try {
      listener.onStart(trial, folder)
      if (signal.aborted) return null
      const played = { settings, folder, signal, onStart() {} }
      const result =
        !hasBody(settings.world) && model === null
          ? await playHere(played, null)
          : await playInProcess(this.#processes, played, { model, recording, wallLimitMs })
      listener.onEnd(trial, result.end === 'interrupted' ? null : result)
      if (result.end !== 'interrupted') return result
      if (signal.aborted) return null
      throw new Error(result.detail)
    } catch (error) {
      if (!(error instanceof SystemError)) throw error
      // The next trial would fail in the same way.
      this.#broken.abort(error)
      return null
    } finally {
      over.abort()
      await telling
    }
  }

  /** Reports the progress of a trial until it ends, and stops it when the campaign's budget is used up. */
  async #tell(
    job: Job<unknown, Finish>,
    trial: TrialJob,
    folder: string,
    signal: AbortSignal,
    stop: () => void,
  ): Promise<void> {
    const log = new LogFollower(folder)
    const money = new CampaignBudget(this.#redis, trial.campaign)
    let counted = 0
    const tell = async () => {
      const running: Running = {
        ...{ kind: 'running', worker: this.#name, tick: log.tick },
        milestones: [...log.milestones],
      }
      await job.updateProgress(running)
    }
    const count = async () => {
      if (!trial.isPaid) return
      const cost = log.dollars - counted
      counted = log.dollars
      if (await money.spend(cost)) stop()
    }
    try {
      await tell()
      for await (const _ of every(REPORT_MS, undefined, { signal })) {
        await log.read()
        await tell()
        await count()
      }
    } catch (error) {
      if (!signal.aborted) this.#onError(error as Error)
    }
    await log.read()
    await count()
  }

  /** Why the campaign's budget does not allow another trial; null when it does. */
  async #whyUnpaid({ campaign, isPaid }: TrialJob): Promise<string | null> {
    if (!isPaid) return null
    const { spent, limit } = await new CampaignBudget(this.#redis, campaign).read()
    return spent >= limit
      ? `the budget of its campaign is used up ($${spent.toFixed(2)} of $${limit})`
      : null
  }

  /** Returns a trial that this worker cannot play, and pauses. */
  async #leave(job: Job<unknown, Finish>, token: string): Promise<never> {
    await this.#worker.pause(true)
    setTimeout(() => this.#worker.resume(), REST_MS).unref()
    await job.moveToDelayed(Date.now() + REFUSED_MS, token)
    throw new DelayedError()
  }

  #storeOf({ files }: Pick<TrialJob, 'files'>): FileStore {
    const { store } = this.#options
    return files === 'store' && store !== null ? folderStore(store) : redisStore(this.#redis)
  }

  /** Puts the files of a finished trial into the store. */
  async #pack(id: string, store: FileStore): Promise<Finish> {
    const folder = this.#held.folderOf(id)
    const result = readResult(folder)
    if (!result) throw new Error('its result is missing')
    const { files, leftOut } = await packFiles(folder, store.maxBytes)
    await store.put(id, files)
    return {
      ...{ kind: 'finish', worker: this.#name, result, leftOut, files: [...files.keys()] },
      history: historyDigest(readEvents(folder)),
    }
  }

  /** Delivers a result whose lease has expired; the campaign takes it, or compares it with the result that it has. */
  async #bringLate(id: string, store: FileStore, packed?: Finish): Promise<void> {
    const job = await this.#queue.getJob(id)
    if (job) await job.updateProgress(packed ?? (await this.#pack(id, store)))
    else await store.drop(id)
    this.#options.listener.onNotice(
      job
        ? `${id}: its lease has expired; the result is delivered late`
        : `${id}: no campaign waits for its result any more`,
    )
    this.#held.drop(id)
  }

  /** Delivers results that an earlier worker in this folder could not. */
  async #deliverHeld(): Promise<void> {
    for (const id of this.#held.over()) {
      const job = await this.#queue.getJob(id)
      const { data: trial } = trialJobSchema.safeParse(job?.data)
      await this.#bringLate(id, this.#storeOf(trial ?? { files: 'redis' }))
    }
  }

  /** Reports trials that wait for another build. */
  async #lookForOthers(): Promise<void> {
    if (this.#redis.status !== 'ready') return
    const { build } = this.#equipment
    for (const other of await this.#redis.smembers(BUILDS_KEY)) {
      if (other === build) continue
      const waiting = await this.#redis.llen(`${PREFIX}:${queueName(other)}:wait`)
      if (waiting > 0)
        this.#sayOnce(
          `trials wait for Delver ${plainText(other, 80)}, which this worker (${build}) cannot play`,
        )
    }
  }

  #sayOnce(line: string): void {
    if (!this.#said.has(line)) this.#options.listener.onNotice(line)
    this.#said.add(line)
  }

  /** Reports errors that are not about the connection, which the link reports. */
  #onError(error: Error): void {
    if ('code' in error || error.message === 'Connection is closed.') return
    this.#options.listener.onNotice(plainText(error.message, REASON_LENGTH))
  }
}
