import type { ColumnBuffer } from '../column-buffer.ts'
import type { Landscape } from '../landscape.ts'
import type { BlockEntity } from './block-entity.ts'
import { type At, Canvas } from './canvas.ts'
import { createDungeons } from './dungeons.ts'
import { createGeodes } from './geodes.ts'
import { matterOf } from './matter.ts'
import { createMineshafts } from './mineshafts.ts'
import { createRuinedPortals } from './ruined-portals.ts'
import type { StructureFactory, StructureSite } from './structure.ts'
import { createVillages } from './villages.ts'

/** The kinds of structures, in the order in which they are generated. */
export const STRUCTURES = {
  geode: createGeodes,
  mineshaft: createMineshafts,
  dungeon: createDungeons,
  ruined_portal: createRuinedPortals,
  village: createVillages,
} as const satisfies Record<string, StructureFactory>

export type StructureName = keyof typeof STRUCTURES

/** The structures of a world. */
export interface Structures {
  /** Places the parts of structures that lie in a column; returns its block entities. */
  generate(buffer: ColumnBuffer, landscape: Landscape): BlockEntity[]
  /** Whether the surface at a position belongs to a structure. */
  covers(x: number, z: number): boolean
}

/**
 * The structures of a seed. Starts are determined by the seed and their chunk or region, and each column asks the starts
 * within reach for their parts, so that columns can be generated in any order.
 */
export function createStructures(site: StructureSite): Structures {
  const made = Object.values<StructureFactory>(STRUCTURES).flatMap((create) => create(site) ?? [])
  const matter = matterOf(site.registry)
  const mayHoldLiquid: At = (x, y, z) => site.mayFlood(x, y, z) && site.mayCarve(x, y, z)
  return {
    generate(buffer, landscape) {
      const canvas = new Canvas(buffer, matter, mayHoldLiquid)
      for (const structure of made) structure.generate(canvas, landscape)
      return canvas.entities
    },
    covers: (x, z) => made.some((structure) => structure.covers?.(x, z) ?? false),
  }
}
