import type { Vec3 } from 'vec3'
import { pushOf } from '#knowledge/entity-push'

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
 * Lets entities whose hitboxes overlap push each other apart along the ground, as in the game. A client pushes its
 * own player away from mobs and other players; the server only moves the mobs.
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
  const { x, z } = pushOf(b.position.x - a.position.x, b.position.z - a.position.z)
  // Each of the two entities pushes once in a tick.
  if (a.motion) {
    a.motion.x -= 2 * x
    a.motion.z -= 2 * z
  }
  if (b.motion) {
    b.motion.x += 2 * x
    b.motion.z += 2 * z
  }
}
