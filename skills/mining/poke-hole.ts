import type { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digBlock, facesReach, wouldFlood } from '#body/dig'
import { holdBackLiquids } from '#body/liquids'
import { walkAhead } from '#body/navigation/footing'
import { fill } from '#body/place'
import type { SkillContext } from '../core/skill.ts'
import { lightUp } from '../items/place-torch.ts'
import type { Heading } from './tunnel-heading.ts'

/** As far as an arm reaches from the middle of the tunnel, and leaning on its wall (blocks). */
const STANDING_DEPTH = 4
const LEANING_DEPTH = 5
/** What takes longer to dig, such as an ore that the pickaxe is too weak for, ends a probe (ticks). */
const SLOWEST_DIG = 40
/** How long it takes to step up to a wall at most (ticks). */
const LEAN_TICKS = 6

/**
 * Digs holes to both sides of a tunnel at the height of the eyes: each lays bare four times as many blocks as
 * are dug, and none has to be walked.
 * @param done ends it early, asked after each block.
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
      // A cave, or worse: what lives or flows there stays there.
      await fill(body, position(1), signal)
      break
    }
  }
}

/** Digs one block of a probe: it is dug, or too hard or too wet to be; or there is a hollow. */
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
  if (body.tools.choose(body.eyes.state(x, y, z)).ticks > SLOWEST_DIG) return 'rock'
  if (!(await digBlock(body, position, signal))) return 'rock'
  return (await holdBackLiquids(body, position, signal)) ? 'dug' : 'hollow'
}

/** Steps up to the wall of the tunnel, so that the arm reaches one block farther. */
async function lean(body: Body, toward: Vec3, signal: AbortSignal): Promise<void> {
  if (facesReach(body, toward)) return
  await body.controls.lookAt(toward.offset(0.5, 0.5, 0.5))
  await walkAhead(body, () => facesReach(body, toward), LEAN_TICKS, signal)
  // Until the server knows where the body is, the arm does not reach farther.
  await body.wait(1, signal)
}
