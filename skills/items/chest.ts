import type { Vec3 } from 'vec3'
import { type Clicks, openWindow } from '#body/clicks'
import { travelToUse } from '#body/navigation/travel'
import type { ItemCounts } from '#goal/goal'
import { countOf } from '#knowledge/item-tags'
import type { SkillContext, SkillWorld } from '../core/skill.ts'
import type { Station } from '../core/skill-definition.ts'

/** Container blocks that goals call a chest. */
export const CHEST = 'chest'
export const CHESTS: readonly string[] = [CHEST, 'trapped_chest', 'barrel']

/** Maximum distance to a chest (blocks), and the number of chests to consider. */
const RANGE = 64
const WEIGHED = 16

/** Known chests that are not avoided, the nearest first. */
export function knownChests({ body, memory }: SkillWorld): Vec3[] {
  return memory
    .blocks(CHESTS, body.position, {
      maxDistance: RANGE,
      limit: WEIGHED,
      accept: ({ position: { x, y, z } }) => !body.avoided.has(x, y, z),
    })
    .map(({ position }) => position)
}

/** A chest, as skills that use one name it. */
export const chestStation: Station = {
  name: CHEST,
  isNear: (world) => knownChests(world).length > 0,
}

/** The contents of a chest when it was last open; null for one never opened. */
export function knownContents({ agentState }: SkillWorld, place: Vec3): ItemCounts | null {
  return agentState.chests.at(place)
}

/** Whether a chest may hold an item: it did when it was last open, or it was never opened. */
export function mayHold(world: SkillWorld, place: Vec3, item: string): boolean {
  const contents = knownContents(world, place)
  return contents === null || countOf(world.registry, contents, item) > 0
}

/**
 * Goes to a chest, opens it, works in it, and remembers its contents.
 * @returns false when the agent cannot reach or open the chest, which it then avoids.
 * @throws the reason of the signal when it aborts.
 */
export async function workInChest(
  context: SkillContext,
  place: Vec3,
  work: (clicks: Clicks) => Promise<void>,
): Promise<boolean> {
  const { body, agentState, signal } = context
  const arrival = await travelToUse(body, place, signal)
  const clicks = arrival === 'arrived' ? await openWindow(body, place, signal) : null
  if (!clicks) {
    agentState.chests.forget(place)
    body.avoided.add(place)
    return false
  }
  try {
    await work(clicks)
  } finally {
    agentState.chests.remember(place, contentsOf(context, clicks))
    await clicks.close()
  }
  return true
}

function contentsOf({ registry }: SkillWorld, clicks: Clicks): ItemCounts {
  const contents: Record<string, number> = {}
  for (let slot = 0; slot < clicks.size; slot++) {
    const item = clicks.slot(slot)
    if (!item) continue
    const kind = registry.itemName(item)
    contents[kind] = (contents[kind] ?? 0) + item.count
  }
  return contents
}
