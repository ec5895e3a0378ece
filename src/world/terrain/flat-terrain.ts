import { Vec3 } from 'vec3'
import type { Registry } from '#knowledge/registry'
import type { Column } from '../core/column.ts'
import { BIOMES } from './biomes.ts'
import { copyOfColumn } from './chunk-column.ts'
import { ColumnBuffer } from './column-buffer.ts'
import { Landscape } from './landscape.ts'
import { createPacker } from './pack.ts'
import type { Terrain } from './terrain.ts'

/** The layers of the game's superflat world, from the bottom up. */
const LAYERS = ['bedrock', 'dirt', 'dirt', 'grass_block'] as const

/** Grass as far as players go, for tests of bots; it has no seed. */
export function createFlatTerrain(registry: Registry): Terrain {
  const tall = registry.data.supportFeature('tallWorld')
  const buffer = tall ? new ColumnBuffer(-64, 384) : new ColumnBuffer(0, 256)
  const surface = buffer.minY + LAYERS.length - 1
  const states = LAYERS.map((name) => registry.blockState(name))
  const landscape = new Landscape()
  const pack = createPacker(registry)

  function make(): Column {
    buffer.begin(0, 0)
    landscape.survey({ at: () => ({ height: surface, biome: BIOMES.plains }) }, 0, 0)
    for (const [layer, state] of states.entries())
      for (let x = 0; x < 16; x++)
        for (let z = 0; z < 16; z++) buffer.set(x, buffer.minY + layer, z, state)
    return pack(buffer, landscape)
  }

  const untouched = make()
  return {
    column: () => copyOfColumn(untouched),
    peek: () => untouched,
    spills: () => [],
    blockEntities: () => [],
    biome: () => 'plains',
    surface: () => surface,
    spawn: new Vec3(0.5, surface + 1, 0.5),
  }
}
