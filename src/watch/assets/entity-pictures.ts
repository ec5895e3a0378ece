import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { viewerPath } from './viewer-assets.ts'

const require = createRequire(import.meta.url)

/** The version whose skins fit prismarine-viewer's entity models. */
const SKINS_VERSION = '1.16.4'

interface EntityModel {
  readonly textures: Readonly<Record<string, string>>
}

/** Skins of all entities that prismarine-viewer has models for: path to data URL. */
export async function entityPictures(): Promise<Record<string, string>> {
  const models = require('prismarine-viewer/viewer/lib/entity/entities.json') as Record<
    string,
    EntityModel
  >
  const paths = new Set(Object.values(models).flatMap(({ textures }) => Object.values(textures)))
  const skins = await Promise.all([...paths].map(skin))
  return Object.fromEntries(skins.flat())
}

async function skin(path: string): Promise<[string, string][]> {
  const file = viewerPath('textures', SKINS_VERSION, `${path.replace(/^textures\//, '')}.png`)
  const picture = await readFile(file, 'base64').catch(() => null)
  return picture === null ? [] : [[path, `data:image/png;base64,${picture}`]]
}
