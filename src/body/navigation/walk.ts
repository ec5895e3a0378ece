import type { Vec3 } from 'vec3'
import { Vec3 as V } from 'vec3'
import type { Body } from '../body.ts'
import { FILLER } from '../body.ts'
import { digBlock, inLiquid, inReach } from '../dig.ts'
import { holdBackLiquids } from '../liquids.ts'
import { placeBlock, takeInHand } from '../place.ts'
import { aimAt } from '../sight.ts'
import type { Position } from './position.ts'
import type { Route, Step } from './route.ts'

/** How near to the middle of a cell the feet must be to count as there (blocks). */
const ARRIVED = 0.36
/** The same where the whole body must be within the cell. */
const CENTRED = 0.15
const STEP_TICKS = 30
/** The same for swimming and for stepping along a brink. */
const SLOW_TICKS = 60
/** How often what lies loose comes down again before a cell is given up. */
const MAX_REFILLS = 12
/** Cells that must be flat and free ahead before it pays to sprint. */
const SPRINT_AHEAD = 2
/** Steps that are dug free before the first of them is taken. */
const DIG_AHEAD = 2

/** Why a step of a route could not be taken. */
type StepFailure = 'blocked' | 'off-route' | 'unsafe'

/** Where and why a route could not be followed to its end. */
export interface RouteFailure {
  readonly failure: StepFailure
  readonly step: Step
}

/**
 * Follows a planned route: digs what is in the way, closes off liquids that come to light, and walks.
 * @param done ends the walk early, asked after each step.
 */
export async function followRoute(
  body: Body,
  route: Route,
  signal: AbortSignal,
  done: () => boolean,
): Promise<RouteFailure | undefined> {
  body.intent.path = route.steps
  try {
    for (let i = 0; i < route.steps.length; i++) {
      if (done()) return undefined
      const step = route.steps[i]
      if (!step) break
      const { y } = body.feet
      const failure =
        (await clearAhead(body, route.steps.slice(i, i + DIG_AHEAD), signal)) ??
        (await takeStep(body, step, flatAhead(body, route.steps, i), signal)) ??
        (step.y < y || step.clear.length > 0 ? await secure(body, step, signal) : undefined)
      if (failure) return { failure, step }
    }
    return undefined
  } finally {
    body.intent.path = []
    body.release()
  }
}

/**
 * Looks at what a freshly dug place, or one farther down, borders on: from where one came not all of
 * that could be seen, and lava takes its time to come through.
 */
async function secure(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const feet = new V(step.x, step.y, step.z)
  const dug = step.clear.map(({ x, y, z }) => new V(x, y, z))
  for (const cell of [feet, feet.offset(0, 1, 0), ...dug]) {
    if (!(await holdBackLiquids(body, cell, signal))) return 'unsafe'
  }
  return undefined
}

/** How many of the coming steps are level and free to go. */
function flatAhead(body: Body, steps: readonly Step[], from: number): number {
  const height = steps[from]?.y
  const rest = steps.slice(from)
  const free = ({ x, y, z }: Position) => body.traits(x, y, z).open
  const end = rest.findIndex(
    ({ how, clear, y }) => how !== 'walk' || y !== height || !clear.every(free),
  )
  return end < 0 ? rest.length : end
}

/**
 * Digs the next steps free from where the body stands, as far as they are level with it: walking
 * two blocks at once takes less than twice one block.
 */
async function clearAhead(
  body: Body,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const { y } = body.feet
  for (const step of steps) {
    if (step.how !== 'walk' || step.y !== y) return undefined
    for (const { x, y, z } of step.clear) {
      const cell = new V(x, y, z)
      if (body.traitsAt(cell).open) continue
      if (step !== steps[0] && (!inReach(body, cell) || !('point' in aimAt(body, cell))))
        return undefined
      const failure = await clearCell(body, cell, signal)
      if (failure) return step === steps[0] ? failure : undefined
    }
  }
  return undefined
}

async function takeStep(
  body: Body,
  step: Step,
  flat: number,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  if (step.how === 'dig-down') return digDown(body, step, signal)
  for (const cell of step.clear) {
    const failure = await clearCell(body, new V(cell.x, cell.y, cell.z), signal)
    if (failure) return failure
  }
  if (!(await safeToEnter(body, step, signal))) return 'unsafe'
  if (step.how === 'pillar') return pillarUp(body, step, signal)
  return moveInto(body, step, flat, signal)
}

/** Digs a cell free, over and over while loose blocks fall into it, and stops liquids it lays bare. */
async function clearCell(
  body: Body,
  cell: V,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  for (let i = 0; i < MAX_REFILLS; i++) {
    const traits = body.traitsAt(cell)
    if (traits.open || traits.water) return undefined
    if (traits.lava) return 'unsafe'
    if (i === 0) body.release()
    if (!(await digBlock(body, cell, signal))) return 'blocked'
    if (!(await holdBackLiquids(body, cell, signal))) return 'unsafe'
  }
  return 'blocked'
}

/** How long one leans over an edge to see what lies below (ticks). */
const PEER_TICKS = 14

