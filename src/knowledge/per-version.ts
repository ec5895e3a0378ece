import type { Registry } from './registry.ts'

/**
 * Caches the result of `make` for each version, as long as the registry of the version lives. All tables and indexes over
 * the facts of a version use this cache.
 *
 *     const toolsOf = perVersion((registry) => [...registry.itemNames].filter(isTool))
 */
export function perVersion<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const made = new WeakMap<Registry, { readonly value: T }>()
  return (registry) => {
    let entry = made.get(registry)
    if (!entry) {
      entry = { value: make(registry) }
      made.set(registry, entry)
    }
    return entry.value
  }
}
