/** The maximum light level. */
export const FULL = 15

/** The bit at which a kind of light starts in a byte that holds both. */
export const SKY = 4
export const BLOCK = 0
export type LightKind = typeof SKY | typeof BLOCK

/** A place in the open air, far from any luminous block. */
export const OPEN_SKY = FULL << SKY

/**
 * Light levels of a column from the bottom of the world up, by place as in `ColumnBuffer.states`: 4 bits for blocks, 4 for
 * the sky. Places above its end are open sky.
 */
export type ColumnLight = Uint8Array