/** Looks before it steps: whether there is something to stand or swim on, and nothing that burns. */
async function safeToEnter(body: Body, step: Step, signal: AbortSignal): Promise<boolean> {
  const { x, y, z, how } = step
  const bears = how !== 'pillar' && how !== 'swim'
  if (bears) await peer(body, step, signal)
  for (const dy of [-1, 0, 1]) {
    body.eyes.examine(x, y + dy, z)
    if (body.traits(x, y + dy, z).lava) return false
  }
  if (!bears) return true
  const below = body.traits(x, y - 1, z)
  if (!below.floor && !below.water) return false
  if (body.eyes.isKnown(x, y - 1, z)) return true
  // What cannot be seen is taken for rock in plans, but not under one's feet.
  body.avoided.add(new V(x, y, z), BLIND_TICKS)
  return false
}

/** How long a place whose ground cannot be seen is left out of routes (ticks). */
const BLIND_TICKS = 200

/** Looks at the ground of the next step, over the edge if it must: sneaking feet do not slip. */
async function peer(body: Body, { x, y, z }: Step, signal: AbortSignal): Promise<void> {
  const ground = () => {
    body.eyes.examine(x, y - 1, z)
    return body.eyes.isKnown(x, y - 1, z)
  }
  if (ground()) return
  const { bot } = body
  await bot.lookAt(new V(x + 0.5, body.eye.y, z + 0.5), true)
  bot.setControlState('sneak', true)
  bot.setControlState('forward', true)
  try {
    await body.until(ground, PEER_TICKS, signal)
  } finally {
    body.release()
  }
}

/** How deep a fall beside the way must be for sneaking to be worth its time (blocks). */
const BRINK_DEPTH = 4

/** Whether a slip to the side would be a fall that hurts: sneaking feet do not slip. */
export function atBrink(body: Body, { x, y, z }: Position): boolean {
  return [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ].some(([dx = 0, dz = 0]) => {
    for (let depth = 0; depth <= BRINK_DEPTH; depth++) {
      const traits = body.traits(x + dx, y - depth, z + dz)
      if (traits.lava) return true
      if (!traits.open) return false
    }
    return true
  })
}

async function moveInto(
  body: Body,
  step: Step,
  flat: number,
  signal: AbortSignal,
  arrived = ARRIVED,
): Promise<StepFailure | undefined> {
  const { bot } = body
  const target = new V(step.x + 0.5, step.y, step.z + 0.5)
  const startY = body.position.y
  const careful = step.how === 'walk' && step.y === body.feet.y && atBrink(body, step)
  const limit = step.how === 'swim' || careful ? SLOW_TICKS : STEP_TICKS
  for (let tick = 0; tick < limit; tick++) {
    const away = horizontal(body.position, target)
    const dy = body.position.y - step.y
    const settled = bot.entity.onGround || inLiquid(body)
    if (away <= arrived && settled && dy > -0.4 && dy < 0.9) {
      if (flat <= 1) await halt(body, signal)
      return undefined
    }
    if (dy < -1.6 || away > 2.6) break
    if (away > arrived / 3) {
      await bot.lookAt(target.offset(0, 1.62 + (step.how === 'swim' ? dy : 0), 0), true)
      bot.setControlState('forward', true)
    } else bot.setControlState('forward', false)
    bot.setControlState('sneak', careful)
    bot.setControlState('sprint', !careful && flat > SPRINT_AHEAD && bot.food > 6)
    const rising = step.y > startY + 0.4 && body.position.y < step.y - 0.05
    const blocked =
      (bot.entity as { isCollidedHorizontally?: boolean }).isCollidedHorizontally === true
    const afloat = inLiquid(body) && body.position.y < step.y + 0.3
    bot.setControlState('jump', (rising && (blocked || away < 1.25)) || afloat)
    await body.wait(1, signal)
  }
  body.release()
  return 'off-route'
}

/** Stops the feet, so that a turn or a dig starts from a standing. */
async function halt(body: Body, signal: AbortSignal): Promise<void> {
  body.release()
  await body.wait(1, signal)
}

/** Jumps and puts a block under the feet. */
async function pillarUp(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  const { bot } = body
  const under = new V(step.x, step.y - 1, step.z)
  await moveInto(body, { ...step, y: step.y - 1, how: 'walk' }, 0, signal, CENTRED)
  // In the hand before the jump: in the air there is no time for it.
  if (!(await takeInHand(body, FILLER, signal))) return 'blocked'
  bot.setControlState('jump', true)
  const high = await body.until(() => body.position.y > step.y + 0.1, 12, signal)
  bot.setControlState('jump', false)
  const placed = high && (await placeBlock(body, FILLER, under, signal))
  await body.until(() => bot.entity.onGround, 12, signal)
  return placed ? undefined : 'blocked'
}

/** Digs away the block under the feet and comes down on the one below. */
async function digDown(
  body: Body,
  step: Step,
  signal: AbortSignal,
): Promise<StepFailure | undefined> {
  await moveInto(body, { ...step, y: step.y + 1, how: 'walk' }, 0, signal, CENTRED)
  if (!body.traits(step.x, step.y - 1, step.z).floor) return 'unsafe'
  const failure = await clearCell(body, new V(step.x, step.y, step.z), signal)
  if (failure) return failure
  const landed = () => body.bot.entity.onGround && body.position.y < step.y + 0.5
  return (await body.until(landed, STEP_TICKS, signal)) ? undefined : 'off-route'
}

function horizontal(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.z - b.z)
}
