/**
 * The kinds of terrain that a practice world can have. Those who only name one, such as the command line, do not load the
 * generators.
 */
export const TERRAIN_NAMES = ['normal', 'flat'] as const

export type TerrainKind = (typeof TERRAIN_NAMES)[number]
