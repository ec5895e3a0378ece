import { afterEach, describe, expect, it } from 'vitest'
import type { Player } from '#world/player'
import { stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from '../../support/practice.ts'
import { versionsFor } from '../../support/versions.ts'

const NAME = 'Neighbour'
/** Longer than a stay and the times before and after it (ticks). */
const LONG = 5500
/** How often something drops near the agent (ticks). */
const DROP_TICKS = 100
const FIST_DAMAGE = 1
/** A place this far ahead is in the agent's way (blocks). */
const WAY = 1.6
/** Faster than a player who sprints and jumps (blocks a tick). */
const MAX_SPEED = 0.5

let session: Practice
afterEach(() => session.close())

const playerNamed = (name: string): Player | undefined =>
  [...session.world.game.players].find((player) => player.name === name)

/** Lets a player stand in a world with the neighbour, and records what that one does. */
async function watch(seed: number, version: string, ticks: number) {
  session = await practice({ seed, version, faults: ['people'] })
  const { world, bot, simulation } = session
  const { game } = world
  const seen = { joined: 0, left: 0, listed: 0, inTheWay: 0, fastest: 0, corrections: 0 }
  const hits: { tick: number; damage: number }[] = []
  const attacks: number[] = []
  const thrown = new Set<string>()
  const takers: (string | undefined)[] = []
  const history: string[] = []
  bot.on('playerJoined', ({ username }) => {
    if (username === NAME) seen.joined++
  })
  bot.on('playerLeft', ({ username }) => {
    if (username === NAME) seen.left++
  })
  bot.on('entitySpawn', ({ name = '' }) => {
    if (/^(snowball|egg)$/.test(name)) thrown.add(name)
  })
  bot.on('playerCollect', ({ username }) => {
    takers.push(username)
  })
  let health = 20
  let pushed = 0
  bot._client.on('entity_velocity', ({ entityId }: { entityId: number }) => {
    if (entityId === bot.entity.id) pushed++
  })
  game.players.on('join', (player) => {
    if (player.name !== NAME) return
    player.receive('use_entity', () => attacks.push(game.time.tick))
  })
  let last: { at: Player['position']; teleport: number } | undefined
  game.time.everyTick(() => {
    const { tick } = game.time
    const self = playerNamed('tester')
    const other = playerNamed(NAME)
    if (!self) return
    if (tick % DROP_TICKS === 0)
      game.items.drop(stacksOf(game.registry).make('stick'), self.position.offset(4, 1, 1))
    if (self.vitals.health < health) hits.push({ tick, damage: health - self.vitals.health })
    health = self.vitals.health
    history.push(`${other?.position} ${other?.look.yaw} ${self.position} ${health}`)
    if (!other) {
      last = undefined
      return
    }
    if (bot.players[NAME]?.entity?.type === 'player') seen.listed++
    const { x, z } = other.position.minus(self.position)
    const distance = Math.hypot(x, z)
    if (distance <= WAY && x * self.gaze.x + z * self.gaze.z > 0.7 * distance) seen.inTheWay++
    if (last?.teleport === other.lastTeleport) {
      const step = other.position.minus(last.at)
      seen.fastest = Math.max(seen.fastest, Math.hypot(step.x, step.z))
    } else if (last) seen.corrections++
    last = { at: other.position.clone(), teleport: other.lastTeleport }
  })
  await simulation.advance(ticks)
  return { ...seen, hits, attacks, thrown, takers, pushed, history }
}

describe.each(versionsFor('1.21.4', '1.12.2', '26.1'))('with people, on %s,', (version) => {
  it('a player is in the way, takes drops, hits, throws, leaves and returns', async () => {
    const seen = await watch(2, version, LONG)
    expect(seen.joined).toBeGreaterThan(1)
    expect(seen.left).toBeGreaterThan(0)
    expect(seen.listed).toBeGreaterThan(1000)
    expect(seen.inTheWay).toBeGreaterThan(200)
    expect(seen.takers).toContain(NAME)
    expect(session.world.carried(NAME)?.held.stick).toBeGreaterThan(0)
    expect(seen.thrown.size).toBeGreaterThan(0)
    // What it throws neither hurts nor pushes; its fist does both.
    expect(seen.attacks.length).toBeGreaterThan(0)
    expect(seen.hits.map(({ damage }) => damage)).toEqual(seen.attacks.map(() => FIST_DAMAGE))
    expect(seen.pushed).toBe(seen.attacks.length)
    const pauses = seen.attacks.slice(1).map((tick, i) => tick - (seen.attacks[i] ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(200)
    // It moves as a client could.
    expect(seen.fastest).toBeGreaterThan(0.2)
    expect(seen.fastest).toBeLessThan(MAX_SPEED)
    expect(seen.corrections).toBe(0)
    expect(session.world.game.clientLimits.violations).toEqual({})
  })
})

it('the history of a world with people depends on its seed alone', async () => {
  const histories: string[] = []
  for (const seed of [5, 5, 6]) {
    const { history } = await watch(seed, '1.16.5', 1500)
    histories.push(history.join('\n'))
    await session.close()
  }
  expect(histories[0]).toContain('(')
  expect(histories[1]).toBe(histories[0])
  expect(histories[2]).not.toBe(histories[0])
  session = await practice()
})

it('a player of the fault can be killed: it drops its items, and returns alive', async () => {
  session = await practice({ faults: ['people'] })
  const { world, simulation } = session
  const arrival = async () => {
    for (let ticks = 0; ticks < 1000 && !playerNamed(NAME); ticks += 20)
      await simulation.advance(20)
    return playerNamed(NAME)
  }
  const first = await arrival()
  first?.vitals.hurt(1000, 'mob', first.position.offset(1, 0, 0))
  await simulation.advance(5)
  expect(playerNamed(NAME)).toBeUndefined()
  expect(world.game.items.count).toBe(1)
  const second = await arrival()
  expect(second).not.toBe(first)
  expect(second?.vitals.health).toBe(20)
})

it('monsters attack a player of the fault', async () => {
  session = await practice({ faults: ['people'], difficulty: 'normal', time: 18_000 })
  const { world, simulation } = session
  while (!playerNamed(NAME)) await simulation.advance(20)
  const other = playerNamed(NAME)
  const tester = playerNamed('tester')
  if (!other || !tester) throw new Error('a player is missing')
  world.game.editor.setGameMode(tester, 'creative')
  const zombie = world.game.mobs.spawn('zombie', other.position.offset(2, 0, 0))
  await simulation.advance(60)
  expect(zombie.target?.name).toBe(NAME)
})
