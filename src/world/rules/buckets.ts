import { DIMENSIONS } from '../dimensions/dimension-kinds.ts'
import type { Drops } from '../entities/items.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { BlockBreaker } from './breaking.ts'
import { acknowledgeSequence, resendBlock } from './client-sync.ts'
import { FALLING, LAVA, type Liquid, liquidsOf, NO_LIQUID, SOURCE, WATER } from './liquids.ts'
import { FACE_STEPS } from './orientation.ts'
import { firstHit } from './reach.ts'

/** Reach of a bucket (blocks). */
const BUCKET_REACH = 5

const FILLED: Readonly<Record<number, string>> = { [WATER]: 'water_bucket', [LAVA]: 'lava_bucket' }
const POURED: Readonly<Record<string, Liquid>> = { water_bucket: WATER, lava_bucket: LAVA }

/** Lets players fill and empty buckets. */
export function installBuckets(
  level: Level,
  players: Players,
  drops: Drops,
  breaker: BlockBreaker,
): void {
  const { registry } = level
  players.on('join', (player) => {
    player.receive<{ hand?: number; sequence?: number }>('use_item', ({ hand, sequence }) => {
      if (!players.has(player)) return
      const { heldItem } = player.inventory
      if (hand !== 1 && heldItem && !player.vitals.dead) {
        const kind = registry.itemName(heldItem)
        const pours = POURED[kind]
        if (kind === 'bucket') pickUpSource(level, player, drops)
        else if (pours !== undefined) placeSource(level, player, pours, drops, breaker)
      }
      acknowledgeSequence(registry, player, sequence)
    })
  })
}

/** Fills the bucket from the source block that the player looks at. */
function pickUpSource(level: Level, player: Player, drops: Drops): void {
  const { registry } = level
  const liquids = liquidsOf(registry)
  const isSource = (state: number) =>
    liquids.of(state) !== NO_LIQUID && liquids.level(state) === SOURCE
  const hit = firstHit(level, player.eye, player.gaze.scaled(BUCKET_REACH), isSource)
  if (!hit) return
  const state = level.state(hit.x, hit.y, hit.z)
  const filled = FILLED[liquids.of(state)]
  if (!filled || !isSource(state) || !/^(water|lava)$/.test(registry.blockName(state))) return
  const bucket = stacksOf(registry).make(filled)
  player.inventory.useHeld()
  level.set(hit.x, hit.y, hit.z, liquids.state(NO_LIQUID, 0))
  if (player.inventory.give(bucket) > 0) drops.drop(bucket, player.eye)
}

/** Empties the bucket at the face that the player looks at. */
function placeSource(
  level: Level,
  player: Player,
  liquid: Liquid,
  drops: Drops,
  breaker: BlockBreaker,
): void {
  const { registry } = level
  const liquids = liquidsOf(registry)
  const hit = firstHit(level, player.eye, player.gaze.scaled(BUCKET_REACH), () => false)
  if (!hit) return
  const step = FACE_STEPS[hit.face] ?? FACE_STEPS[1]
  const [x, y, z] = [hit.x + step[0], hit.y + step[1], hit.z + step[2]]
  const state = level.state(x, y, z)
  const full = liquids.of(state) === liquid && liquids.level(state) % FALLING === SOURCE
  if (y < level.minY || y >= level.maxY || !liquids.admits(state) || full) {
    resendBlock(level, player, { x, y, z })
    return
  }
  if (liquids.of(state) === NO_LIQUID && registry.blockName(state) !== 'air')
    breaker.breakAt(x, y, z, undefined)
  // Water evaporates in the Nether.
  const isGone = liquid === WATER && DIMENSIONS[level.dimension].isUltrawarm
  if (isGone) resendBlock(level, player, { x, y, z })
  else level.set(x, y, z, liquids.state(liquid, SOURCE))
  const { inventory } = player
  inventory.useHeld()
  const bucket = stacksOf(registry).make('bucket')
  if (inventory.give(bucket) > 0) drops.drop(bucket, player.eye)
}
