import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type Job, Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Settings } from '../src/episode/settings.ts'
import { queueAddress } from '../src/queue/address.ts'
import { buildName } from '../src/queue/build.ts'
import { whyUnfit } from '../src/queue/fitness.ts'
import { openQueuePlayer, type QueuePlayerOptions } from '../src/queue/queue-player.ts'
import { type QueueWorkerOptions, runQueueWorker } from '../src/queue/queue-worker.ts'
import { historyDigest } from '../src/queue/same-history.ts'
import {
  BUILDS_KEY,
  type Finish,
  PREFIX,
  queueName,
  type TrialJob,
} from '../src/queue/trial-job.ts'
import { runCampaign } from '../src/trial/campaign.ts'
import { readEvents } from '../src/trial/event-log.ts'
import { readProgress } from '../src/trial/remote-progress.ts'
import { deriveResult, type TrialResult } from '../src/trial/result.ts'
import { runCommand } from './support/command-line.ts'
import { histories } from './support/history.ts'
import { ModelServer } from './support/model-server.ts'
import { freePort, hasRedis, RedisServer } from './support/redis.ts'
import { sampleLog, sampleSettings } from './support/sample-events.ts'
import { scriptedAnswer } from './support/scripted-model.ts'

const FAKE_TRIAL = fileURLToPath(new URL('support/fake-trial.ts', import.meta.url))
const OWN_WORKER = fileURLToPath(new URL('support/queue-worker.ts', import.meta.url))
const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

/** A lease that is over soon (ms), for tests in which a worker is gone. */
const SHORT_LEASE = 500

const trials = [1, 2, 3, 4].map((seed): Settings => ({ ...sampleSettings, seed }))

let redis: RedisServer
let folder: string
let stop: AbortController
/** What was begun and is to be over before the next test. */
let running: Promise<unknown>[]
let processes: ChildProcess[] = []

/** Puts trials on the queue and waits for what comes of them. */
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
    ...{ address: queueAddress(redis.url, {}), model: null, recording: false, store: null },
    ...{ wallLimitMs: 60_000, mostDollars: null, ...common },
    ...options,
  })
  await runCampaign({
    ...{ trials, player, ...common, ...options },
    onResult: (result) => results.push(result),
  })
  return { notices, results, ends: results.map(({ end }) => end) }
}

/** Ends the leases of all workers, as time does. */
async function endLeases(): Promise<void> {
  const client = new Redis(redis.port, '127.0.0.1')
  const locks = await client.keys('*:lock')
  expect(locks).not.toEqual([])
  await client.del(locks)
  client.disconnect()
}

/** A worker in this process, whose trials do for each seed what they are told. */
function work(behaviours: Record<number, string> = {}, options: Partial<QueueWorkerOptions> = {}) {
  const notices: string[] = []
  const begun: string[] = []
  const running = runQueueWorker({
    ...{ address: queueAddress(redis.url, {}), atOnce: 2, folder: join(folder, 'worker') },
    ...{ store: null, modelServers: [], leaseMs: 30_000, signal: stop.signal },
    command: [process.execPath, FAKE_TRIAL, JSON.stringify(behaviours)],
    ...options,
    listener: {
      ...{ onReady() {}, onEnd() {} },
      onStart: ({ name }) => begun.push(name),
      onNotice: (line) => notices.push(line),
      ...options.listener,
    },
  })
  toBeOver(running)
  return { notices, begun, running }
}

function toBeOver(promise: Promise<unknown>): void {
  running.push(promise.catch(() => {}))
}

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout?.resume()
  processes.push(child)
  return child
}

/** A worker in a process of its own. */
function startWorker(name: string): ChildProcess {
  const own = ['--out', join(folder, name), '--lease', '1']
  return start(LAUNCHER, 'worker', '--queue', redis.url, ...own)
}

