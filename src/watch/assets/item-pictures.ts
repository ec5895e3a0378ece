import { readFile } from 'node:fs/promises'
import { registryFor } from '#knowledge/registry'
import type { ItemPicture } from '../page/item-picture.ts'
import type { ModelElement, ModelFace } from '../page/mesher/block-table.ts'
import { BlockStates } from './block-states.ts'
import { assetPath, nearestAssets } from './nearest-assets.ts'

/** Green of grass and leaves in an inventory, where there is no biome. */
const PLANT_TINT = '#7cbd6b'

/** What items of a version look like in an inventory, by flattened name. */
export async function itemPictures(version: string): Promise<Record<string, ItemPicture>> {
  const assets = nearestAssets(version)
  const [states, flat] = await Promise.all([BlockStates.load(assets), flatPictures(assets)])
  const registry = registryFor(version)
  const pictures: Record<string, ItemPicture> = {}
  for (const name of registry.itemNames) {
    const drawn = flat.get(name)
    const block = registry.hasBlock(name) ? blockPicture(states, name, registry) : null
    const picture = drawn?.isItem ? { flat: drawn.url } : (block ?? (drawn && { flat: drawn.url }))
    if (picture) pictures[name] = picture
  }
  return pictures
}

interface Flat {
  readonly url: string
  /** Whether it was drawn as an item; otherwise it is one side of a block. */
  readonly isItem: boolean
}

async function flatPictures(assets: string): Promise<ReadonlyMap<string, Flat>> {
  const read = async (file: string) =>
    JSON.parse(await readFile(assetPath('textures', assets, file), 'utf8')) as {
      name: string
      texture: string | null
    }[]
  const [contents, sources] = await Promise.all([
    read('texture_content.json'),
    read('items_textures.json'),
  ])
  const isItem = new Map(sources.map(({ name, texture }) => [name, texture?.includes('item')]))
  return new Map(
    contents.flatMap(({ name, texture: url }) =>
      url ? [[name, { url, isItem: isItem.get(name) ?? false }] as const] : [],
    ),
  )
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

function isBroad({ from, to }: ModelElement): boolean {
  return from[0] <= 1 && from[2] <= 1 && to[0] >= 15 && to[2] >= 15 && to[1] >= 2
}

function isTinted(face: ModelFace | undefined): boolean {
  return face?.tintindex !== undefined
}
