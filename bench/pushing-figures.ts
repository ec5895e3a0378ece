/** How far bodies that stand in each other push each other, beside the game: `npx node bench/pushing-figures.ts [version]`. */
import { Posture } from '#body/posture'
import { feelPushes } from '#body/push'
import { tableLines } from '#cli/table'
import { blockTableOf } from '#knowledge/block-traits'
import { pushOf } from '#knowledge/entity-push'
import type { Player } from '#world/player'
import { joinAs, practice } from '../test/support/practice.ts'

const [version = '1.16.5'] = process.argv.slice(2)
/** Time for which two bodies are watched (ticks). */
const TICKS = 60
/** Share of its velocity that a body on the ground keeps in a tick, and the velocity below which it stops. */
const FRICTION = 0.6 * 0.91
const STILL = 0.003
/** Sum of half the widths of two players, and of a player and a cow (blocks). */
const PLAYERS = 0.6
const COW = 0.75

/** Age of the position of the other body that a client sees, and that the server has of a player (ticks). */
const CLIENT_DELAY = 2
const SERVER_DELAY = 1

interface Figures {
  /** Distance at the end (blocks). */
  readonly apart: number
  /** Time until the hitboxes no longer overlap (ticks). */
  readonly ticks: number
  /** Greatest movement of the player in a tick (blocks). */
  readonly fastest: number
}

const session = await practice({ version })
const { world, simulation } = session
const { game } = world
const other = await joinAs(session, 'Other')
for (const bot of [session.bot, other])
  feelPushes(bot, new Posture(bot, game.registry), blockTableOf(game.registry))
const [player, second] = [...game.players]
if (!player || !second) throw new Error('two players did not join')
const middle = world.terrain.spawn.offset(8, 0, 8)

const rows = [['', "the game's rules", 'the practice world', 'source']]
for (const start of [0.05, 0.3]) {
  game.movement.teleport(second, middle.offset(start, 0, 0))
  await simulation.advance(4)
  const other = { pushes: 1, delay: CLIENT_DELAY }
  const found = await watch(player, PLAYERS, () => second.position.x)
  add(`two players, ${start} blocks apart`, inTheGame(start, PLAYERS, other), found)
}
game.movement.teleport(second, middle.offset(0, 0, 6))
for (const start of [0.05, 0.3]) {
  game.movement.teleport(player, middle.offset(0, 0, -6))
  await simulation.advance(4)
  const cow = Object.assign(game.mobs.spawn('cow', middle.offset(start, 0, 0)), { speed: 0 })
  await simulation.advance(4)
  const other = { pushes: 2, delay: SERVER_DELAY }
  const found = await watch(player, COW, () => cow.position.x)
  add(`a player and a cow, ${start} blocks apart`, inTheGame(start, COW, other), found)
  game.population.remove(cow)
}
console.log(tableLines(rows).join('\n'))
process.exit()

/** Puts the player into another body, and watches the two. */
async function watch(player: Player, reach: number, otherX: () => number): Promise<Figures> {
  game.movement.teleport(player, middle)
  await simulation.advance(1)
  let [ticks, fastest, before] = [0, 0, middle.x]
  for (let tick = 1; tick <= TICKS; tick++) {
    await simulation.advance(1)
    const { x } = player.position
    fastest = Math.max(fastest, Math.abs(x - before))
    before = x
    if (ticks === 0 && otherX() - x >= reach) ticks = tick
  }
  return { apart: otherX() - before, ticks, fastest }
}

/**
 * The same by the game's rules: a body moves, loses velocity by friction, and is pushed by what it overlaps.
 * @param pushes number of pushes that the other body gets in a tick: one from the client of a player, two for a mob.
 * @param delay age of the player's position that the other body has (ticks).
 */
function inTheGame(
  start: number,
  reach: number,
  { pushes, delay }: { pushes: number; delay: number },
): Figures {
  const bodies = [
    { path: [0], velocity: 0, pushes: -1, delay: CLIENT_DELAY },
    { path: [start], velocity: 0, pushes, delay },
  ]
  const [one, two] = bodies.map(
    ({ path }) =>
      (age: number) =>
        path.at(-1 - age) ?? path[0] ?? 0,
  )
  if (!one || !two) throw new Error('there are two bodies')
  let [ticks, fastest] = [0, 0]
  for (let tick = 1; tick <= TICKS; tick++) {
    const before = one(0)
    for (const body of bodies) {
      if (Math.abs(body.velocity) < STILL) body.velocity = 0
      body.path.push((body.path.at(-1) ?? 0) + body.velocity)
      body.velocity *= FRICTION
    }
    for (const body of bodies) {
      const isFirst = body === bodies[0]
      const distance = isFirst ? two(body.delay) - one(0) : two(0) - one(body.delay)
      if (distance < reach) body.velocity += pushOf(distance, 0).x * body.pushes
    }
    fastest = Math.max(fastest, Math.abs(one(0) - before))
    if (ticks === 0 && two(0) - one(0) >= reach) ticks = tick
  }
  return { apart: two(0) - one(0), ticks, fastest }
}

function add(name: string, wanted: Figures, found: Figures): void {
  const row = (label: string, key: keyof Figures, digits: number, source: string) =>
    rows.push([label, wanted[key].toFixed(digits), found[key].toFixed(digits), source])
  row(`${name}: distance at the end`, 'apart', 2, 'Entity.push, LivingEntity.travel')
  row('ticks until they do not overlap', 'ticks', 0, 'the same')
  row('greatest movement of the player in a tick', 'fastest', 3, 'the same')
}
