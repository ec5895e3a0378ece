import { registryFor } from '#knowledge/registry'
import type { ItemPicture } from '../page/item-picture.ts'
import type { ModelElement, ModelFace } from '../page/mesher/block-table.ts'
import type { BlockStates } from './block-states.ts'

/** The green of grass and leaves in the inventory, which has no biome. */
const PLANT_TINT = '#7cbd6b'

/** A texture, as a data URL. */
export interface ItemTexture {
  readonly url: string
  /** Whether it is an item's own texture; otherwise it is one side of a block. */
  readonly isItem: boolean
}

/** The pictures of a version's items in the inventory, by flattened name. */
export function itemPictures(
  version: string,
  { states, textures }: { states: BlockStates; textures: Readonly<Record<string, ItemTexture>> },
): Record<string, ItemPicture> {
  const registry = registryFor(version)
  const pictures: Record<string, ItemPicture> = {}
  for (const name of registry.itemNames) {
    const texture = Object.hasOwn(textures, name) ? textures[name] : undefined
    const flat = texture && { flat: texture.url }
    const block = registry.hasBlock(name) ? blockPicture(states, name, registry) : null
    const picture = texture?.isItem ? flat : (block ?? flat)
    if (picture) pictures[name] = picture
  }
  return pictures
}

function blockPicture(
  states: BlockStates,
  name: string,
  registry: ReturnType<typeof registryFor>,
): ItemPicture | null {
  const properties = registry.blockProperties(registry.blockState(name))
  const [variant] = states.variants(name, { ...properties, axis: 'y', facing: 'north' })
  const element = variant?.model?.elements.find(isBroad)
  if (!element) return null
  const { up, north, east, west } = element.faces
  const sides = [up, north ?? west, east ?? north]
  const [top, left, right] = sides.map((face) => (face ? { ...face.texture } : null))
  if (!top || !left || !right) return null
  const tint = [up, north].map((face) => (isTinted(face) ? PLANT_TINT : null))
  return {
    block: {
      top,
      left,
      right,
      height: element.to[1] / 16,
      topTint: tint[0] ?? null,
      sideTint: tint[1] ?? null,
    },
  }
}

/** Whether an element covers nearly the whole cell, as the main part of a block or slab does. */
function isBroad({ from, to }: ModelElement): boolean {
  return from[0] <= 1 && from[2] <= 1 && to[0] >= 15 && to[2] >= 15 && to[1] >= 2
}

function isTinted(face: ModelFace | undefined): boolean {
  return face?.tintindex !== undefined
}
