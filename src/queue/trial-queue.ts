import { Job, Queue, QueueEvents } from 'bullmq'
import type { Redis } from 'ioredis'
import { KEPT_SECONDS } from './file-store.ts'
import { BUILDS_KEY, PREFIX, queueName, type TrialJob } from './trial-job.ts'

/** Number of queue events that Redis keeps for a campaign that is busy. */
const KEPT_EVENTS = 5000

/** Maximum number of attempts at a trial whose process is killed. */
export const MAX_ATTEMPTS = 3

/** Events of trials on a queue, by their ids. The data comes from workers and is unchecked. */
export interface QueueListener {
  onProgress(id: string, said: unknown): void
  onFinish(id: string, brought: unknown): void
  onFailed(id: string, reason: string): void
  /** A worker has returned the trial to the queue. */
  onDelayed(id: string): void
  /** The lease of its worker has expired, and another worker gets the trial. */
  onStalled(id: string): void
}

/** State of a trial on the queue. */
export type TrialState =
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'finished'; readonly brought: unknown }
  | { readonly kind: 'unfinished'; readonly said: unknown }

/** Id of the last event of a build's queue; a listener that starts there misses no later event. */
export async function lastEvent(redis: Redis, build: string): Promise<string> {
  const [last] = await redis.xrevrange(`${PREFIX}:${queueName(build)}:events`, '+', '-', 'COUNT', 1)
  return last?.[0] ?? '0-0'
}

/** A campaign's view of the queue of one build, based on BullMQ. */
export class TrialQueue {
  readonly #redis: Redis
  readonly #build: string
  readonly #queue: Queue
  readonly #events: QueueEvents

  /** @param since Id of the event after which the listener is called. */
  constructor(redis: Redis, build: string, since: string, listener: QueueListener) {
    this.#redis = redis
    this.#build = build
    const common = { connection: redis, prefix: PREFIX }
    this.#queue = new Queue(queueName(build), {
      ...common,
      streams: { events: { maxLen: KEPT_EVENTS } },
      defaultJobOptions: {
        attempts: MAX_ATTEMPTS,
        removeOnComplete: { age: KEPT_SECONDS },
        removeOnFail: { age: KEPT_SECONDS },
      },
    })
    this.#events = new QueueEvents(this.#queue.name, { ...common, lastEventId: since })
    // The link reports errors of Redis itself.
    this.#queue.on('error', () => {})
    this.#events.on('error', () => {})
    this.#events.on('completed', ({ jobId, returnvalue }) => listener.onFinish(jobId, returnvalue))
    this.#events.on('progress', ({ jobId, data }) => listener.onProgress(jobId, data))
    this.#events.on('failed', ({ jobId, failedReason }) => listener.onFailed(jobId, failedReason))
    this.#events.on('delayed', ({ jobId }) => listener.onDelayed(jobId))
    this.#events.on('stalled', ({ jobId }) => listener.onStalled(jobId))
  }

  /** Waits until the listener is connected, and announces the queue to workers of other builds. */
  async announce(): Promise<void> {
    await this.#events.waitUntilReady()
    await this.#redis.sadd(BUILDS_KEY, this.#build)
  }

  /** Adds trials to the queue, except for those that are on it. */
  async add(jobs: readonly (readonly [id: string, job: TrialJob])[]): Promise<void> {
    await this.#queue.addBulk(
      jobs.map(([id, job]) => ({ name: job.name, data: job, opts: { jobId: id } })),
    )
  }

  /** The state of a trial; null if it is not on the queue. */
  async stateOf(id: string): Promise<TrialState | null> {
    const job = await Job.fromId(this.#queue, id)
    if (!job) return null
    if (job.failedReason && job.finishedOn) return { kind: 'failed', reason: job.failedReason }
    if (job.finishedOn) return { kind: 'finished', brought: job.returnvalue }
    return { kind: 'unfinished', said: job.progress }
  }

  /** Whether another result of the trial may arrive, because it was started more than once or is running. */
  async mayFinishAgain(id: string): Promise<boolean> {
    const job = await Job.fromId(this.#queue, id)
    if (!job) return false
    return job.stalledCounter > 0 || job.attemptsStarted > 1 || !job.finishedOn
  }

  /**
   * Removes a trial from the queue.
   * @returns false when the trial is running and stays on the queue.
   */
  async remove(id: string): Promise<boolean> {
    return (await this.#queue.remove(id).catch(() => 0)) > 0
  }

  /** Removes a trial from the queue, also when a worker has its lease; the result of that worker is ignored. */
  async discard(id: string): Promise<void> {
    await this.#redis.del(`${this.#key(id)}:lock`)
    await this.#queue.remove(id)
  }

  /** The finished trials of all campaigns. */
  async over(): Promise<string[]> {
    const sets = ['completed', 'failed'].map((set) => this.#redis.zrange(this.#key(set), '0', '-1'))
    return (await Promise.all(sets)).flat()
  }

  async hasWorkers(): Promise<boolean> {
    // Some servers do not support the command.
    return (await this.#queue.getWorkersCount().catch(() => 1)) > 0
  }

  async close(): Promise<void> {
    await this.#events.close()
    await this.#queue.close()
  }

  #key(name: string): string {
    return `${PREFIX}:${this.#queue.name}:${name}`
  }
}
