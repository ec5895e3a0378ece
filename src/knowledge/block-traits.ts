import { type Bearing, bearingOf } from './bearing.ts'
import { type Box, collisionBoxes, isCube, topOf } from './collision-shape.ts'
import { type Doorway, doorwayOf } from './doorway.ts'
import { perVersion } from './per-version.ts'
import type { Registry } from './registry.ts'

/** What a block state means for whoever moves through it, stands on it, looks at it or digs it. */
export interface BlockTraits extends Bearing {
  /** Kind, by its flattened name. */
  readonly name: string
  /** What bodies collide with. */
  readonly boxes: readonly Box[]
  /** Top of its {@link boxes}: 0 where there is none, 1 for a whole block, 1.5 for a fence. */
  readonly height: number
  /** Fills its whole block. */
  readonly cube: boolean
  /** Nothing in it to bump into: air, plants, torches, a gate that is open, ... (not liquids). */
  readonly open: boolean
  /** Doors and gates. */
  readonly doorway: Doorway | undefined
  /** Ladders and vines. */
  readonly climbable: boolean
  /** Water is in it: water itself, plants that grow in it, waterlogged blocks. */
  readonly water: boolean
  readonly lava: boolean
  /** Water or lava that a bucket takes up: it stands, and does not flow. */
  readonly source: boolean
  /** Sand, gravel and the like, which come down when their support goes. */
  readonly falls: boolean
  /** Hurts or holds whoever stands in or beside it. */
  readonly harmful: boolean
  /** Can be dug, and is nobody's. */
  readonly diggable: boolean
  /** A line of sight ends at it. */
  readonly opaque: boolean
  /** The sky does not show through: opaque blocks but leaves. */
  readonly coversSky: boolean
  /** A cube that light does not pass, and in which one suffocates. Sight does not pass some others either. */
  readonly blocksLight: boolean
  /** Light from the sky no longer falls straight down in it: water, leaves. */
  readonly scattersLight: boolean
  /** Light it gives off (0-15). */
  readonly light: number
}

/** State id that stands for a place that is not loaded. */
export const UNLOADED = -1

/** What is taken of a place that is not loaded: nobody goes there, nothing is done there. */
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

const AIR = /^(cave_|void_)?air$/
const WATER = /^(water|bubble_column|seagrass|tall_seagrass|kelp|kelp_plant)$/
const LIQUID = /^(water|lava)$/
const LEAVES = /leaves$/
const FALLS = /^(red_)?sand$|^gravel$|^suspicious_|concrete_powder$|anvil$|^dragon_egg$/
const HARMFUL =
  /fire|^cactus$|magma_block|cobweb|sweet_berry_bush|wither_rose|powder_snow|pointed_dripstone/
const CLIMBABLE = /^(ladder|vine|scaffolding|twisting_vines.*|weeping_vines.*|cave_vines.*)$/
/** Blocks that somebody, the agent perhaps, has put there for a purpose: they are no way and no hindrance to dig away. */
const PROPERTY =
  /chest|barrel|shulker_box|spawner|furnace|smoker|crafting_table|^bed$|_bed$|_door$|fence_gate$|^ladder$/

/**
 * Full blocks that can be seen through. minecraft-data's `transparent` cannot tell: before 1.18 it
 * is set for redstone ore and glowstone too.
 */
const SEE_THROUGH =
  /glass$|^(frosted_)?ice$|^(slime|honey)_block$|spawner$|^(barrier|beacon|mangrove_roots|moving_piston|vault)$|_grate$|^chorus_/
/** What has no shape to bump into, yet hides what is behind it. */
const HIDES_WITHOUT_SHAPE = /lava$|^powder_snow$/
/** A block at least this high that fills its place sideways hides what is behind: soul sand, paths. */
const HIDING_HEIGHT = 0.8

/** A furnace's light depends on its state, which minecraft-data does not tell apart. */
const LIT_FURNACE_LIGHT = 13

/** What all states of a kind have in common. */
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

function describe(registry: Registry, state: number, name: string, kind: KindTraits): BlockTraits {
  const block = registry.block(state)
  const boxes = collisionBoxes(registry, state)
  const properties = registry.blockProperties(state)
  const water = kind.water || properties.waterlogged === 'true'
  const { lava, leaves, harmful } = kind
  const opaque = kind.hides || (!kind.seeThrough && boxes.some(hidesWhatIsBehind))
  const cube = isCube(boxes)
  const height = topOf(boxes)
  const bearing = bearingOf(boxes, height)
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

/** How far a liquid has flowed: 0 where it does not. */
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
 * The traits of all block states of a version: {@link traits} by state id, and those that are asked for
 * most in columns by *code*. The code of a state is its id plus one, so that 0 can stand for "not
 * known" in a typed array of blocks; all columns are 0 there.
 */
export class BlockTable {
  /** Code to number of its kind; 0 for every kind of air. */
  readonly kind: Uint16Array
  /** Kind (flattened name) to its number; air has none. */
  readonly kindNumber = new Map<string, number>()
  /** Kinds by number; index 0 is unused. */
  readonly kindNames: string[] = ['']
  /** 1 where {@link BlockTraits.opaque} holds. */
  readonly opaque: Uint8Array
  /** 1 where {@link BlockTraits.coversSky} holds. */
  readonly coversSky: Uint8Array
  readonly airCode: number
  readonly stoneCode: number
  readonly waterCode: number
  /** By code. */
  readonly #traits: BlockTraits[]
  readonly #air: BlockTraits

  constructor(registry: Registry) {
    const air = registry.blockState('air')
    this.#air = describe(registry, air, 'air', kindTraits('air'))
    this.airCode = air + 1
    this.stoneCode = registry.blockState('stone') + 1
    this.waterCode = registry.blockState('water') + 1
    const codes = stateCount(registry) + 1
    this.kind = new Uint16Array(codes)
    this.opaque = new Uint8Array(codes)
    this.coversSky = new Uint8Array(codes)
    this.#traits = new Array<BlockTraits>(codes).fill(this.#air)
    this.#traits[UNLOADED + 1] = unloaded
    const kinds = new Map<string, KindTraits>()
    for (let code = 1; code < codes; code++) {
      const state = code - 1
      if (!registry.data.blocksByStateId[state]) continue
      const name = registry.blockName(state)
      const kind = kinds.get(name) ?? kindTraits(name)
      kinds.set(name, kind)
      const traits = describe(registry, state, name, kind)
      this.#traits[code] = traits
      this.kind[code] = kind.air ? 0 : this.#numberOf(name)
      this.opaque[code] = Number(traits.opaque)
      this.coversSky[code] = Number(traits.coversSky)
    }
  }

  /** What is known of a block state; numbers that the version does not have are air. */
  traits(state: number): BlockTraits {
    return this.#traits[state + 1] ?? this.#air
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
