import { createRequire } from 'node:module'
import type { IndexedData } from 'minecraft-data'

type Lookup = (version: string | number, preNetty?: boolean) => IndexedData | null

const require = createRequire(import.meta.url)

/**
 * Makes minecraft-data cache its version lookups. Uncached, a lookup searches all versions in 40 microseconds, and
 * prismarine-physics repeats it in every tick. It also requires minecraft-data anew, which Node resolves each time.
 */
export function rememberVersions(): void {
  rememberRequired('prismarine-physics')
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

/** Makes a package keep what it requires. */
function rememberRequired(name: string): void {
  const loaded = require.cache[require.resolve(name)]
  if (!loaded || keeping.has(loaded)) return
  keeping.add(loaded)
  const required = new Map<string, unknown>()
  const { require: load } = loaded
  loaded.require = Object.assign((id: string) => {
    if (!required.has(id)) required.set(id, load.call(loaded, id))
    return required.get(id)
  }, load)
}

const keeping = new WeakSet<NodeJS.Module>()
