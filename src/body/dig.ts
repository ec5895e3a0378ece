import type { Bot } from 'mineflayer'
import type { Block } from 'prismarine-block'
import type { Item } from 'prismarine-item'
import type { Vec3 } from 'vec3'
import { distanceToBlock } from '#geometry/distance-to-box'
import { NEIGHBOURS } from '#geometry/neighbours'
import { digTicks } from '#knowledge/dig-time'
import { VANILLA_CLIENT } from '#knowledge/vanilla-client'
import { type Body, REACH } from './body.ts'
import { BOT } from './bot.ts'
import { type Aim, type AimOptions, isSameFace } from './crosshair.ts'
import { DigProgress, isAfloat } from './dig-timing.ts'
import { wield } from './hand.ts'
import { holdPlace, NO_STEP, placeToHold } from './hold-place.ts'
import { raceAbort } from './interrupt.ts'
import { aimAt } from './sight.ts'
import type { DigChoice } from './tools.ts'

const FOOTING_TICKS = 12
const MARGIN_TICKS = 30
/** Time for the agent to raise its head above the water (ticks). */
const SURFACING_TICKS = 20
/** Time for the server to confirm an instant break (ticks). */
const ANSWER_TICKS = 12
/** Time for a late server to finish a dig that the client has finished (ticks). */
const LATE_DIG_TICKS = 60
/** Before the end of a cooldown, the head turns back to the next block (ticks). */
const AIM_TICKS = 1
/** Limit on blocks that fall before the dug one. */
const MAX_FALLS = 16
/** Limit on blocks to dig before another, among them columns of gravel, and time for one of these to fall (ticks). */
const MAX_OBSTACLES = 16
const SETTLE_TICKS = 4
/** The agent begins a dig at most this many times, when its crosshair leaves the block. */
const MAX_LOSSES = 3
/** Attempts to begin a dig that the server refuses. */
const MAX_REFUSALS = 2
/** Limit on plants to remove from the line to a block. */
const MAX_PLANTS = 3
/** Longest dig of a block without a collision box, such as snow, that hides another (ticks). */
const MAX_VEIL_TICKS = 30
/** Whether the nearest face of a block straight ahead is within reach. */
export function facesReach(body: Body, block: Vec3): boolean {
  return body.eye.distanceTo(block.offset(0.5, 0.5, 0.5)) <= VANILLA_CLIENT.blockReach + 0.45
}

/** Whether a block is within {@link REACH}. */
export function inReach(body: Body, block: Vec3): boolean {
  return body.eye.distanceTo(block.offset(0.5, 0.5, 0.5)) <= REACH
}

/** Whether the server gives a block back, or it belongs to a building, by its kind as the client knows it. */
function isVetoed(body: Body, place: Vec3): boolean {
  if (body.protectedLand.has(place.x, place.y, place.z)) return true
  if (!body.builds.respects && !body.builds.keeps(place)) return false
  body.vision.examine(place.x, place.y, place.z)
  body.builds.resurvey()
  return body.isProtected(place)
}

/** Whether the agent's own body is in the place of a block, where it suffocates. */
function isWithin({ position, eye }: Body, place: Vec3): boolean {
  return position.floored().equals(place) || eye.floored().equals(place)
}

/** Whether a dig removed its block, or `lost` if it must begin anew: gravel fell before the crosshair, or water came. */
type Dug = boolean | 'lost'
/** The same; `refused`: the server sends the block again before the end of the dig, as in protected places. */
type Pressed = Dug | 'refused'

/**
 * Digs one block within reach and sight, with the best tool, and sand and gravel that falls before it meanwhile.
 * @returns whether the block is gone. The server may still restore it. A block of a building of others stays.
 */
export async function digBlock(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  for (let falls = 0; falls < MAX_FALLS; falls++) {
    const dug = await digInSight(body, place, signal)
    if (dug !== 'lost') return dug
    const fallen = fallenBefore(body, place)
    if (!fallen || (await digInSight(body, fallen, signal)) !== true) return false
  }
  return false
}

async function digInSight(body: Body, place: Vec3, signal: AbortSignal): Promise<Dug> {
  const bot = body[BOT]
  const block = bot.blockAt(place)
  if (!block) return false
  const before = body.blocks.traits(block.stateId ?? 0)
  if (block.type === 0 || before.water || before.lava) return true
  if (!block.diggable || (isVetoed(body, place) && !isWithin(body, place))) return false
  const firstAim = crosshair(body, place)
  if (!firstAim || !(await clearVeil(body, place, signal))) return false
  const choice = body.tools.choose(block.stateId ?? 0)
  // The cooldown after the last dig leaves time for this.
  await hold(body, choice.tool, signal)
  await body.until(() => bot.entity.onGround || inLiquid(body), FOOTING_TICKS, signal)
  // The legs of a crawling agent need the head in the meantime.
  if (!body.posture.crawling) await bot.lookAt(firstAim, true)
  const afloat = inLiquid(body) && !bot.entity.onGround
  try {
    if (afloat) await surfaceHead(body, signal)
    const isEmptyHanded = !bot.heldItem
    const dug = await dig(body, block, choice, signal)
    // An item picked up into the empty hand restarts the dig.
    return !dug && isEmptyHanded && bot.heldItem ? await dig(body, block, choice, signal) : dug
  } finally {
    if (afloat) bot.setControlState('jump', false)
  }
}

