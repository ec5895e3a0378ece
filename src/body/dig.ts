import type { Bot } from 'mineflayer'
import type { Item } from 'prismarine-item'
import type { Vec3 } from 'vec3'
import { distanceToBlock } from '#geometry/distance-to-box'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import { type Body, REACH } from './body.ts'
import { BOT } from './bot.ts'
import { DigProgress, isAfloat } from './dig-timing.ts'
import { wield } from './hand.ts'
import { holdPlace, NO_STEP } from './hold-place.ts'
import { raceAbort } from './interrupt.ts'
import { aimAt } from './sight.ts'
import type { DigChoice } from './tools.ts'

const FOOTING_TICKS = 12
const MARGIN_TICKS = 30
/** How long a body takes at most to bring its head out of the water where that can be done at all (ticks). */
const SURFACING_TICKS = 20
/** How long the server has to show that a block broke at once (ticks). */
const ANSWER_TICKS = 12

/** Whether an arm reaches the middle of the nearest face of a block that lies straight ahead. */
export function facesReach(body: Body, block: Vec3): boolean {
  return body.eye.distanceTo(block.offset(0.5, 0.5, 0.5)) <= VANILLA_CLIENT.blockReach + 0.45
}

/** Whether a block is within arm's length. */
export function inReach(body: Body, block: Vec3): boolean {
  return body.eye.distanceTo(block.offset(0.5, 0.5, 0.5)) <= REACH
}

/**
 * Digs one block that is in reach and in sight, with the best tool.
 * @returns whether it is gone; the server may still take that back, which the next look shows.
 */
export async function digBlock(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  const bot = body[BOT]
  const block = bot.blockAt(place)
  if (!block) return false
  const before = body.blocks.traits(block.stateId ?? 0)
  if (block.type === 0 || before.water || before.lava) return true
  if (!block.diggable) return false
  const firstAim = crosshair(body, place)
  if (!firstAim) return false
  const choice = body.tools.choose(block.stateId ?? 0)
  // Whatever else there is to do falls into the pause after the last dig.
  await hold(body, choice.tool, signal)
  await body.until(() => bot.entity.onGround || inLiquid(body), FOOTING_TICKS, signal)
  await bot.lookAt(firstAim, true)
  const afloat = inLiquid(body) && !bot.entity.onGround
  try {
    if (afloat) await surfaceHead(body, signal)
    const isEmptyHanded = !bot.heldItem
    if (await dig(body, block, choice, signal)) return true
    // A drop that came into the empty hand meanwhile has begun the dig anew.
    return isEmptyHanded && bot.heldItem ? await dig(body, block, choice, signal) : false
  } finally {
    if (afloat) bot.setControlState('jump', false)
  }
}

/** Swims up until the head is out of the water, and goes on swimming: below, a dig takes five times as long. */
async function surfaceHead(body: Body, signal: AbortSignal): Promise<void> {
  body[BOT].setControlState('jump', true)
  const isDry = () => !body.traitsAt(body.eye.floored()).water
  await body.until(isDry, SURFACING_TICKS, signal)
}

