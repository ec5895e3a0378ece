import { Vec3 } from 'vec3'
import type { AtlasPlace, BlockLook, BlockModel, BlockTable } from './block-table.ts'
import type { SectionStore } from './section-store.ts'

/** A block as prismarine-viewer's mesher wants it; one object stands for a state wherever it is. */
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

const LIQUIDS = new Set(['water', 'lava'])

/** What prismarine-viewer's mesher looks blocks up in. */
export class ViewWorld {
  readonly #table: BlockTable
  readonly #store: SectionStore
  readonly #blocks: MeshedBlock[] = []

  constructor(table: BlockTable, store: SectionStore) {
    this.#table = table
    this.#store = store
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

  /** Whether a state hides all that is behind it. */
  hides(state: number): boolean {
    const look = this.#look(state)
    return look.cube && !look.transparent
  }

  /** Whether a state fills its cell, as leaves do too. */
  fills(state: number): boolean {
    return this.#look(state).cube
  }

  /** Whether a block has its upper side hidden by the one above it. */
  covers(above: number, state: number): boolean {
    if (this.hides(state)) return this.hides(above)
    const { name } = this.#look(state)
    return LIQUIDS.has(name) && (this.#look(above).name === name || this.hides(above))
  }

  /** Where the picture of a state's upper side lies; null when it has none. */
  topPicture(state: number): AtlasPlace | null {
    const [use] = this.#look(state).uses
    const model = this.#table.models[use?.model ?? -1]
    return model?.elements[0]?.faces.up?.texture ?? model?.textures.particle ?? null
  }

  /** Whether a state is ground, which is dark below; a tree's trunk is not. */
  isGround(state: number): boolean {
    return this.hides(state) && !/_(log|wood)$/.test(this.#look(state).name)
  }

  /** Whether a state has nothing to be drawn. */
  isEmpty(state: number): boolean {
    return this.#look(state).uses.length === 0
  }

  #look(state: number): BlockLook {
    const { looks, states } = this.#table
    const look = looks[states[state] ?? 0] ?? looks[0]
    if (!look) throw new Error('the table of blocks is empty')
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
