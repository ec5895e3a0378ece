import { Vec3 } from 'vec3'
import type { Body } from '../body.ts'
import { crosshair, digBlock } from '../dig.ts'
import { holdBackLiquids } from '../liquids.ts'
import { leanOut } from './footing.ts'
import type { Step } from './route.ts'
import type { StepFailure } from './step-failure.ts'
import { isTooSlow } from './view-of-body.ts'

/** How often what lies loose comes down again before a place is given up. */
const MAX_REFILLS = 12
/** How long what lies loose takes to come down a block, and the server to tell of it (ticks). */
const FALL_TICKS = 16
/** How long one leans towards a block to get it into sight (ticks). */
const LEAN_TICKS = 12

/** Digs away what is in the way of a step. */
export async function clearStep(
  body: Body,
  { clear }: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  for (const { x, y, z } of clear) {
    const block = new Vec3(x, y, z)
    if (body.traitsAt(block).open) continue
    // A tool may have broken since the way was planned, and what was taken for stone be obsidian.
    body.vision.examine(x, y, z)
    if (isTooSlow(body.tools.choose(body.vision.state(x, y, z)).ticks)) return 'changed'
    const failure = await clearBlock(body, block, signal)
    if (failure) return failure
  }
  return undefined
}

/** Digs a place free, over and over while loose blocks fall into it, and stops liquids it lays bare. */
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
    // Deep in a shaft beside the body a block is out of sight, unless one stands at the edge.
    const inSight = aimed() || (await leanOut(body, block, aimed, LEAN_TICKS, signal))
    if (!inSight) return 'blocked'
    // What came loose meanwhile may have fallen on, and something else into its place.
    if (!(await digBlock(body, block, signal)) && !hasLooseAbove(body, block)) return 'blocked'
    if (!body.traitsAt(block).open) await lookInto(body, block)
    if (!(await holdBackLiquids(body, block, signal))) return 'unsafe'
    // Who digs on beneath it digs at what is no longer there.
    if (hasLooseAbove(body, block))
      await body.until(() => !body.traitsAt(block).open, FALL_TICKS, signal)
  }
  return 'blocked'
}

/** Whether what lies right above a place comes down into it, such as sand. */
function hasLooseAbove(body: Body, block: Vec3): boolean {
  const { x, y, z } = block
  body.vision.examine(x, y + 1, z)
  return body.traits(x, y + 1, z).falls
}

/** Looks at a place: what was taken for rock, unseen, may have been open all along. */
async function lookInto(body: Body, place: Vec3): Promise<void> {
  await body.controls.lookAt(place.offset(0.5, 0.5, 0.5))
  body.vision.examine(place.x, place.y, place.z)
}

/**
 * Looks at what a freshly dug place borders on: from where one came not all of that could be seen,
 * and lava takes its time to come through.
 */
export async function secure(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const feet = new Vec3(step.x, step.y, step.z)
  const dug = step.clear.map(({ x, y, z }) => new Vec3(x, y, z))
  for (const place of [feet, feet.offset(0, 1, 0), ...dug]) {
    if (!(await holdBackLiquids(body, place, signal))) return 'unsafe'
  }
  return undefined
}
