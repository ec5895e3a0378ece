import { hostname } from 'node:os'
import { setInterval as every } from 'node:timers/promises'
import { DelayedError, type Job, Queue, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { readEvents } from '#trial/event-log'
import { playHere } from '#trial/here-player'
import { playInProcess } from '#trial/process-player'
import { readResult, type TrialResult } from '#trial/result'
import { SystemError } from '#trial/system-error'
import { TrialProcesses } from '#trial/trial-processes'
import { plainText } from '#wire/plain-text'
import type { QueueAddress } from './address.ts'
import { buildName } from './build.ts'
import { CampaignMoney } from './campaign-budget.ts'
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

/** A trial whose worker is gone so often is given up: `maxStalledCount` is how often it is given to another. */
const GIVEN_ON = 2

/** How often a worker says how far its trials are (ms). */
const TELL_MS = 2000

/** How long a worker leaves the queue alone after a trial that it cannot play, so that others find it (ms). */
const REST_MS = 5000
/** When that trial can be had again (ms). */
const REFUSED_MS = 500

/** How often it looks whether trials wait for another build (ms). */
const LOOK_MS = 30_000

const REASON_LENGTH = 300

export interface QueueWorkerOptions {
  readonly address: QueueAddress
  /** How many trials it plays at a time. */
  readonly atOnce: number
  /** Where trials are played and results are held until the queue has them. */
  readonly folder: string
  /** Folder by which files go back where jobs ask for it; null for none. */
  readonly store: string | null
  /** Base URLs of language models that jobs may name. */
  readonly modelServers: readonly string[]
  /** Whether jobs may name a Minecraft server to join. */
  readonly allowServers: boolean
  /** For how long (ms) nothing may be heard of it before its trials are given to others. */
  readonly leaseMs: number
  /** Program and arguments that play a trial. */
  readonly command: readonly [file: string, ...args: string[]]
  /** Stops it: what it plays is given back. */
  readonly signal: AbortSignal
  readonly listener: WorkerListener
}

export interface WorkerListener {
  /** It takes trials from now on. */
  onReady(worker: string, build: string): void
  onStart(job: TrialJob, folder: string): void
  /** A trial is over; null when it was given back. */
  onEnd(job: TrialJob, result: TrialResult | null): void
  /** Something that the user should know, in one line. */
  onNotice(line: string): void
}

/**
 * Plays trials from the queue until the signal fires.
 * @throws UsageError when Redis does not let us in, or the folder cannot be made.
 * @throws SystemError when nothing can be written any more, or no process be started; what it plays is given back.
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
  /** Fires when this machine cannot go on. */
  readonly #broken = new AbortController()
  /** What has been said already and would be said for every trial. */
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
        ...{ lockDuration: leaseMs, stalledInterval: leaseMs, maxStalledCount: GIVEN_ON },
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

  /** Plays one trial. BullMQ holds the lease meanwhile. */
  async #process(job: Job<unknown, Finish>, token: string): Promise<Finish> {
    const { data: trial } = trialJobSchema.safeParse(job.data)
    const id = String(job.id)
    if (!trial || id !== `${trial.campaign}.${trial.name}`)
      throw new UnrecoverableError('it is no trial that this version of Delver understands')
    const unfit = whyUnfit(trial, this.#equipment) ?? (await this.#whyUnpaid(trial))
    if (unfit !== null) {
      this.#sayOnce(`a trial is left to other workers: ${unfit}`)
      return this.#leave(job, token)
    }
    // Another worker has brought it although its lease was over.
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
    throw new Error(`the lease of ${id} was over`)
  }

  /**
   * @returns Null when it is to be played by somebody else.
   * @throws Error when its process was killed from outside: BullMQ tries again.
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
        settings.world === 'text' && model === null
          ? await playHere(played, null)
          : await playInProcess(this.#processes, played, { model, recording, wallLimitMs })
      listener.onEnd(trial, result.end === 'interrupted' ? null : result)
      if (result.end !== 'interrupted') return result
      if (signal.aborted) return null
      throw new Error(result.detail)
    } catch (error) {
      if (!(error instanceof SystemError)) throw error
      // The next trial would fare no better here.
      this.#broken.abort(error)
      return null
    } finally {
      over.abort()
      await telling
    }
  }

  /** Says how far a trial is until it is over, and stops it when the campaign's dollars are spent. */
  async #tell(
    job: Job<unknown, Finish>,
    trial: TrialJob,
    folder: string,
    signal: AbortSignal,
    stop: () => void,
  ): Promise<void> {
    const log = new LogFollower(folder)
    const money = new CampaignMoney(this.#redis, trial.campaign)
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
      for await (const _ of every(TELL_MS, undefined, { signal })) {
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

  /** What a campaign's limit in dollars says against another trial; null when nothing does. */
  async #whyUnpaid({ campaign, isPaid }: TrialJob): Promise<string | null> {
    if (!isPaid) return null
    const { spent, most } = await new CampaignMoney(this.#redis, campaign).count()
    return spent >= most
      ? `the dollars of its campaign are spent ($${spent.toFixed(2)} of $${most})`
      : null
  }

  /** Puts a trial back that this worker cannot play, and rests for a while. */
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

  /** Sends the files of a trial that is over on their way. */
  async #pack(id: string, store: FileStore): Promise<Finish> {
    const folder = this.#held.folderOf(id)
    const result = readResult(folder)
    if (!result) throw new Error('its result is gone')
    const { files, leftOut } = await packFiles(folder, store.maxBytes)
    await store.put(id, files)
    return {
      ...{ kind: 'finish', worker: this.#name, result, leftOut, files: [...files.keys()] },
      history: historyDigest(readEvents(folder)),
    }
  }

  /** Brings a result whose lease is over: the campaign takes it, or compares it with the one that it has. */
  async #bringLate(id: string, store: FileStore, packed?: Finish): Promise<void> {
    const job = await this.#queue.getJob(id)
    if (job) await job.updateProgress(packed ?? (await this.#pack(id, store)))
    this.#options.listener.onNotice(
      job
        ? `${id}: its lease was over; the result was brought all the same`
        : `${id}: nobody waits for its result any more`,
    )
    this.#held.drop(id)
  }

  /** Brings what an earlier worker in this folder could not. */
  async #deliverHeld(): Promise<void> {
    for (const id of this.#held.over()) {
      const job = await this.#queue.getJob(id)
      const { data: trial } = trialJobSchema.safeParse(job?.data)
      await this.#bringLate(id, this.#storeOf(trial ?? { files: 'redis' }))
    }
  }

  /** Says in a line when trials wait for a build that is not this one. */
  async #lookForOthers(): Promise<void> {
    if (this.#redis.status !== 'ready') return
    const { build } = this.#equipment
    for (const other of await this.#redis.smembers(BUILDS_KEY)) {
      if (other === build) continue
      const waiting = await this.#redis.llen(`${PREFIX}:${queueName(other)}:wait`)
      if (waiting > 0)
        this.#sayOnce(
          `there are trials for Delver ${plainText(other, 80)}; this is ${build} and leaves them to others`,
        )
    }
  }

  #sayOnce(line: string): void {
    if (!this.#said.has(line)) this.#options.listener.onNotice(line)
    this.#said.add(line)
  }

  /** The link tells of a Redis that is away; what is left says something of a trial. */
  #onError(error: Error): void {
    if ('code' in error || error.message === 'Connection is closed.') return
    this.#options.listener.onNotice(plainText(error.message, REASON_LENGTH))
  }
}
