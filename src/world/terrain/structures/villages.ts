import type { Registry } from '#knowledge/registry'
import { chanceAt } from '../chance.ts'
import type { Canvas } from './canvas.ts'
import { type Grid, startsAround } from './grid.ts'
import type { LootTableName } from './loot-tables.ts'
import { type Matter, matterOf } from './matter.ts'
import { Starts } from './starts.ts'
import type { Structure, StructureSite } from './structure.ts'
import {
  BUILDINGS,
  type BuildingName,
  DIRECTIONS,
  type Lot,
  placeIn,
  planVillage,
  type Village,
} from './village-plan.ts'
import { type VillageBlocks, villageBlocks } from './village-styles.ts'

/** The game's placement up to 1.17, and from 1.18 on. */
const GRID: Grid = { spacing: 32, separation: 8, salt: 90 }
const TALL_GRID: Grid = { ...GRID, spacing: 34 }
/** Maximum distance of parts from the starting chunk (chunks). */
const REACH = 4
/** Height of walls, and of the space that is cleared above the ground (blocks). */
const WALLS = 3
const CLEARED = 5
/** Maximum depth of foundations (blocks). */
const FOUNDATION = 6
/** Chance of a chest in a hut or house. */
const CHEST = 0.5

/** Villages without villagers: a well, streets, houses with doors, beds and chests, and farms. */
export function createVillages(site: StructureSite): Structure {
  const { registry, seed, climate, tall } = site
  const grid = tall ? TALL_GRID : GRID
  const builder = new Builder(registry, matterOf(registry), seed)
  const starts = new Starts<{ village: Village; blocks: VillageBlocks }>((chunkX, chunkZ) => {
    const { biome } = climate.at(chunkX * 16 + 8, chunkZ * 16 + 8)
    const blocks = villageBlocks(registry, biome.name)
    return blocks ? { village: planVillage(climate, seed, chunkX, chunkZ), blocks } : null
  })
  const near = (chunkX: number, chunkZ: number) =>
    startsAround(grid, seed, chunkX, chunkZ, REACH).flatMap(([x, z]) => starts.at(x, z) ?? [])
  return {
    generate(canvas) {
      for (const { village, blocks } of near(canvas.chunkX, canvas.chunkZ))
        builder.build(canvas, village, blocks)
    },
    covers: (x, z) => near(x >> 4, z >> 4).some(({ village }) => village.covers(x, z)),
  }
}

/** A block of a building, at a height above its floor. */
type Put = (across: number, up: number, inward: number, state: number) => void

/** Places villages. Its choices depend on the position only, not on the column. */
class Builder {
  readonly #registry: Registry
  readonly #matter: Matter
  readonly #seed: number
  readonly #buildings: Record<BuildingName, (canvas: Canvas, lot: Lot, of: VillageBlocks) => void>

