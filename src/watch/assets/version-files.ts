import type { WebFile } from './page-files.ts'

/**
 * What the page needs to draw one version of the game: `mesher.js`, `atlas.png`, `blocks.json`,
 * `items.json`, by name.
 */
export async function versionFiles(_version: string): Promise<ReadonlyMap<string, WebFile>> {
  return new Map()
}
