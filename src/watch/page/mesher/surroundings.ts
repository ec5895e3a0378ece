/** Extent of the surroundings around the agent (blocks). */
const SIDEWAYS = 24
const DOWN = 8
const UP = 32

/** Size of the surroundings (blocks). */
const WIDTH = 2 * SIDEWAYS
const HEIGHT = DOWN + UP

/** Which blocks around the agent are opaque full cubes: one byte per block from the corner, with x varying fastest and y slowest. */
export interface Surroundings {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly filled: Uint8Array<ArrayBuffer>
}

/** The surroundings of a position, from a function that tests for opaque full cubes. */
export function surroundingsOf(
  [midX, midY, midZ]: readonly [number, number, number],
  isFilled: (x: number, y: number, z: number) => boolean,
): Surroundings {
  const [x, y, z] = [midX - SIDEWAYS, midY - DOWN, midZ - SIDEWAYS]
  const filled = new Uint8Array(WIDTH * WIDTH * HEIGHT)
  for (let i = 0; i < filled.length; i++) {
    const [dx, dz, dy] = [i % WIDTH, Math.floor(i / WIDTH) % WIDTH, Math.floor(i / WIDTH / WIDTH)]
    filled[i] = Number(isFilled(x + dx, y + dy, z + dz))
  }
  return { x, y, z, filled }
}

/** Whether a block is an opaque full cube; blocks outside the surroundings count as free. */
export function isFilledIn(around: Surroundings, x: number, y: number, z: number): boolean {
  const [dx, dy, dz] = [x - around.x, y - around.y, z - around.z]
  const isInside = dx >= 0 && dx < WIDTH && dy >= 0 && dy < HEIGHT && dz >= 0 && dz < WIDTH
  return isInside && around.filled[(dy * WIDTH + dz) * WIDTH + dx] === 1
}
