import type { PracticeWorld } from '#world/practice-world'

/** Distances of the trunks from the spawn along both axes, and their height (blocks). */
const PLACES = [
  [6, 0],
  [5, 7],
  [-6, 3],
  [-4, -7],
  [2, -8],
  [9, -5],
] as const
const HEIGHT = 4

/** Plants bare oak trunks around the spawn of a flat world. */
export function plantGrove({ game, terrain }: Pick<PracticeWorld, 'game' | 'terrain'>): void {
  const { level } = game
  const log = game.registry.blockState('oak_log', { axis: 'y' })
  const { x, y, z } = terrain.spawn.floored()
  for (const [dx, dz] of PLACES)
    for (let up = 0; up < HEIGHT; up++) level.set(x + dx, y + up, z + dz, log)
}
