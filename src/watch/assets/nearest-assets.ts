import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)

const { supportedVersions } = require('prismarine-viewer/viewer/lib/version.js') as {
  supportedVersions: readonly string[]
}

/** Where prismarine-viewer keeps pictures and block models. */
const PUBLIC = join(dirname(require.resolve('prismarine-viewer/package.json')), 'public')

/** The first whose blocks have the flattened names, which all of Delver speaks. */
const OLDEST = '1.13.2'

/**
 * The version whose pictures are used for a version of the game: the newest that is not newer.
 * Versions before the flattening take the first one after it; their blocks go by flattened names.
 */
export function nearestAssets(version: string): string {
  const older = supportedVersions.filter((have) => compare(have, version) <= 0)
  return older.reduce((best, have) => (compare(have, best) > 0 ? have : best), OLDEST)
}

/** Path of a file of prismarine-viewer's assets. */
export function assetPath(...parts: string[]): string {
  return join(PUBLIC, ...parts)
}

function compare(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  for (const i of [0, 1, 2]) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
