import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'

/** More than anything of the game moves a player, other than from place to place (blocks a tick). */
const FASTEST = 10
/** More than any effect and any equipment lets a player run; 0.1 is a player's (as the game counts it). */
const MOST_SPEED = 1
/** Most levels that the game gives an effect. */
const MOST_LEVELS = 255

const AXES = ['x', 'y', 'z'] as const
const SIDEWAYS = ['x', 'z'] as const
/** Shapes of blocks end at multiples of this (blocks). */
const EDGES = 1 / 16
/** So far inside an edge counts as beside it, as in the game (blocks); and how far away from it that is put right. */
const ROUNDING = 1e-6
const CLEAR = 1e-9
const EFFECTS = ['jumpBoost', 'levitation', 'slowFalling', 'dolphinsGrace'] as const

/** What mineflayer has its physics work out one tick of, as far as it is looked at here. */
interface Motion {
  readonly pos: Record<(typeof AXES)[number], number>
  readonly vel: Record<(typeof AXES)[number], number>
  attributes?: Readonly<Record<string, Attribute>> | undefined
  jumpBoost: number
  levitation: number
  slowFalling: number
  dolphinsGrace: number
}

interface Attribute {
  readonly value: number
  readonly modifiers: readonly { readonly amount: number; readonly operation: number }[]
}

interface Physics {
  readonly movementSpeedAttribute: string
  simulatePlayer(motion: Motion, world: Blocks): unknown
}

type Block = NonNullable<ReturnType<Bot['blockAt']>>

/** The blocks that physics ask for. */
interface Blocks {
  getBlock(position: Vec3): Block | null
}

/**
 * Keeps a bot's physics to what the game does to a player, whichever packet says otherwise. They look
 * at every block between here and where the player would be next: with a velocity without bounds
 * that has no end.
 */
export function guardPhysics(bot: Bot): void {
  const physics = bot.physics as unknown as Physics
  const simulate = physics.simulatePlayer
  const flattened = bot.supportFeature('theFlattening')
  physics.simulatePlayer = (motion, world) => {
    for (const axis of AXES) if (!(Math.abs(motion.vel[axis]) <= FASTEST)) motion.vel[axis] = 0
    for (const axis of SIDEWAYS) motion.pos[axis] = besideEdges(motion.pos[axis])
    for (const effect of EFFECTS) if (!(motion[effect] <= MOST_LEVELS)) motion[effect] = 0
    const speed = motion.attributes?.[physics.movementSpeedAttribute]
    // Without it, mineflayer takes a player's own.
    if (speed && !(highestSpeed(speed) <= MOST_SPEED)) motion.attributes = undefined
    return simulate(motion, flattened ? world : withoutUpperDoors(world))
  }
}

/**
 * Where the middle of a body is that does not reach into what it touches. By rounding, a wall that it has come up to
 * seems to begin within it; the physics then let it walk on into that wall, and servers move it back, for ever.
 * @param middle along one axis (blocks).
 */
function besideEdges(middle: number): number {
  for (const side of [-PLAYER_HALF_WIDTH, PLAYER_HALF_WIDTH]) {
    const edge = Math.round((middle + side) / EDGES) * EDGES
    const inside = (middle + side - edge) * Math.sign(side)
    if (inside > 0 && inside < ROUNDING) return edge - side - CLEAR * Math.sign(side)
  }
  return middle
}

/**
 * Before 1.13 the upper half of a door does not say which way it faces, and mineflayer takes all of
 * them to face east. The lower half bars the way.
 */
function withoutUpperDoors(world: Blocks): Blocks {
  return {
    getBlock(position) {
      const block = world.getBlock(position)
      if (block && (block.metadata & 8) !== 0 && block.name.endsWith('_door')) block.shapes = []
      return block
    },
  }
}

/** No less than what an attribute comes to with its modifiers. */
function highestSpeed({ value, modifiers }: Attribute): number {
  let base = Math.abs(value)
  for (const { amount, operation } of modifiers) if (operation === 0) base += Math.abs(amount)
  return modifiers.reduce(
    (speed, { amount, operation }) => (operation === 0 ? speed : speed * (1 + Math.abs(amount))),
    base,
  )
}
