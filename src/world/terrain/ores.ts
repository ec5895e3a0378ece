import type { Registry } from '#knowledge/registry'
import { chanceAt, Dice } from './chance.ts'
import type { Climate } from './climate.ts'
import { type ColumnBuffer, LAYER } from './column-buffer.ts'
import type { Landscape } from './landscape.ts'
import { type Deposit, depositsOf, heightIn } from './ore-tables.ts'
import { Vein } from './vein.ts'

/** Rock that veins replace; in the second group ores become their deepslate variants. */
const STONES = ['stone', 'granite', 'diorite', 'andesite']
const DEEP_STONES = ['deepslate', 'tuff']
const STONE = 1
const DEEP_STONE = 2

interface ResolvedDeposit extends Deposit {
  /** States in stone and in deepslate. */
  inStone: number
  inDeepslate: number
}

export type Ores = (buffer: ColumnBuffer, landscape: Landscape) => void

/** Generates the version's veins in a column, including the parts of neighbours' veins that reach in. */
export function createOres(registry: Registry, seed: number, climate: Climate): Ores {
  const deposits: ResolvedDeposit[] = depositsOf(registry).map((deposit) => {
    const deep = `deepslate_${deposit.kind}`
    const inStone = registry.blockState(deposit.kind)
    const inDeepslate = registry.hasBlock(deep) ? registry.blockState(deep) : inStone
    return { ...deposit, inStone, inDeepslate }
  })
  const rock = new Uint8Array(0x1_0000)
  for (const [names, sort] of [
    [STONES, STONE],
    [DEEP_STONES, DEEP_STONE],
  ] as const) {
    for (const name of names) if (registry.hasBlock(name)) rock[registry.blockState(name)] = sort
  }
  const vein = new Vein(Math.max(...deposits.map(({ size }) => size)))
  const dice = new Dice()

  function touchesAir({ states }: ColumnBuffer, index: number): boolean {
    const x = index & 15
    const z = (index >> 4) & 15
    return (
      states[index + LAYER] === 0 ||
      states[index - LAYER] === 0 ||
      (x > 0 && states[index - 1] === 0) ||
      (x < 15 && states[index + 1] === 0) ||
      (z > 0 && states[index - 16] === 0) ||
      (z < 15 && states[index + 16] === 0)
    )
  }

  function put(buffer: ColumnBuffer, deposit: ResolvedDeposit, index: number): void {
    const sort = rock[buffer.states[index] ?? 0]
    if (!sort) return
    const { hidden = 0 } = deposit
    if (hidden > 0 && touchesAir(buffer, index)) {
      const x = buffer.chunkX * 16 + (index & 15)
      const z = buffer.chunkZ * 16 + ((index >> 4) & 15)
      if (chanceAt(seed, x, index >> 8, z) < hidden) return
    }
    buffer.states[index] = sort === STONE ? deposit.inStone : deposit.inDeepslate
  }

  /** Places the veins of one deposit from the chunk at an offset from the buffer's. */
  function placeFrom(
    buffer: ColumnBuffer,
    deposit: ResolvedDeposit,
    salt: number,
    dx: number,
    dz: number,
    ceiling: number,
  ): void {
    const chunkX = buffer.chunkX + dx
    const chunkZ = buffer.chunkZ + dz
    const reach = Vein.reach(deposit.size)
    const bottom = buffer.minY
    const visit = (fromX: number, toX: number, y: number, z: number) => {
      if (y < bottom || y > ceiling) return
      const last = buffer.index(toX, y, z)
      for (let at = buffer.index(fromX, y, z); at <= last; at++) put(buffer, deposit, at)
    }
    dice.start(seed, chunkX, chunkZ, salt)
    const count = Math.floor(deposit.count + dice.next())
    for (let i = 1; i <= count; i++) {
      dice.start(seed, chunkX, chunkZ, salt + i)
      const y = heightIn(deposit.heights, dice)
      const x = dx * 16 + dice.below(16)
      const z = dz * 16 + dice.below(16)
      if (y - reach > ceiling || y + reach < bottom) continue
      if (x + reach < 0 || x - reach > 16 || z + reach < 0 || z - reach > 16) continue
      if (deposit.size >= 3) {
        vein.lay(dice, deposit.size, x, y, z)
        vein.rows(16, visit)
      } else if (dx === 0 && dz === 0) visit(x, x, y, z)
    }
  }

  return (buffer, landscape) => {
    deposits.forEach((deposit, number) => {
      for (let dz = -1; dz <= 1; dz++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (deposit.biome) {
            const x = (buffer.chunkX + dx) * 16 + 8
            const z = (buffer.chunkZ + dz) * 16 + 8
            if (climate.at(x, z).biome.name !== deposit.biome) continue
          }
          placeFrom(buffer, deposit, (number + 1) * 1000, dx, dz, landscape.highest)
        }
      }
    })
  }
}
