import { Vec3 } from 'vec3'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import { type Body, FILLER, REACH } from './body.ts'
import { BOT } from './bot.ts'
import { wield } from './hand.ts'
import { raceAbort } from './interrupt.ts'
import { firstBlockToward } from './sight.ts'

const FACES = [
  new Vec3(0, -1, 0),
  new Vec3(1, 0, 0),
  new Vec3(-1, 0, 0),
  new Vec3(0, 0, 1),
  new Vec3(0, 0, -1),
  new Vec3(0, 1, 0),
]

const ANSWER_TICKS = 12

/** What is no block that was placed. */
const VACANT = /^((cave_|void_)?air|(flowing_)?(water|lava))$/

/** A block to place against, and the face of it. */
interface Support {
  block: Vec3
  face: Vec3
}

function centreOf({ block, face }: Support): Vec3 {
  return block.offset(0.5 + face.x * 0.5, 0.5 + face.y * 0.5, 0.5 + face.z * 0.5)
}

/** Where a block at this position could be attached: a solid neighbour in reach whose face is in sight. */
export function supportFor(body: Body, position: Vec3): Support | undefined {
  for (const toward of FACES) {
    const block = position.plus(toward)
    const traits = body.traitsAt(block)
    if (traits.open || traits.water || traits.lava || traits.name === 'unloaded') continue
    const face = toward.scaled(-1)
    const centre = centreOf({ block, face })
    if (body.eye.distanceTo(centre) > REACH) continue
    // The face is turned to the eye, and nothing but the block itself stands behind the line to it.
    const fromFace = body.eye.minus(centre)
    if (fromFace.x * face.x + fromFace.y * face.y + fromFace.z * face.z <= 0.05) continue
    const met = firstBlockToward(body, centre.plus(face.scaled(0.02)))
    if (met === null || met.equals(block)) return { block, face }
  }
  return undefined
}

/**
 * Places one of the given kinds at a position.
 * @returns whether the server accepted it.
 */
export async function placeBlock(
  body: Body,
  names: Iterable<string>,
  position: Vec3,
  signal: AbortSignal,
): Promise<boolean> {
  const bot = body[BOT]
  const firstSupport = supportFor(body, position)
  if (!firstSupport || occupies(body, position) || isFilled(body, position)) return false
  if (!(await takeInHand(body, names, signal))) return false
  await bot.lookAt(centreOf(firstSupport), true)
  await body.hands.readyToUse(signal)
  // Meanwhile the body may have been pushed or carried away.
  const support = supportFor(body, position)
  const reference = support && bot.blockAt(support.block)
  if (!support || !reference || occupies(body, position)) return false
  const before = bot.blockAt(position)?.stateId
  const sneak = USABLE.test(reference.name)
  if (sneak) bot.setControlState('sneak', true)
  // mineflayer turns slowly unless it looks the right way already.
  await bot.lookAt(centreOf(support), true)
  const placed = bot.placeBlock(reference, support.face).catch(() => {})
  const answer = body.until(() => bot.blockAt(position)?.stateId !== before, ANSWER_TICKS, signal)
  try {
    await raceAbort(Promise.race([placed, answer]), signal)
  } finally {
    if (sneak) bot.setControlState('sneak', false)
  }
  const now = bot.blockAt(position)
  // Grass that is trampled, or water that flows in, changes the place as well.
  return now !== null && now.stateId !== before && !VACANT.test(now.name)
}

/** Takes one of the given kinds in the hand, the first of them that is carried; false when none is. */
export async function takeInHand(
  body: Body,
  names: Iterable<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { [BOT]: bot, registry } = body
  const wanted = new Set(names)
  if (bot.heldItem && wanted.has(registry.itemName(bot.heldItem))) return true
  const [item] = [...wanted].flatMap((name) => body.inventory.stacksOf([name]))
  if (!item) return false
  await wield(body, item, signal)
  return bot.heldItem !== null && wanted.has(registry.itemName(bot.heldItem))
}

/** Whether the body itself is in the position: a block put there would hold it fast. */
function occupies(body: Body, position: Vec3): boolean {
  const { x, y, z } = body.position
  const beside = (place: number, from: number) =>
    place + PLAYER_HALF_WIDTH > from && place - PLAYER_HALF_WIDTH < from + 1
  return (
    beside(x, position.x) &&
    beside(z, position.z) &&
    y < position.y + 1 &&
    y + body.posture.height > position.y
  )
}

/** Whether there is a block already, perhaps one put there a moment ago. */
function isFilled(body: Body, position: Vec3): boolean {
  body.vision.examine(position.x, position.y, position.z)
  const { open, water, lava } = body.blocks.traits(body[BOT].blockAt(position)?.stateId ?? 0)
  return !open && !water && !lava
}

/** Blocks that a right click opens, unless one sneaks. */
const USABLE = /crafting_table|furnace|chest|barrel|_bed$|^bed$|door|gate|lever|button|anvil/

/** Puts any cheap block somewhere: before a liquid, under a foot. */
export function fill(body: Body, position: Vec3, signal: AbortSignal): Promise<boolean> {
  return placeBlock(body, FILLER, position, signal)
}
