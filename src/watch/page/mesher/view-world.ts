import { Vec3 } from 'vec3'
import type { AtlasPlace, BlockLook, BlockModel, BlockTable } from './block-table.ts'
import type { SectionStore } from './section-store.ts'

/** A block as prismarine-viewer's mesher expects it. All blocks of a state share one object. */
interface MeshedBlock {
  readonly name: string
  readonly type: string
  readonly metadata: number
  readonly isCube: boolean
  readonly transparent: boolean
  readonly material: string
  readonly variant: readonly { readonly model: BlockModel | undefined }[]
  readonly getProperties: () => { waterlogged: boolean; power: string }
  readonly position: Vec3
  readonly biome: { readonly name: string }
}

/** A side of a block that a vertical cut exposes. */
export type Side = 'north' | 'south' | 'east' | 'west'

const LIQUIDS = new Set(['water', 'lava'])

/** What an x-ray shows. */
const ORES = /_ore$|^ancient_debris$/

const LEAVES = /leaves$/

/** The world in which prismarine-viewer's mesher looks up blocks. */
export class ViewWorld {
  readonly #table: BlockTable
  readonly #store: SectionStore
  /** By state. Its length is fixed, because a sparse array is many times slower. */
  readonly #blocks: (MeshedBlock | undefined)[]
  /** 1 for each state that is an opaque full cube. */
  readonly #opaque: Uint8Array
  /** 1 for each state of an ore, and of leaves. */
  readonly #ores: Uint8Array
  readonly #leaves: Uint8Array

  constructor(table: BlockTable, store: SectionStore) {
    this.#table = table
    this.#store = store
    this.#blocks = new Array(table.states.length).fill(undefined)
    this.#opaque = Uint8Array.from(table.states, (_, state) => {
      const { cube, transparent } = this.#look(state)
      return Number(cube && !transparent)
    })
    const named = (names: RegExp) =>
      Uint8Array.from(table.states, (_, state) => Number(names.test(this.#look(state).name)))
    this.#ores = named(ORES)
    this.#leaves = named(LEAVES)
  }

  getBlock(pos: { x: number; y: number; z: number }): MeshedBlock | null {
    const x = Math.floor(pos.x)
    const y = Math.floor(pos.y)
    const z = Math.floor(pos.z)
    const state = this.#store.state(x, y, z)
    if (state === null) return null
    const block = this.#block(state)
    block.position.set(x, y, z)
    return block
  }

  /** Whether a state is an opaque full cube. */
  hides(state: number): boolean {
    return this.#opaque[state] === 1
  }

  /** Whether a state is an ore. */
  isOre(state: number): boolean {
    return this.#ores[state] === 1
  }

  /** Whether a state is leaves. */
  isLeaves(state: number): boolean {
    return this.#leaves[state] === 1
  }

  /** Whether a block hides the face of its neighbour. */
  covers(cover: number, state: number): boolean {
    if (this.hides(state)) return this.hides(cover)
    const { name } = this.#look(state)
    return LIQUIDS.has(name) && (this.#look(cover).name === name || this.hides(cover))
  }

  /** The texture of one side of a state; null without one. */
  sideTexture(state: number, side: Side): AtlasPlace | null {
    const [use] = this.#look(state).uses
    const model = this.#table.models[use?.model ?? -1]
    return model?.elements[0]?.faces[side]?.texture ?? model?.textures.particle ?? null
  }

  /** Whether a state counts as ground, under which an agent is underground. Logs do not count. */
  isGround(state: number): boolean {
    return this.hides(state) && !/_(log|wood)$/.test(this.#look(state).name)
  }

  /** Whether opaque blocks fill a section and surround it, so that nothing of it can be seen. */
  isBuried(x: number, y: number, z: number): boolean {
    const opaque = this.#opaque
    if (!this.#store.every(x, y, z, opaque)) return false
    const hides = (dx: number, dy: number, dz: number) =>
      opaque[this.#store.state(x + dx, y + dy, z + dz) ?? 0] === 1
    for (let a = 0; a < 16; a++)
      for (let b = 0; b < 16; b++)
        for (const end of [-1, 16])
          if (!hides(end, a, b) || !hides(a, end, b) || !hides(a, b, end)) return false
    return true
  }

  /** Whether a state has nothing to draw. */
  isEmpty(state: number): boolean {
    return this.#look(state).uses.length === 0
  }

  #look(state: number): BlockLook {
    const { looks, states } = this.#table
    const look = looks[states[state] ?? 0] ?? looks[0]
    if (!look) throw new Error('the block table is empty')
    return look
  }

  #block(state: number): MeshedBlock {
    const known = this.#blocks[state]
    if (known) return known
    const { name, uses, cube, transparent, plant, waterlogged, level } = this.#look(state)
    const position = new Vec3(0, 0, 0)
    const store = this.#store
    const { biomes } = this.#table
    const block: MeshedBlock = {
      name,
      type: name,
      metadata: level,
      isCube: cube,
      transparent,
      material: plant ? 'plant' : 'other',
      variant: uses.map(({ model, ...turned }) => ({
        model: this.#table.models[model],
        ...turned,
      })),
      getProperties: () => ({ waterlogged, power: String(level) }),
      position,
      get biome() {
        return { name: biomes[store.biome(position.x, position.y, position.z)] ?? 'plains' }
      },
    }
    this.#blocks[state] = block
    return block
  }
}
