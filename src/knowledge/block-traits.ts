import { type Bearing, bearingOf } from './bearing.ts'
import { type Box, collisionBoxes, isCube, topOf } from './collision-shape.ts'
import { type Doorway, doorwayOf } from './doorway.ts'
import { perVersion } from './per-version.ts'
import { type Registry, UNKNOWN } from './registry.ts'

/** Properties of a block state for movement, sight, light and digging. */
export interface BlockTraits extends Bearing {
  /** Flattened name of its kind. */
  readonly name: string
  /** Collision boxes. */
  readonly boxes: readonly Box[]
  /** Top of its {@link boxes} (blocks): 0 if there are none, 1 for a full block, 1.5 for a fence. */
  readonly height: number
  /** A full block. */
  readonly cube: boolean
  /** Nothing in it stops a player: air, plants, torches, an open gate, ... (not liquids). */
  readonly open: boolean
  /** Doors and gates. */
  readonly doorway: Doorway | undefined
  /** Ladders and vines. */
  readonly climbable: boolean
  /** It contains water: water itself, aquatic plants, waterlogged blocks. */
  readonly water: boolean
  readonly lava: boolean
  /** A source block of water or lava, which fills a bucket. */
  readonly source: boolean
  /** Affected by gravity, such as sand and gravel. */
  readonly falls: boolean
  /** It damages or slows players in or beside it. */
  readonly harmful: boolean
  /** The agent can and may dig it. */
  readonly diggable: boolean
  /** A line of sight ends at it. */
  readonly opaque: boolean
  /** It hides the sky: opaque blocks except leaves. */
  readonly coversSky: boolean
  /** A full block that light does not pass, and that suffocates. Some other blocks are {@link opaque} to sight as well. */
  readonly blocksLight: boolean
  /** Full sky light loses a level with each block down in it: water, leaves. */
  readonly scattersLight: boolean
  /** Light level that it emits (0-15). */
  readonly light: number
}

/** State id of places that are not loaded. */
export const UNLOADED = -1

/** Traits of places that are not loaded: the agent does not go there and does not dig there. */
const unloaded: BlockTraits = {
  name: 'unloaded',
  boxes: [],
  height: 0,
  cube: false,
  open: false,
  doorway: undefined,
  climbable: false,
  floor: false,
  low: false,
  stairs: [],
  water: false,
  lava: false,
  source: false,
  falls: false,
  harmful: true,
  diggable: false,
  opaque: false,
  coversSky: false,
  blocksLight: false,
  scattersLight: false,
  light: 0,
}

/** Traits of blocks that minecraft-data lacks: the agent does not go there, dig there or see through them. */
const unknown: BlockTraits = { ...unloaded, name: UNKNOWN, opaque: true, coversSky: true }

/** Number of codes: the id of each state plus one fits into 16 bits. */
const CODES = 2 ** 16

const AIR = /^(cave_|void_)?air$/
const WATER = /^(water|bubble_column|seagrass|tall_seagrass|kelp|kelp_plant)$/
const LIQUID = /^(water|lava)$/
const LEAVES = /leaves$/
const FALLS = /^(red_)?sand$|^gravel$|^suspicious_|concrete_powder$|anvil$|^dragon_egg$/
const HARMFUL =
  /fire|^cactus$|magma_block|cobweb|sweet_berry_bush|wither_rose|powder_snow|pointed_dripstone/
const CLIMBABLE = /^(ladder|vine|scaffolding|twisting_vines.*|weeping_vines.*|cave_vines.*)$/
/** Blocks that players place for a purpose. The agent does not dig them to clear a route. */
const PROPERTY =
  /chest|barrel|shulker_box|spawner|furnace|smoker|crafting_table|^bed$|_bed$|_door$|fence_gate$|^ladder$/

/**
 * Transparent full blocks. minecraft-data's `transparent` does not tell: before 1.18, it is also set for redstone ore and
 * glowstone.
 */
const SEE_THROUGH =
  /glass$|^(frosted_)?ice$|^(slime|honey)_block$|spawner$|^(barrier|beacon|mangrove_roots|moving_piston|vault)$|_grate$|^chorus_/
/** Opaque blocks without a collision shape. */
const HIDES_WITHOUT_SHAPE = /lava$|^powder_snow$/
/** Height from which on a block of full width is opaque (blocks): soul sand, paths. */
const HIDING_HEIGHT = 0.8

/** Light of a burning furnace. It depends on the state, but minecraft-data has one value for all states. */
const LIT_FURNACE_LIGHT = 13

/** Traits that all states of a kind share. */
type KindTraits = ReturnType<typeof kindTraits>

function kindTraits(name: string) {
  return {
    air: AIR.test(name),
    water: WATER.test(name),
    lava: name === 'lava',
    leaves: LEAVES.test(name),
    falls: FALLS.test(name),
    harmful: HARMFUL.test(name),
    climbable: CLIMBABLE.test(name),
    owned: PROPERTY.test(name),
    hides: HIDES_WITHOUT_SHAPE.test(name),
    seeThrough: SEE_THROUGH.test(name),
  }
}

/** Traits that all states with the same collision boxes share. */
type ShapeTraits = ReturnType<typeof shapeTraits>

