import type { Vec3 } from 'vec3'
import type { KindCount } from './block-search.ts'
import type { ExploredWorld } from './explored-world.ts'
import { isNotable } from './notable-kinds.ts'

/** A kind of block or entity that is known nearby. */
export interface NearbyKind extends KindCount {
  readonly kind: string
}

/** What is known nearby that matters, nearest kind first. */
export interface NearbySummary {
  readonly biome: string | undefined
  readonly blocks: readonly NearbyKind[]
  readonly entities: readonly NearbyKind[]
}

/** How far "nearby" reaches unless told otherwise (blocks). */
const NEARBY = 32

/** Sums up what the agent knows of its surroundings, for the descriptor. */
export function summarizeNearby(
  memory: ExploredWorld,
  from: Vec3,
  maxDistance = NEARBY,
): NearbySummary {
  const blocks = memory.census(memory.kindNames.filter(isNotable), from, maxDistance)
  const entities = new Map<string, { count: number; nearest: number }>()
  for (const { kind, position } of memory.allEntities(from, maxDistance)) {
    const entry = entities.get(kind) ?? { count: 0, nearest: position.distanceTo(from) }
    entry.count++
    entities.set(kind, entry)
  }
  return {
    biome: memory.biomeAt(Math.floor(from.x), Math.floor(from.z)),
    blocks: [...blocks].map(named),
    entities: [...entities].map(named),
  }
}

function named([kind, { count, nearest }]: readonly [string, KindCount]): NearbyKind {
  return { kind, count, nearest }
}

/** The summary in one line: `plains; 12 oak_log (nearest 7), 1 iron_ore (nearest 12); 2 cow (nearest 9)`. */
export function describeNearby(summary: NearbySummary): string {
  const list = (kinds: readonly NearbyKind[]) =>
    kinds
      .map(({ kind, count, nearest }) => `${count} ${kind} (nearest ${Math.round(nearest)})`)
      .join(', ')
  return [summary.biome ?? '', list(summary.blocks), list(summary.entities)]
    .filter(Boolean)
    .join('; ')
}
