/** What is said of a known source that lies alone and is no trouble to get at. */
export const ALONE = { count: 1, trouble: { lava: false, water: false, underfoot: false } } as const
