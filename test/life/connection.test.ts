import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Vec3 } from 'vec3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Body } from '#body/body'
import { BOT } from '#body/bot'
import type { Simulation } from '#clock/simulation'
import type { EventBody, Target } from '#events/events'
import type { WatchBody } from '#life/port'
import type { ChatModel } from '#llm/model'
import type { PerceptionMode } from '#perception/perception-modes'
import { RECORDING_FILE } from '#trial/event-log'
import { WorldRecorder } from '#watch/recording/world-recorder'
import type { RecordingHeader, RecordingLine } from '#watch/recording-format'
import type { PracticeWorld } from '#world/practice-world'
import { type FlakyLine, flakyLine } from '../support/flaky-line.ts'
import { plantGrove } from '../support/grove.ts'
import { type LifeOptions, playLife } from '../support/life.ts'
import { emptyWorld } from '../support/practice.ts'
import { ScriptedModel } from '../support/scripted-model.ts'
import { longIt } from '../support/versions.ts'

const MAX_TICKS = 6000
const TABLE: Target = {
  item: 'crafting_table',
  count: 1,
  worn: false,
  milestone: 'crafting_table',
}

let simulation: Simulation
let world: PracticeWorld
let line: FlakyLine

beforeEach(async () => {
  ;({ simulation, world } = await emptyWorld({ seed: 3, viewDistance: 4 }))
  plantGrove(world)
  line = await flakyLine(world.port)
})
afterEach(async () => {
  await line.close()
  await simulation.run(world.close())
  simulation.uninstall()
})

/** Plays over TCP until a table is carried. */
function play(
  onEvent: (event: EventBody) => void,
  port = line.port,
  watchBody?: WatchBody,
  perception: PerceptionMode = 'loaded',
  more: Partial<LifeOptions> = {},
) {
  return playLife({
    ...more,
    perception,
    connection: {
      host: '127.0.0.1',
      port,
      version: '1.16.5',
      username: 'Delver',
      auth: 'offline',
    },
    simulation,
    target: TABLE,
    maxTicks: MAX_TICKS,
    onEvent,
    ...(watchBody && { watchBody }),
    onInventory(held, _worn, stop) {
      if (held.crafting_table) stop.abort('success')
    },
  })
}

function kick(reason: string): void {
  for (const player of world.game.players) player.kick(reason)
}

type Told = Awaited<ReturnType<typeof play>>['told']

const CONNECTING = ['join', 'disconnect', 'reconnect']

/** The events of the connection, in order. */
function story(told: Told): string[] {
  return told.map(({ event }) => event.type).filter((type) => CONNECTING.includes(type))
}

function ofType<T extends EventBody['type']>(told: Told, type: T) {
  return told.flatMap(({ event }) =>
    event.type === type ? [event as Extract<EventBody, { type: T }>] : [],
  )
}

/** Does something once the first log is carried. */
function midway(work: () => void): (event: EventBody) => void {
  let done = false
  return (event) => {
    if (done || event.type !== 'skill-end' || !event.changes.oak_log) return
    done = true
    work()
  }
}

