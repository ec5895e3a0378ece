import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readEvents } from '#trial/event-log'
import { readProgress } from '#trial/remote-progress'
import { runCommand } from '../support/command-line.ts'
import { histories } from '../support/history.ts'
import { ModelServer } from '../support/model-server.ts'
import { type QueueStage, queueStage, trials } from '../support/queue-stage.ts'
import { freePort, hasRedis } from '../support/redis.ts'
import { scriptedAnswer } from '../support/scripted-model.ts'
import { longIt } from '../support/versions.ts'

describe.runIf(hasRedis)('trials on a queue', () => {
  const on = queueStage()

  longIt(
    'have the same results as on this machine, each once, although workers and campaign are killed',
    async () => {
      const { redis, folder, start, startWorker } = on()
      const text = ['trials', 'MT1', '--seeds', '1', '--world', 'text']
      const local = await runCommand(...text, '--out', join(folder, 'here'))
      const out = join(folder, 'out')
      let workers = [startWorker('w'), startWorker('w')]
      const first = start(...text, '--queue', redis.url, '--out', out)
      let lines = 0
      first.stdout?.on('data', (data) => {
        lines += String(data).split('\n').length - 1
        if (lines > 8) first.kill('SIGKILL')
      })
      await once(first, 'exit')
      workers[0]?.kill('SIGKILL')
      workers = [...workers.slice(1), startWorker('w')]
      const queued = await runCommand(...text, '--queue', redis.url, '--out', out)
      expect(queued.code).toBe(local.code)
      expect(Object.keys(histories(out))).toHaveLength(14)
      expect(histories(out)).toEqual(histories(join(folder, 'here')))
      // What was fetched is not kept in Redis.
      const client = new Redis(redis.port, '127.0.0.1')
      const left = (await client.keys('*')).filter((key) => /\.\w+-\d+$/.test(key))
      client.disconnect()
      expect(left).toEqual([])

      const practice = ['trials', 'obtain:log', '--seeds', '1', '--max-ticks', '60', '--recording']
      await runCommand(...practice, '--out', join(folder, 'practice-here'))
      await runCommand(...practice, '--queue', redis.url, '--out', join(folder, 'practice'))
      const there = histories(join(folder, 'practice'))
      expect(there).toEqual(histories(join(folder, 'practice-here')))
      const recording = (name: string) =>
        gunzipSync(readFileSync(join(folder, name, 'obtain-log-1', 'recording.jsonl.gz'))).length
      expect(recording('practice')).toBe(recording('practice-here'))
    },
    400_000,
  )

  longIt('show on a page which worker plays them', async () => {
    const { redis, folder, stop, campaign, work, start } = on()
    const port = await freePort()
    const page = ['--watch', '--web-port', String(port)]
    const own = ['--queue', redis.url, '--out', join(folder, 'w')]
    start('worker', ...own, ...page)
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

  it('also bring their logs through a shared folder', async () => {
    const { folder, campaign, work } = on()
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

  longIt('also serve selector commands, which reject options without a meaning there', async () => {
    const { redis, folder, startWorker } = on()
    startWorker('w')
    const samples = join(folder, 'samples')
    const collect = ['selector', 'collect', '--seeds', '1', '--out', samples]
    const options = ['--tasks', 'craft_sticks', '--queue', redis.url]
    expect(await runCommand(...collect, ...options)).toMatchObject({ code: 0, stderr: '' })
    expect(Object.keys(histories(samples))).toEqual(['craft_sticks-1'])
    const misused = await runCommand(...collect, ...options, '--workers', '2')
    expect(misused).toMatchObject({ code: 2 })
    expect(misused.stderr).toMatch(/--workers is an option of delver worker/)
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
    const startWithModel = ({ folder, redis, start }: QueueStage) => {
      vi.stubEnv('OPENAI_API_KEY', 'sk-test-only-0123456789')
      const out = ['--out', join(folder, 'w'), '--model-server', server.baseUrl]
      start('worker', '--queue', redis.url, ...out)
      // The campaign needs a key to describe its model, but another one.
      vi.stubEnv('OPENAI_API_KEY', 'sk-other-0123456789')
    }
    afterEach(() => vi.unstubAllEnvs())

    longIt('fill a row of a table, and the key stays on the worker', async () => {
      const { redis, folder } = on()
      startWithModel(on())
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

    longIt("end when the campaign's dollars are spent, on any worker", async () => {
      const { redis, folder } = on()
      startWithModel(on())
      const all = ['trials', 'obtain_diamond', '--seeds', '1-4', '--world', 'text']
      const paid = ['--planner', 'llm', ...model(), '--price', '900,900', '--max-dollars', '1']
      const options = ['--out', join(folder, 'out'), '--queue', redis.url]
      const { code, stdout, stderr } = await runCommand(...all, ...paid, ...options)
      expect(stdout).toMatch(/of \$1 are spent; no more trials are started/)
      expect(stderr).toMatch(/3 of 4 trials did not finish/)
      expect(code).toBe(1)
    })
  })
})
