import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { SkillContext } from '../core/skill.ts'
import { type Threat, threats } from '../pursuit/threats.ts'

/** Who is nearer than this would strike soon, or go off (blocks). */
const NEAR = 3
const BLAST_NEAR = 5
/** How far ahead the ground is looked at (blocks); a step is shorter. */
const STRIDE = [0.5, 1]
/** Steps that keep the face to whom one gives way to: keys, and how far they lead aside (radians). */
const WAYS = [
  { keys: { back: true }, aside: 0 },
  { keys: { back: true, left: true }, aside: -Math.PI / 4 },
  { keys: { back: true, right: true }, aside: Math.PI / 4 },
  { keys: { left: true }, aside: -Math.PI / 2 },
  { keys: { right: true }, aside: Math.PI / 2 },
] as const

/**
 * Waits as long as the arm rests between two blows, and walks backward before monsters that come too near: a player walks
 * faster than most of them, so that the blow is ready before they are there.
 * @param ticks How long the arm rests.
 */
export async function giveGround(context: SkillContext, ticks: number): Promise<void> {
  const { body, signal } = context
  try {
    for (let tick = 0; tick < ticks; tick++) {
      const near = threats(context, BLAST_NEAR).find(
        ({ shoots, explodes, distance }) => !shoots && (explodes || distance < NEAR),
      )
      const way = near && wayBack(context, near)
      body.release()
      if (near && way) {
        await body.controls.lookAt(near.known.position.offset(0, 1, 0))
        body.controls.press(way.keys)
      }
      await body.wait(1, signal)
    }
  } finally {
    body.release()
  }
}

/** The straightest way back over ground that is known to bear; undefined where there is none. */
function wayBack({ body }: SkillContext, { known }: Threat): (typeof WAYS)[number] | undefined {
  const dx = body.position.x - known.position.x
  const dz = body.position.z - known.position.z
  // Who stands in the body itself may be left by any side.
  const back = Math.hypot(dx, dz) < 0.01 ? body.controls.yaw : Math.atan2(dx, dz)
  return WAYS.find(({ aside }) => {
    const x = Math.sin(back + aside)
    const z = Math.cos(back + aside)
    return STRIDE.every((far) => bears(body, body.position.offset(x * far, 0, z * far)))
  })
}

/** Whether a body can stand with its middle at a point. */
function bears(body: Body, { x, y, z }: Vec3): boolean {
  const middle = new Vec3(x, y, z).floored()
  if (!body.vision.isKnown(middle.x, middle.y - 1, middle.z)) return false
  if (!body.traitsAt(middle.offset(0, -1, 0)).floor) return false
  for (const dx of [-PLAYER_HALF_WIDTH, PLAYER_HALF_WIDTH])
    for (const dz of [-PLAYER_HALF_WIDTH, PLAYER_HALF_WIDTH]) {
      const part = new Vec3(x + dx, y, z + dz).floored()
      if (!body.traitsAt(part).open || !body.traitsAt(part.offset(0, 1, 0)).open) return false
      const below = body.traitsAt(part.offset(0, -1, 0))
      if (below.lava || below.harmful || !below.floor) return false
    }
  return true
}
