import type { Registry } from '#knowledge/registry'
import { chanceAt } from '../chance.ts'
import type { Canvas } from './canvas.ts'
import { type Matter, matterOf } from './matter.ts'
import {
  type Mineshaft,
  type Passage,
  type Piece,
  planMineshaft,
  SECTION,
  STEPS,
} from './mineshaft-plan.ts'
import { Starts } from './starts.ts'
import type { Structure, StructureSite } from './structure.ts'

/** Chance that a mineshaft starts in a chunk. */
const CHANCE = 0.004
/** Maximum distance of a piece from the chunk of its start (chunks). */
const REACH = 8
/** Shares of the blocks: air below the ceiling, rails, and cobwebs beside supports and near spiders. */
const HIGH_AIR = 0.8
const RAILS = 0.7
const WEBS = 0.1
const SPIDER_WEBS = 0.6
/** Chance that a support lacks its middle, and of a chest at each side of one. */
const BROKEN_SUPPORT = 0.25
const CHEST = 0.01

/** Blocks of a mineshaft. */
interface Wood {
  planks: number
  /** Fences at the left and the right, joined to the wall, by direction of the passage. */
  fences: readonly (readonly [left: number, right: number])[]
}

/**
 * Mineshafts. Chests stand in place of minecarts with chests, chains are missing, and in badlands they are as deep as
 * elsewhere.
 */
export function createMineshafts(site: StructureSite): Structure {
  const { registry, seed, climate, minY } = site
  const matter = matterOf(registry)
  const woods = { oak: woodOf(registry, 'oak'), dark_oak: woodOf(registry, 'dark_oak') }
  const builder = new Builder(registry, matter, seed)
  const starts = new Starts<{ shaft: Mineshaft; wood: Wood }>((chunkX, chunkZ) => {
    const { biome } = climate.at(chunkX * 16 + 8, chunkZ * 16 + 8)
    const wood = biome.name === 'badlands' ? woods.dark_oak : woods.oak
    return { shaft: planMineshaft(seed, chunkX, chunkZ, minY), wood }
  })
  return {
    generate(canvas) {
      const { chunkX, chunkZ } = canvas
      for (let z = chunkZ - REACH; z <= chunkZ + REACH; z++) {
        for (let x = chunkX - REACH; x <= chunkX + REACH; x++) {
          if (chanceAt(seed, x, 60, z) >= CHANCE) continue
          const start = starts.at(x, z)
          if (!start) continue
          const pieces = start.shaft.piecesIn(chunkX, chunkZ)
          for (const piece of pieces) builder.carve(canvas, piece)
          for (const piece of pieces) builder.furnish(canvas, piece, start.wood)
        }
      }
    },
  }
}

function woodOf(registry: Registry, kind: string): Wood {
  const fence = (side: string) => registry.blockState(`${kind}_fence`, { [side]: 'true' })
  const sides = ['north', 'east', 'south', 'west']
  return {
    planks: registry.blockState(`${kind}_planks`),
    fences: sides.map((_, i) => [fence(sides[(i + 3) % 4] ?? ''), fence(sides[(i + 1) % 4] ?? '')]),
  }
}

/** Places the pieces of mineshafts. Its choices depend on the position only, not on the column. */
class Builder {
  readonly #registry: Registry
  readonly #matter: Matter
  readonly #seed: number
  readonly #dirt: number
  readonly #cobweb: number
  readonly #spawner: number
  /** Rails by direction. */
  readonly #rails: readonly number[]

