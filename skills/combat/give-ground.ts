import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { SkillContext } from '../core/skill.ts'
import { type Threat, threats } from '../pursuit/threats.ts'

/** The agent backs off from monsters and from creepers within these distances (blocks). */
const NEAR = 3
const BLAST_NEAR = 5
/** Distances at which the agent checks the ground (blocks); a step is shorter. */
const STRIDE = [0.5, 1]
/** Keys that move the agent while it faces the monster, and the angle of the movement from straight back (radians). */
const MOVES = [
  { keys: { back: true }, aside: 0 },
  { keys: { back: true, left: true }, aside: -Math.PI / 4 },
  { keys: { back: true, right: true }, aside: Math.PI / 4 },
  { keys: { left: true }, aside: -Math.PI / 2 },
  { keys: { right: true }, aside: Math.PI / 2 },
] as const

/**
 * Waits for the attack cooldown and walks backward from monsters that come too near. A player walks faster than most
 * monsters, so the cooldown ends before they arrive.
 * @param ticks the cooldown.
 */
export async function giveGround(context: SkillContext, ticks: number): Promise<void> {
  const { body, signal } = context
  try {
    for (let tick = 0; tick < ticks; tick++) {
      const near = threats(context, BLAST_NEAR).find(
        ({ shoots, explodes, distance }) => !shoots && (explodes || distance < NEAR),
      )
      const move = near && moveBack(context, near)
      body.release()
      if (near && move) {
        await body.controls.lookAt(near.known.position.offset(0, 1, 0))
        body.controls.press(move.keys)
      }
      await body.wait(1, signal)
    }
  } finally {
    body.release()
  }
}

/** The straightest move back over ground that the agent knows to be safe; undefined if there is none. */
function moveBack({ body }: SkillContext, { known }: Threat): (typeof MOVES)[number] | undefined {
  const dx = body.position.x - known.position.x
  const dz = body.position.z - known.position.z
  // A monster that overlaps the agent gives no direction: any will do.
  const back = Math.hypot(dx, dz) < 0.01 ? body.controls.yaw : Math.atan2(dx, dz)
  return MOVES.find(({ aside }) => {
    const x = Math.sin(back + aside)
    const z = Math.cos(back + aside)
    return STRIDE.every((far) => isSafe(body, body.position.offset(x * far, 0, z * far)))
  })
}

/** Whether the agent can stand at a point, with solid ground below all of its hitbox. */
function isSafe(body: Body, { x, y, z }: Vec3): boolean {
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