/** Digs snow that hides a block, and the like, with the best tool for it. @returns whether nothing of that kind is left. */
async function clearVeil(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  const veil = body.crosshair.obstacle(place)
  if (!veil) return true
  const { open, name } = body.traitsAt(veil)
  const takesTime = digTicks(body.registry, name, null) > 0
  const { ticks } = body.tools.choose(body.vision.state(veil.x, veil.y, veil.z))
  if (!open || !takesTime || ticks > MAX_VEIL_TICKS) return true
  const isDug = (await digInSight(body, veil, signal)) === true
  body.vision.examine(veil.x, veil.y, veil.z)
  return isDug
}

/** The sand or gravel that hides a block; undefined if there is none. */
function fallenBefore(body: Body, place: Vec3): Vec3 | undefined {
  const obstacle = body.crosshair.obstacle(place)
  return obstacle && body.traitsAt(obstacle).falls ? obstacle : undefined
}

/** Swims up and keeps swimming: a dig takes five times as long with the head under water. */
async function surfaceHead(body: Body, signal: AbortSignal): Promise<void> {
  body[BOT].setControlState('jump', true)
  const isDry = () => !body.traitsAt(body.eye.floored()).water
  await body.until(isDry, SURFACING_TICKS, signal)
}

/** Digs with the chosen tool, or with another if it broke. */
async function dig(
  body: Body,
  block: NonNullable<ReturnType<Bot['blockAt']>>,
  choice: DigChoice,
  signal: AbortSignal,
): Promise<Dug> {
  const { position: place } = block
  await body.hands.nearlyReadyToDig(AIM_TICKS, signal)
  const release = body.crosshair.hold()
  try {
    for (let losses = 0, refusals = 0; losses < MAX_LOSSES; ) {
      if (!(await aim(body, place, signal))) return losses > 0 && 'lost'
      await body.hands.readyToDig(signal)
      const dug = await press(body, block, choice, signal)
      if (dug === 'lost') losses++
      else if (dug !== 'refused') {
        // Another block can fall into the place.
        if (dug && !body.blocks.traits(block.stateId ?? 0).falls)
          body.protectedLand.dug(place, block.stateId ?? 0)
        return dug
      } else if (++refusals === MAX_REFUSALS) {
        body.protectedLand.refused(place)
        return false
      }
    }
    return 'lost'
  } finally {
    release()
  }
}

/** Turns the crosshair to a block. @returns whether it is there. */
async function aim(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  return (await aimThrough(body, place, {}, signal, true)) !== undefined
}

/**
 * Turns the crosshair to a block, and removes plants in the way.
 * @param options the only face to aim at, and further conditions.
 * @param givesWay whether the agent steps aside for another player in between.
 * @returns where it meets the block; undefined if it does not.
 */
export async function aimThrough(
  body: Body,
  place: Vec3,
  options: Pick<AimOptions, 'face' | 'accepts'>,
  signal: AbortSignal,
  givesWay = false,
): Promise<Aim | undefined> {
  const { face, accepts } = options
  const choose = () => body.crosshair.find(place, options)
  const suits = (hit: Aim, aim: Aim) =>
    (face === undefined || isSameFace(hit, aim)) && accepts?.(hit, body.crosshair.eye) !== false
  for (let plants = 0; plants <= MAX_PLANTS; plants++) {
    const hit = await body.crosshair.bring(choose, signal, { suits, givesWay })
    if (hit) return hit
    const plant = body.crosshair.obstacle(place, options)
    if (!plant || !(await pick(body, plant, signal))) return undefined
  }
  return undefined
}

/** Removes a plant, or another block that breaks at once. @returns whether it is gone. */
async function pick(body: Body, plant: Vec3, signal: AbortSignal): Promise<boolean> {
  const bot = body[BOT]
  const block = bot.blockAt(plant)
  if (!block || bot.digTime(block) > 0 || isVetoed(body, plant)) return false
  await body.hands.readyToDig(signal)
  if (!(await body.crosshair.bring(() => body.crosshair.find(plant), signal))) return false
  breakAtOnce(body, plant)
  const isGone = () => bot.blockAt(plant)?.stateId !== block.stateId
  const isPicked = await body.until(isGone, ANSWER_TICKS, signal)
  // A plant around the feet may be outside the view.
  body.vision.examine(plant.x, plant.y, plant.z)
  return isPicked
}

/**
 * Presses the button until the block breaks.
 */
