import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { describe, expect, it, vi } from 'vitest'
import type { Settings } from '#events/settings'
import { buildName } from '#queue/build'
import { historyDigest } from '#queue/same-history'
import { BUILDS_KEY, type Finish, PREFIX, queueName, type TrialJob } from '#queue/trial-job'
import { whyUnfit } from '#queue/worker-compatibility'
import { deriveResult } from '#trial/result'
import { nextJob, queueStage, trials } from '../support/queue-stage.ts'
import { hasRedis } from '../support/redis.ts'
import { sampleLog, sampleSettings } from '../support/sample-events.ts'
import { longIt } from '../support/versions.ts'

describe.runIf(hasRedis)('trials on a queue', () => {
  const on = queueStage()

  it('count once when two workers have played them, and must be identical', async () => {
    const { folder, campaign, byHand } = on()
    const all = campaign({ trials: trials.slice(0, 3) })
    const hand = new Worker<TrialJob>(queueName(buildName()), null, byHand())
    hand.on('error', () => {})
    const [first, second, last] = [await nextJob(hand), await nextJob(hand), await nextJob(hand)]
    // Each is brought by one worker whose lease is over, and then by the one that has it.
    for (const job of [first, second]) {
      await job.updateProgress(finishOf(job.data.settings, 'a', 50))
      await vi.waitFor(
        () => expect(existsSync(join(folder, 'out', job.data.name, 'result.json'))).toBe(true),
        10_000,
      )
    }
    await first.moveToCompleted(finishOf(first.data.settings, 'b', 50), 'token', false)
    await second.moveToCompleted(finishOf(second.data.settings, 'b', 51), 'token', false)
    await last.moveToCompleted(finishOf(last.data.settings, 'b', 52), 'token', false)
    const { notices, results } = await all
    await hand.close()
    const ticks = Object.fromEntries(results.map((result) => [result.seed, result.ticks]))
    expect(ticks).toEqual({ 1: 50, 2: 50, 3: 52 })
    const loud = notices.filter((line) => line.includes('DIFFERENT HISTORIES'))
    expect(loud).toEqual([expect.stringMatching(/craft_sticks-2 by a and by b differ in ticks/)])
  })

  it('leave nothing on the queue when a worker that is gone has the lease of a delivered trial', async () => {
    const { campaign, byHand } = on()
    const all = campaign({ trials: trials.slice(0, 1) })
    const queue = new Queue(queueName(buildName()), byHand())
    const hand = new Worker<TrialJob>(queue.name, null, byHand())
    hand.on('error', () => {})
    const job = await nextJob(hand)
    await job.updateProgress(finishOf(job.data.settings, 'a', 50))
    expect((await all).results).toMatchObject([{ ticks: 50 }])
    expect(await queue.getJob(String(job.id))).toBeUndefined()
    expect(await queue.getActiveCount()).toBe(0)
    await hand.close()
    await queue.close()
  })

  longIt('are left to other workers by a worker of another version', async () => {
    const { redis, folder, campaign, work, waiting } = on()
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
    expect(notices.join('\n')).toMatch(
      /trials wait for Delver 0\.0\.1-abcdefabcdef, which this worker/,
    )
    expect(notices.join('\n')).toMatch(/this worker skips a trial: the selector model .* differs/)
    writeFileSync(settings.selectorModel, '{"of":"the campaign"}')
    work({}, { folder: join(folder, 'fit') })
    expect((await all).ends).toEqual(['success'])
    expect(begun).toEqual([])
  })

  it('never send a key to an address that the worker does not know', () => {
    const job = {
      ...jobOf({ ...sampleSettings, llm: sampleLlm, planner: 'llm' }),
      model: {
        model: 'm',
        baseUrl: 'http://evil.example/v1',
        apiKeyEnv: 'AWS_SECRET_ACCESS_KEY',
      },
    }
    const env = { AWS_SECRET_ACCESS_KEY: 'secret', OPENAI_API_KEY: 'key' }
    const equipment = {
      build: job.build,
      hasStore: false,
      modelServers: [],
      allowServers: false,
      env,
    }
    expect(whyUnfit(job, equipment)).toMatch(
      /asks a model at http:\/\/evil.example\/v1, which this/,
    )
    const named = { ...equipment, modelServers: ['http://evil.example/v1'] }
    expect(whyUnfit(job, named)).toBeNull()
    const usual = { ...job, model: { model: 'm' } }
    expect(whyUnfit(usual, equipment)).toMatch(
      /asks m at evil.example, but this worker has m at api.openai/,
    )
    const bare = {
      ...usual,
      settings: { ...job.settings, llm: { ...sampleLlm, server: 'api.openai.com' } },
    }
    expect(whyUnfit(bare, equipment)).toBeNull()
    expect(whyUnfit(bare, { ...equipment, env: {} })).toMatch(/needs OPENAI_API_KEY/)
  })

  it('cannot make a worker write elsewhere, join a server, or read endless files', () => {
    const equipment = {
      ...{ build: buildName(), hasStore: false, modelServers: [], allowServers: false, env: {} },
    }
    const objection = (settings: Partial<Settings>, allowed: Partial<typeof equipment> = {}) =>
      whyUnfit(jobOf({ ...sampleSettings, ...settings }), { ...equipment, ...allowed })
    expect(objection({})).toBeNull()
    expect(objection({ strategy: 'adaplanner', skillMemory: '/tmp/elsewhere' })).toMatch(
      /writes to the skill memory/,
    )
    const server = { world: 'existing', host: 'intranet.example', port: 22 } as const
    expect(objection(server)).toMatch(/joins a Minecraft server, .*--allow-servers/)
    expect(objection(server, { allowServers: true })).toBeNull()
    const fifo = join(mkdtempSync(join(tmpdir(), 'delver-fifo-')), 'model.json')
    execFileSync('mkfifo', [fifo])
    for (const selectorModel of [fifo, '/dev/zero'])
      expect(objection({ selector: 'horizon', selectorModel })).toMatch(
        /is missing here, or differs/,
      )
  })

  longIt('are only data, for workers and for campaigns', async () => {
    const { folder, campaign, work, byHand } = on()
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
    expect(notices).toContainEqual(
      expect.stringMatching(/an invalid result; the trial is played again/),
    )
    expect(notices).toContainEqual(
      expect.stringMatching(/the result of another trial; it is played again/),
    )
    await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(3), 10_000)
    expect(begun).toEqual(['craft_sticks-1'])
    expect(readdirSync(join(folder, 'worker', '1'))).toEqual(['campaign.lock'])
    await hand.close()
    await queue.close()
  })
})

/** The outcome of a trial by the output of a worker. */
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
  ...{
    model: 'm',
    server: 'evil.example',
    replayed: false,
    explainer: true,
    explainsInline: false,
  },
  ...{
    explainerModel: null,
    executorModel: null,
    api: 'chat' as const,
    answers: 'text' as const,
    time: null,
  },
  ...{ maxCalls: null, maxTokens: null, maxDollars: null },
}
