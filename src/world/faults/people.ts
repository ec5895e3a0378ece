import { traitsOf } from '../block-traits.ts'
import { findPath, WalkableTerrain } from '../mobs/pathfinding.ts'
import type { Player } from '../player.ts'
import type { FaultWorld } from './fault.ts'
import { Neighbour } from './neighbour.ts'
import { ScriptedPlayer } from './scripted-player.ts'
import { SilentClient } from './silent-client.ts'

const NAME = 'Neighbour'
/** The game's UUID of a player with this name on a server in offline mode. */
const UUID = 'bae31c09-922e-37a9-b9d3-d65d1b90957d'
/** When it joins first, how long it stays, and how long it is away (ticks). */
const FIRST_TICKS = [40, 160] as const
const STAY_TICKS = [1200, 3600] as const
const AWAY_TICKS = [200, 800] as const
/** It arrives about this far from another player (blocks), at least this many steps away. */
const DISTANCE = 10
const MIN_STEPS = 4
const TRIES = 8

/**
 * Another player joins and leaves again and again, arrives near a player, stands in its way, takes its drops, hits it and
 * throws snowballs or eggs.
 */
export function people(world: FaultWorld): void {
  const { hooks, players, time, random, isInOverworld } = world
  const within = ([min, max]: readonly [number, number]) => Math.round(min + random() * (max - min))
  let client: SilentClient | undefined
  let neighbour: Neighbour | undefined
  let left = within(FIRST_TICKS)
  const leave = () => client?.end()
  players.on('join', (player) => {
    if (!client || player.connection.client !== client) return
    neighbour = new Neighbour(world, new ScriptedPlayer(world, player, client))
    left = within(STAY_TICKS)
    arrive(world, player)
  })
  time.everyTick(() => {
    if (neighbour && !neighbour.step()) leave()
    if (--left > 0) return
    if (client) leave()
    else if ([...players].some(isInOverworld)) join()
  })

  function join(): void {
    client = new SilentClient(NAME, UUID)
    // Also when the server refuses it or kicks it.
    client.once('end', () => {
      client = undefined
      neighbour = undefined
      left = within(AWAY_TICKS)
    })
    hooks.invite(client)
    left = Number.POSITIVE_INFINITY
  }
}

/** Moves it to a place from which it can walk to another player. */
function arrive({ level, players, editor, random, isInOverworld }: FaultWorld, self: Player): void {
  const others = [...players].filter((other) => other !== self && isInOverworld(other))
  const victim = others[Math.floor(random() * others.length)]
  if (!victim) return
  const terrain = new WalkableTerrain(level, traitsOf(level.registry))
  for (let tries = 0; tries < TRIES; tries++) {
    const angle = random() * 2 * Math.PI
    const { position } = victim
    const to = position.offset(Math.cos(angle) * DISTANCE, 0, Math.sin(angle) * DISTANCE)
    const path = findPath(terrain, position, to)
    const end = path.at(-1)
    if (!end || path.length < MIN_STEPS) continue
    editor.teleport(self, end)
    return
  }
}
