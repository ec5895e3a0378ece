import type { EventEmitter } from 'node:events'
import type { Bot } from 'mineflayer'
import pathfinder from 'mineflayer-pathfinder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { goalLanguage } from '#skills/library'
import { plantGrove } from '../support/grove.ts'
import { joinAs, type Practice, practice } from '../support/practice.ts'

let game: Practice
let bot: Bot

beforeAll(async () => {
  game = await practice()
  plantGrove(game.world)
  const { delver } = await import('#api/index')
  bot = game.bot
  bot.loadPlugin(delver)
})
afterAll(() => game.close())

/** What the server says that the player carries. */
function carried(): Readonly<Record<string, number>> {
  return game.world.carried('tester')?.held ?? {}
}

function sum(counts: Readonly<Record<string, number>>, name: RegExp): number {
  return Object.entries(counts).reduce(
    (all, [kind, count]) => all + (name.test(kind) ? count : 0),
    0,
  )
}

/** The functions and the listeners of everything that the plugin changes. */
function fingerprint() {
  const listeners = (emitter: EventEmitter) =>
    Object.fromEntries(emitter.eventNames().map((name) => [String(name), emitter.listeners(name)]))
  // mineflayer itself replaces stopDigging at each dig.
  const functions = (object: object) =>
    Object.fromEntries(
      Object.entries(object).filter(
        ([name, value]) => typeof value === 'function' && name !== 'stopDigging',
      ),
    )
  return {
    bot: functions(bot),
    client: functions(bot._client),
    physics: functions(bot.physics),
    heard: listeners(bot),
    received: listeners(bot._client),
    slots: listeners(bot.inventory as never),
  }
}

describe('bot.delver.skills', () => {
  it('mines logs, and reports what the server confirms', async () => {
    const before = fingerprint()
    const outcome = await game.run(bot.delver.skills.mine({ log: 2 }))
    expect(outcome).toMatchObject({ ok: true, failure: null })
    expect(sum(outcome.changes, /_log$/)).toBeGreaterThanOrEqual(2)
    expect(sum(carried(), /_log$/)).toBe(sum(outcome.changes, /_log$/))
    expect(outcome.ticks).toBeGreaterThan(20)
    expect(fingerprint()).toEqual(before)
  })

  it('holds every goal skill under its own name', () => {
    const { names } = goalLanguage(registryFor('1.16.5'))
    expect(Object.keys(bot.delver.skills)).toEqual(names)
  })

  it('returns a typed failure when the materials are missing', async () => {
    const outcome = await game.run(bot.delver.skills.smelt({ iron_ingot: 1 }))
    expect(outcome).toMatchObject({ ok: false, changes: {} })
    expect(outcome.failure?.kind).toMatch(/^missing|^no-/)
  })

  it.each([
    ['an unknown item', () => bot.delver.skills.mine({ unobtainium: 1 }), 'no item "unobtainium"'],
    ['a count of zero', () => bot.delver.skills.mine({ log: 0 }), 'not a whole number from 1'],
    ['no item', () => bot.delver.skills.mine({}), 'mine needs an item'],
    [
      'an item of another skill',
      () => bot.delver.skills.mine({ torch: 1 }),
      'mine cannot bring torch',
    ],
  ])('refuses %s', async (_, call, message) => {
    await expect(call()).rejects.toThrow(message)
  })
})

describe('bot.delver.plan', () => {
  it('lists the steps from the current inventory without acting', () => {
    const { steps, text, impossible } = bot.delver.plan('wooden_pickaxe')
    expect(impossible).toBeNull()
    expect(steps.at(-1)).toMatchObject({ skill: 'craft', target: { wooden_pickaxe: 1 } })
    expect(text.split('\n')).toHaveLength(steps.length)
  })

  it('says why there is no plan', () => {
    expect(bot.delver.plan('bedrock')).toMatchObject({
      steps: [],
      impossible: expect.stringContaining('bedrock'),
    })
  })

  it('refuses an unknown task with a suggestion', () => {
    expect(() => bot.delver.plan('obtain_dimond')).toThrow('obtain_diamond')
  })
})