function shapeTraits(boxes: readonly Box[]) {
  const height = topOf(boxes)
  return {
    boxes,
    height,
    cube: isCube(boxes),
    hides: boxes.some(hidesWhatIsBehind),
    bearing: bearingOf(boxes, height),
  }
}

function describe(
  registry: Registry,
  state: number,
  name: string,
  kind: KindTraits,
  shape: ShapeTraits,
): BlockTraits {
  const block = registry.block(state)
  const properties = registry.blockProperties(state)
  const water = kind.water || properties.waterlogged === 'true'
  const { lava, leaves, harmful } = kind
  const { boxes, height, cube, bearing } = shape
  const opaque = kind.hides || (!kind.seeThrough && shape.hides)
  return {
    name,
    boxes,
    height,
    cube,
    open: boxes.length === 0 && !water && !lava && !harmful,
    doorway: doorwayOf(name, boxes),
    climbable: kind.climbable,
    floor: bearing.floor && !harmful,
    low: bearing.low && !harmful && !water,
    stairs: bearing.stairs,
    water,
    lava,
    source: LIQUID.test(name) && liquidLevel(registry, state) === 0,
    falls: kind.falls,
    harmful,
    diggable: block.diggable === true && !water && !lava && !kind.owned,
    opaque,
    coversSky: opaque && !leaves,
    blocksLight: cube && !block.transparent,
    scattersLight: water || leaves,
    light: lightOf(name, properties.lit, block.emitLight),
  }
}

/** Level of a liquid: 0 for a source block. */
function liquidLevel(registry: Registry, state: number): number {
  return registry.flattened ? state - (registry.block(state).minStateId ?? 0) : state & 15
}

function lightOf(name: string, lit: unknown, emitLight = 0): number {
  if (lit === 'false') return 0
  return name.endsWith('furnace') ? LIT_FURNACE_LIGHT : emitLight
}

function hidesWhatIsBehind([x0, y0, z0, x1, y1, z1]: Box): boolean {
  return x0 <= 0 && z0 <= 0 && x1 >= 1 && z1 >= 1 && y1 - y0 >= HIDING_HEIGHT
}

/**
 * The traits of all block states of a version: all {@link traits} by state id, and the most frequently read in typed arrays
 * by *code*. The code of a state is its id plus one, so that 0 means "unknown" in arrays of blocks. The typed arrays
 * have 0 there.
 */
export class BlockTable {
  /** Number of the kind by code; 0 for all kinds of air. */
  readonly kind: Uint16Array
  /** Number of a kind by its flattened name; air has none. */
  readonly kindNumber = new Map<string, number>()
  /** Names of kinds by number; index 0 is unused. */
  readonly kindNames: string[] = ['']
  /** {@link BlockTraits.opaque} by code, as 0 or 1. */
  readonly opaque: Uint8Array
  /** {@link BlockTraits.coversSky} by code, as 0 or 1. */
  readonly coversSky: Uint8Array
  readonly airCode: number
  readonly stoneCode: number
  readonly waterCode: number
  /** By code. */
  readonly #traits: BlockTraits[] = []

  constructor(registry: Registry) {
    const air = registry.blockState('air')
    this.airCode = air + 1
    this.stoneCode = registry.blockState('stone') + 1
    this.waterCode = registry.blockState('water') + 1
    const codes = stateCount(registry) + 1
    this.kind = new Uint16Array(CODES)
    this.opaque = new Uint8Array(CODES).fill(1, 1)
    this.coversSky = new Uint8Array(CODES).fill(1, 1)
    this.#traits = new Array<BlockTraits>(codes).fill(unknown)
    this.#traits[UNLOADED + 1] = unloaded
    const kinds = new Map<string, KindTraits>()
    const shapes = new Map<readonly Box[], ShapeTraits>()
    for (let code = 1; code < codes; code++) {
      const state = code - 1
      if (!registry.data.blocksByStateId[state]) continue
      const name = registry.blockName(state)
      const kind = kinds.get(name) ?? kindTraits(name)
      kinds.set(name, kind)
      const boxes = collisionBoxes(registry, state)
      const shape = shapes.get(boxes) ?? shapeTraits(boxes)
      shapes.set(boxes, shape)
      const traits = describe(registry, state, name, kind, shape)
      this.#traits[code] = traits
      this.kind[code] = kind.air ? 0 : this.#numberOf(name)
      this.opaque[code] = Number(traits.opaque)
      this.coversSky[code] = Number(traits.coversSky)
    }
    const unknownKind = this.#numberOf(UNKNOWN)
    for (let code = 1; code < CODES; code++)
      if ((this.#traits[code] ?? unknown) === unknown) this.kind[code] = unknownKind
  }

  /** The traits of a block state. */
  traits(state: number): BlockTraits {
    return this.#traits[state + 1] ?? unknown
  }

  #numberOf(name: string): number {
    const known = this.kindNumber.get(name)
    if (known !== undefined) return known
    const number = this.kindNames.push(name) - 1
    this.kindNumber.set(name, number)
    return number
  }
}

function stateCount(registry: Registry): number {
  const last = registry.data.blocksArray.map((block) => block.maxStateId ?? block.id * 16 + 15)
  return Math.max(...last) + 1
}

/** The table of a version's block states. */
export const blockTableOf = perVersion((registry) => new BlockTable(registry))
