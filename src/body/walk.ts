import type { Vec3 } from 'vec3'
import type { Body } from './body.ts'
import { digBlock } from './dig.ts'
import { inLiquid } from './dig.ts'
import { fill, placeBlock } from './place.ts'
import { FILLER } from './body.ts'
import type { Place, Route, Step } from './route.ts'
import { Vec3 as V } from 'vec3'

/** How near to the middle of a cell the feet must be to count as there (blocks). */
const ARRIVED = 0.36
const STEP_TICKS = 30
const SWIM_TICKS = 60
/** How often what lies loose comes down again before a cell is given up. */
const MAX_REFILLS = 12
/** Cells that must be flat and free ahead before it pays to sprint. */
const SPRINT_AHEAD = 2

/** Why a route could not be followed to its end. */
export type Mishap = 'blocked' | 'off-route' | 'liquid'

/**
 * Follows a planned route: digs what is in the way, closes off liquids that come to light, and walks.
 * @param done ends the walk early, asked after each step.
 */
export async function followRoute(
  body: Body,
  route: Route,
  signal: AbortSignal,
  done: () => boolean,
): Promise<Mishap | undefined> {
  try {
    for (let i = 0; i < route.steps.length; i++) {
      if (done()) return undefined
      const step = route.steps[i]
      if (!step) break
      const mishap = await takeStep(body, step, flatAhead(route.steps, i), signal)
      if (mishap) return mishap
    }
    return undefined
  } finally {
    body.release()
  }
}

/** How many of the coming steps need neither digging nor jumping. */
function flatAhead(steps: readonly Step[], from: number): number {
  const start = steps[from]
  let flat = 0
  for (let i = from; i < steps.length && start; i++) {
    const step = steps[i]
    if (!step || step.how !== 'walk' || step.clear.length > 0 || step.y !== start.y) break
    flat++
  }
  return flat
}

async function takeStep(body: Body, step: Step, flat: number, signal: AbortSignal): Promise<Mishap | undefined> {
  for (const cell of step.clear) {
    const mishap = await clearCell(body, new V(cell.x, cell.y, cell.z), signal)
    if (mishap) return mishap
  }
  if (!safeToEnter(body, step)) return 'liquid'
  if (step.how === 'pillar') return pillarUp(body, step, signal)
  return moveInto(body, step, flat, signal)
}

/** Digs a cell free, over and over while loose blocks fall into it, and stops liquids it lays bare. */
async function clearCell(body: Body, cell: V, signal: AbortSignal): Promise<Mishap | undefined> {
  for (let i = 0; i < MAX_REFILLS; i++) {
    const traits = body.traitsAt(cell)
    if (traits.open || traits.water) return undefined
    if (traits.lava) return 'liquid'
    if (i === 0) body.release()
    if (!(await digBlock(body, cell, signal))) return 'blocked'
    if (!(await holdBackLiquids(body, cell, signal))) return 'liquid'
  }
  return 'blocked'
}

const AROUND = [new V(0, 1, 0), new V(1, 0, 0), new V(-1, 0, 0), new V(0, 0, 1), new V(0, 0, -1), new V(0, -1, 0)]

/**
 * Looks at what a freshly dug cell has laid bare and puts blocks where liquids are.
 * @returns false when lava could not be closed off.
 */
async function holdBackLiquids(body: Body, dug: V, signal: AbortSignal): Promise<boolean> {
  for (const side of AROUND) {
    const cell = dug.plus(side)
    const { lava, water } = body.traitsAt(cell)
    if (!lava && !(water && side.y >= 0)) continue
    if ((await fill(body, cell, signal)) || !lava) continue
    await fill(body, dug, signal)
    return false
  }
  return true
}

/** Whether standing in this cell would not burn: the agent may know more than when it planned. */
function safeToEnter(body: Body, { x, y, z }: Place): boolean {
  return ![-1, 0, 1].some((dy) => body.traits(x, y + dy, z).lava)
}

async function moveInto(body: Body, step: Step, flat: number, signal: AbortSignal): Promise<Mishap | undefined> {
  const { bot } = body
  const target = new V(step.x + 0.5, step.y, step.z + 0.5)
  const startY = body.position.y
  const limit = step.how === 'swim' ? SWIM_TICKS : STEP_TICKS
  for (let tick = 0; tick < limit; tick++) {
    const away = horizontal(body.position, target)
    const dy = body.position.y - step.y
    const settled = bot.entity.onGround || inLiquid(body)
    if (away <= ARRIVED && settled && dy > -0.4 && dy < 0.9) {
      if (flat <= 1) await halt(body, signal)
      return undefined
    }
    if (dy < -1.6 || away > 2.6) break
    if (away > 0.12) {
      await bot.lookAt(target.offset(0, 1.62 + (step.how === 'swim' ? dy : 0), 0), true)
      bot.setControlState('forward', true)
    } else bot.setControlState('forward', false)
    bot.setControlState('sprint', flat > SPRINT_AHEAD && bot.food > 6)
    const rising = step.y > startY + 0.4 && body.position.y < step.y - 0.05
    const blocked = (bot.entity as { isCollidedHorizontally?: boolean }).isCollidedHorizontally === true
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
async function pillarUp(body: Body, step: Step, signal: AbortSignal): Promise<Mishap | undefined> {
  const { bot } = body
  const under = new V(step.x, step.y - 1, step.z)
  await moveInto(body, { ...step, y: step.y - 1, how: 'walk' }, 0, signal)
  bot.setControlState('jump', true)
  const high = await body.until(() => body.position.y > step.y + 0.1, 12, signal)
  const placed = high && (await placeBlock(body, FILLER, under, signal))
  bot.setControlState('jump', false)
  await body.until(() => bot.entity.onGround, 12, signal)
  return placed ? undefined : 'blocked'
}

function horizontal(a: Vec3, b: Vec3): number {
  return Math.hypot(a.x - b.x, a.z - b.z)
}