describe('bot.delver.pursue', () => {
  it('plans and acts until the inventory of the server holds the target', async () => {
    const types: string[] = []
    const outcome = await game.run(
      bot.delver.pursue('crafting_table', { onEvent: ({ type }) => types.push(type) }),
    )
    expect(outcome).toMatchObject({ obtained: true, reason: 'the inventory holds crafting_table' })
    expect(carried()).toMatchObject({ crafting_table: 1 })
    expect(types).toContain('plan')
    expect(types).toContain('goal-chosen')
  })

  it('ends when its ticks are used up', async () => {
    const outcome = await game.run(bot.delver.pursue('obtain_diamond', { maxTicks: 60 }))
    expect(outcome).toMatchObject({ obtained: false, reason: 'out of time after 60 ticks' })
    expect(outcome.ticks).toBeLessThan(200)
  })

  it('refuses a second job, and ends at stop with the keys released', async () => {
    const before = fingerprint()
    const first = bot.delver.pursue('obtain_diamond')
    await game.simulation.advance(100)
    expect(bot.delver.busy).toBe(true)
    await expect(bot.delver.pursue('torch')).rejects.toThrow('the bot is busy')
    const [outcome] = await game.run(Promise.all([first, bot.delver.stop()]))
    expect(outcome).toMatchObject({ obtained: false, reason: 'stopped' })
    expect(bot.delver.busy).toBe(false)
    const keys = ['forward', 'back', 'left', 'right', 'jump', 'sneak', 'sprint'] as const
    expect(keys.filter((key) => bot.getControlState(key))).toEqual([])
    expect(fingerprint()).toEqual(before)
  })

  it('ends at the signal of its caller, and keeps listeners that the owner adds meanwhile', async () => {
    const stop = new AbortController()
    const running = bot.delver.pursue('obtain_diamond', { signal: stop.signal })
    await game.simulation.advance(50)
    const ownListener = () => {}
    bot.on('health', ownListener)
    stop.abort()
    expect(await game.run(running)).toMatchObject({ obtained: false, reason: 'stopped' })
    expect(bot.listeners('health')).toContain(ownListener)
  })
})

describe('bot.delver.goTo', () => {
  it('walks to a position', async () => {
    const start = bot.entity.position.floored()
    const outcome = await game.run(bot.delver.goTo({ x: start.x + 12, y: start.y, z: start.z }))
    expect(outcome.ok || outcome.failure?.kind === 'unreachable').toBe(true)
    expect(bot.entity.position.x).toBeGreaterThan(start.x + 6)
  })

  it('accepts a goal of mineflayer-pathfinder', async () => {
    const { x, z } = bot.entity.position.floored()
    const goal = new pathfinder.goals.GoalNearXZ(x - 10, z, 2)
    expect(await game.run(bot.delver.goTo(goal))).toMatchObject({ ok: true })
    expect(Math.hypot(bot.entity.position.x - (x - 10), bot.entity.position.z - z)).toBeLessThan(4)
  })
})

describe('wrong arguments of a program without types', () => {
  const wrong = <T>(value: unknown) => value as T

  it.each([
    ['no task', () => bot.delver.pursue(wrong(undefined)), "a task is a text, such as 'torch:8'"],
    ['a limit in words', () => bot.delver.pursue('log', { maxTicks: wrong('x') }), 'maxTicks: x'],
    [
      'a negative limit',
      () => bot.delver.skills.mine({ log: 1 }, { maxTicks: -5 }),
      'maxTicks: -5',
    ],
    ['no signal', () => bot.delver.pursue('log', { signal: wrong({}) }), 'not an AbortSignal'],
    ['no items', () => bot.delver.skills.mine(wrong(undefined)), 'mine needs an item'],
    ['a name for items', () => bot.delver.skills.mine(wrong('log')), 'mine needs an item'],
    ['no destination', () => bot.delver.goTo(wrong(undefined)), 'numbers x, y and z'],
    ['half a destination', () => bot.delver.goTo(wrong({ x: 1, y: 64 })), 'numbers x, y and z'],
    ['a destination of NaN', () => bot.delver.goTo({ x: 1, y: NaN, z: 2 }), 'numbers x, y and z'],
  ])('are refused: %s', async (_, call, message) => {
    const { UsageError } = await import('#api/index')
    const error: unknown = await call().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UsageError)
    expect(String(error)).toContain(message)
    expect(bot.delver.busy).toBe(false)
  })
})

describe('a bot that has left its server', () => {
  it('does no jobs, and says why at once', async () => {
    const { delver } = await import('#api/index')
    const gone = await joinAs(game, 'gone')
    gone.loadPlugin(delver)
    gone.end()
    await game.simulation.advance(5)
    expect(await game.run(gone.delver.pursue('log'))).toMatchObject({
      obtained: false,
      reason: 'the connection is lost',
    })
    expect(await game.run(gone.delver.skills.mine({ log: 1 }))).toMatchObject({
      ok: false,
      failure: { kind: 'disconnected' },
    })
  })
})