  constructor(registry: Registry, matter: Matter, seed: number) {
    this.#registry = registry
    this.#matter = matter
    this.#seed = seed
    this.#dirt = registry.blockState('dirt')
    this.#cobweb = registry.blockState('cobweb')
    this.#spawner = registry.blockState('spawner')
    this.#rails = STEPS.map(([dx]) =>
      registry.blockState('rail', { shape: dx === 0 ? 'north_south' : 'east_west' }),
    )
  }

  carve(canvas: Canvas, piece: Piece): void {
    if (piece.kind === 'stairs') this.#carveStairs(canvas, piece)
    else if (piece.kind === 'room') this.#carveRoom(canvas, piece.box)
    else {
      const { x0, y0, z0, x1, y1, z1 } = piece.box
      for (let z = z0; z <= z1; z++)
        for (let x = x0; x <= x1; x++)
          for (let y = y0; y <= y1; y++)
            if (y < y1 || piece.kind === 'crossing' || this.#chance(x, y, z, 0) < HIGH_AIR)
              canvas.carve(x, y, z)
    }
  }

  furnish(canvas: Canvas, piece: Piece, wood: Wood): void {
    if (piece.kind === 'crossing') this.#furnishCrossing(canvas, piece.box, wood)
    if (piece.kind === 'corridor') this.#furnishCorridor(canvas, piece, wood)
  }

  /** A room with a floor of dirt and an arched ceiling. */
  #carveRoom(canvas: Canvas, { x0, y0, z0, x1, y1, z1 }: Piece['box']): void {
    const [middleX, middleZ] = [(x0 + x1) / 2, (z0 + z1) / 2]
    for (let z = z0; z <= z1; z++) {
      for (let x = x0; x <= x1; x++) {
        if (this.#matter.solid(canvas.get(x, y0, z))) canvas.set(x, y0, z, this.#dirt)
        const off = ((x - middleX) / (x1 - x0 + 1)) ** 2 + ((z - middleZ) / (z1 - z0 + 1)) ** 2
        const top = y0 + 3 + (y1 - y0 - 3) * Math.sqrt(Math.max(0, 1 - 4 * off))
        for (let y = y0 + 1; y <= top; y++) canvas.carve(x, y, z)
      }
    }
  }

  #carveStairs(canvas: Canvas, { x, y, z, direction, length }: Passage): void {
    const [dx, dz] = STEPS[direction]
    for (let along = 0; along < length; along++) {
      // Two level blocks at each end, one block down with each step between them.
      const floor = y - Math.min(5, Math.max(0, along - 1))
      for (let side = -1; side <= 1; side++)
        for (let up = 0; up <= 2; up++)
          canvas.carve(x + dx * along - dz * side, floor + up, z + dz * along + dx * side)
    }
  }

  /** Pillars of planks in the corners, and a floor over empty space. */
  #furnishCrossing(canvas: Canvas, { x0, y0, z0, x1, y1, z1 }: Piece['box'], wood: Wood): void {
    for (const x of [x0 + 1, x1 - 1])
      for (const z of [z0 + 1, z1 - 1])
        for (let y = y0; y <= y1; y++)
          if (canvas.get(x, y, z) === 0) canvas.set(x, y, z, wood.planks)
    for (let z = z0; z <= z1; z++)
      for (let x = x0; x <= x1; x++) this.#bridge(canvas, x, y0 - 1, z, wood)
  }

  #furnishCorridor(canvas: Canvas, corridor: Passage, wood: Wood): void {
    const { x, y, z, direction, length, spiders, rails } = corridor
    const [dx, dz] = STEPS[direction]
    const place = (along: number, side: number) =>
      [x + dx * along - dz * side, z + dz * along + dx * side] as const
    for (let along = 0; along < length; along++)
      for (let side = -1; side <= 1; side++) {
        const [atX, atZ] = place(along, side)
        this.#bridge(canvas, atX, y - 1, atZ, wood)
      }
    for (let along = 2; along < length; along += SECTION) {
      this.#support(canvas, corridor, along, wood)
      for (const side of [-1, 1]) {
        const [atX, atZ] = place(along + side, side)
        if (this.#chance(atX, y, atZ, 2) >= CHEST || canvas.get(atX, y, atZ) !== 0) continue
        const facing = ['north', 'east', 'south', 'west'][(direction + (side < 0 ? 1 : 3)) % 4]
        const state = this.#registry.blockState('chest', { facing: facing ?? '', type: 'single' })
        canvas.setEntity({ kind: 'chest', x: atX, y, z: atZ, table: 'mineshaft' }, state)
      }
    }
    if (spiders) {
      const [atX, atZ] = place(2, 0)
      if (canvas.get(atX, y, atZ) === 0)
        canvas.setEntity({ kind: 'spawner', x: atX, y, z: atZ, mob: 'cave_spider' }, this.#spawner)
    }
    for (let along = 0; along < length; along++)
      for (let side = -1; side <= 1; side++)
        for (let up = 0; up <= 2; up++) {
          const [atX, atZ] = place(along, side)
          if (canvas.get(atX, y + up, atZ) !== 0) continue
          const chance = this.#chance(atX, y + up, atZ, 3)
          const near = Math.abs((along % SECTION) - 2)
          const isRail = rails && side === 0 && up === 0 && chance < RAILS
          const share = spiders
            ? SPIDER_WEBS
            : up === 2 && (near === 1 || near === 2)
              ? WEBS / near
              : 0
          if (isRail && this.#matter.solid(canvas.get(atX, y - 1, atZ)))
            canvas.set(atX, y, atZ, this.#rails[direction] ?? 0)
          else if (!rails && chance < share) canvas.set(atX, y + up, atZ, this.#cobweb)
          else if (rails && chance > 1 - share) canvas.set(atX, y + up, atZ, this.#cobweb)
        }
  }

  /** Two posts and a beam, where there is rock above. */
  #support(canvas: Canvas, { x, y, z, direction }: Passage, along: number, wood: Wood): void {
    const [dx, dz] = STEPS[direction]
    const broken = this.#chance(x + dx * along, y, z + dz * along, 1) < BROKEN_SUPPORT
    for (let side = -1; side <= 1; side++) {
      const [atX, atZ] = [x + dx * along - dz * side, z + dz * along + dx * side]
      if (!canvas.has(atX, y, atZ) || !this.#matter.solid(canvas.get(atX, y + 3, atZ))) continue
      const isOpen = (up: number) => !this.#matter.liquid(canvas.get(atX, y + up, atZ))
      if ((side !== 0 || !broken) && isOpen(2)) canvas.set(atX, y + 2, atZ, wood.planks)
      if (side === 0) continue
      const [left = 0, right = 0] = wood.fences[direction] ?? []
      for (let up = 0; up <= 1; up++)
        if (canvas.get(atX, y + up, atZ) === 0)
          canvas.set(atX, y + up, atZ, side < 0 ? left : right)
    }
  }

  /** Planks over empty space. */
  #bridge(canvas: Canvas, x: number, y: number, z: number, wood: Wood): void {
    if (canvas.get(x, y, z) === 0 && canvas.get(x, y + 1, z) === 0) canvas.set(x, y, z, wood.planks)
  }

  #chance(x: number, y: number, z: number, salt: number): number {
    return chanceAt(this.#seed + salt * 7919, x, y, z)
  }
}
