import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digBlock, facesReach, wouldFlood } from '#body/dig'
import { holdBackLiquids } from '#body/liquids'
import { walkAhead } from '#body/navigation/footing'
import { fill } from '#body/place'
import type { SkillContext } from '../core/skill.ts'
import { lightUp } from '../items/place-torch.ts'
import type { Heading } from './tunnel-heading.ts'

/** Reach from the middle of the tunnel, and leaning against its wall (blocks). */
const STANDING_DEPTH = 4
const LEANING_DEPTH = 5
/** A block that takes longer to dig ends a hole, such as an ore for which the pickaxe is too weak (ticks). */
const MAX_DIG_TICKS = 40
/** Maximum time to step up to a wall (ticks). */
const LEAN_TICKS = 6

/**
 * Digs a hole into each side of a tunnel at eye height. Each dug block exposes four others, without any walking.
 * @param done ends it early; called after each block.
 */
export async function pokeHoles(
  context: SkillContext,
  heading: Heading,
  done: () => boolean,
): Promise<void> {
  const { body, signal } = context
  const { feet } = body
  for (const way of [1, -1]) {
    const position = (depth: number) =>
      feet.offset(-heading.z * way * depth, 1, heading.x * way * depth)
    for (let depth = 1; depth <= LEANING_DEPTH; depth++) {
      if (depth > STANDING_DEPTH) await lean(body, position(depth), signal)
      const opening = await pokeBlock(body, position(depth), signal)
      if (opening === 'rock') break
      if (done()) return
      if (opening === 'dug') continue
      await lightUp(context)
      // Close a cave, so that its mobs and fluids stay there.
      await fill(body, position(1), signal)
      break
    }
  }
}

/**
 * Digs one block of a hole. @returns `rock` when it is too hard or too wet to dig, `hollow` when it opens a cave.
 */
export async function pokeBlock(
  body: Body,
  position: Vec3,
  signal: AbortSignal,
): Promise<'dug' | 'rock' | 'hollow'> {
  const { diggable, open } = body.traitsAt(position)
  if (open) return 'hollow'
  if (!diggable || wouldFlood(body, position) || body.traitsAt(position.offset(0, 1, 0)).falls)
    return 'rock'
  const { x, y, z } = position
  if (body.tools.choose(body.vision.state(x, y, z)).ticks > MAX_DIG_TICKS) return 'rock'
  if (!(await digBlock(body, position, signal))) return 'rock'
  return (await holdBackLiquids(body, position, signal)) ? 'dug' : 'hollow'
}

/** Steps up to the wall of the tunnel, which extends the reach by one block. */
async function lean(body: Body, toward: Vec3, signal: AbortSignal): Promise<void> {
  if (facesReach(body, toward)) return
  await body.controls.lookAt(toward.offset(0.5, 0.5, 0.5))
  await walkAhead(body, () => facesReach(body, toward), LEAN_TICKS, signal)
  // The longer reach counts only once the server knows the position.
  await body.wait(1, signal)
}
