import { Job, Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { KEPT_SECONDS } from './file-store.ts'
import { BUILDS_KEY, PREFIX, queueName, type TrialJob } from './trial-job.ts'

/** How many events of the queue Redis keeps: those that come while the campaign is at something else. */
const KEPT_EVENTS = 5000

/** How often a trial is begun when its process is killed from outside each time. */
export const MOST_TRIES = 3

/** What a campaign hears of the trials on a queue, by their ids. What workers say of them could be anything. */
export interface QueueListener {
  onProgress(id: string, said: unknown): void
  onFinish(id: string, brought: unknown): void
  onFailed(id: string, reason: string): void
  /** A worker has put it back for others. */
  onDelayed(id: string): void
  /** Nothing was heard of its worker for too long; another one gets it. */
  onStalled(id: string): void
}

/** How it stands with a trial on the queue. */
export type TrialState =
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'finished'; readonly brought: unknown }
  | { readonly kind: 'unfinished'; readonly said: unknown }

/** Name of the last event of a build's queue: who listens from there on misses none that comes. */
export async function lastEvent(redis: Redis, build: string): Promise<string> {
  const [last] = await redis.xrevrange(`${PREFIX}:${queueName(build)}:events`, '+', '-', 'COUNT', 1)
  return last?.[0] ?? '0-0'
}

/** The queue of one build as campaigns see it, in BullMQ's terms. */
export class TrialQueue {
  readonly #redis: Redis
  readonly #build: string
  readonly #queue: Queue
  readonly #events: QueueEvents

  /** @param since Name of the event after which the listener hears of them. */
  constructor(redis: Redis, build: string, since: string, listener: QueueListener) {
    this.#redis = redis
    this.#build = build
    const common = { connection: redis, prefix: PREFIX }
    this.#queue = new Queue(queueName(build), {
      ...common,
      streams: { events: { maxLen: KEPT_EVENTS } },
      defaultJobOptions: {
        attempts: MOST_TRIES,
        removeOnComplete: { age: KEPT_SECONDS },
        removeOnFail: { age: KEPT_SECONDS },
      },
    })
    this.#events = new QueueEvents(this.#queue.name, { ...common, lastEventId: since })
    // The link tells of Redis itself.
    this.#queue.on('error', () => {})
    this.#events.on('error', () => {})
    this.#events.on('completed', ({ jobId, returnvalue }) => listener.onFinish(jobId, returnvalue))
    this.#events.on('progress', ({ jobId, data }) => listener.onProgress(jobId, data))
    this.#events.on('failed', ({ jobId, failedReason }) => listener.onFailed(jobId, failedReason))
    this.#events.on('delayed', ({ jobId }) => listener.onDelayed(jobId))
    this.#events.on('stalled', ({ jobId }) => listener.onStalled(jobId))
  }

  /** Waits until events are heard, and tells workers of other builds that there is this queue. */
  async announce(): Promise<void> {
    await this.#events.waitUntilReady()
    await this.#redis.sadd(BUILDS_KEY, this.#build)
  }

  /** Brings trials to the queue. Those that are there already stay as they are. */
  async add(jobs: readonly (readonly [id: string, job: TrialJob])[]): Promise<void> {
    await this.#queue.addBulk(
      jobs.map(([id, job]) => ({ name: job.name, data: job, opts: { jobId: id } })),
    )
  }

  /** How it stands with a trial; null where it is not on the queue. */
  async stateOf(id: string): Promise<TrialState | null> {
    const job = await Job.fromId(this.#queue, id)
    if (!job) return null
    if (job.failedReason && job.finishedOn) return { kind: 'failed', reason: job.failedReason }
    if (job.finishedOn) return { kind: 'finished', brought: job.returnvalue }
    return { kind: 'unfinished', said: job.progress }
  }

  /** Whether a trial was begun more than once, or is being played, so that another result may come of it. */
  async mayFinishAgain(id: string): Promise<boolean> {
    const job = await Job.fromId(this.#queue, id)
    if (!job) return false
    return job.stalledCounter > 0 || job.attemptsStarted > 1 || !job.finishedOn
  }

  /**
   * Takes a trial off the queue.
   * @returns false when it stays there because it is being played.
   */
  async remove(id: string): Promise<boolean> {
    return (await this.#queue.remove(id).catch(() => 0)) > 0
  }

  /** All that are over, of whichever campaign. */
  async over(): Promise<string[]> {
    const key = (set: string) => `${PREFIX}:${this.#queue.name}:${set}`
    const sets = ['completed', 'failed'].map((set) => this.#redis.zrange(key(set), '0', '-1'))
    return (await Promise.all(sets)).flat()
  }

  async hasWorkers(): Promise<boolean> {
    // Some servers do not tell.
    return (await this.#queue.getWorkersCount().catch(() => 1)) > 0
  }

  async close(): Promise<void> {
    await this.#events.close()
    await this.#queue.close()
  }
}
