import { afterEach, expect, it } from 'vitest'
import { heedDigAnswers } from '#body/dig-answers'
import { DAY_TICKS } from '#knowledge/daylight'
import type { FaultName } from '#world/faults/faults'
import { type Practice, practice } from '../../support/practice.ts'
import { longIt } from '../../support/versions.ts'

/** Longer than the longest pause of a fault (ticks). */
const LONG = 6100

let session: Practice
afterEach(() => session.close())

async function worldWith(fault?: FaultName): Promise<Practice> {
  session = await practice({ terrain: 'flat', faults: fault ? [fault] : [] })
  return session
}

longIt('lag and stall slow the world down, and nothing does without them', async () => {
  for (const fault of ['lag', 'stall', undefined] as const) {
    const { world, simulation } = await worldWith(fault)
    const before = world.game.time.tick
    await simulation.advance(2600)
    const passed = world.game.time.tick - before
    if (fault) expect(passed).toBeLessThan(2570)
    else expect(passed).toBe(2600)
    if (fault) await session.close()
  }
})

it('time is set by others', async () => {
  const { world, simulation } = await worldWith('time')
  const { time } = world.game
  const offset = () => (time.ofDay - time.tick + 10 * DAY_TICKS) % DAY_TICKS
  const before = offset()
  await simulation.advance(LONG)
  expect(offset()).not.toBe(before)
})

longIt('difficulty is set by others', async () => {
  const { world, simulation } = await worldWith('difficulty')
  const seen = new Set([world.game.difficulty.level])
  for (let round = 0; round < 6 && seen.size === 1; round++) {
    await simulation.advance(LONG)
    seen.add(world.game.difficulty.level)
  }
  expect(seen.size).toBeGreaterThan(1)
})

it('kick throws players out', async () => {
  const { bot, simulation } = await worldWith('kick')
  let kicks = 0
  bot.on('kicked', () => void kicks++)
  await simulation.advance(LONG)
  expect(kicks).toBe(1)
})

it('keep-inventory leaves a dead player its items', async () => {
  for (const fault of ['keep-inventory', undefined] as const) {
    const { world, simulation } = await worldWith(fault)
    const [player] = world.game.players
    if (!player) throw new Error('the player is gone')
    world.game.editor.give(player, 'diamond', 2)
    player.vitals.hurt(1000, 'void')
    await simulation.advance(20)
    expect(world.carried('tester')?.held).toEqual(fault ? { diamond: 2 } : {})
    if (fault) await session.close()
  }
})

it('game-mode takes players out of survival mode for a while', async () => {
  const { world, simulation } = await worldWith('game-mode')
  const [player] = world.game.players
  const seen = new Set<string>()
  let outside = 0
  for (let ticks = 0; ticks < 2 * LONG; ticks += 100) {
    await simulation.advance(100)
    seen.add(player?.gameMode ?? '')
    if (player?.gameMode !== 'survival') outside += 100
  }
  expect(seen).toContain('survival')
  expect(seen.size).toBeGreaterThan(1)
  expect(outside).toBeLessThan(LONG / 2)
})

it('players outside of survival and creative mode change no blocks', async () => {
  const { world, simulation, bot, run } = await worldWith()
  heedDigAnswers(bot)
  const [player] = world.game.players
  const place = bot.entity.position.offset(1, -1, 0).floored()
  const { level, editor } = world.game
  const before = level.name(place.x, place.y, place.z)
  const dig = async () => {
    const block = bot.blockAt(place)
    if (block) await run(bot.dig(block))
    await simulation.advance(10)
    return level.name(place.x, place.y, place.z)
  }
  if (!player) throw new Error('the player is gone')
  for (const mode of ['adventure', 'spectator'] as const) {
    editor.setGameMode(player, mode)
    await simulation.advance(5)
    expect(await dig()).toBe(before)
  }
  editor.setGameMode(player, 'survival')
  await simulation.advance(5)
  expect(await dig()).toBe('air')
})

it('cancel-chat drops what players say, and no commands', async () => {
  for (const fault of ['cancel-chat', undefined] as const) {
    const { world, simulation, bot } = await worldWith(fault)
    const said: string[] = []
    const told: string[] = []
    world.game.players.on('chat', (_player, text) => void said.push(text))
    bot.on('messagestr', (text) => {
      told.push(text)
    })
    bot.chat('hello')
    bot.chat('/list')
    await simulation.advance(20)
    expect(said).toEqual(fault ? [] : ['hello'])
    expect(told.join()).toContain('tester')
    if (fault) await session.close()
  }
})
