import type { Registry } from '../knowledge/registry.ts'

/** What a body needs to know of a block state to move through it, stand on it or dig it. */
export interface CellTraits {
  readonly name: string
  /** A body fits in: air, plants, torches, ... (not liquids). */
  readonly open: boolean
  /** A body can stand on top of it. */
  readonly floor: boolean
  readonly water: boolean
  readonly lava: boolean
  /** Sand, gravel and the like, which come down when their support goes. */
  readonly falls: boolean
  /** Hurts or holds whoever stands in or beside it. */
  readonly harmful: boolean
  /** Can be dug at all. */
  readonly diggable: boolean
}

/** State id that stands for a place that is not loaded. */
export const UNLOADED = -1

const HARMFUL =
  /fire|^cactus$|magma_block|cobweb|sweet_berry_bush|wither_rose|powder_snow|pointed_dripstone/
const FALLS = /(^|_)(sand|gravel|anvil)$|concrete_powder$/
/** Blocks that somebody, the agent perhaps, has put there for a purpose: they are no way and no hindrance to dig away. */
const PROPERTY = /chest|barrel|shulker_box|spawner|furnace|smoker|crafting_table|^bed$|_bed$/

const unloaded: CellTraits = {
  name: 'unloaded',
  open: false,
  floor: false,
  water: false,
  lava: false,
  falls: false,
  harmful: true,
  diggable: false,
}

/** Traits of every block state of a version, made when first asked for. */
export class Cells {
  readonly #registry: Registry
  readonly #traits: CellTraits[] = []

  constructor(registry: Registry) {
    this.#registry = registry
  }

  traits(state: number): CellTraits {
    if (state === UNLOADED) return unloaded
    const known = this.#traits[state]
    if (known) return known
    const traits = this.#describe(state)
    this.#traits[state] = traits
    return traits
  }

  #describe(state: number): CellTraits {
    const block = this.#registry.block(state)
    const name = this.#registry.blockName(state)
    const properties = this.#registry.blockProperties(state)
    const water =
      /^(water|bubble_column|seagrass|tall_seagrass|kelp|kelp_plant)$/.test(name) ||
      properties.waterlogged === 'true'
    const lava = name === 'lava'
    const blocks = block.boundingBox === 'block'
    const harmful = HARMFUL.test(name)
    return {
      name,
      open: !blocks && !water && !lava && !harmful,
      floor: blocks && !harmful && !/fence|_wall$|pane|bars|^trapdoor|_trapdoor|_door$/.test(name),
      water,
      lava,
      falls: FALLS.test(name),
      harmful,
      diggable: block.diggable === true && !water && !lava && !PROPERTY.test(name),
    }
  }
}
