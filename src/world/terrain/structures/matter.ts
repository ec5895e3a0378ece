import { blockTableOf } from '#knowledge/block-traits'
import { perVersion } from '#knowledge/per-version'
import type { BlockProperties, Registry } from '#knowledge/registry'

const SOLID = 1
const LIQUID = 2

/** What structures need to know about the blocks around them. */
export class Matter {
  readonly #kinds: Uint8Array

  constructor(registry: Registry) {
    const table = blockTableOf(registry)
    const states = table.opaque.length - 1
    this.#kinds = new Uint8Array(states)
    for (let state = 0; state < states; state++) {
      const { water, lava, boxes } = table.traits(state)
      this.#kinds[state] = water || lava ? LIQUID : boxes.length > 0 ? SOLID : 0
    }
  }

  solid(state: number | undefined): boolean {
    return state !== undefined && this.#kinds[state] === SOLID
  }

  liquid(state: number | undefined): boolean {
    return state !== undefined && this.#kinds[state] === LIQUID
  }
}

/** The blocks of a version, by what structures need to know; computed on first use. */
export const matterOf = perVersion((registry) => new Matter(registry))

/** State of the first of some kinds that the version has; air when it has none. */
export function firstState(
  registry: Registry,
  names: readonly string[],
  properties: BlockProperties = {},
): number {
  const name = names.find((candidate) => registry.hasBlock(candidate))
  return name ? registry.blockState(name, properties) : 0
}