describe('an agent whose connection is cut', () => {
  it('reconnects and continues with its state', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'delver-rejoin-'))
    const recording = new WorldRecorder(folder)
    const { outcome, told, inventories } = await play(
      midway(() => line.cut()),
      line.port,
      recording.watchBody,
    )
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    expect(ofType(told, 'disconnect')).toMatchObject([{ kicked: false }])
    expect(ofType(told, 'reconnect')).toEqual([{ type: 'reconnect', attempt: 1 }])
    const resumed = told.slice(told.findIndex(({ event }) => event.type === 'reconnect'))
    const brought = ofType(resumed, 'skill-end').map(({ changes }) => changes.oak_log ?? 0)
    const logs = brought.reduce((sum, count) => sum + Math.max(0, count), 0)
    expect(logs).toBe(0)
    expect(outcome).toEqual({ end: 'stopped', detail: 'the trial is over' })
    expect(inventories.at(-1)?.held.crafting_table).toBe(1)

    await recording.close()
    const text = gunzipSync(readFileSync(join(folder, RECORDING_FILE))).toString()
    const messages: (RecordingHeader | RecordingLine)[] = text
      .trim()
      .split('\n')
      .map((one) => JSON.parse(one))
    expect(messages.filter((one) => 'recording' in one)).toHaveLength(1)
    // What was shown before it came back is shown again.
    const names = messages.map((one) => ('name' in one ? one.name : ''))
    const back = names.indexOf('reset')
    expect(back).toBe(names.lastIndexOf('reset'))
    for (const part of [names.slice(0, back), names.slice(back)])
      expect(part).toEqual(expect.arrayContaining(['chunk', 'pose', 'body', 'entity']))
  })

  it('looks around before it plans, also after a reconnect', async () => {
    const cutOnce = midway(() => line.cut())
    const { told } = await play(cutOnce, line.port, undefined, 'seen')
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    // There are trees in sight.
    expect(ofType(told, 'skill-start').map(({ skill }) => skill)).not.toContain('explore')
  })

  it('avoids dangerous places and failed sources from before', async () => {
    const bodies: Body[] = []
    let hurtAt = new Vec3(0, 0, 0)
    const { told } = await play(
      midway(() => {
        const [body] = bodies
        if (!body) throw new Error('the body was not told of')
        hurtAt = body.position.floored()
        body.dangers.diedAt(hurtAt)
        body.avoided.add(hurtAt)
        line.cut()
      }),
      line.port,
      (body) => {
        bodies.push(body)
        return () => {}
      },
    )
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    expect(bodies).toHaveLength(2)
    expect(bodies[1]?.dangers.near(hurtAt)).toBe(true)
    expect(bodies[1]?.dangers.near(hurtAt.offset(40, 0, 0))).toBe(false)
    expect(bodies[1]?.avoided.has(hurtAt.x, hurtAt.y, hurtAt.z)).toBe(true)
  })

  it('reconnects when an unwatched handler throws', async () => {
    let body: Body | undefined
    const { told, inventories } = await play(
      midway(() => {
        body?.[BOT].once('physicsTick', () => {
          throw new TypeError('a packet of an unexpected kind')
        })
      }),
      line.port,
      (joined) => {
        body = joined
        return () => {}
      },
    )
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    // The running skill reports it in one line.
    expect(ofType(told, 'skill-end').map(({ failure }) => failure)).toContainEqual({
      kind: 'disconnected',
      detail: 'TypeError: a packet of an unexpected kind',
    })
    expect(ofType(told, 'disconnect')[0]?.reason).toMatch(
      /^TypeError: a packet of an unexpected kind\n\s+at /,
    )
    expect(inventories.at(-1)?.held.crafting_table).toBe(1)
  })

  it('retries when an error is thrown while it joins', async () => {
    setTimeout(() => {
      throw new TypeError('a packet that comes too early')
    }, 1)
    const { told, inventories } = await play(() => {})
    expect(story(told)).toEqual(['disconnect', 'join'])
    expect(inventories.at(-1)?.held.crafting_table).toBe(1)
  })

  it('retries when the connection breaks during the first join', async () => {
    line.cutNext()
    const { told, inventories } = await play(() => {})
    expect(story(told)).toEqual(['disconnect', 'join'])
    expect(inventories.at(-1)?.held.crafting_table).toBe(1)
  })

  it('gives up when errors repeat', async () => {
    const faulty = ({ [BOT]: bot }: Body) => {
      bot.once('physicsTick', () => {
        throw new TypeError('always the same')
      })
      return () => {}
    }
    await expect(play(() => {}, line.port, faulty)).rejects.toThrow('always the same')
  })

  longIt('notices a silent connection', async () => {
    const { told, inventories } = await play(midway(() => line.fallSilent()))
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    expect(ofType(told, 'disconnect')[0]?.reason).toMatch(/timed out/)
    expect(inventories.at(-1)?.held.crafting_table).toBe(1)
  })

  it('retries a missing server every few seconds, and finally ends', async () => {
    const { outcome, told } = await play(midway(() => void line.close()))
    expect(outcome.end).toBe('no-server')
    expect(outcome.detail).toMatch(/ECONNREFUSED/)
    const ticks = told.filter(({ event }) => event.type === 'disconnect').map(({ tick }) => tick)
    const waits = ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0))
    expect(Math.max(...waits)).toBeLessThan(130)
    // A server takes a minute or two to start.
    expect((ticks.at(-1) ?? 0) - (ticks[0] ?? 0)).toBeGreaterThan(2400)
  })
})

