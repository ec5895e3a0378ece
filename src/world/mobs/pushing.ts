import type { Vec3 } from 'vec3'

/** Velocity that a push gives (blocks a tick). Each of the two entities pushes once in a tick. */
const PUSH = 2 * 0.05
/** Entities closer than this along both axes do not push each other (blocks). */
const SAME_PLACE = 0.01
/** The game rule `maxEntityCramming`: from this number of touching entities on, an entity may take damage. */
const MAX_CRAMMING = 24
/** Chance of damage in a tick. */
const CRAMMING_CHANCE = 1 / 4

/** An entity with a hitbox that pushes others. */
export interface Pushing {
  readonly position: Vec3
  readonly width: number
  readonly height: number
  /** Velocity that a push changes; absent for players, whose clients decide about their movement. */
  readonly motion?: Vec3
}

/**
 * Lets entities whose hitboxes overlap push each other apart along the ground, as in the game. In the game, a client
 * pushes its own player away from mobs; the server only moves the mobs.
 */
export function pushApart<Entity extends Pushing>(
  entities: readonly Entity[],
  random: () => number,
  crammed: (entity: Entity) => void,
): void {
  const west = ({ position, width }: Entity) => position.x - width / 2
  const sorted = [...entities].sort((a, b) => west(a) - west(b))
  const touching = new Map<Entity, number>()
  const count = (entity: Entity) => touching.set(entity, (touching.get(entity) ?? 0) + 1)
  sorted.forEach((entity, i) => {
    const east = entity.position.x + entity.width / 2
    for (let j = i + 1; j < sorted.length; j++) {
      const other = sorted[j]
      if (!other || west(other) >= east) break
      if (!overlap(entity, other)) continue
      count(entity)
      count(other)
      push(entity, other)
    }
  })
  for (const [entity, others] of touching)
    if (others >= MAX_CRAMMING && random() < CRAMMING_CHANCE) crammed(entity)
}

/** Whether two hitboxes overlap in height and along z. */
function overlap(a: Pushing, b: Pushing): boolean {
  const reach = (a.width + b.width) / 2
  return (
    Math.abs(a.position.z - b.position.z) < reach &&
    a.position.y < b.position.y + b.height &&
    b.position.y < a.position.y + a.height
  )
}

function push(a: Pushing, b: Pushing): void {
  const dx = b.position.x - a.position.x
  const dz = b.position.z - a.position.z
  const larger = Math.max(Math.abs(dx), Math.abs(dz))
  if (larger < SAME_PLACE) return
  // As the game has it: the square root of the larger distance, not the distance.
  const root = Math.sqrt(larger)
  const strength = (PUSH / root) * Math.min(1, 1 / root)
  if (a.motion) {
    a.motion.x -= dx * strength
    a.motion.z -= dz * strength
  }
  if (b.motion) {
    b.motion.x += dx * strength
    b.motion.z += dz * strength
  }
}
