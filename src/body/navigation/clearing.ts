import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { crosshair, digBlock } from '../dig.ts'
import { holdBackLiquids } from '../liquids.ts'
import { riseFromLava } from './build.ts'
import { leanOut } from './footing.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'
import { isTooSlow } from './view-of-body.ts'

/** Limit on falling blocks that refill a place. */
const MAX_REFILLS = 12
/** Time for a loose block to fall one block, and for the server to send it (ticks). */
const FALL_TICKS = 16
/** Time to lean towards a block until it is in sight (ticks). */
const LEAN_TICKS = 12

/** Digs the blocks in the way of a step. */
export async function clearStep(
  body: Body,
  { clear }: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  for (const { x, y, z } of clear) {
    const block = new Vec3(x, y, z)
    if (body.traitsAt(block).open) continue
    // A tool may have broken since route planning, and an assumed stone may be obsidian.
    body.vision.examine(x, y, z)
    if (isTooSlow(body.tools.choose(body.vision.state(x, y, z)).ticks)) return 'changed'
    const failure = await clearBlock(body, block, signal)
    if (failure) return failure
  }
  return undefined
}

/** Digs a block, and all loose blocks that fall in its place. Blocks the liquids that this exposes. */
async function clearBlock(
  body: Body,
  block: Vec3,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const aimed = () => crosshair(body, block) !== undefined
  for (let i = 0; i < MAX_REFILLS; i++) {
    const traits = body.traitsAt(block)
    if (traits.open || traits.water) return undefined
    if (traits.lava) return 'unsafe'
    if (i === 0) body.release()
    // A block deep in an adjacent shaft is in sight only from the edge.
    const inSight = aimed() || (await leanOut(body, block, aimed, LEAN_TICKS, signal))
    if (!inSight) return 'blocked'
    // A loose block may have fallen on, and another one into its place.
    if (!(await digBlock(body, block, signal)) && !hasLooseAbove(body, block)) return 'blocked'
    if (!body.traitsAt(block).open) await lookInto(body, block)
    if (!(await holdBackLiquids(body, block, signal))) return 'unsafe'
    // Until the loose block arrives, the agent would dig at a block that is gone.
    if (hasLooseAbove(body, block))
      await body.until(() => !body.traitsAt(block).open, FALL_TICKS, signal)
  }
  return 'blocked'
}

/** Whether the block above a place is loose, such as sand. */
function hasLooseAbove(body: Body, block: Vec3): boolean {
  const { x, y, z } = block
  body.vision.examine(x, y + 1, z)
  return body.traits(x, y + 1, z).falls
}

/** Looks at a place, because an unseen block assumed to be stone may be air. */
async function lookInto(body: Body, place: Vec3): Promise<void> {
  await body.controls.lookAt(place.offset(0.5, 0.5, 0.5))
  body.vision.examine(place.x, place.y, place.z)
}

/**
 * Looks at the blocks around a freshly dug place. Not all of them were in sight before, and lava flows slowly.
 */
export async function secure(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const feet = new Vec3(step.x, step.y, step.z)
  const dug = step.clear.map(({ x, y, z }) => new Vec3(x, y, z))
  for (const place of [feet, feet.offset(0, 1, 0), ...dug]) {
    if (await holdBackLiquids(body, place, signal)) continue
    if (body.feet.equals(feet)) await riseFromLava(body, signal)
    return 'unsafe'
  }
  return undefined
}
