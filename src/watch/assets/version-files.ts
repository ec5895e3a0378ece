import { readFile } from 'node:fs/promises'
import { blockTable } from './block-table.ts'
import { itemPictures } from './item-pictures.ts'
import { assetPath, nearestAssets } from './nearest-assets.ts'
import type { WebFile } from './page-files.ts'

const byVersion = new Map<string, Promise<ReadonlyMap<string, WebFile>>>()

/**
 * What the page needs to draw one version of the game, by name: `atlas.png`, `blocks.json` and
 * `items.json`. Made when it is first wanted, in about a second.
 * @throws RangeError when there are no data for the version.
 */
export function versionFiles(version: string): Promise<ReadonlyMap<string, WebFile>> {
  const known = byVersion.get(version)
  if (known) return known
  const files = build(version)
  byVersion.set(version, files)
  return files
}

async function build(version: string): Promise<ReadonlyMap<string, WebFile>> {
  const [atlas, blocks, items] = await Promise.all([
    readFile(assetPath('textures', `${nearestAssets(version)}.png`)),
    blockTable(version),
    itemPictures(version),
  ])
  const json = (value: unknown) => ({
    type: 'application/json',
    body: Buffer.from(JSON.stringify(value)),
  })
  return new Map([
    ['atlas.png', { type: 'image/png', body: atlas }],
    ['blocks.json', json(blocks)],
    ['items.json', json(items)],
  ])
}
