import { describe, expect, it } from 'vitest'
import { PlaceCache } from '#body/navigation/place-cache'

describe('the numbers of places that a search remembers', () => {
  const origin = { x: -30_000_000, y: 64, z: 29_999_000 }

  /** Calls back for more places than the cache holds. */
  function everywhere(visit: (x: number, y: number, z: number) => void): void {
    for (let dx = -120; dx <= 120; dx += 3)
      for (let dy = -128; dy <= 190; dy += 6)
        for (let dz = -120; dz <= 120; dz += 4) visit(origin.x + dx, origin.y + dy, origin.z + dz)
  }

  it('are those of each place, also where places push each other out', () => {
    const cache = new PlaceCache()
    cache.begin(origin, (x, y, z) => x * 7 + y * 3 - z)
    for (let pass = 0; pass < 2; pass++)
      everywhere((x, y, z) => {
        if (cache.at(x, y, z) !== x * 7 + y * 3 - z) throw new Error(`wrong at ${x} ${y} ${z}`)
      })
  })

  it('are read once, and again in the next search', () => {
    const cache = new PlaceCache()
    let reads = 0
    for (const search of [1, 2]) {
      cache.begin(origin, () => ++reads)
      for (let again = 0; again < 3; again++)
        expect(cache.at(origin.x, origin.y, origin.z)).toBe(search)
    }
  })
})