/** Digs with the chosen tool in the hand, or with another when that has broken. */
async function dig(
  body: Body,
  block: NonNullable<ReturnType<Bot['blockAt']>>,
  choice: DigChoice,
  signal: AbortSignal,
): Promise<boolean> {
  const bot = body[BOT]
  const { position: place } = block
  const state = block.stateId ?? 0
  await body.hands.readyToDig(signal)
  // The last dig may have been too much for the tool.
  if (body.tools.choose(state) !== choice) {
    const left = body.tools.choose(state)
    if (choice.harvests && !left.harvests) return false
    await hold(body, left.tool, signal)
  }
  // Meanwhile the body may have moved, or have been pushed or carried away.
  const aim = crosshair(body, place)
  if (!aim) return false
  await bot.lookAt(aim, true)
  const isGone = () => bot.blockAt(place)?.stateId !== block.stateId
  if (body.hands.limits.breaksByStart && bot.digTime(block) === 0) {
    breakAtOnce(body, place)
    return body.until(isGone, ANSWER_TICKS, signal)
  }
  const limit = body.clock.wait(Math.ceil(bot.digTime(block) / 50) + MARGIN_TICKS, signal)
  const dug = bot.dig(block, 'ignore').then(
    () => true,
    () => false,
  )
  const progress = isAfloat(bot) ? new DigProgress(bot, body.registry, block) : undefined
  const stand = body.footing.inWater ? body.position.clone() : undefined
  const unwatch = body.onTick(() => {
    if (stand) holdPlace(body, stand)
    // Who is pushed or carried away in the middle of a dig lets go of it.
    if (distanceToBlock(body.eye, place) > VANILLA_CLIENT.blockReach) bot.stopDigging()
    else if (progress?.tick() && bot.targetDigBlock) finishDig(body, place)
  })
  try {
    await raceAbort(Promise.race([dug, limit]), signal)
  } finally {
    unwatch()
    if (stand) body.controls.press(NO_STEP)
    bot.stopDigging()
  }
  return isGone()
}

/** The point of a block that the crosshair goes to; undefined where it is out of reach or sight. */
export function crosshair(body: Body, place: Vec3): Vec3 | undefined {
  const aim = aimAt(body, place)
  if (!('point' in aim)) return undefined
  return body.eye.distanceTo(aim.point) <= VANILLA_CLIENT.blockReach ? aim.point : undefined
}

/** Says that a dig is through, which mineflayer does by the clock alone. */
function finishDig({ [BOT]: bot }: Body, location: Vec3): void {
  bot._client.write('block_dig', { status: 2, location, face: 1 })
}

/** One blow that breaks a block: the game's client sends no end of such a dig, as mineflayer does. */
function breakAtOnce({ [BOT]: bot }: Body, location: Vec3): void {
  bot._client.write('block_dig', { status: 0, location, face: 1 })
  bot.swingArm('right')
}

/**
 * Takes a tool in the hand; null for what does not wear out for nothing. No hand stays empty that need not: see
 * {@link digBlock}.
 */
async function hold(body: Body, tool: Item | null, signal: AbortSignal): Promise<void> {
  const bot = body[BOT]
  if (tool) return wield(body, tool, signal)
  if (bot.heldItem && !bot.heldItem.maxDurability) return
  const spares = bot.inventory.items().filter((item) => !item.maxDurability)
  const atHand = spares.find(({ slot }) => slot >= bot.inventory.hotbarStart)
  const spare = atHand ?? spares[0]
  if (spare) await wield(body, spare, signal)
}

export function inLiquid(body: Body): boolean {
  return body.footing.inLiquid
}

/**
 * Digs whatever stands between the eye and a block, then the block itself.
 * @returns whether the block is gone.
 */
export async function digThrough(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  for (let obstacles = 0; obstacles < 6; obstacles++) {
    const state = body[BOT].blockAt(place)
    if (!state || state.type === 0) return true
    const aim = aimAt(body, place)
    if ('point' in aim) return digBlock(body, place, signal)
    if (!body.traitsAt(aim.blockedBy).diggable || wouldFlood(body, aim.blockedBy)) return false
    if (!(await digBlock(body, aim.blockedBy, signal))) return false
  }
  return false
}

/** Whether a liquid that the agent knows of would come through when this block goes. */
export function wouldFlood(body: Body, place: Vec3): boolean {
  const liquid = (dx: number, dy: number, dz: number) => {
    const traits = body.traits(place.x + dx, place.y + dy, place.z + dz)
    return traits.lava || (traits.water && dy >= 0)
  }
  return (
    liquid(0, 1, 0) || liquid(1, 0, 0) || liquid(-1, 0, 0) || liquid(0, 0, 1) || liquid(0, 0, -1)
  )
}
