import type { Registry } from '#knowledge/registry'
import { Dice } from '../chance.ts'
import { type ColumnBuffer, LAYER } from '../column-buffer.ts'
import type { NetherBiome } from './nether-biomes.ts'

/** Attempts at hidden lava, glowstone (twice the game's rules) and fire in a chunk. */
const HIDDEN_LAVA = 16
const GLOWSTONE = 10
const MAX_EXTRA_GLOWSTONE = 9
const MAX_FIRES = 6
/** Blocks tried around the start of glowstone and of a fire, and the extent of each (blocks). */
const GLOWSTONE_TRIES = 1500
const GLOWSTONE_EXTENT = { across: 8, down: 12 } as const
const FIRE_TRIES = 64
const FIRE_EXTENT = { across: 8, up: 4 } as const
/** Attempts at plants of forests in a chunk. */
const PLANTS = 300
const MISSING = -1
/** Salts of the random sequences. */
const SALTS = { lava: 1, glowstone: 2, fire: 3, plants: 4 } as const

/** Adds lava pockets, glowstone, fires and plants to a column, none of which reaches into its neighbours. */
export type NetherFeatures = (
  buffer: ColumnBuffer,
  biome: (x: number, z: number) => NetherBiome,
) => void

export function createNetherFeatures(registry: Registry, seed: number): NetherFeatures {
  /** State of a block; for one that the version lacks, a number that no block has. */
  const state = (name: string) => (registry.hasBlock(name) ? registry.blockState(name) : MISSING)
  const rock = state('netherrack')
  const lava = state('lava')
  const glowstone = state('glowstone')
  const fire = state('fire')
  const soulFire = registry.hasBlock('soul_fire') ? state('soul_fire') : fire
  const hangers = new Set([rock, state('basalt'), state('blackstone')])
  const hearths = new Map([
    [rock, fire],
    [state('soul_sand'), soulFire],
    [state('soul_soil'), soulFire],
  ])
  const plants: Partial<Record<NetherBiome, { soil: number; kinds: number[] }>> = {
    crimson_forest: {
      soil: state('crimson_nylium'),
      kinds: [state('crimson_roots'), state('crimson_roots'), state('crimson_fungus')],
    },
    warped_forest: {
      soil: state('warped_nylium'),
      kinds: [state('warped_roots'), state('nether_sprouts'), state('warped_fungus')],
    },
  }
  const dice = new Dice()
  const around = (extent: number) => dice.below(extent) - dice.below(extent)
  const isWithin = (x: number, y: number, z: number) =>
    x >= 0 && x < 16 && z >= 0 && z < 16 && y > 0 && y < 127

  function hideLava(buffer: ColumnBuffer): void {
    const { states } = buffer
    for (let i = 0; i < HIDDEN_LAVA; i++) {
      const [x, y, z] = [1 + dice.below(14), 10 + dice.below(108), 1 + dice.below(14)]
      const at = buffer.index(x, y, z)
      const sides = [at + LAYER, at - LAYER, at - 1, at + 1, at - 16, at + 16]
      if (sides.every((side) => states[side] === rock)) states[at] = lava
    }
  }

  function hangGlowstone(buffer: ColumnBuffer, low: number, range: number): void {
    const { states } = buffer
    const [x, y, z] = [dice.below(16), low + dice.below(range), dice.below(16)]
    const start = buffer.index(x, y, z)
    if (states[start] !== 0 || !hangers.has(states[start + LAYER] ?? 0)) return
    states[start] = glowstone
    for (let i = 0; i < GLOWSTONE_TRIES; i++) {
      const gx = x + around(GLOWSTONE_EXTENT.across)
      const gy = y - dice.below(GLOWSTONE_EXTENT.down)
      const gz = z + around(GLOWSTONE_EXTENT.across)
      if (!isWithin(gx, gy, gz)) continue
      const at = buffer.index(gx, gy, gz)
      if (states[at] !== 0) continue
      let lit = 0
      if (states[at + LAYER] === glowstone) lit++
      if (states[at - LAYER] === glowstone) lit++
      if (gx > 0 && states[at - 1] === glowstone) lit++
      if (gx < 15 && states[at + 1] === glowstone) lit++
      if (gz > 0 && states[at - 16] === glowstone) lit++
      if (gz < 15 && states[at + 16] === glowstone) lit++
      if (lit === 1) states[at] = glowstone
    }
  }

  function burn(buffer: ColumnBuffer): void {
    const { states } = buffer
    const [x, y, z] = [dice.below(16), 4 + dice.below(120), dice.below(16)]
    for (let i = 0; i < FIRE_TRIES; i++) {
      const [fx, fy, fz] = [
        x + around(FIRE_EXTENT.across),
        y + around(FIRE_EXTENT.up),
        z + around(FIRE_EXTENT.across),
      ]
      if (!isWithin(fx, fy, fz)) continue
      const at = buffer.index(fx, fy, fz)
      const flames = hearths.get(states[at - LAYER] ?? 0)
      if (states[at] === 0 && flames) states[at] = flames
    }
  }

  function grow(buffer: ColumnBuffer, biome: (x: number, z: number) => NetherBiome): void {
    const { states } = buffer
    for (let i = 0; i < PLANTS; i++) {
      const [x, y, z] = [dice.below(16), MIN_PLANT_Y + dice.below(95), dice.below(16)]
      const flora = plants[biome(x, z)]
      const at = buffer.index(x, y, z)
      if (!flora || states[at] !== 0 || states[at - LAYER] !== flora.soil) continue
      states[at] = flora.kinds[dice.below(flora.kinds.length)] ?? 0
    }
  }

  return (buffer, biome) => {
    const { chunkX, chunkZ } = buffer
    dice.start(seed, chunkX, chunkZ, SALTS.lava)
    hideLava(buffer)
    dice.start(seed, chunkX, chunkZ, SALTS.glowstone)
    const extra = dice.below(MAX_EXTRA_GLOWSTONE + 1)
    for (let i = 0; i < extra; i++) hangGlowstone(buffer, 4, 120)
    for (let i = 0; i < GLOWSTONE; i++) hangGlowstone(buffer, 1, 126)
    dice.start(seed, chunkX, chunkZ, SALTS.fire)
    const fires = dice.below(MAX_FIRES)
    for (let i = 0; i < fires; i++) burn(buffer)
    dice.start(seed, chunkX, chunkZ, SALTS.plants)
    grow(buffer, biome)
  }
}

/** Plants grow above the lava sea (blocks). */
const MIN_PLANT_Y = 32
