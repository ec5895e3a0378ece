import { Vec3 } from 'vec3'
import { PLAYER_HALF_WIDTH } from '#knowledge/player-size'
import type { Body } from './body.ts'
import { BOT } from './bot.ts'
import type { Aim, AimOptions } from './crosshair.ts'
import { aimThrough } from './dig.ts'
import { faceOf, NORMALS, UP } from './faces.ts'
import { wield } from './hand.ts'
import { raceAbort } from './interrupt.ts'

const FACES = [
  new Vec3(0, -1, 0),
  new Vec3(1, 0, 0),
  new Vec3(-1, 0, 0),
  new Vec3(0, 0, 1),
  new Vec3(0, 0, -1),
  new Vec3(0, 1, 0),
]

const ANSWER_TICKS = 12

/** Time for a late server to break a block that the agent has dug already (ticks). */
const LATE_DIG_TICKS = 40

/** Time for a server that repeats its answer to an earlier dig to show the placed block again (ticks). */
const LAST_WORD_TICKS = 3

/** Air and liquids, which no player places. */
const VACANT = /^((cave_|void_)?air|(flowing_)?(water|lava))$/

/** How a click has to be for the placed block to face as wanted. */
export interface PlacementAim {
  /** The faces to click, 0-5; all by default. */
  readonly faces?: readonly number[]
  /** A condition on the clicked point, by the position of the eye. */
  readonly accepts?: AimOptions['accepts']
}

/** Any click. */
const ANY_CLICK: PlacementAim = {}

/** A block to place against, and its face. */
interface Support {
  block: Vec3
  face: Vec3
}

/**
 * Finds a solid neighbour of a position whose face is within reach and sight, to place a block against.
 * @param except blocks that turned out not to be there.
 * @param aim how the click has to be.
 */
export function supportFor(
  body: Body,
  position: Vec3,
  except: readonly Vec3[] = [],
  { faces, accepts }: PlacementAim = ANY_CLICK,
): Support | undefined {
  for (const toward of FACES) {
    const block = position.plus(toward)
    const traits = body.traitsAt(block)
    if (except.some((missing) => missing.equals(block))) continue
    if (traits.open || traits.water || traits.lava || traits.name === 'unloaded') continue
    const normal = toward.scaled(-1)
    const face = faceOf(normal)
    if (faces && !faces.includes(face)) continue
    if (body.crosshair.find(block, { face, accepts, ignorePlants: true }))
      return { block, face: normal }
  }
  return undefined
}

/**
 * Turns the crosshair to the face of a support, which may change while the agent moves. Removes plants in the way.
 * @returns where the crosshair meets it; undefined if it does not.
 */
async function aimAtSupport(
  body: Body,
  position: Vec3,
  aim: PlacementAim,
  signal: AbortSignal,
): Promise<Aim | undefined> {
  const missed: Vec3[] = []
  for (;;) {
    const support = supportFor(body, position, missed, aim)
    if (!support) return undefined
    const click = { face: faceOf(support.face), accepts: aim.accepts }
    const hit = await aimThrough(body, support.block, click, signal)
    if (hit) return hit
    missed.push(support.block)
  }
}

/**
 * Places one of the given kinds at a position.
 * @param aim how the click has to be.
 * @returns whether the server accepted it.
 */
export async function placeBlock(
  body: Body,
  names: Iterable<string>,
  position: Vec3,
  signal: AbortSignal,
  aim = ANY_CLICK,
): Promise<boolean> {
  const kinds = [...names]
  const answer = await placeOnce(body, kinds, position, aim, signal)
  if (answer !== 'returned') return answer === 'placed'
  // A server whose ticks are late shows the block that the agent has dug there, until it breaks it too.
  const isVacant = () => VACANT.test(body[BOT].blockAt(position)?.name ?? '')
  if (!(await body.until(isVacant, LATE_DIG_TICKS, signal))) return false
  return (await placeOnce(body, kinds, position, aim, signal)) === 'placed'
}

/** What the server does with a block: it takes it, refuses it, or shows another block where there was none. */
type Answer = 'placed' | 'refused' | 'returned'

async function placeOnce(
  body: Body,
  names: readonly string[],
  position: Vec3,
  aim: PlacementAim,
  signal: AbortSignal,
): Promise<Answer> {
  const bot = body[BOT]
  const firstSupport = supportFor(body, position, [], aim)
  if (!firstSupport || occupies(body, position) || isFilled(body, position)) return 'refused'
  if (!(await takeInHand(body, names, signal))) return 'refused'
  const before = bot.blockAt(position)?.stateId
  const sneak = USABLE.test(bot.blockAt(firstSupport.block)?.name ?? '')
  const release = body.crosshair.hold()
  try {
    if (sneak) {
      bot.setControlState('sneak', true)
      // The eyes of a sneaking player are lower.
      await body.wait(1, signal)
    }
    await aimAtSupport(body, position, aim, signal)
    await body.hands.readyToUse(signal)
    // The server decides the direction of a block by the last look that it has received.
    if (aim.accepts) await body.wait(1, signal)
    // The agent may have been pushed meanwhile.
    const hit = await aimAtSupport(body, position, aim, signal)
    const reference = hit && bot.blockAt(hit.block)
    if (!reference || occupies(body, position)) return 'refused'
    const placed = bot
      ._placeBlockWithOptions(reference, NORMALS[hit.face] ?? UP, {
        swingArm: 'right',
        forceLook: 'ignore',
        delta: hit.point.minus(hit.block),
      })
      .catch(() => {})
    const answer = body.until(() => bot.blockAt(position)?.stateId !== before, ANSWER_TICKS, signal)
    await raceAbort(Promise.race([placed, answer]), signal)
    const isPlaced = () => isOfKind(body, bot.blockAt(position)?.stateId ?? 0, names)
    await body.until(isPlaced, LAST_WORD_TICKS, signal)
  } finally {
    release()
    if (sneak) bot.setControlState('sneak', false)
  }
  const now = bot.blockAt(position)
  if (now === null || now.stateId === before) return 'refused'
  // Trampled grass, inflowing water and a dig that the server has not finished also change the block.
  if (!isOfKind(body, now.stateId ?? 0, names))
    return VACANT.test(now.name) ? 'refused' : 'returned'
  body.builds.placed(position)
  return 'placed'
}

/** Whether a block is one that items of these kinds become: a torch also becomes a `wall_torch`, and seeds a crop. */
function isOfKind({ blocks, registry }: Body, state: number, names: readonly string[]): boolean {
  const { name } = blocks.traits(state)
  if (VACANT.test(name)) return false
  return names.some(
    (item) =>
      !registry.hasBlock(item) ||
      name === item ||
      name.endsWith(`_${item}`) ||
      (item.endsWith('_bed') && name.endsWith('bed')),
  )
}

/** Holds the first of the given kinds that the agent carries. @returns false if it carries none. */
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

/** Whether the agent itself occupies a position. */
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

/** Whether a block is there already, for example one placed a moment ago. */
function isFilled(body: Body, position: Vec3): boolean {
  body.vision.examine(position.x, position.y, position.z)
  const { open, water, lava } = body.blocks.traits(body[BOT].blockAt(position)?.stateId ?? 0)
  return !open && !water && !lava
}

/** Blocks that a right click uses, unless the player sneaks. */
const USABLE = /crafting_table|furnace|chest|barrel|_bed$|^bed$|door|gate|lever|button|anvil/

/** Places a filler block. @returns whether the server accepted it. */
export function fill(body: Body, position: Vec3, signal: AbortSignal): Promise<boolean> {
  return placeBlock(body, body.filler, position, signal)
}
