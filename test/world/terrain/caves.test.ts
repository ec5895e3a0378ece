import { describe, expect, it } from 'vitest'
import { registryFor } from '#knowledge/registry'
import { createTerrain } from '#world/terrain/terrain'
import { type CaveCounts, countCaves } from '../../../bench/cave-figures.ts'
import { casesFor, longIt, roundsFor } from '../../support/versions.ts'

const BAND = 10
/** Heights of the bands of a version that the tests ask for, each counted once. */
const HEIGHTS: Record<string, readonly [from: number, to: number]> = {
  '1.16.5': [10, 60],
  '1.21.4': [-60, 40],
}
const counted = new Map<string, ReadonlyMap<number, CaveCounts>>()

/** Sums of several seeds, by bands of ten blocks of height. */
function countsOf(version: string, from: number, to: number): CaveCounts[] {
  const bands = counted.get(version) ?? countAll(version)
  counted.set(version, bands)
  return [...bands].filter(([y]) => y >= from && y < to).map(([, counts]) => counts)
}

function countAll(version: string): ReadonlyMap<number, CaveCounts> {
  const registry = registryFor(version)
  const [from, to] = HEIGHTS[version] ?? [0, 0]
  const bands = new Map<number, CaveCounts>()
  for (const seed of casesFor({ all: [1, 2, 3, 4, 5], some: [3, 4] })) {
    const options = { chunks: roundsFor({ all: 225, some: 100 }), band: BAND, from, to }
    for (const [y, counts] of countCaves(registry, createTerrain(registry, seed), options)) {
      const sum = bands.get(y) ?? { all: 0, air: 0, water: 0, lava: 0 }
      for (const kind of ['all', 'air', 'water', 'lava'] as const) sum[kind] += counts[kind]
      bands.set(y, sum)
    }
  }
  return bands
}

const caveShare = ({ all, air, water, lava }: CaveCounts) => (air + water + lava) / all

describe('the rock', () => {
  // The game's carvers remove 2 to 6 % at these heights; clusters of caves make seeds differ.
  // Versions from 1.12 to 1.17 have the same carvers.
  it("up to 1.17 has the cave share of the game's carvers", () => {
    const bands = countsOf('1.16.5', 10, 60)
    for (const counts of bands) {
      expect(caveShare(counts)).toBeGreaterThan(0.015)
      expect(caveShare(counts)).toBeLessThan(0.07)
    }
    const mean = bands.reduce((sum, counts) => sum + caveShare(counts), 0) / bands.length
    expect(mean).toBeGreaterThan(0.025)
    expect(mean).toBeLessThan(0.055)
  })

  // The density functions of 1.18 remove 8 to 10 % between -40 and 40 and 2 % near the bottom;
  // carvers add a tenth to a third of that.
  longIt("of 1.18 and later has the cave share of the game's density functions", () => {
    const [bottom, , ...bands] = countsOf('1.21.4', -60, 40)
    expect(bottom && caveShare(bottom)).toBeLessThan(0.05)
    for (const counts of bands) {
      expect(caveShare(counts)).toBeGreaterThan(0.07)
      expect(caveShare(counts)).toBeLessThan(0.16)
    }
  })
})

describe('aquifers', () => {
  // In the game, aquifer noise floods caves under a tenth of the land.
  longIt('flood a tenth of the caves at their heights in 1.18 and later, and none before', () => {
    const [low, middle, dry] = countsOf('1.21.4', 0, 30)
    for (const counts of [low, middle]) {
      const share = (counts?.water ?? 0) / ((counts?.water ?? 0) + (counts?.air ?? 0))
      expect(share).toBeGreaterThan(0.04)
      expect(share).toBeLessThan(0.25)
    }
    expect((dry?.water ?? 0) / (dry?.air ?? 1)).toBeLessThan(0.03)
    for (const { air, water } of countsOf('1.16.5', 20, 50)) expect(water / air).toBeLessThan(0.06)
  })
})
