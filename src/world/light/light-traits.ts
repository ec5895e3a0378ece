import { blockTableOf } from '#knowledge/block-traits'
import { perVersion } from '#knowledge/per-version'

/** Effects of a block state on light, as bits. */
export const BLOCKS = 1
export const SCATTERS = 2

/** What the block states of a version do with light, by state id. */
export interface LightTraits {
  /** {@link BLOCKS}, {@link SCATTERS}, or 0. */
  readonly effect: Uint8Array
  /** Light level that a state emits. */
  readonly shine: Uint8Array
}

export const lightTraitsOf = perVersion((registry): LightTraits => {
  const table = blockTableOf(registry)
  const states = table.opaque.length - 1
  const effect = new Uint8Array(states)
  const shine = new Uint8Array(states)
  for (let state = 0; state < states; state++) {
    const { blocksLight, scattersLight, light } = table.traits(state)
    effect[state] = (blocksLight ? BLOCKS : 0) | (scattersLight ? SCATTERS : 0)
    shine[state] = light
  }
  return { effect, shine }
})