  constructor(registry: Registry, matter: Matter, seed: number) {
    this.#registry = registry
    this.#matter = matter
    this.#seed = seed
    this.#buildings = {
      hut: (canvas, lot, of) => this.#home(canvas, lot, of),
      house: (canvas, lot, of) => this.#home(canvas, lot, of),
      smithy: (canvas, lot, of) => this.#smithy(canvas, lot, of),
      farm: (canvas, lot, of) => this.#farm(canvas, lot, of),
    }
  }

  build(canvas: Canvas, village: Village, of: VillageBlocks): void {
    for (const { x, y, z } of village.paths) this.#pave(canvas, x, y, z, of)
    this.#well(canvas, village, of)
    for (const lot of village.lots) this.#buildings[lot.building](canvas, lot, of)
  }

  #pave(canvas: Canvas, x: number, y: number, z: number, of: VillageBlocks): void {
    if (!canvas.has(x, y, z)) return
    const isFirm = this.#matter.solid(canvas.get(x, y, z))
    canvas.set(x, y, z, isFirm ? of.path : of.floor)
  }

  /** A basin of four by four blocks under a roof on posts. */
  #well(canvas: Canvas, { x, y, z }: Village, of: VillageBlocks): void {
    const water = this.#registry.blockState('water')
    for (let dz = -1; dz <= 2; dz++)
      for (let dx = -1; dx <= 2; dx++) {
        const isRim = dx === -1 || dx === 2 || dz === -1 || dz === 2
        const isCorner = (dx === -1 || dx === 2) && (dz === -1 || dz === 2)
        for (let up = -3; up <= 1; up++) {
          const inside = up === -3 ? of.foundation : up <= 0 ? water : 0
          canvas.set(x + dx, y + up, z + dz, isRim ? of.foundation : inside)
        }
        for (let up = 2; up <= 3; up++) canvas.set(x + dx, y + up, z + dz, isCorner ? of.fence : 0)
        canvas.set(x + dx, y + 4, z + dz, of.foundation)
      }
  }

  /** Levels a lot: a floor on foundations, and air above it. */
  #level(canvas: Canvas, lot: Lot, floor: number, of: VillageBlocks): Put {
    const { width, depth } = BUILDINGS[lot.building]
    const half = (width - 1) / 2
    const put: Put = (across, up, inward, state) => {
      const [x, z] = placeIn(lot, across, inward)
      canvas.set(x, lot.y + up, z, state)
    }
    for (let inward = -1; inward < depth; inward++)
      for (let across = -half; across <= half; across++) {
        const [x, z] = placeIn(lot, across, inward)
        if (!canvas.has(x, lot.y, z)) continue
        for (let up = 1; up <= CLEARED; up++) canvas.set(x, lot.y + up, z, 0)
        if (inward < 0) {
          // The way to the door.
          if (across === 0) canvas.set(x, lot.y, z, of.path)
          continue
        }
        canvas.set(x, lot.y, z, floor)
        for (let down = 1; down <= FOUNDATION; down++) {
          if (this.#matter.solid(canvas.get(x, lot.y - down, z))) break
          canvas.set(x, lot.y - down, z, of.foundation)
        }
      }
    return put
  }

  /** Walls with a door and windows, and a gabled roof. */
  #shell(canvas: Canvas, lot: Lot, walls: number, of: VillageBlocks): Put {
    const put = this.#level(canvas, lot, of.floor, of)
    const { width, depth } = BUILDINGS[lot.building]
    const half = (width - 1) / 2
    const { inward: facingIn, out: facingOut, right, left } = facings(lot)
    for (let inward = 0; inward < depth; inward++)
      for (let across = -half; across <= half; across++) {
        const isSide = Math.abs(across) === half
        const isEnd = inward === 0 || inward === depth - 1
        if (!isSide && !isEnd) continue
        for (let up = 1; up <= WALLS; up++)
          put(across, up, inward, isSide && isEnd ? of.posts : walls)
      }
    for (let layer = 0; layer <= half; layer++)
      for (let inward = 0; inward < depth; inward++) {
        const up = WALLS + 1 + layer
        const edge = half - layer
        for (let across = -edge; across <= edge; across++) {
          const isEnd = inward === 0 || inward === depth - 1
          if (edge === 0) put(0, up, inward, of.ridge)
          else if (across === -edge) put(across, up, inward, of.stairs(right))
          else if (across === edge) put(across, up, inward, of.stairs(left))
          else put(across, up, inward, isEnd ? walls : 0)
        }
      }
    const pane = this.#registry.blockState('glass_pane', {
      [facingIn]: 'true',
      [facingOut]: 'true',
    })
    for (const across of [-half, half]) put(across, 2, Math.floor(depth / 2), pane)
    put(0, 1, 0, of.door('lower', facingIn))
    put(0, 2, 0, of.door('upper', facingIn))
    put(0, 3, 1, this.#registry.blockState('wall_torch', { facing: facingIn }))
    return put
  }

  #home(canvas: Canvas, lot: Lot, of: VillageBlocks): void {
    const put = this.#shell(canvas, lot, of.walls, of)
    const { width, depth } = BUILDINGS[lot.building]
    const side = (width - 1) / 2 - 1
    const facing = facings(lot).inward
    const bed = (part: string) => this.#registry.blockState('red_bed', { part, facing })
    put(-side, 1, depth - 3, bed('foot'))
    put(-side, 1, depth - 2, bed('head'))
    if (lot.building === 'house') put(side, 1, 1, this.#registry.blockState('crafting_table'))
    if (this.#chance(lot, 0) < CHEST) this.#chest(canvas, lot, side, depth - 2, 'village_house')
  }

  #smithy(canvas: Canvas, lot: Lot, of: VillageBlocks): void {
    const put = this.#shell(canvas, lot, of.foundation, of)
    const { width, depth } = BUILDINGS[lot.building]
    const side = (width - 1) / 2 - 1
    const furnace = this.#registry.blockState('furnace', { facing: facings(lot).out, lit: 'false' })
    put(-side, 1, depth - 2, furnace)
    put(-side + 1, 1, depth - 2, furnace)
    this.#chest(canvas, lot, side, depth - 2, 'village_smithy')
  }

  /** A field with a furrow of water, framed by posts laid flat. */
  #farm(canvas: Canvas, lot: Lot, of: VillageBlocks): void {
    const put = this.#level(canvas, lot, of.foundation, of)
    const { width, depth } = BUILDINGS[lot.building]
    const half = (width - 1) / 2
    const farmland = this.#registry.blockState('farmland', { moisture: '7' })
    const crops = of.crops[Math.floor(this.#chance(lot, 1) * of.crops.length)] ?? []
    for (let inward = 0; inward < depth; inward++)
      for (let across = -half; across <= half; across++) {
        const isFrame = Math.abs(across) === half || inward === 0 || inward === depth - 1
        put(across, -1, inward, of.foundation)
        if (isFrame) put(across, 0, inward, of.posts)
        else if (across === 0) put(across, 0, inward, this.#registry.blockState('water'))
        else {
          const [x, z] = placeIn(lot, across, inward)
          const age = Math.floor(chanceAt(this.#seed + 93, x, lot.y, z) * crops.length)
          put(across, 0, inward, farmland)
          put(across, 1, inward, crops[age] ?? 0)
        }
      }
  }

  #chest(canvas: Canvas, lot: Lot, across: number, inward: number, table: LootTableName): void {
    const [x, z] = placeIn(lot, across, inward)
    const state = this.#registry.blockState('chest', { facing: facings(lot).out, type: 'single' })
    canvas.setEntity({ kind: 'chest', x, y: lot.y + 1, z, table }, state)
  }

  #chance({ x, y, z }: Lot, salt: number): number {
    return chanceAt(this.#seed + 94 + salt, x, y, z)
  }
}

/** Names of the directions of a lot: out of the door, into the building, and to both sides as in {@link placeIn}. */
function facings({ out }: Lot) {
  const name = (turn: number) => DIRECTIONS[((out + turn) % 4) as 0 | 1 | 2 | 3].name
  return { out: name(0), inward: name(2), right: name(3), left: name(1) }
}
