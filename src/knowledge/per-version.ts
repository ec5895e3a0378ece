import type { Registry } from './registry.ts'

/**
 * Makes a function that gives what `make` makes of a version: made when first asked for, then kept as
 * long as the version's registry. Every table or index over the facts of a version is kept this way.
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
