import type { Registry } from '#knowledge/registry'
import type { Column } from './column.ts'

/** Blocks with a block entity that clients need to show them, and its name in packets. */
const ENTITIES: readonly (readonly [blocks: RegExp, entity: string])[] = [
  [/^(chest|trapped_chest|ender_chest|furnace|barrel|bell)$/, '$1'],
  [/^spawner$/, 'mob_spawner'],
  [/_bed$/, 'bed'],
]

/** The game's types of block entities from 1.18 on, in the order of their numbers. */
const TYPES = [
  ...['furnace', 'chest', 'trapped_chest', 'ender_chest', 'jukebox', 'dispenser', 'dropper'],
  ...['sign', 'hanging_sign', 'mob_spawner', 'creaking_heart', 'piston', 'brewing_stand'],
  ...['enchanting_table', 'end_portal', 'beacon', 'skull', 'daylight_detector', 'hopper'],
  ...['comparator', 'banner', 'structure_block', 'end_gateway', 'command_block', 'shulker_box'],
  ...['bed', 'conduit', 'barrel', 'smoker', 'blast_furnace', 'lectern', 'bell'],
]
/** Types that came later, with a block that tells whether the version has them. */
const LATER: Readonly<Record<string, string>> = {
  hanging_sign: 'oak_hanging_sign',
  creaking_heart: 'creaking_heart',
}

const SECTION_HEIGHT = 16

/**
 * The part of prismarine-chunk's sections that lists their states: up to 1.17 the first, later the second. A section
 * of one state has a value in place of a list.
 */
interface PalettedSection {
  palette?: readonly number[] | null
  data?: { palette?: readonly number[]; value?: number }
}

interface Tag {
  type: 'string' | 'int' | 'compound'
  value: unknown
}

type Place = readonly [x: number, y: number, z: number]

const text = (value: string): Tag => ({ type: 'string', value })
const integer = (value: number): Tag => ({ type: 'int', value })
const compound = (value: Record<string, Tag>): Tag => ({ type: 'compound', value })

/** Writes the block entities of columns in the packets of one version. */
export class BlockEntityPackets {
  readonly #minY: number
  readonly #spawnerAt: (...place: Place) => string | undefined
  /** Name of the block entity of each state that has one. */
  readonly #entities = new Map<number, string>()
  /** Types by number from 1.18 on. */
  readonly #types: readonly string[] | undefined
  /** Whether a spawner's mob is in a compound of its own. */
  readonly #nestsMob: boolean

  /** @param spawnerAt kind of mob of the monster spawner at a position. */
  constructor(registry: Registry, spawnerAt: (...place: Place) => string | undefined) {
    const { data } = registry
    const tall = data.supportFeature('tallWorld')
    this.#minY = tall ? -64 : 0
    this.#spawnerAt = spawnerAt
    this.#nestsMob = tall
    const isKnown = (type: string) => LATER[type] === undefined || registry.hasBlock(LATER[type])
    this.#types = tall ? TYPES.filter(isKnown) : undefined
    for (const state of Object.keys(data.blocksByStateId).map(Number)) {
      const name = registry.blockName(state)
      const [pattern, entity] = ENTITIES.find(([blocks]) => blocks.test(name)) ?? []
      if (pattern && entity) this.#entities.set(state, name.replace(pattern, entity))
    }
  }

  /** The block entities of a column. */
  of(column: Column, chunkX: number, chunkZ: number): object[] {
    return column.sections.flatMap((section, number) =>
      section && this.#mayHave(section as PalettedSection)
        ? this.#ofSection(column, number, chunkX, chunkZ)
        : [],
    )
  }

  /** Whether a section may contain a block with a block entity. */
  #mayHave(section: PalettedSection): boolean {
    const { palette = section.palette, value } = section.data ?? {}
    if (value !== undefined) return this.#entities.has(value)
    return palette?.some((state) => this.#entities.has(state)) ?? true
  }

  #ofSection(column: Column, number: number, chunkX: number, chunkZ: number): object[] {
    const found: object[] = []
    const bottom = this.#minY + number * SECTION_HEIGHT
    for (let y = bottom; y < bottom + SECTION_HEIGHT; y++) {
      for (let place = 0; place < 256; place++) {
        const at = { x: place & 15, y, z: place >> 4 }
        const entity = this.#entities.get(column.getBlockStateId(at))
        if (entity) found.push(this.#write(entity, chunkX * 16 + at.x, y, chunkZ * 16 + at.z))
      }
    }
    return found
  }

  #write(entity: string, x: number, y: number, z: number): object {
    const own = entity === 'mob_spawner' ? this.#spawnData(x, y, z) : {}
    if (this.#types) {
      const nbtData = { ...compound(own), name: '' }
      return { x: x & 15, z: z & 15, y, type: this.#types.indexOf(entity), nbtData }
    }
    const place = { x: integer(x), y: integer(y), z: integer(z) }
    return { ...compound({ id: text(`minecraft:${entity}`), ...place, ...own }), name: '' }
  }

  #spawnData(...place: Place): Record<string, Tag> {
    const mob = this.#spawnerAt(...place)
    if (!mob) return {}
    const id = { id: text(`minecraft:${mob}`) }
    return { SpawnData: compound(this.#nestsMob ? { entity: compound(id) } : id) }
  }
}
