import { Dice } from '../chance.ts'

/** Placement of starts: one in each square region, apart from starts in the neighbouring regions. */
export interface Grid {
  /** Edge of a region (chunks). */
  spacing: number
  /** Minimum distance between the starts of two regions along an axis (chunks). */
  separation: number
  salt: number
}

/** The chunks within some distance of a chunk in which a structure may start. */
export function startsAround(
  { spacing, separation, salt }: Grid,
  seed: number,
  chunkX: number,
  chunkZ: number,
  reach: number,
): [number, number][] {
  const found: [number, number][] = []
  const region = (chunk: number) => Math.floor(chunk / spacing)
  for (let regionZ = region(chunkZ - reach); regionZ <= region(chunkZ + reach); regionZ++) {
    for (let regionX = region(chunkX - reach); regionX <= region(chunkX + reach); regionX++) {
      const dice = new Dice(seed, regionX, regionZ, salt)
      const x = regionX * spacing + dice.below(spacing - separation)
      const z = regionZ * spacing + dice.below(spacing - separation)
      if (Math.max(Math.abs(x - chunkX), Math.abs(z - chunkZ)) <= reach) found.push([x, z])
    }
  }
  return found
}
