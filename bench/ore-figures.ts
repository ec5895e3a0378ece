import type { Registry } from '#knowledge/registry'
import { Dice } from '#world/terrain/chance'
import { depositsOf, heightIn } from '#world/terrain/ore-tables'
import type { Terrain } from '#world/terrain/terrain'
import { Vein } from '#world/terrain/vein'

/** Mean number of ore blocks in a chunk, by kind and then by height. Deepslate variants count as the same ore. */
export type OreFigures = Map<string, Map<number, number>>

/** Number of sample veins for each deposit's mean. */
const SAMPLES = 4000

function add(figures: OreFigures, kind: string, y: number, number: number): void {
  const heights = figures.get(kind) ?? new Map<number, number>()
  heights.set(y, (heights.get(y) ?? 0) + number)
  figures.set(kind, heights)
}

/** Expected numbers from the game's sizes, counts and heights, in rock without caves. */
export function figuresOfTables(registry: Registry): OreFigures {
  const figures: OreFigures = new Map()
  const dice = new Dice(1)
  for (const { kind, size, count, heights, biome } of depositsOf(registry)) {
    if (biome || !kind.endsWith('_ore')) continue
    const vein = new Vein(size)
    for (let i = 0; i < SAMPLES; i++) {
      const blocks = new Set<string>()
      vein.lay(dice, size, 24 + dice.below(16), heightIn(heights, dice), 24 + dice.below(16))
      vein.rows(64, (fromX, toX, y, z) => {
        for (let x = fromX; x <= toX; x++) blocks.add(`${x},${y},${z}`)
      })
      for (const block of blocks) {
        const y = Number(block.split(',')[1])
        add(figures, kind, y, count / SAMPLES)
      }
    }
  }
  return figures
}

/** Numbers in a square of generated chunks. */
export function figuresOfWorld(registry: Registry, terrain: Terrain, chunks: number): OreFigures {
  const tall = registry.data.supportFeature('tallWorld')
  const figures: OreFigures = new Map()
  const width = Math.ceil(Math.sqrt(chunks))
  for (let i = 0; i < chunks; i++) {
    const column = terrain.column(i % width, Math.floor(i / width))
    for (let y = tall ? -64 : 0; y < (tall ? 320 : 160); y++) {
      for (let z = 0; z < 16; z++) {
        for (let x = 0; x < 16; x++) {
          const name = registry.blockName(column.getBlockStateId({ x, y, z }))
          if (name.endsWith('_ore')) add(figures, name.replace('deepslate_', ''), y, 1 / chunks)
        }
      }
    }
  }
  return figures
}

/** Mean number in a chunk between two heights, inclusive. */
export function total(
  figures: OreFigures,
  kind: string,
  from = Number.NEGATIVE_INFINITY,
  to = Number.POSITIVE_INFINITY,
): number {
  let sum = 0
  for (const [y, number] of figures.get(kind) ?? []) if (y >= from && y <= to) sum += number
  return sum
}
