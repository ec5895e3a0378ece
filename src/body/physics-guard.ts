import type { Bot } from 'mineflayer'
import type { Vec3 } from 'vec3'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'

/** A limit that no movement of a vanilla player reaches, except teleports (blocks a tick). */
const MAX_VELOCITY = 10
/** A limit that no effect and no equipment reaches, as the attribute `movement_speed`; a player has 0.1. */
const MAX_SPEED = 1
/** The highest level of an effect. */
const MAX_LEVEL = 255

/** One side of the player: where it is from the position (blocks), and the direction to which it faces. */
interface Face {
  readonly at: number
  readonly way: 1 | -1
}

const SIDES: readonly Face[] = [
  { at: -PLAYER_HALF_WIDTH, way: -1 },
  { at: PLAYER_HALF_WIDTH, way: 1 },
]

const AXES = ['x', 'y', 'z'] as const
const SIDEWAYS = ['x', 'z'] as const
/** Block shapes end at multiples of this (blocks). */
const EDGES = 1 / 16
/** A player less than this inside an edge counts as beside it, as in the game, and is moved out (blocks). */
const ROUNDING = 1e-6
const CLEAR = 1e-9
const EFFECTS = ['jumpBoost', 'levitation', 'slowFalling', 'dolphinsGrace'] as const

/** The state that mineflayer passes to its physics: the part that Delver reads. */
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
  readonly playerHeight: number
  simulatePlayer(motion: Motion, world: Blocks): unknown
}

type Block = NonNullable<ReturnType<Bot['blockAt']>>

/** The source of blocks for the physics. */
interface Blocks {
  getBlock(position: Vec3): Block | null
}

/**
 * Limits the physics of a bot to what the game does to players. The physics read every block between two positions, which
 * never ends if a packet sets an excessive velocity.
 */
export function guardPhysics(bot: Bot): void {
  const physics = bot.physics as unknown as Physics
  const simulate = physics.simulatePlayer
  const flattened = bot.supportFeature('theFlattening')
  physics.simulatePlayer = (motion, world) => {
    for (const axis of AXES) if (!(Math.abs(motion.vel[axis]) <= MAX_VELOCITY)) motion.vel[axis] = 0
    for (const axis of SIDEWAYS) motion.pos[axis] = besideEdges(motion.pos[axis], SIDES)
    motion.pos.y = besideEdges(motion.pos.y, [{ at: physics.playerHeight, way: 1 }])
    for (const effect of EFFECTS) if (!(motion[effect] <= MAX_LEVEL)) motion[effect] = 0
    const speed = motion.attributes?.[physics.movementSpeedAttribute]
    // Without attributes, mineflayer assumes those of a player.
    if (speed && !(highestSpeed(speed) <= MAX_SPEED)) motion.attributes = undefined
    return simulate(motion, flattened ? world : withoutUpperDoors(world))
  }
}

/**
 * Corrects the position of a player that touches an edge. After rounding, a wall or a ceiling seems to begin inside the
 * player. The physics then let it move on into the block, and servers move it back forever.
 * @param position coordinate on one axis (blocks).
 * @param faces the player's faces on this axis.
 */
function besideEdges(position: number, faces: readonly Face[]): number {
  for (const { at, way } of faces) {
    const edge = Math.round((position + at) / EDGES) * EDGES
    const inside = (position + at - edge) * way
    if (inside > 0 && inside < ROUNDING) return edge - at - CLEAR * way
  }
  return position
}

/**
 * Removes the upper halves of doors before 1.13. Their states lack a direction, and mineflayer assumes east. The lower half
 * is enough to block the way.
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

/** An upper bound of an attribute with its modifiers. */
function highestSpeed({ value, modifiers }: Attribute): number {
  let base = Math.abs(value)
  for (const { amount, operation } of modifiers) if (operation === 0) base += Math.abs(amount)
  return modifiers.reduce(
    (speed, { amount, operation }) => (operation === 0 ? speed : speed * (1 + Math.abs(amount))),
    base,
  )
}
