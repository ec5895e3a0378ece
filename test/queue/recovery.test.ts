import { describe, expect, it, vi } from 'vitest'
import { queueStage, trials } from '../support/queue-stage.ts'
import { hasRedis } from '../support/redis.ts'
import { longIt } from '../support/versions.ts'

/** A lease that is over soon (ms), for tests in which a worker is gone. */
const SHORT_LEASE = 500

describe.runIf(hasRedis)('trials on a queue', () => {
  const on = queueStage()

  longIt('stay on the queue, continue, and are resumed', async () => {
    const { campaign, work, waiting } = on()
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

  longIt('fail with a reason when they end their worker three times', async () => {
    const { stop, campaign, startFakeWorker } = on()
    const { signal } = stop
    let deaths = 0
    const keepOneUp = () => {
      if (signal.aborted) return
      startFakeWorker({ 2: 'kill-parent' }, SHORT_LEASE).once('exit', () => {
        deaths++
        keepOneUp()
      })
    }
    keepOneUp()
    const { results } = await campaign({ trials: trials.slice(0, 3) })
    stop.abort()
    const ends = Object.fromEntries(results.map(({ seed, end }) => [seed, end]))
    expect(ends).toEqual({ 1: 'success', 2: 'crash', 3: 'success' })
    expect(results.find(({ seed }) => seed === 2)?.detail).toBe(
      'its worker stopped responding 3 times',
    )
    expect(deaths).toBe(3)
  })

  longIt('fail with a reason when their process is killed three times', async () => {
    const { campaign, work } = on()
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
    const { redis, stop, campaign, work, endLeases } = on()
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
      expect.stringMatching(/Redis at 127\.0\.0\.1:\d+ is unavailable; waiting/),
    )
    expect(notices).toContainEqual(expect.stringMatching(/Redis at .* is available/))
    stop.abort()
    await worker.running
    expect(said.some((line) => line.includes('its lease has expired'))).toBe(isLeaseOver)
  })

  it('return to the queue when their worker is stopped', async () => {
    const { campaign, work } = on()
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

  it("return to the queue when their worker's machine fails, which ends the worker", async () => {
    const { campaign, work } = on()
    const broken = work({}, { command: ['/nowhere/node'] })
    const all = campaign({ trials: trials.slice(0, 1) })
    await expect(broken.running).rejects.toThrow(/cannot start the process of a trial/)
    work()
    expect((await all).ends).toEqual(['success'])
  })
})