async function press(
  body: Body,
  block: NonNullable<ReturnType<Bot['blockAt']>>,
  choice: DigChoice,
  signal: AbortSignal,
): Promise<Pressed> {
  const bot = body[BOT]
  const { position: place } = block
  const state = block.stateId ?? 0
  // The last dig may have broken the tool.
  if (body.tools.choose(state) !== choice) {
    const left = body.tools.choose(state)
    if (choice.harvests && !left.harvests) return false
    await hold(body, left.tool, signal)
  }
  // The agent may have moved or been pushed meanwhile.
  if (!(await aim(body, place, signal))) return false
  const isGone = () => bot.blockAt(place)?.stateId !== block.stateId
  if (body.hands.limits.breaksByStart && bot.digTime(block) === 0) {
    breakAtOnce(body, place)
    return body.until(isGone, ANSWER_TICKS, signal)
  }
  const updates = countUpdates(bot, place, state)
  const limit = body.clock.wait(Math.ceil(bot.digTime(block) / 50) + MARGIN_TICKS, signal)
  const dug = bot.dig(block, 'ignore').then(
    () => true,
    () => false,
  )
  const afloat = isAfloat(bot)
  const progress = new DigProgress(bot, body.registry, block)
  const stand = body.footing.inWater ? placeToHold(body) : undefined
  let isLost = false
  const unwatch = body.onTick(() => {
    if (stand) holdPlace(body, stand)
    if (!bot.targetDigBlock) return
    const isComplete = progress.tick()
    isLost = !body.crosshair.keepOn(place) || progress.isBehind
    // An agent that is pushed away stops digging.
    if (
      isLost ||
      updates.isUnchanged ||
      distanceToBlock(body.eye, place) > VANILLA_CLIENT.blockReach
    )
      bot.stopDigging()
    else if (afloat && isComplete) finishDig(body, place)
  })
  try {
    await raceAbort(Promise.race([dug, limit]), signal)
    // The block is still there for a late server. Another tool in the hand would restart its dig.
    if (body.clock.isServerLate && isGone())
      await body.until(() => updates.count > 1, LATE_DIG_TICKS, signal)
  } finally {
    unwatch()
    if (stand) body.controls.press(NO_STEP)
    bot.stopDigging()
    updates.off()
  }
  if (isGone()) return true
  return updates.isUnchanged ? 'refused' : isLost && 'lost'
}

interface Updates {
  readonly count: number
  /** Whether the server has sent the state that the block already has. */
  readonly isUnchanged: boolean
  off(): void
}

/** Counts the changes of a block: the client's own, and those that the server sends. */
function countUpdates(bot: Bot, place: Vec3, state: number): Updates {
  let count = 0
  let isUnchanged = false
  const onUpdate = (_before: Block | null, { stateId }: Block) => {
    count++
    isUnchanged ||= stateId === state
  }
  const event = `blockUpdate:${place}` as 'blockUpdate'
  bot.on(event, onUpdate)
  return {
    get count() {
      return count
    },
    get isUnchanged() {
      return isUnchanged
    },
    off: () => void bot.off(event, onUpdate),
  }
}

/** The point of a block for the crosshair, behind plants at most; undefined if the block is out of reach or sight. */
export function crosshair(body: Body, place: Vec3): Vec3 | undefined {
  return body.crosshair.find(place, { ignorePlants: true })?.point
}

/** Finishes a dig before mineflayer's own timer ends. */
function finishDig({ [BOT]: bot }: Body, location: Vec3): void {
  bot._client.write('block_dig', { status: 2, location, face: 1 })
}

/** Breaks a block at once. The vanilla client sends no end of such a dig; mineflayer does. */
function breakAtOnce({ [BOT]: bot }: Body, location: Vec3): void {
  bot._client.write('block_dig', { status: 0, location, face: 1 })
  bot.swingArm('right')
}

/**
 * Holds a tool, or, if it is null, an item without durability. An empty hand may pick up an item, which restarts a dig: see
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
 * Digs the blocks between the eye and a block, then the block itself.
 * @returns whether the block is gone.
 */
export async function digThrough(body: Body, place: Vec3, signal: AbortSignal): Promise<boolean> {
  for (let obstacles = 0; obstacles < MAX_OBSTACLES; obstacles++) {
    const state = body[BOT].blockAt(place)
    if (!state || state.type === 0) return true
    const aim = aimAt(body, place)
    if ('point' in aim) return digBlock(body, place, signal)
    if (mustStay(body, aim.blockedBy)) return false
    const { falls } = body.traitsAt(aim.blockedBy)
    if (await digBlock(body, aim.blockedBy, signal)) continue
    // Gravel may fall while the agent turns to it.
    if (!falls) return false
    await body.wait(SETTLE_TICKS, signal)
  }
  return false
}

/** Whether a block in the line to another holds back a liquid or cannot be dug. In the water, more of it does no harm. */
function mustStay(body: Body, place: Vec3): boolean {
  if (!body.traitsAt(place).diggable) return true
  return body.footing.inWater ? wouldFlood(body, place, 'lava') : wouldFlood(body, place)
}

/** Whether a known liquid, or only lava, would flow in after this block is dug. */
export function wouldFlood(body: Body, place: Vec3, only?: 'lava'): boolean {
  return NEIGHBOURS.some(([dx, dy, dz]) => {
    if (dy < 0) return false
    const { water, lava } = body.traits(place.x + dx, place.y + dy, place.z + dz)
    return lava || (water && only !== 'lava')
  })
}
