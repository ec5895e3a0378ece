import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type AssetFiles, isFlattened } from './asset-files.ts'
import type { ItemTexture } from './item-pictures.ts'

const require = createRequire(import.meta.url)

/** Where prismarine-viewer keeps textures and block models. */
const PUBLIC = join(dirname(require.resolve('prismarine-viewer/package.json')), 'public')

/** Path of a file of prismarine-viewer's assets. */
export function viewerPath(...parts: string[]): string {
  return join(PUBLIC, ...parts)
}

/** The assets of the installed prismarine-viewer. */
export const viewerAssets: AssetFiles = {
  versions: readdirSync(viewerPath('blocksStates'))
    .map((file) => file.replace(/\.json$/, ''))
    .filter(isFlattened),
  async read(version, name) {
    if (name === 'atlas.png') return readFile(viewerPath('textures', `${version}.png`))
    if (name === 'block-states.json') return readFile(viewerPath('blocksStates', `${version}.json`))
    return Buffer.from(JSON.stringify(await itemTextures(version)))
  },
}

async function itemTextures(version: string): Promise<Record<string, ItemTexture>> {
  const read = async (file: string) =>
    JSON.parse(await readFile(viewerPath('textures', version, file), 'utf8')) as {
      name: string
      texture: string | null
    }[]
  const [contents, sources] = await Promise.all([
    read('texture_content.json'),
    read('items_textures.json'),
  ])
  const isItem = new Map(sources.map(({ name, texture }) => [name, texture?.includes('item')]))
  return Object.fromEntries(
    contents.flatMap(({ name, texture: url }) =>
      url ? [[name, { url, isItem: isItem.get(name) ?? false }] as const] : [],
    ),
  )
}
