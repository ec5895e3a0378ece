import type { Registry } from '#knowledge/registry'
import { chanceAt, Dice } from '../chance.ts'
import { type ColumnBuffer, LAYER } from '../column-buffer.ts'
import { Vein } from '../vein.ts'
import { NETHER_BIOMES, type NetherBiome } from './nether-biomes.ts'

/** Veins of a block in a chunk, as in the game. */
interface NetherDeposit {
  readonly kind: string
  readonly size: number
  readonly count: number
  /** Lowest and highest start of a vein. */
  readonly heights: readonly [number, number]
  /** Biomes that have it; by default, all. */
  readonly biomes?: readonly NetherBiome[]
  /** Count in basalt deltas, where it differs. */
  readonly inDeltas?: number
  /** Share of the blocks beside air that are left out. */
  readonly hidden?: number
}

const DEPOSITS: readonly NetherDeposit[] = [
  { kind: 'magma_block', size: 33, count: 4, heights: [27, 36] },
  { kind: 'soul_sand', size: 12, count: 12, heights: [0, 31], biomes: ['soul_sand_valley'] },
  { kind: 'gravel', size: 33, count: 2, heights: [5, 41] },
  { kind: 'blackstone', size: 33, count: 2, heights: [5, 31] },
  { kind: 'nether_gold_ore', size: 10, count: 10, heights: [10, 117], inDeltas: 20 },
  { kind: 'nether_quartz_ore', size: 14, count: 16, heights: [10, 117], inDeltas: 32 },
  { kind: 'ancient_debris', size: 3, count: 1, heights: [8, 24], hidden: 1 },
  { kind: 'ancient_debris', size: 2, count: 1, heights: [8, 119], hidden: 1 },
]
/** Up to 1.15 the Nether has no gravel in veins. */
const NEW_KINDS = new Set(['gravel', 'soul_sand'])

/** Generates the veins in a column, including the parts of neighbours' veins that reach in. */
export type NetherOres = (buffer: ColumnBuffer) => void

/** @param biome the biome at a position of the world. */
export function createNetherOres(
  registry: Registry,
  seed: number,
  biome: (x: number, z: number) => NetherBiome,
): NetherOres {
  const isNew = registry.hasBlock('blackstone')
  const rock = registry.blockState('netherrack')
  const deposits = DEPOSITS.filter(
    ({ kind }) => registry.hasBlock(kind) && (isNew || !NEW_KINDS.has(kind)),
  ).map((deposit) => ({
    biomes: NETHER_BIOMES,
    ...deposit,
    state: registry.blockState(deposit.kind),
  }))
  const vein = new Vein(Math.max(...DEPOSITS.map(({ size }) => size)))
  const dice = new Dice()

  const touchesAir = ({ states }: ColumnBuffer, at: number) =>
    [at + LAYER, at - LAYER, at - 1, at + 1, at - 16, at + 16].some((side) => states[side] === 0)

  function placeFrom(
    buffer: ColumnBuffer,
    deposit: (typeof deposits)[number],
    salt: number,
    dx: number,
    dz: number,
  ): void {
    const chunkX = buffer.chunkX + dx
    const chunkZ = buffer.chunkZ + dz
    const { size, count, heights, biomes, inDeltas = count, hidden = 0, state } = deposit
    const here = biome(chunkX * 16 + 8, chunkZ * 16 + 8)
    if (!(biomes as readonly NetherBiome[]).includes(here)) return
    const [low, high] = heights
    const [startX, startZ] = [buffer.chunkX * 16, buffer.chunkZ * 16]
    const visit = (fromX: number, toX: number, y: number, z: number) => {
      if (y < 1 || y >= buffer.height) return
      for (let x = fromX; x <= toX; x++) {
        const at = buffer.index(x, y, z)
        if (buffer.states[at] !== rock) continue
        const isOpen = hidden > 0 && touchesAir(buffer, at)
        if (isOpen && chanceAt(seed, startX + x, y, startZ + z) < hidden) continue
        buffer.states[at] = state
      }
    }
    const veins = here === 'basalt_deltas' ? inDeltas : count
    const reach = Vein.reach(size)
    for (let i = 0; i < veins; i++) {
      dice.start(seed, chunkX, chunkZ, salt + i)
      const y = low + dice.below(high - low + 1)
      const x = dx * 16 + dice.below(16)
      const z = dz * 16 + dice.below(16)
      if (x + reach < 0 || x - reach > 16 || z + reach < 0 || z - reach > 16) continue
      vein.lay(dice, size, x, y, z)
      vein.rows(16, visit)
    }
  }

  return (buffer) => {
    deposits.forEach((deposit, number) => {
      for (let dz = -1; dz <= 1; dz++)
        for (let dx = -1; dx <= 1; dx++) placeFrom(buffer, deposit, (number + 1) * 1000, dx, dz)
    })
  }
}
