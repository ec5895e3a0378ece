import type { Bot } from 'mineflayer'
import type { Position } from './navigation/position.ts'

/** What the agent does with buildings of others: dig their blocks as any others, or leave them alone. */
export const BUILD_RULES = ['ignore', 'respect'] as const
export type BuildRule = (typeof BUILD_RULES)[number]

/** Blocks that terrain generation does not produce: players placed them, or they belong to a village. */
const BUILT =
  /planks|_(slab|stairs|fence|fence_gate|wall|door|trapdoor|bed|table|wool|carpet|sign|banner|head|skull|torch|button|pressure_plate|rail|anvil|concrete|concrete_powder|glazed_terracotta|lantern|candle|pane|lamp|wood|hyphae|shelf)$|^(chest|trapped_chest|ender_chest|barrel|furnace|blast_furnace|smoker|loom|stonecutter|grindstone|anvil|bookshelf|lectern|composter|cauldron|hopper|dispenser|dropper|observer|piston|sticky_piston|lever|repeater|comparator|redstone_wire|torch|lantern|ladder|scaffolding|rail|beacon|conduit|brewing_stand|jukebox|note_block|beehive|tnt|target|hay_block|flower_pot|campfire|soul_campfire|bell|end_rod|lodestone|respawn_anchor|farmland|wheat|carrots|potatoes|beetroots|melon_stem|pumpkin_stem|cobblestone|mossy_cobblestone|slime_block|honey_block)$|glass|brick|shulker_box|^(stripped|polished|smooth|chiseled|cut|potted)_|^(iron|gold|diamond|emerald|lapis|redstone|coal|copper|quartz|netherite)_block$/

/** Blocks of {@link BUILT} that also mark their surroundings as a building. Single ones stand in mines as well. */
const FURNISHING =
  /planks|_(door|bed|fence|fence_gate|stairs|wool|carpet)$|^(chest|trapped_chest|barrel|bookshelf|farmland)$|glass/

/** The surroundings of furnishing that belong to the building: to the sides, down and up (blocks). */
const AROUND = 3
const BELOW = 2
const ABOVE = 4
/** A player within this distance of a block that appears has placed it (blocks). */
const PLACING_RANGE = 6
/** Limit on remembered blocks that players placed. */
const MAX_PLACED = 4096

/** Edge of the cells in which furnishing is filed (blocks). */
const CELL = 8

/** A place around which no block is dug. */
export interface Zone extends Position {
  /** Distance in each direction (blocks). */
  readonly radius: number
}

function isWithin(zone: Zone, { x, y, z }: Position): boolean {
  return Math.max(Math.abs(zone.x - x), Math.abs(zone.y - y), Math.abs(zone.z - z)) <= zone.radius
}

/** Whether a kind of block is part of a building wherever it stands. */
export function isBuilt(kind: string): boolean {
  return BUILT.test(kind)
}

/** Whether a kind of block marks its surroundings as a building. */
export function isFurnishing(kind: string): boolean {
  return FURNISHING.test(kind)
}

/**
 * Which blocks belong to buildings of others. The agent digs none of them while {@link Builds.respects} is set. What the
 * agent itself places is its own.
 */
export class Builds {
  /** Whether buildings are left alone. */
  respects = false
  /** Positions of the agent's own blocks, and of blocks that players placed in sight. */
  readonly #own = new Set<string>()
  readonly #placed = new Set<string>()
  /** Kinds of the blocks that the agent has built by a plan, by their places. */
  readonly #kept = new Map<string, string>()
  /** Whether natural blocks are in the way of a building that the agent has been told to build. */
  #isClaimed: (kind: string, place: Position) => boolean = () => false
  #zones: readonly Zone[] = []
  /** Furnishing by cell. */
  #cells = new Map<string, Position[]>()

