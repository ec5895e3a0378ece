import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/** Files for drawing one version: the texture atlas, the block states with their models, and the textures of items. */
export const ASSET_NAMES = ['atlas.png', 'block-states.json', 'item-textures.json'] as const
export type AssetName = (typeof ASSET_NAMES)[number]

/** Assets by Minecraft version. */
export interface AssetFiles {
  readonly versions: readonly string[]
  read(version: string, name: AssetName): Promise<Buffer>
}

/** The oldest version with flattened block names, which are the names that Delver uses. */
const OLDEST = '1.13.2'

const unzip = promisify(gunzip)

/** Assets as `writePage` stores them in a folder, with text compressed by gzip. */
export function builtAssets(folder: string): AssetFiles {
  const root = join(folder, 'versions')
  return {
    versions: existsSync(root) ? readdirSync(root) : [],
    async read(version, name) {
      const file = join(root, version, name)
      return name.endsWith('.json') ? unzip(await readFile(`${file}.gz`)) : readFile(file)
    },
  }
}

/**
 * The version whose assets draw a Minecraft version: the newest one that is not newer.
 * Versions before the flattening use 1.13.2, because its block names match.
 */
export function nearestAssets(have: readonly string[], version: string): string {
  return have
    .filter((one) => compareVersions(one, version) <= 0)
    .reduce((best, one) => (compareVersions(one, best) > 0 ? one : best), OLDEST)
}

/** Whether a version has flattened block names. */
export function isFlattened(version: string): boolean {
  return compareVersions(version, OLDEST) >= 0
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (const i of [0, 1, 2]) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
