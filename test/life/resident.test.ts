import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentSettings } from '#api/play-options'
import { GameClock } from '#clock/game-clock'
import type { Simulation } from '#clock/simulation'
import type { EventBody } from '#events/events'
import { countOf } from '#knowledge/item-tags'
import type { JobContext } from '#life/jobs'
import type { Job, Possessions, Resident } from '#life/resident'
import type { Player } from '#world/player'
import type { PracticeWorld } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { type FlakyLine, flakyLine } from '../support/flaky-line.ts'
import { plantGrove } from '../support/grove.ts'
import { emptyWorld } from '../support/practice.ts'
import { longIt, roundsFor } from '../support/versions.ts'

const VERSION = '1.16.5'
/** Of the night: all of it in CI (ticks). */
const NIGHT_TICKS = roundsFor({ all: 9000, some: 3000 })
const SETTINGS = agentSettings({ perception: 'loaded' })

describe('an agent that stays', () => {
  let simulation: Simulation
  let world: PracticeWorld
  let resident: Resident
  let jobs: JobContext
  let events: EventBody[]
  let carried: (() => Possessions | null) | undefined
  let line: FlakyLine
  let onEvent: (event: EventBody) => void

  beforeEach(async () => {
    ;({ simulation, world } = await emptyWorld({
      ...{ seed: 3, version: VERSION, difficulty: 'normal', viewDistance: 4 },
    }))
    plantGrove(world)
    line = await flakyLine(world.port)
    const { Resident } = await import('#life/resident')
    events = []
    carried = () => world.carried('Delver')
    onEvent = () => {}
    const record = (event: EventBody) => {
      events.push(event)
      onEvent(event)
    }
    resident = new Resident({
      connection: {
        ...{ host: '127.0.0.1', port: line.port, version: VERSION, auth: 'offline' },
        username: 'Delver',
      },
      settings: SETTINGS,
      clock: new GameClock(),
      record,
      onUncaught: () => () => {},
      carried: () => carried?.() ?? null,
    })
    jobs = { language: resident.language, settings: SETTINGS, record }
    await simulation.run(resident.joined)
  })
  afterEach(async () => {
    await simulation.run(resident.leave())
    await line.close()
    await simulation.run(world.close())
    simulation.uninstall()
  })

  const player = (): Player => {
    const [one] = world.game.players
    if (!one) throw new Error('no player is in the world')
    return one
  }
  const give = (item: string, count: number) =>
    player().inventory.give(stacksOf(world.game.registry).make(item, count))
  const perform = (job: Job, signal = new AbortController().signal) =>
    simulation.run(resident.perform(job, signal))

  /** A job that says that it has obtained a stick. */
  const boast = (run: Job['run']): Job => ({
    title: 'boast',
    maxTicks: 200,
    endsWhenShown: false,
    evidence: 'inventory',
    enter() {},
    run,
    idle: async () => {},
    isShown: (_before, { held }) => countOf(resident.language.registry, held, 'stick') > 0,
  })

  it('eats between jobs', async () => {
    const { vitals } = player()
    give('bread', 4)
    while (vitals.food > 4) {
      vitals.exhaust(20)
      vitals.step()
    }
    await simulation.advance(400)
    expect(vitals.food).toBeGreaterThan(15)
    expect(events.some((event) => event.type === 'skill-end' && event.skill === 'eat')).toBe(true)
  })

  longIt('survives the night without a job', async () => {
    world.game.time.ofDay = 13_000
    await simulation.advance(NIGHT_TICKS)
    expect(events.filter(({ type }) => type === 'death')).toEqual([])
    expect(player().vitals.health).toBeGreaterThan(0)
  })

  it('reports no success that the inventory does not show', async () => {
    const { failure } = await perform(boast(async () => ({ ok: true })))
    expect(failure?.kind).toBe('unconfirmed')
    give('stick', 1)
    await simulation.advance(5)
    expect((await perform(boast(async () => ({ ok: true })))).failure).toBeNull()
  })

  it('reports no success that only its own view of the inventory shows', async () => {
    give('stick', 1)
    await simulation.advance(5)
    carried = () => ({ held: {}, worn: [] })
    const { failure } = await perform(boast(async () => ({ ok: true })))
    expect(failure?.kind).toBe('unconfirmed')
  })

  it('reports the ticks of a job that is out of time, stopped or broken, and continues', async () => {
    const { obtainJob } = await import('#life/jobs')
    const late = await perform(obtainJob(jobs, { item: 'diamond', count: 1, maxTicks: 100 }))
    expect(late.failure?.kind).toBe('out-of-time')
    expect(late.ticks).toBeGreaterThanOrEqual(100)
    expect(late.ticks).toBeLessThan(250)
    const stop = new AbortController()
    const stopped = perform(
      obtainJob(jobs, { item: 'diamond', count: 1, maxTicks: 999 }),
      stop.signal,
    )
    await simulation.advance(20)
    stop.abort()
    const stoppedAt = world.game.time.tick
    expect((await stopped).failure?.kind).toBe('stopped')
    expect(world.game.time.tick - stoppedAt).toBeLessThanOrEqual(2)
    const broken = await perform(
      boast(() => {
        throw new TypeError('a bug')
      }),
    )
    expect(broken.failure).toMatchObject({
      kind: 'crash',
      detail: expect.stringContaining('a bug'),
    })
    const job = obtainJob(jobs, { item: 'log', count: 1, maxTicks: 6000 })
    expect((await perform(job)).failure).toBeNull()
  })

  it('obtains again what it used up at the last moment', async () => {
    const { goalJob } = await import('#life/jobs')
    const goal = { skill: 'mine', target: { dirt: 2 }, using: {}, tool: null }
    const job = goalJob(jobs, { goal, maxTicks: 6000, inBuilds: false })
    let isSpent = false
    onEvent = (event) => {
      const slot = player().inventory.slots.findIndex((item) => item?.name === 'dirt')
      if (isSpent || slot < 0 || event.type !== 'skill-end' || event.skill !== 'mine') return
      isSpent = true
      player().inventory.set(slot, null)
    }
    expect((await perform(job)).failure).toBeNull()
    expect(isSpent).toBe(true)
    expect(world.carried('Delver')?.held.dirt).toBeGreaterThanOrEqual(2)
  })

  it('reports a job that is stopped between two connections', async () => {
    const { obtainJob } = await import('#life/jobs')
    line.cut()
    for (let ticks = 0; resident.workplace && ticks < 100; ticks++) await simulation.advance(1)
    expect(resident.workplace).toBeNull()
    const stop = new AbortController()
    const job = obtainJob(jobs, { item: 'log', count: 1, maxTicks: 6000 })
    const stopped = perform(job, stop.signal)
    stop.abort()
    expect((await stopped).failure?.kind).toBe('stopped')
  })

  it('continues a job after the connection was lost', async () => {
    const { obtainJob } = await import('#life/jobs')
    const job = perform(obtainJob(jobs, { item: 'log', count: 2, maxTicks: 6000 }))
    await simulation.advance(40)
    line.cut()
    expect((await job).failure).toBeNull()
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['disconnect', 'reconnect']),
    )
    expect(countOf(world.game.registry, world.carried('Delver')?.held ?? {}, 'log')).toBe(2)
  })
})
