import { type BlockTraits, blockTableOf } from '#knowledge/block-traits'
import type { Box } from '#knowledge/collision-shape'
import { type Registry, registryFor } from '#knowledge/registry'
import type {
  AtlasPlace,
  BlockLook,
  BlockModel,
  BlockTable,
  ModelElement,
  ModelFace,
  ModelUse,
} from '../page/mesher/block-table.ts'
import type { BlockStates, Variant } from './block-states.ts'

const FACES = ['up', 'down', 'north', 'south', 'east', 'west']
const LIQUIDS = new Set(['water', 'lava'])

/**
 * The look of each block state of a version. The state ids are those of the version itself. Models are
 * found by name and properties, because the assets may belong to a version with other ids.
 */
export function blockTable(version: string, states: BlockStates): BlockTable {
  const registry = registryFor(version)
  const models = new Unique<BlockModel>()
  const looks = new Unique<BlockLook>()
  const traits = blockTableOf(registry)
  const table = Array.from({ length: stateCount(registry) }, (_, state) =>
    looks.add(lookOf(registry, states, models, traits.traits(state), state)),
  )
  return {
    version,
    majorVersion: registry.data.version.majorVersion ?? version,
    models: models.all,
    looks: looks.all,
    states: table,
    biomes: Object.values(registry.data.biomes).reduce<string[]>((names, { id, name }) => {
      names[id] = name
      return names
    }, []),
  }
}

/** Numbers distinct values in the order in which they are added. */
class Unique<T> {
  readonly all: T[] = []
  readonly #index = new Map<string, number>()
  readonly #made = new WeakMap<object, number>()

  /** The number of the value that `make` builds from a source; `make` runs once per source. */
  addFrom(source: object, make: () => T): number {
    const made = this.#made.get(source) ?? this.add(make())
    this.#made.set(source, made)
    return made
  }

  add(value: T): number {
    const key = JSON.stringify(value)
    const known = this.#index.get(key)
    if (known !== undefined) return known
    this.#index.set(key, this.all.length)
    this.all.push(value)
    return this.all.length - 1
  }
}

function stateCount(registry: Registry): number {
  const last = registry.flattened
    ? (block: { maxStateId?: number }) => block.maxStateId ?? 0
    : (block: { id: number }) => block.id * 16 + 15
  return Math.max(...registry.data.blocksArray.map(last)) + 1
}

function lookOf(
  registry: Registry,
  states: BlockStates,
  models: Unique<BlockModel>,
  { boxes, cube, coversSky }: BlockTraits,
  state: number,
): BlockLook {
  const name = registry.blockName(state)
  const properties = registry.blockProperties(state)
  const block = registry.block(state)
  const variants = isAir(name) ? [] : states.variants(name, properties)
  return {
    name,
    uses: variants.flatMap((variant) => useOf(models, variant, LIQUIDS.has(name) ? [] : boxes)),
    cube,
    transparent: !coversSky,
    plant: block.material === 'plant',
    waterlogged: properties.waterlogged === 'true',
    level: levelOf(registry, name, properties, state),
  }
}

function isAir(name: string): boolean {
  return name === 'air' || name.endsWith('_air') || name === 'structure_void'
}

function levelOf(
  registry: Registry,
  name: string,
  properties: Readonly<Record<string, string>>,
  state: number,
): number {
  if (LIQUIDS.has(name)) return registry.flattened ? Number(properties.level ?? 0) : state & 15
  return Number(properties.power ?? 0)
}

function useOf(
  models: Unique<BlockModel>,
  { model, x, y, z }: Variant,
  boxes: readonly Box[],
): ModelUse[] {
  if (!model) return []
  const turned = { ...(x && { x }), ...(y && { y }), ...(z && { z }) }
  const number = model.elements.length
    ? models.addFrom(model, () => trimmed(model, []))
    : models.add(trimmed(model, boxes))
  return [{ model: number, ...turned }]
}

/** The drawn parts of a model. Chests and beds have no elements and are drawn as boxes. */
function trimmed({ ao, textures, elements }: BlockModel, boxes: readonly Box[]): BlockModel {
  const particle = textures.particle && placeOf(textures.particle)
  const drawn = elements.map(trimmedElement)
  const stand = particle ? boxes.map((box) => boxElement(box, particle)) : []
  return { ao, textures: particle ? { particle } : {}, elements: drawn.length ? drawn : stand }
}

function trimmedElement({ from, to, rotation, faces }: ModelElement): ModelElement {
  const kept = Object.entries(faces).flatMap(([side, face]): [string, ModelFace][] => {
    const { texture, cullface, tintindex, rotation: turn } = face
    if (!texture) return []
    const rest = {
      ...(cullface && { cullface }),
      ...(tintindex !== undefined && { tintindex }),
      ...(turn && { rotation: turn }),
    }
    return [[side, { texture: placeOf(texture), ...rest }]]
  })
  return { from, to, ...(rotation && { rotation }), faces: Object.fromEntries(kept) }
}

function boxElement([x0, y0, z0, x1, y1, z1]: Box, texture: AtlasPlace): ModelElement {
  return {
    from: [x0 * 16, y0 * 16, z0 * 16],
    to: [x1 * 16, y1 * 16, z1 * 16],
    faces: Object.fromEntries(FACES.map((side) => [side, { texture }])),
  }
}

function placeOf({ u, v, su, sv }: AtlasPlace): AtlasPlace {
  return { u, v, su, sv }
}
