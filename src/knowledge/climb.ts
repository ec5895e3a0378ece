/** Typical height of the land (blocks). */
const LAND = 66
/** Stone to dig beside that above the agent (blocks). */
const MARGIN = 10

/** The stone that an agent digs on its way up to the land from a height: a pillar below it fills the shaft (blocks). */
export function climbStones(y: number): number {
  return Math.max(0, LAND - Math.floor(y)) + MARGIN
}
