import { createRequire } from 'node:module'
import type { IndexedData } from 'minecraft-data'

type Lookup = (version: string | number, preNetty?: boolean) => IndexedData | null

const require = createRequire(import.meta.url)

/**
 * Makes minecraft-data cache its version lookups. Uncached, a lookup searches all versions in 40 microseconds, and
 * prismarine-physics repeats it in every tick.
 */
export function rememberVersions(): void {
  const loaded = require.cache[require.resolve('minecraft-data')]
  if (!loaded || remembering.has(loaded.exports)) return
  const lookUp = loaded.exports as Lookup
  const found = new Map<string, IndexedData>()
  const remember: Lookup = (version, preNetty = false) => {
    const key = `${version} ${preNetty}`
    const data = found.get(key) ?? lookUp(version, preNetty)
    if (data) found.set(key, data)
    return data
  }
  loaded.exports = Object.assign(remember, lookUp)
  remembering.add(remember)
}

const remembering = new WeakSet<Lookup>()