describe.runIf(hasRedis)('trials on a queue', () => {
  beforeAll(async () => {
    redis = await RedisServer.start()
  })
  afterAll(() => redis.kill())
  beforeEach(async () => {
    const client = new Redis(redis.port, '127.0.0.1')
    await client.flushall()
    client.disconnect()
    folder = mkdtempSync(join(tmpdir(), 'delver-queue-'))
    stop = new AbortController()
    running = []
    processes = []
  })
  afterEach(async () => {
    for (const child of processes) child.kill('SIGKILL')
    stop.abort()
    await Promise.all(running)
  })

  it('come to what they come to here, each of them once, though workers and campaign are killed', async () => {
    const text = ['trials', 'all', '--seeds', '1-3', '--world', 'text']
    const local = await runCommand(...text, '--out', join(folder, 'here'))
    const out = join(folder, 'out')
    let workers = [startWorker('w'), startWorker('w')]
    const first = start(LAUNCHER, ...text, '--queue', redis.url, '--out', out)
    let lines = 0
    first.stdout?.on('data', (data) => {
      lines += String(data).split('\n').length - 1
      if (lines > 30) first.kill('SIGKILL')
    })
    await once(first, 'exit')
    workers[0]?.kill('SIGKILL')
    workers = [...workers.slice(1), startWorker('w')]
    const queued = await runCommand(...text, '--queue', redis.url, '--out', out)
    expect(queued.code).toBe(local.code)
    expect(Object.keys(histories(out))).toHaveLength(228)
    expect(histories(out)).toEqual(histories(join(folder, 'here')))
    // What was fetched is not kept in Redis.
    const client = new Redis(redis.port, '127.0.0.1')
    const left = (await client.keys('*')).filter((key) => /\.\w+-\d+$/.test(key))
    client.disconnect()
    expect(left).toEqual([])

    const practice = ['trials', 'obtain:log', '--seeds', '1-2', '--max-ticks', '60', '--recording']
    await runCommand(...practice, '--out', join(folder, 'practice-here'))
    await runCommand(...practice, '--queue', redis.url, '--out', join(folder, 'practice'))
    const there = histories(join(folder, 'practice'))
    expect(there).toEqual(histories(join(folder, 'practice-here')))
    const recording = (name: string) =>
      gunzipSync(readFileSync(join(folder, name, 'obtain-log-1', 'recording.jsonl.gz'))).length
    expect(recording('practice')).toBe(recording('practice-here'))
  }, 400_000)

  it('are left there, go on, and are taken up again', async () => {
    const leave = new AbortController()
    const left = campaign({ signal: leave.signal })
    await vi.waitFor(async () => expect(await waiting()).toBe(4), 10_000)
    leave.abort()
    expect((await left).results).toEqual([])
    const worker = work()
    const { ends, results } = await campaign()
    expect(ends).toEqual(['success', 'success', 'success', 'success'])
    expect(results.map(({ seed }) => seed).sort()).toEqual([1, 2, 3, 4])
    expect(worker.begun.sort()).toEqual([1, 2, 3, 4].map((seed) => `craft_sticks-${seed}`))
  })

  it('fail with their reason when they take their worker along three times', async () => {
    const options = {
      ...{ url: redis.url, folder: join(folder, 'worker'), leaseMs: SHORT_LEASE },
      command: [process.execPath, FAKE_TRIAL, JSON.stringify({ 2: 'kill-parent' })],
    }
    const { signal } = stop
    let deaths = 0
    const keepOneUp = () => {
      if (signal.aborted) return
      start(OWN_WORKER, JSON.stringify(options)).once('exit', () => {
        deaths++
        keepOneUp()
      })
    }
    keepOneUp()
    const { results } = await campaign({ trials: trials.slice(0, 3) })
    stop.abort()
    const ends = Object.fromEntries(results.map(({ seed, end }) => [seed, end]))
    expect(ends).toEqual({ 1: 'success', 2: 'crash', 3: 'success' })
    expect(results.find(({ seed }) => seed === 2)?.detail).toBe('its worker was gone 3 times')
    expect(deaths).toBe(3)
  })

  it('fail with their reason when their process is killed three times', async () => {
    const worker = work({ 2: 'be-killed', 3: 'crash-midway' })
    const { results } = await campaign()
    const killed = results.find(({ seed }) => seed === 2)
    expect(killed).toMatchObject({ end: 'crash', detail: 'the process was killed (SIGKILL)' })
    expect(worker.begun.filter((name) => name === 'craft_sticks-2')).toHaveLength(3)
    const crashed = results.find(({ seed }) => seed === 3)
    expect(crashed).toMatchObject({ end: 'crash', milestones: [{ name: 'log', tick: 20 }] })
    expect(worker.begun.filter((name) => name === 'craft_sticks-3')).toHaveLength(1)
  })

  it.each([
    ['', false],
    [', also when its lease is over by then', true],
  ])('outlast a Redis that is away%s', async (_, isLeaseOver) => {
    const said: string[] = []
    let away = Promise.resolve()
    const goAway = async () => {
      if (isLeaseOver) await endLeases()
      await redis.kill()
    }
    const worker = work(
      {},
      {
        atOnce: 1,
        listener: {
          onReady() {},
          onNotice: (line) => said.push(line),
          onStart({ name }) {
            if (name.endsWith('1')) away = goAway()
          },
          async onEnd({ name }) {
            if (!name.endsWith('1')) return
            await away
            await redis.again()
          },
        },
      },
    )
    const { ends, notices } = await campaign({ trials: trials.slice(0, 2) })
    expect(ends).toEqual(['success', 'success'])
    expect(notices).toContainEqual(
      expect.stringMatching(/Redis at 127\.0\.0\.1:\d+ is gone; waiting/),
    )
    expect(notices).toContainEqual(expect.stringMatching(/Redis at .* is there/))
    stop.abort()
    await worker.running
    expect(said.some((line) => line.includes('its lease was over'))).toBe(isLeaseOver)
  })

  it('are given back by a worker that is told to end', async () => {
    const first = new AbortController()
    const leaving = work(
      { 1: 'hang' },
      {
        signal: first.signal,
        atOnce: 1,
        listener: { onReady() {}, onEnd() {}, onNotice() {}, onStart: () => first.abort() },
      },
    )
    const all = campaign({ trials: trials.slice(0, 1) })
    await leaving.running
    work()
    expect((await all).ends).toEqual(['success'])
  })

  it('are given back by a worker whose machine fails it, which ends', async () => {
    const broken = work({}, { command: ['/nowhere/node'] })
    const all = campaign({ trials: trials.slice(0, 1) })
    await expect(broken.running).rejects.toThrow(/cannot start the process of a trial/)
    work()
    expect((await all).ends).toEqual(['success'])
  })

  it('that two workers have played count once, and must be the same', async () => {
    const all = campaign({ trials: trials.slice(0, 3) })
    const hand = new Worker<TrialJob>(queueName(buildName()), null, byHand())
    hand.on('error', () => {})
    const [first, second, last] = [await nextJob(hand), await nextJob(hand), await nextJob(hand)]
    // Each is brought by one worker whose lease is over, and then by the one that has it.
    for (const job of [first, second]) {
      await job.updateProgress(finishOf(job.data.settings, 'a', 50))
      await vi.waitFor(() => expect(existsSync(resultFile(job.data))).toBe(true), 10_000)
    }
    await first.moveToCompleted(finishOf(first.data.settings, 'b', 50), 'token', false)
    await second.moveToCompleted(finishOf(second.data.settings, 'b', 51), 'token', false)
    await last.moveToCompleted(finishOf(last.data.settings, 'b', 52), 'token', false)
    const { notices, results } = await all
    await hand.close()
    const ticks = Object.fromEntries(results.map((result) => [result.seed, result.ticks]))
    expect(ticks).toEqual({ 1: 50, 2: 50, 3: 52 })
    const loud = notices.filter((line) => line.includes('NOT THE SAME HISTORY'))
    expect(loud).toEqual([expect.stringMatching(/craft_sticks-2 .* by a and by b, .* in ticks/)])
  })

  it('are left to others by a worker that plays otherwise', async () => {
    const settings = {
      ...sampleSettings,
      selector: 'horizon',
      selectorModel: join(folder, 'm.json'),
    }
    writeFileSync(settings.selectorModel, '{"of":"the campaign"}')
    const all = campaign({ trials: [settings as Settings] })
    const client = new Redis(redis.port, '127.0.0.1')
    const other = '0.0.1-abcdefabcdef'
    await client.sadd(BUILDS_KEY, other)
    await client.lpush(`${PREFIX}:${queueName(other)}:wait`, '1')
    client.disconnect()
    await vi.waitFor(async () => expect(await waiting()).toBe(1), 10_000)
    writeFileSync(settings.selectorModel, '{"of":"the worker"}')
    const { begun, notices } = work()
    await vi.waitFor(() => expect(notices).toHaveLength(2), 10_000)
    expect(notices.join('\n')).toMatch(/there are trials for Delver 0\.0\.1-abcdefabcdef; this is/)
    expect(notices.join('\n')).toMatch(
      /a trial is left to other workers: the selector's model .* another one/,
    )
    writeFileSync(settings.selectorModel, '{"of":"the campaign"}')
    work({}, { folder: join(folder, 'fit') })
    expect((await all).ends).toEqual(['success'])
    expect(begun).toEqual([])
  })

  it('have no key sent to an address that the worker does not know', () => {
    const job = {
      ...jobOf({ ...sampleSettings, llm: sampleLlm, planner: 'llm' }),
      model: {
        model: 'm',
        baseUrl: 'http://evil.example/v1',
        keyVariable: 'AWS_SECRET_ACCESS_KEY',
      },
    }
    const env = { AWS_SECRET_ACCESS_KEY: 'secret', OPENAI_API_KEY: 'key' }
    const equipment = { build: job.build, hasStore: false, modelServers: [], env }
    expect(whyUnfit(job, equipment)).toMatch(
      /asks a model at http:\/\/evil.example\/v1, which this/,
    )
    const named = { ...equipment, modelServers: ['http://evil.example/v1'] }
    expect(whyUnfit(job, named)).toBeNull()
    const usual = { ...job, model: { model: 'm' } }
    expect(whyUnfit(usual, equipment)).toMatch(
      /asks m at evil.example, and here that were m at api.openai/,
    )
    const bare = {
      ...usual,
      settings: { ...job.settings, llm: { ...sampleLlm, server: 'api.openai.com' } },
    }
    expect(whyUnfit(bare, equipment)).toBeNull()
    expect(whyUnfit(bare, { ...equipment, env: {} })).toMatch(/needs OPENAI_API_KEY/)
  })

  it('are nothing but data, for workers and for campaigns', async () => {
    const queue = new Queue(queueName(buildName()), byHand())
    const evil = { ...jobOf(sampleSettings), name: '../../evil', settings: { task: 1 } }
    await queue.add('x', evil, { jobId: 'evil' })
    await queue.add('x', { ...jobOf(sampleSettings), command: 'rm' }, { jobId: 'evil2' })
    await queue.add('x', jobOf(sampleSettings), { jobId: '..' })
    const all = campaign({ trials: trials.slice(0, 1) })
    const hand = new Worker(queue.name, null, byHand())
    hand.on('error', () => {})
    const jobs = await Promise.all([1, 2, 3, 4].map(() => nextJob(hand)))
    const own = jobs.find(({ data }) => data.name === 'craft_sticks-1' && data.campaign !== 'c')
    // A result that is none, and one of another trial: it is played again.
    await own?.moveToCompleted({ kind: 'finish', result: { success: true } }, 'token', false)
    const again = await nextJob(hand)
    await again.moveToCompleted(finishOf({ ...sampleSettings, seed: 9 }, 'a', 50), 'token', false)
    for (const job of jobs) if (job !== own) await job.moveToWait('token')
    const { begun } = work()
    const { ends, notices } = await all
    expect(ends).toEqual(['success'])
    expect(notices).toContainEqual(expect.stringMatching(/is no result; it is played again/))
    expect(notices).toContainEqual(expect.stringMatching(/is of another trial; it is played again/))
    await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(3), 10_000)
    expect(begun).toEqual(['craft_sticks-1'])
    expect(readdirSync(join(folder, 'worker', '1'))).toEqual(['campaign.lock'])
    await hand.close()
    await queue.close()
  })

  it('show on a page who plays them', async () => {
    const port = await freePort()
    const page = ['--watch', '--web-port', String(port)]
    const own = ['--queue', redis.url, '--out', join(folder, 'w')]
    start(LAUNCHER, 'worker', ...own, ...page)
    work({ 1: 'hang' }, { atOnce: 1 })
    const all = campaign({ trials: trials.slice(0, 1) })
    const rows = () => readProgress(join(folder, 'out', 'craft_sticks-1'))
    await vi.waitFor(() => expect(rows()).toMatchObject({ tick: 0 }), 30_000)
    stop.abort()
    await all
    await vi.waitFor(async () => {
      const shown = await fetch(`http://127.0.0.1:${port}/api/trials`)
      expect(await shown.json()).toMatchObject([{ task: 'craft_sticks', state: 'running' }])
    }, 30_000)
  })

  it('bring their logs by a shared folder, too', async () => {
    const store = join(folder, 'store')
    const refusing = work({}, { folder: join(folder, 'bare') })
    work({}, { store })
    const { ends, results } = await campaign({ store })
    expect(ends).toHaveLength(4)
    for (const { seed, ticks } of results) {
      const events = readEvents(join(folder, 'out', `craft_sticks-${seed}`))
      expect(events.at(-1)).toMatchObject({ type: 'trial-end', t: ticks })
    }
    expect(readdirSync(store)).toEqual([])
    expect(refusing.begun).toEqual([])
  })

  it('are those of a selector, too, and options that mean nothing there are refused', async () => {
    startWorker('w')
    const samples = join(folder, 'samples')
    const collect = ['selector', 'collect', '--seeds', '1', '--out', samples]
    const options = ['--tasks', 'craft_sticks', '--queue', redis.url]
    expect(await runCommand(...collect, ...options)).toMatchObject({ code: 0, stderr: '' })
    expect(Object.keys(histories(samples))).toEqual(['craft_sticks-1'])
    const misused = await runCommand(...collect, ...options, '--workers', '2')
    expect(misused).toMatchObject({ code: 2 })
    expect(misused.stderr).toMatch(/--workers is for delver worker/)
    const lonely = await runCommand(...collect, '--store', folder)
    expect(lonely.stderr).toMatch(/--store is for a queue; add --queue/)
  })

  describe('with a language model', () => {
    let server: ModelServer
    beforeAll(async () => {
      server = await ModelServer.start({ answer: ({ messages }) => scriptedAnswer(messages, '1') })
    })
    afterAll(() => server.close())
    const model = () => ['--model', 'scripted', '--base-url', server.baseUrl]
    const startWithModel = () => {
      vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
      const out = ['--out', join(folder, 'w'), '--model-server', server.baseUrl]
      start(LAUNCHER, 'worker', '--queue', redis.url, ...out)
      // The campaign needs a key of its own to know what it asks for, but it is not this one.
      vi.stubEnv('OPENAI_API_KEY', 'sk-other-0123456789')
    }
    afterEach(() => vi.unstubAllEnvs())

    it('fill a row of a table, and the key stays where it is used', async () => {
      startWithModel()
      const table = [
        'reproduce',
        'table4',
        '--tasks',
        'MT8',
        '--seeds',
        '1',
        '--rows',
        'rounds-inf',
      ]
      const options = ['--out', join(folder, 'out'), '--yes', '--queue', redis.url]
      const { code, stdout, stderr } = await runCommand(...table, ...model(), ...options)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^ *no limit +1\/1 +100\.0/m)
      expect(server.received.length).toBeGreaterThan(1)
      expect(server.received.at(-1)?.authorization).toBe('Bearer sk-test-only-0123456789')
      const disk = readdirSync(redis.folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(redis.folder, name))
        .filter((path) => statSync(path).isFile())
        .map((path) => readFileSync(path, 'latin1'))
      expect(disk.join()).toMatch(/scripted/)
      expect(disk.join()).not.toMatch(/sk-(test|other)/)
    })

    it('end when the dollars of the campaign are spent, whoever plays', async () => {
      startWithModel()
      const all = ['trials', 'obtain_diamond', '--seeds', '1-4', '--world', 'text']
      const paid = ['--planner', 'llm', ...model(), '--price', '900,900', '--max-dollars', '1']
      const options = ['--out', join(folder, 'out'), '--queue', redis.url]
      const { code, stdout, stderr } = await runCommand(...all, ...paid, ...options)
      expect(stdout).toMatch(/of \$1 are spent; no more trials are begun/)
      expect(stderr).toMatch(/3 of 4 trials were not played to their end/)
      expect(code).toBe(1)
    })
  })

  async function nextJob(worker: Worker): Promise<Job<TrialJob>> {
    const job = await worker.getNextJob('token')
    return job ? (job as Job<TrialJob>) : nextJob(worker)
  }

  function byHand() {
    const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null }
    return { connection, prefix: PREFIX, autorun: false, lockDuration: 60_000 }
  }

  async function waiting(): Promise<number> {
    const client = new Redis(redis.port, '127.0.0.1')
    const count = await client.llen(`${PREFIX}:${queueName(buildName())}:wait`)
    client.disconnect()
    return count
  }

  function resultFile({ name }: TrialJob): string {
    return join(folder, 'out', name, 'result.json')
  }
})

