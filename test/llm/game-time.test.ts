import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { GameClock, TICK_MS } from '#clock/game-clock'
import type { CallEvent } from '#llm/call-event'
import type { LlmTime } from '#llm/in-game-time'
import type { ChatModel } from '#llm/model'
import { type OpenModel, openModel } from '#llm/open-model'
import { type ModelFlags, modelSettingsFromEnv } from '#llm/settings'
import { ModelServer } from '../support/model-server.ts'
import { type Practice, practice } from '../support/practice.ts'
import { longIt } from '../support/versions.ts'

const servers: ModelServer[] = []
let scene: Practice | undefined
let opened: OpenModel | undefined

afterEach(async () => {
  await opened?.close()
  await scene?.close()
  for (const server of servers.splice(0)) await server.close()
})

/** A model that steers: its answers depend on its prompt alone. */
async function steersman(delayMs: () => number): Promise<ModelServer> {
  const answer = ({ messages }: { messages: { content: string }[] }) =>
    String([...(messages[0]?.content ?? '')].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 7)
  const server = await ModelServer.start({ answer, delayMs })
  servers.push(server)
  return server
}

/** A bot in the practice world, and a model whose calls cost game time according to `mode`. */
async function setUp(mode: LlmTime, baseUrl: string, flags: ModelFlags = {}) {
  scene = await practice()
  const { simulation } = scene
  const clock = new GameClock()
  const env = { OPENAI_API_KEY: 'secret', OPENAI_BASE_URL: baseUrl, DELVER_MODEL: 'steersman' }
  const chosen = modelSettingsFromEnv(env, flags)
  if (!chosen.ok) throw new Error(chosen.message)
  const calls: CallEvent[] = []
  opened = await openModel(chosen.settings, {
    onCall: (call) => calls.push(call),
    gameTime: {
      mode,
      time: {
        standStill: (work) => simulation.standStill(work),
        pass: (ms, signal) => clock.wait(Math.ceil(ms / TICK_MS), signal),
      },
    },
  })
  return { ...scene, clock, calls, model: opened.model }
}

const { signal } = new AbortController()

function ask(model: ChatModel, content: string, stop = signal) {
  return model.complete({ purpose: 'steer', messages: [{ role: 'user', content }] }, stop)
}

/** Lets the model steer the bot and returns its positions. */
async function wander(mode: LlmTime, baseUrl: string, flags: ModelFlags = {}): Promise<string[]> {
  const { bot, clock, model, run } = await setUp(mode, baseUrl, flags)
  const track: string[] = []
  const note = () => {
    track.push(`${clock.tick} ${bot.entity.position} ${bot.entity.yaw}`)
  }
  bot.on('physicsTick', note)
  bot.setControlState('forward', true)
  bot.setControlState('jump', true)
  const walk = async () => {
    for (let call = 0; call < 12; call++) {
      const result = await ask(model, `where to from ${bot.entity.position}?`)
      if (!result.ok) throw new Error(result.failure.detail)
      await bot.look(Number(result.text), 0, true)
      await clock.wait(7)
    }
  }
  await run(walk())
  bot.off('physicsTick', note)
  await opened?.close()
  await scene?.close()
  opened = scene = undefined
  return track
}

describe('game time during a model call', () => {
  longIt('stops, so that the history does not depend on the model’s speed', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'delver-cassette-')), 'calls.jsonl')
    const delays = [0, 30, 3, 12]
    const quick = await steersman(() => 0)
    const slow = await steersman(() => delays[slow.received.length % delays.length] ?? 0)
    const first = await wander('pause', quick.baseUrl, { record: file })
    const second = await wander('pause', slow.baseUrl)
    const played = await wander('pause', 'http://127.0.0.1:1/v1', { replayCalls: file })
    expect(first.length).toBeGreaterThan(12 * 7 - 2)
    expect(second).toEqual(first)
    expect(played).toEqual(first)
  })

  it('also stops for calls that fail', async () => {
    const server = await steersman(() => 0)
    const { clock, model, run } = await setUp('pause', server.baseUrl, { retries: 0 })
    server.fail({ kind: 'status', status: 500 }, { kind: 'cut' })
    const before = clock.tick
    const both = Promise.all([ask(model, 'a'), ask(model, 'b')])
    const kinds = (await run(both)).map((result) => !result.ok && result.failure.kind)
    expect(kinds.sort()).toEqual(['connection', 'server'])
    expect(clock.tick - before).toBeLessThanOrEqual(1)
  })

  it('lets concurrent calls end in the order in which they began', async () => {
    const server = await steersman(() => (server.received.length === 1 ? 40 : 0))
    const { model, run } = await setUp('pause', server.baseUrl)
    const order: string[] = []
    const asked = ['slow', 'quick'].map(async (name) => {
      await ask(model, name)
      order.push(name)
    })
    await run(Promise.all(asked))
    expect(order).toEqual(['slow', 'quick'])
  })

  it('stops for a call that begins after a file was read', async () => {
    const server = await steersman(() => 0)
    const { clock, model, run } = await setUp('pause', server.baseUrl)
    const readAndAsk = async () => {
      await readFile(fileURLToPath(import.meta.url))
      const before = clock.tick
      await ask(model, 'a')
      return clock.tick - before
    }
    expect(await run(readAndAsk())).toBe(0)
  })

  it('resumes when the call is aborted', async () => {
    const server = await steersman(() => 0)
    const { clock, model, run } = await setUp('pause', server.baseUrl)
    server.fail({ kind: 'silence' })
    const stop = new AbortController()
    const asked = ask(model, 'a', stop.signal)
    const before = clock.tick
    const received = async () => {
      while (server.received.length === 0) await new Promise((resolve) => setImmediate(resolve))
      stop.abort()
    }
    const [result] = await Promise.all([run(asked), received()])
    expect(result).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
    expect(clock.tick - before).toBeLessThanOrEqual(1)
    await run(clock.wait(10))
    expect(clock.tick - before).toBeGreaterThanOrEqual(10)
  })

  it('resumes when the model is closed', async () => {
    const server = await steersman(() => 0)
    const { model, run } = await setUp('pause', server.baseUrl)
    server.fail({ kind: 'silence' })
    const asked = ask(model, 'a')
    await opened?.close()
    expect(await run(asked)).toMatchObject({ ok: false, failure: { kind: 'aborted' } })
    await expect(run(ask(model, 'b'))).rejects.toThrow('has ended')
  })

  it('passes after the call in the mode charge', async () => {
    const server = await steersman(() => 70)
    const { clock, model, run, calls } = await setUp('charge', server.baseUrl)
    const before = clock.tick
    const result = await run(ask(model, 'a'))
    expect(result.ok).toBe(true)
    const { latencyMs = 0 } = calls[0] ?? {}
    expect(latencyMs).toBeGreaterThanOrEqual(70)
    expect(clock.tick - before).toBeGreaterThanOrEqual(Math.ceil(latencyMs / TICK_MS))
    expect(clock.tick - before).toBeLessThanOrEqual(Math.ceil(latencyMs / TICK_MS) + 1)
  })
})