  /**
   * Whether a block must not be dug.
   * @param kind its kind.
   */
  protects(kind: string, { x, y, z }: Position): boolean {
    const key = keyOf({ x, y, z })
    if (this.#kept.get(key) === kind) return true
    if (!this.respects) return false
    if (this.#own.has(key)) return false
    if (this.#zones.some((zone) => isWithin(zone, { x, y, z }))) return true
    if (isBuilt(kind) || this.#placed.has(key)) return true
    return this.#isInside(x, y, z) && !this.#isClaimed(kind, { x, y, z })
  }

  /** The agent has placed a block. */
  placed(place: Position): void {
    this.#own.add(keyOf(place))
    this.#placed.delete(keyOf(place))
  }

  /** Whether the agent has placed a block there. */
  isOwn(place: Position): boolean {
    return this.#own.has(keyOf(place))
  }

  /** The places of the agent's own blocks. */
  get ownPlaces(): Position[] {
    return [...this.#own].map((key) => {
      const [x = 0, y = 0, z = 0] = key.split(',').map(Number)
      return { x, y, z }
    })
  }

  /** Keeps a block of the agent's own building: nothing digs it, whatever the rule. */
  keep(place: Position, kind: string): void {
    this.#kept.set(keyOf(place), kind)
  }

  /** No longer keeps a block. */
  release(place: Position): void {
    this.#kept.delete(keyOf(place))
  }

  /** Whether a block at a place was kept. There may be another one now. */
  keeps(place: Position): boolean {
    return this.#kept.has(keyOf(place))
  }

  /**
   * Claims the site of a building that the agent has been told to build: natural blocks there may be dug even next to
   * furnishing, such as the doors of the building itself.
   * @returns ends the claim.
   */
  claim(isClaimed: (kind: string, place: Position) => boolean): () => void {
    this.#isClaimed = isClaimed
    return () => {
      this.#isClaimed = () => false
    }
  }

  /** Protects all blocks of some zones, in place of the zones before. */
  protectZones(zones: readonly Zone[]): void {
    this.#zones = zones
  }

  /** How to survey the furnishing that the agent knows; see {@link resurvey}. */
  onResurvey: (() => void) | undefined

  /** Surveys anew, because the agent may have seen a building a moment ago. */
  resurvey(): void {
    this.onResurvey?.()
  }

  /** Takes over the furnishing that the agent knows around it, in place of what it knew before. */
  survey(furnishing: Iterable<Position>): void {
    const cells = new Map<string, Position[]>()
    for (const place of furnishing) {
      if (this.isOwn(place)) continue
      const cell = cellOf(place.x, place.y, place.z)
      const filed = cells.get(cell)
      if (filed) filed.push(place)
      else cells.set(cell, [place])
    }
    this.#cells = cells
  }

  /** Notes blocks that other players place near themselves, as the client sees it. */
  watch(bot: Bot): () => void {
    const onUpdate: Parameters<typeof bot.on<'blockUpdate'>>[1] = (before, after) => {
      if (!this.respects || before?.boundingBox !== 'empty' || after.boundingBox !== 'block') return
      const { position } = after
      const isNear = Object.values(bot.players).some(
        ({ entity }) =>
          entity && entity !== bot.entity && entity.position.distanceTo(position) <= PLACING_RANGE,
      )
      if (isNear && !this.isOwn(position) && this.#placed.size < MAX_PLACED)
        this.#placed.add(keyOf(position))
    }
    bot.on('blockUpdate', onUpdate)
    return () => bot.off('blockUpdate', onUpdate)
  }

  /** Forgets all places. */
  clear(): void {
    this.#own.clear()
    this.#placed.clear()
    this.#kept.clear()
    this.#cells.clear()
    this.#zones = []
  }

  /** Whether a position lies within the surroundings of furnishing. */
  #isInside(x: number, y: number, z: number): boolean {
    if (this.#cells.size === 0) return false
    const isAround = (place: Position) =>
      Math.abs(place.x - x) <= AROUND &&
      Math.abs(place.z - z) <= AROUND &&
      y - place.y <= ABOVE &&
      place.y - y <= BELOW
    for (const dx of [-AROUND, AROUND])
      for (const dy of [-ABOVE, BELOW])
        for (const dz of [-AROUND, AROUND])
          if (this.#cells.get(cellOf(x + dx, y + dy, z + dz))?.some(isAround)) return true
    return false
  }
}

function keyOf({ x, y, z }: Position): string {
  return `${x},${y},${z}`
}

function cellOf(x: number, y: number, z: number): string {
  return `${Math.floor(x / CELL)},${Math.floor(y / CELL)},${Math.floor(z / CELL)}`
}