/** What the worker of that name says a trial came to. */
function finishOf(settings: Settings, worker: string, ticks: number): Finish {
  const end = { type: 'trial-end', end: 'limit', detail: '' } as const
  const events = sampleLog(settings, [[ticks, end]])
  const result = deriveResult(events)
  return { kind: 'finish', worker, result, history: historyDigest(events), files: [], leftOut: [] }
}

function jobOf(settings: Settings): TrialJob {
  return {
    ...{ v: 1, build: buildName(), campaign: 'c', name: 'craft_sticks-1', settings, model: null },
    ...{ selectorModel: null, recording: false, wallLimitMs: 1000, files: 'redis', isPaid: false },
  }
}

const sampleLlm: NonNullable<Settings['llm']> = {
  ...{ model: 'm', server: 'evil.example', playedBack: false, explainer: true },
  ...{ explainerModel: null, executorModel: null, structured: false, time: null },
  ...{ maxCalls: null, maxTokens: null, maxDollars: null },
}

describe.runIf(hasRedis)('a Redis that does not let everybody in', () => {
  const trial = ['trials', 'craft_sticks', '--seeds', '1', '--world', 'text']

  it('says so in one line without the password, and takes the right one from the environment', async () => {
    const server = await RedisServer.start('--requirepass', 'open sesame')
    const out = join(mkdtempSync(join(tmpdir(), 'delver-queue-')), 'out')
    const args = [...trial, '--queue', server.url, '--out', out]
    const without = await runCommand(...args)
    expect(without).toMatchObject({ code: 2 })
    expect(without.stderr).toMatch(/^error: Redis at 127.0.0.1:\d+ does not let us in \(NOAUTH/)
    vi.stubEnv('DELVER_QUEUE_PASSWORD', 'not sesame')
    const wrong = await runCommand(...args)
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toMatch(/does not let us in \(WRONGPASS/)
    expect(wrong.stderr + wrong.stdout).not.toMatch(/not sesame/)
    vi.stubEnv('DELVER_QUEUE_PASSWORD', 'open sesame')
    const worker = start(LAUNCHER, 'worker', '--queue', server.url, '--out', `${out}-worker`)
    const played = await runCommand(...args)
    expect(readFileSync(`/proc/${worker.pid}/cmdline`, 'utf8')).not.toMatch(/sesame/)
    worker.kill('SIGKILL')
    await server.kill()
    expect(played.code).toBe(0)
    expect(played.stdout).not.toMatch(/sesame/)
  })

  it('is talked to over TLS where its certificate is known, and otherwise is not', async () => {
    const server = await RedisServer.startWithTls()
    const out = join(mkdtempSync(join(tmpdir(), 'delver-queue-')), 'out')
    const args = [...trial, '--queue', server.url, '--out', out]
    const stranger = await runCommand(...args)
    expect(stranger.code).toBe(2)
    expect(stranger.stderr).toMatch(/^error: the certificate .* is not trusted .*NODE_EXTRA_CA/m)
    // Node reads it when a process starts.
    vi.stubEnv('NODE_EXTRA_CA_CERTS', server.certificate ?? '')
    const worker = start(LAUNCHER, 'worker', '--queue', server.url, '--out', `${out}-worker`)
    const [code] = await once(start(LAUNCHER, ...args), 'exit')
    worker.kill('SIGKILL')
    await server.kill()
    expect(code).toBe(0)
  })
})
