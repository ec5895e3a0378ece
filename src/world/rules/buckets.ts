import type { Game } from '../game.ts'
import type { Player } from '../player.ts'
import { stacksOf } from '../windows/stacks.ts'
import { acknowledgeSequence, resend } from './answers.ts'
import { breakBlock } from './breaking.ts'
import { FALLING, LAVA, type Liquid, liquidsOf, NO_LIQUID, SOURCE, WATER } from './liquids.ts'
import { gaze } from './look.ts'
import { FACE_STEPS } from './orientation.ts'
import { firstHit } from './reach.ts'

/** How far a bucket reaches (blocks). */
const BUCKET_REACH = 5

const FILLED: Readonly<Record<number, string>> = { [WATER]: 'water_bucket', [LAVA]: 'lava_bucket' }
const POURED: Readonly<Record<string, Liquid>> = { water_bucket: WATER, lava_bucket: LAVA }

/** Filling and emptying buckets. */
export function installBuckets(game: Game): void {
  game.players.on('join', (player) => {
    player.receive<{ hand?: number; sequence?: number }>('use_item', ({ hand, sequence }) => {
      if (!game.players.has(player)) return
      const { heldItem } = player.inventory
      if (hand !== 1 && heldItem && !player.vitals.dead) {
        const kind = game.registry.itemName(heldItem)
        const pours = POURED[kind]
        if (kind === 'bucket') scoop(game, player)
        else if (pours !== undefined) pour(game, player, pours)
      }
      acknowledgeSequence(game, player, sequence)
    })
  })
}

/** Takes up the source that the player looks at. */
function scoop(game: Game, player: Player): void {
  const { level, registry } = game
  const liquids = liquidsOf(registry)
  const isSource = (state: number) =>
    liquids.of(state) !== NO_LIQUID && liquids.level(state) === SOURCE
  const hit = firstHit(level, player.eye, gaze(player).scaled(BUCKET_REACH), isSource)
  if (!hit) return
  const state = level.state(hit.x, hit.y, hit.z)
  const filled = FILLED[liquids.of(state)]
  if (!filled || !isSource(state) || !/^(water|lava)$/.test(registry.blockName(state))) return
  const bucket = stacksOf(registry).make(filled)
  player.inventory.useHeld()
  level.set(hit.x, hit.y, hit.z, liquids.state(NO_LIQUID, 0))
  if (player.inventory.give(bucket) > 0) game.items.drop(bucket, player.eye)
}

/** Pours a source out against the block that the player looks at. */
function pour(game: Game, player: Player, liquid: Liquid): void {
  const { level, registry } = game
  const liquids = liquidsOf(registry)
  const hit = firstHit(level, player.eye, gaze(player).scaled(BUCKET_REACH), () => false)
  if (!hit) return
  const step = FACE_STEPS[hit.face] ?? FACE_STEPS[1]
  const [x, y, z] = [hit.x + step[0], hit.y + step[1], hit.z + step[2]]
  const state = level.state(x, y, z)
  const full = liquids.of(state) === liquid && liquids.level(state) % FALLING === SOURCE
  if (y < level.minY || y >= level.maxY || !liquids.admits(state) || full) {
    resend(game, player, { x, y, z })
    return
  }
  if (liquids.of(state) === NO_LIQUID && registry.blockName(state) !== 'air')
    breakBlock(game, x, y, z, undefined)
  level.set(x, y, z, liquids.state(liquid, SOURCE))
  const { inventory } = player
  inventory.useHeld()
  const bucket = stacksOf(registry).make('bucket')
  if (inventory.give(bucket) > 0) game.items.drop(bucket, player.eye)
}
