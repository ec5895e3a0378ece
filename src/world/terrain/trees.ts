import { ChunkMap } from '#geometry/chunk-map'
import type { Registry } from '#knowledge/registry'
import type { TreeKind } from './biomes.ts'
import { Dice } from './chance.ts'
import { type Climate, type Surface, WATER_LEVEL } from './climate.ts'
import type { ColumnBuffer } from './column-buffer.ts'
import { TREE_REACH, TREE_SHAPES, type TreeBuilder } from './tree-shapes.ts'

/** A tree: its kind, and the ground block below it (world coordinates). */
export interface Tree {
  kind: TreeKind
  x: number
  ground: number
  z: number
}

export interface Trees {
  /** The trees whose trunks are in a chunk. */
  on(chunkX: number, chunkZ: number): readonly Tree[]
  /** Places trees in a column, including the parts of neighbours' trees that reach in. */
  plant(buffer: ColumnBuffer): void
}

/** Trees grow in mountains up to this height, up to 1.17 and from 1.18 on. */
const TREE_LINE = 105
const TALL_TREE_LINE = 132
/** Distance around a trunk within which no other tree grows, because it would stand on leaves (blocks). */
const CROWN: Record<TreeKind, number> = {
  oak: 2,
  birch: 2,
  spruce: 2,
  jungle: 2,
  acacia: 3,
  dark_oak: 3,
}
/** Maximum number of chunks whose trees are cached; beyond it the cache is cleared. */
const MAX_CACHED_CHUNKS = 1024

/** @param broken whether the ground at a position may be missing, so that nothing can grow there */
export function createTrees(
  registry: Registry,
  seed: number,
  climate: Climate,
  broken: (x: number, z: number, ground: number) => boolean,
): Trees {
  const treeLine = registry.data.supportFeature('tallWorld') ? TALL_TREE_LINE : TREE_LINE
  const dirt = registry.blockState('dirt')
  const soil = registry.blockState('grass_block')
  const wood = new Map(
    (Object.keys(TREE_SHAPES) as TreeKind[]).map((kind) => {
      const log = registry.blockState(`${kind}_log`, { axis: 'y' })
      const leaf = registry.blockState(`${kind}_leaves`, { persistent: 'false', distance: '1' })
      return [kind, { log, leaf }] as const
    }),
  )
  const cached = new ChunkMap<readonly Tree[]>()
  const leaves = new Set([...wood.values()].map(({ leaf }) => leaf))

  const isBare = ({ biome, height }: Surface) => biome.name === 'mountains' && height > treeLine

  /** As in the game, the biome at the centre of a chunk determines its number of attempts. */
  function generate(chunkX: number, chunkZ: number): Tree[] {
    const dice = new Dice(seed, chunkX, chunkZ, 10)
    const { biome } = climate.at(chunkX * 16 + 8, chunkZ * 16 + 8)
    const mean = Object.values(biome.trees).reduce((sum, number) => sum + number, 0)
    const tries = Math.floor(mean + dice.next())
    const trees: Tree[] = []
    for (let i = 0; i < tries; i++) {
      const x = chunkX * 16 + dice.below(16)
      const z = chunkZ * 16 + dice.below(16)
      const kind = choose(biome.trees, dice.next() * mean)
      const crowded = trees.some(
        (tree) => Math.max(Math.abs(tree.x - x), Math.abs(tree.z - z)) <= CROWN[tree.kind],
      )
      if (!kind || crowded) continue
      const place = climate.at(x, z)
      if (place.height < WATER_LEVEL || isBare(place)) continue
      if (place.biome.top !== 'grass_block' || broken(x, z, place.height)) continue
      trees.push({ kind, x, ground: place.height, z })
    }
    return trees
  }

  function on(chunkX: number, chunkZ: number): readonly Tree[] {
    const known = cached.get(chunkX, chunkZ)
    if (known) return known
    if (cached.size >= MAX_CACHED_CHUNKS) cached.clear()
    const trees = generate(chunkX, chunkZ)
    cached.set(chunkX, chunkZ, trees)
    return trees
  }

  function grow(buffer: ColumnBuffer, { kind, x, ground, z }: Tree): void {
    const dice = new Dice(seed, x, z, 11)
    const states = wood.get(kind)
    if (!states) return
    const localX = x - buffer.chunkX * 16
    const localZ = z - buffer.chunkZ * 16
    const inside = (dx: number, dz: number) => (localX + dx) >> 4 === 0 && (localZ + dz) >> 4 === 0
    const builder: TreeBuilder = {
      log(dx, dy, dz) {
        if (!inside(dx, dz)) return
        const index = buffer.index(localX + dx, ground + 1 + dy, localZ + dz)
        const state = buffer.states[index] ?? 0
        if (state === 0 || leaves.has(state)) buffer.states[index] = states.log
        if (dy === 0 && buffer.states[index - 256] === soil) buffer.states[index - 256] = dirt
      },
      leaf(dx, dy, dz) {
        if (!inside(dx, dz)) return
        const index = buffer.index(localX + dx, ground + 1 + dy, localZ + dz)
        if (buffer.states[index] === 0) buffer.states[index] = states.leaf
      },
    }
    TREE_SHAPES[kind](builder, dice)
  }

  return {
    on,
    plant(buffer) {
      for (let dz = -1; dz <= 1; dz++) {
        for (let dx = -1; dx <= 1; dx++) {
          for (const tree of on(buffer.chunkX + dx, buffer.chunkZ + dz)) {
            if (reaches(tree, buffer)) grow(buffer, tree)
          }
        }
      }
    },
  }
}

function choose(trees: Partial<Record<TreeKind, number>>, share: number): TreeKind | undefined {
  let rest = share
  for (const [kind, number] of Object.entries(trees) as [TreeKind, number][]) {
    rest -= number
    if (rest < 0) return kind
  }
  return undefined
}

function reaches({ x, z }: Tree, { chunkX, chunkZ }: ColumnBuffer): boolean {
  const localX = x - chunkX * 16
  const localZ = z - chunkZ * 16
  return (
    localX >= -TREE_REACH &&
    localX < 16 + TREE_REACH &&
    localZ >= -TREE_REACH &&
    localZ < 16 + TREE_REACH
  )
}
