import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Job, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Settings } from '#events/settings'
import { queueAddress } from '#queue/address'
import { buildName } from '#queue/build'
import { openQueuePlayer, type QueuePlayerOptions } from '#queue/queue-player'
import { type QueueWorkerOptions, runQueueWorker } from '#queue/queue-worker'
import { PREFIX, queueName, type TrialJob } from '#queue/trial-job'
import { runCampaign } from '#trial/campaign'
import type { TrialResult } from '#trial/result'
import { RedisServer } from './redis.ts'
import { sampleSettings } from './sample-events.ts'

const FAKE_TRIAL = fileURLToPath(new URL('./fake-trial.ts', import.meta.url))
const OWN_WORKER = fileURLToPath(new URL('./queue-worker.ts', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

/** A queue on its own Redis, with campaigns and workers; all of them end with the test. */
export type QueueStage = ReturnType<typeof openStage>['stage']

/** The default trials of campaigns on the stage. */
export const trials = [1, 2, 3, 4].map((seed): Settings => ({ ...sampleSettings, seed }))

/** Sets an empty stage up before each test of a group, and clears it away after. @returns what gives it to a test. */
export function queueStage(): () => QueueStage {
  let redis: RedisServer
  let open: ReturnType<typeof openStage> | undefined
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis.kill())
  beforeEach(async () => {
    const client = new Redis(redis.port, '127.0.0.1')
    await client.flushall()
    client.disconnect()
    open = openStage(redis)
  })
  afterEach(() => open?.close())
  return () => {
    if (!open) throw new Error('only within a test')
    return open.stage
  }
}

/** Program and arguments that stand in for trials; their behaviour depends on the seed. */
function fakeTrials(behaviours: Record<number, string> = {}): [string, ...string[]] {
  return [process.execPath, FAKE_TRIAL, JSON.stringify(behaviours)]
}

/** Starts `delver` in its own process. */
export function startDelver(...args: readonly string[]): ChildProcess {
  return startNode(LAUNCHER, ...args)
}

function startNode(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout?.resume()
  return child
}

/** The next job that a worker is given, whose work the test does itself. */
export async function nextJob(worker: Worker): Promise<Job<TrialJob>> {
  const job = await worker.getNextJob('token')
  return job ? (job as Job<TrialJob>) : nextJob(worker)
}

function openStage(redis: RedisServer) {
  const folder = mkdtempSync(join(tmpdir(), 'delver-queue-'))
  const stop = new AbortController()
  const address = queueAddress(redis.url, {})
  /** What must end before the next test. */
  const running: Promise<unknown>[] = []
  const processes: ChildProcess[] = []

  function started(child: ChildProcess): ChildProcess {
    processes.push(child)
    return child
  }

  /** Puts trials on the queue and waits for their results. */
  async function campaign(options: Partial<QueuePlayerOptions & { trials: Settings[] }> = {}) {
    const notices: string[] = []
    const results: TrialResult[] = []
    const { signal } = options.signal ? { signal: options.signal } : stop
    const common = {
      folder: join(folder, 'out'),
      signal,
      onNotice: (line: string) => notices.push(line),
    }
    const player = await openQueuePlayer({
      ...{ address, model: null, recording: false, store: null },
      ...{ wallLimitMs: 60_000, maxDollars: null, ...common },
      ...options,
    })
    await runCampaign({
      ...{ trials, player, ...common, ...options },
      onResult: (result) => results.push(result),
    })
    return { notices, results, ends: results.map(({ end }) => end) }
  }

  /** A worker in this process, whose trials behave by their seeds. */
  function work(
    behaviours: Record<number, string> = {},
    options: Partial<QueueWorkerOptions> = {},
  ) {
    const notices: string[] = []
    const begun: string[] = []
    const working = runQueueWorker({
      ...{ address, atOnce: 2, folder: join(folder, 'worker') },
      ...{
        store: null,
        modelServers: [],
        allowServers: false,
        leaseMs: 30_000,
        signal: stop.signal,
      },
      command: fakeTrials(behaviours),
      ...options,
      listener: {
        ...{ onReady() {}, onEnd() {} },
        onStart: ({ name }) => begun.push(name),
        onNotice: (line) => notices.push(line),
        ...options.listener,
      },
    })
    running.push(working.catch(() => {}))
    return { notices, begun, running: working }
  }

  const stage = {
    redis,
    folder,
    /** Ends campaigns and workers of this process. */
    stop,
    campaign,
    work,
    /** Starts `delver` in its own process. */
    start: (...args: readonly string[]) => started(startDelver(...args)),
    /** A worker in its own process. */
    startWorker(name: string): ChildProcess {
      const own = ['--out', join(folder, name), '--lease-timeout', '1']
      return started(startDelver('worker', '--queue', redis.url, ...own))
    },
    /** The same with trials that behave by their seeds. */
    startFakeWorker(behaviours: Record<number, string>, leaseMs: number): ChildProcess {
      const own = { url: redis.url, folder: join(folder, 'worker'), leaseMs }
      const options = { ...own, command: fakeTrials(behaviours) }
      return started(startNode(OWN_WORKER, JSON.stringify(options)))
    },
    /** Ends the leases of all workers, as time does. */
    async endLeases(): Promise<void> {
      const client = new Redis(redis.port, '127.0.0.1')
      const locks = await client.keys('*:lock')
      expect(locks).not.toEqual([])
      await client.del(locks)
      client.disconnect()
    },
    /** How many trials wait for a worker. */
    async waiting(): Promise<number> {
      const client = new Redis(redis.port, '127.0.0.1')
      const count = await client.llen(`${PREFIX}:${queueName(buildName())}:wait`)
      client.disconnect()
      return count
    },
    /** Options of a worker or queue of BullMQ, with which a test does by hand what Delver does. */
    byHand() {
      const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null }
      return { connection, prefix: PREFIX, autorun: false, lockDuration: 60_000 }
    },
  }
  async function close(): Promise<void> {
    for (const child of processes) child.kill('SIGKILL')
    stop.abort()
    await Promise.all(running)
  }
  return { stage, close }
}