describe('a strategy whose agent loses its connection', () => {
  const rounds = 1
  const settings = { planner: 'llm', replan: 'on-failure', rounds } as const

  /** A model whose every plan fails after some logs have been mined. */
  function askedModel(onCall: () => Promise<void> = async () => {}) {
    const plan = "mine({'oak_log':2}, null); craft({'chest':1}, {'planks':8}, 'crafting_table')"
    const scripted = new ScriptedModel(() => plan)
    const prompts: string[] = []
    const model: ChatModel = {
      name: scripted.name,
      async complete(request, signal) {
        prompts.push(request.messages.map(({ content }) => content).join('\n'))
        await onCall()
        return scripted.complete(request, signal)
      },
    }
    return { prompts, llm: { model, explainer: false, answers: 'text' as const } }
  }

  it('keeps its rounds of replanning and its dialogue', async () => {
    const { prompts, llm } = askedModel()
    const onEvent = midway(() => kick('Server is restarting'))
    const { outcome, told } = await play(onEvent, line.port, undefined, 'loaded', { settings, llm })
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    expect(outcome).toEqual({
      end: 'gave-up',
      detail: 'the limit of 1 round of replanning is reached',
    })
    expect(prompts).toHaveLength(1 + rounds)
    expect(prompts[1]).toContain('I fail on')
    // The logs of the first connection count.
    const logs = ofType(told, 'skill-end')
      .filter(({ skill, goal }) => skill === 'mine' && goal)
      .map(({ changes }) => changes.oak_log ?? 0)
    expect(logs.reduce((sum, count) => sum + count, 0)).toBe(2 * prompts.length)
  })

  it('keeps an answer that arrives while the agent is disconnected', async () => {
    const { prompts, llm } = askedModel(async () => {
      if (prompts.length > 1) return
      kick('Server is restarting')
      await new Promise((resolve) => setTimeout(resolve, 500))
    })
    const { outcome, told } = await play(() => {}, line.port, undefined, 'loaded', {
      settings,
      llm,
    })
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    expect(outcome.end).toBe('gave-up')
    expect(prompts).toHaveLength(1 + rounds)
  })

  it('ends with a trial whose agent may not reconnect', async () => {
    const { llm } = askedModel()
    const onEvent = midway(() => kick('You are banned from this server'))
    const { outcome, told } = await play(onEvent, line.port, undefined, 'loaded', { settings, llm })
    expect(outcome.end).toBe('kicked')
    expect(told.at(-1)?.event.type).toBe('disconnect')
  })
})

describe('a kicked agent', () => {
  it('reconnects when it may', async () => {
    const { outcome, told } = await play(midway(() => kick('Server is restarting')))
    expect(story(told)).toEqual(['join', 'disconnect', 'reconnect'])
    expect(ofType(told, 'disconnect')).toEqual([
      { type: 'disconnect', reason: 'Server is restarting', kicked: true, retryTicks: 20 },
    ])
    expect(outcome.end).toBe('stopped')
  })

  it('stays away when it is banned', async () => {
    const { outcome, told } = await play(midway(() => kick('You are banned from this server')))
    expect(story(told)).toEqual(['join', 'disconnect'])
    expect(outcome).toEqual({ end: 'kicked', detail: 'You are banned from this server' })
    expect(told.at(-1)?.event.type).toBe('disconnect')
  })

  it('gives up after repeated kicks', async () => {
    const { outcome, told } = await play((event) => {
      if (event.type === 'join' || event.type === 'reconnect') kick('Go away')
    })
    expect(outcome).toEqual({ end: 'kicked', detail: 'Go away' })
    expect(ofType(told, 'reconnect').map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
  })
})

describe('an agent without a server', () => {
  it('reports it immediately', async () => {
    await line.close()
    const { outcome, told } = await play(() => {})
    expect(outcome.end).toBe('no-server')
    expect(story(told)).toEqual(['disconnect'])
  })

  it('does not wait forever for a silent server', async () => {
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const { outcome } = await play(() => {}, (mute.address() as AddressInfo).port)
    mute.close()
    expect(outcome).toEqual({ end: 'no-server', detail: 'the server did not let the player join' })
  })
})
