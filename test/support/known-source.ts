/** Fields of a known source that is alone and easy to reach. */
export const ALONE = { count: 1, trouble: { lava: false, water: false, underfoot: false } } as const
