import type { NavigationView } from '#body/navigation/navigation-view'
import { blockTableOf } from '#knowledge/block-traits'
import { registryFor } from '#knowledge/registry'

/** Y of the feet on flat ground. */
export const FEET = 64

type Corner = readonly [x: number, y: number, z: number]

/** Ground for route planning without a world: flat stone under air, and the blocks that a test adds. */
export interface Ground extends NavigationView {
  /** Fills a box including both corners. */
  fill(from: Corner, to: Corner, name: string): void
}

/** @param can overrides; by default, the agent digs stone in 23 ticks and has no blocks to build. */
export function ground(version: string, can: Partial<NavigationView> = {}): Ground {
  const registry = registryFor(version)
  const cells = blockTableOf(registry)
  const blocks = new Map<string, number>()
  const stone = registry.blockState('stone')
  const air = registry.blockState('air')
  return {
    registry,
    blocks: cells,
    state: (x, y, z) => blocks.get(`${x},${y},${z}`) ?? (y < FEET ? stone : air),
    digTicks: () => 23,
    digPause: 0,
    fillerCount: 0,
    maxDrop: () => 3,
    waryBelow: Number.NEGATIVE_INFINITY,
    isKnown: () => true,
    isDangerous: () => false,
    chasmsNear: () => 0,
    isProtected: () => false,
    avoids: () => false,
    ...can,
    fill(from, to, name) {
      const state = registry.blockState(name)
      for (let x = from[0]; x <= to[0]; x++)
        for (let y = from[1]; y <= to[1]; y++)
          for (let z = from[2]; z <= to[2]; z++) blocks.set(`${x},${y},${z}`, state)
    },
  }
}
