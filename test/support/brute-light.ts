import { blockTableOf } from '#knowledge/block-traits'
import type { Registry } from '#knowledge/registry'

/** A box of blocks from 0 to its size on each axis. */
export interface Box {
  readonly size: { readonly x: number; readonly y: number; readonly z: number }
  state(x: number, y: number, z: number): number
}

type Level = (x: number, y: number, z: number) => number

/**
 * The light in a box under open sky, by repeated relaxation until nothing changes: slow, but simple enough to be correct. The
 * light around the box is `beside`.
 */
export function bruteLight(
  registry: Registry,
  box: Box,
  beside: { sky: number; block: number },
): { sky: Level; block: Level } {
  const traits = (x: number, y: number, z: number) =>
    blockTableOf(registry).traits(box.state(x, y, z))
  const { size } = box
  const index = (x: number, y: number, z: number) => (y * size.z + z) * size.x + x
  const isIn = (x: number, y: number, z: number) =>
    x >= 0 && y >= 0 && z >= 0 && x < size.x && y < size.y && z < size.z
  const cells: [number, number, number][] = []
  for (let y = 0; y < size.y; y++)
    for (let z = 0; z < size.z; z++) for (let x = 0; x < size.x; x++) cells.push([x, y, z])

  const settle = (levels: Uint8Array, outside: number): Level => {
    const at: Level = (x, y, z) => (isIn(x, y, z) ? (levels[index(x, y, z)] ?? 0) : outside)
    for (let changed = true; changed; ) {
      changed = false
      for (const [x, y, z] of cells) {
        if (traits(x, y, z).blocksLight) continue
        const around = [
          at(x - 1, y, z),
          at(x + 1, y, z),
          at(x, y, z - 1),
          at(x, y, z + 1),
          at(x, y - 1, z),
          at(x, y + 1, z),
        ]
        const arrives = Math.max(...around) - 1
        if (arrives <= at(x, y, z)) continue
        levels[index(x, y, z)] = arrives
        changed = true
      }
    }
    return at
  }

  const sky = new Uint8Array(cells.length)
  for (let z = 0; z < size.z; z++)
    for (let x = 0; x < size.x; x++)
      for (let y = size.y - 1; y >= 0; y--) {
        const { blocksLight, scattersLight } = traits(x, y, z)
        if (blocksLight || scattersLight) {
          // Above the topmost blocks there is full light.
          if (y === size.y - 1 && !blocksLight) sky[index(x, y, z)] = 14
          break
        }
        sky[index(x, y, z)] = 15
      }
  const block = new Uint8Array(cells.length)
  for (const [x, y, z] of cells) block[index(x, y, z)] = traits(x, y, z).light
  return { sky: settle(sky, beside.sky), block: settle(block, beside.block) }
}
