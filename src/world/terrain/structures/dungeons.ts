import type { MobName } from '../../mobs/mob-kinds.ts'
import { Dice } from '../chance.ts'
import type { Landscape } from '../landscape.ts'
import type { Canvas } from './canvas.ts'
import { matterOf } from './matter.ts'
import type { Structure, StructureSite } from './structure.ts'

/** Attempts in a chunk and their heights (inclusive). */
interface Attempts {
  count: number
  lowest: number
  highest: number
}

/** The game's attempts up to 1.17, and from 1.18 on. */
const OLD_WORLD: readonly Attempts[] = [{ count: 8, lowest: 0, highest: 255 }]
const TALL_WORLD: readonly Attempts[] = [
  { count: 10, lowest: 0, highest: 319 },
  { count: 4, lowest: -58, highest: -1 },
]

/** Height of the air in a room (blocks). */
const HEIGHT = 4
/** Number of openings that a room needs: positions in its walls with two blocks of air. */
const MIN_OPENINGS = 1
const MAX_OPENINGS = 5
/** Share of mossy cobblestone in the floor. */
const MOSSY = 3 / 4
const CHESTS = 2
/** Attempts to place each chest. */
const CHEST_ATTEMPTS = 3
const MOBS: readonly MobName[] = ['skeleton', 'zombie', 'zombie', 'spider']
const SALT = 50

const SIDES = [
  [0, -1, 'south'],
  [0, 1, 'north'],
  [-1, 0, 'east'],
  [1, 0, 'west'],
] as const

/** A room: the position of its spawner, and half the width of its air. */
interface Room {
  x: number
  y: number
  z: number
  radiusX: number
  radiusZ: number
}

/**
 * Monster rooms, with the game's attempts and conditions. Unlike the game's, a room lies within its chunk, and its walls
 * touch no liquid.
 */
export function createDungeons({ registry, seed, tall }: StructureSite): Structure {
  const matter = matterOf(registry)
  const cobblestone = registry.blockState('cobblestone')
  const mossy = registry.blockState('mossy_cobblestone')
  const spawner = registry.blockState('spawner')
  const attempts = tall ? TALL_WORLD : OLD_WORLD
  const dice = new Dice()

  /** Whether floor and ceiling are solid and the walls have the right number of openings. */
  function fits(canvas: Canvas, { x, y, z, radiusX, radiusZ }: Room): boolean {
    let openings = 0
    for (let dz = -radiusZ - 1; dz <= radiusZ + 1; dz++) {
      for (let dx = -radiusX - 1; dx <= radiusX + 1; dx++) {
        const at = (dy: number) => canvas.get(x + dx, y + dy, z + dz)
        if (!matter.solid(at(-1)) || !matter.solid(at(HEIGHT))) return false
        if (Math.abs(dx) <= radiusX && Math.abs(dz) <= radiusZ) continue
        for (let dy = 0; dy < HEIGHT; dy++) if (matter.liquid(at(dy))) return false
        if (at(0) === 0 && at(1) === 0 && ++openings > MAX_OPENINGS) return false
      }
    }
    return openings >= MIN_OPENINGS
  }

  function build(canvas: Canvas, room: Room): void {
    const { x, y, z, radiusX, radiusZ } = room
    for (let dz = -radiusZ - 1; dz <= radiusZ + 1; dz++) {
      for (let dx = -radiusX - 1; dx <= radiusX + 1; dx++) {
        const inside = Math.abs(dx) <= radiusX && Math.abs(dz) <= radiusZ
        canvas.set(x + dx, y - 1, z + dz, dice.next() < MOSSY ? mossy : cobblestone)
        for (let dy = 0; dy < HEIGHT; dy++) {
          if (inside) canvas.set(x + dx, y + dy, z + dz, 0)
          else if (matter.solid(canvas.get(x + dx, y + dy, z + dz)))
            canvas.set(x + dx, y + dy, z + dz, cobblestone)
        }
      }
    }
    for (let i = 0; i < CHESTS; i++) placeChest(canvas, room)
    const mob = MOBS[dice.below(MOBS.length)] ?? 'zombie'
    canvas.setEntity({ kind: 'spawner', x, y, z, mob }, spawner)
  }

  /** Places a chest against exactly one wall. */
  function placeChest(canvas: Canvas, room: Room): void {
    const { radiusX, radiusZ, y } = room
    for (let attempt = 0; attempt < CHEST_ATTEMPTS; attempt++) {
      const x = room.x + dice.below(2 * radiusX + 1) - radiusX
      const z = room.z + dice.below(2 * radiusZ + 1) - radiusZ
      if (canvas.get(x, y, z) !== 0) continue
      const walls = SIDES.filter(([dx, dz]) => matter.solid(canvas.get(x + dx, y, z + dz)))
      const [wall, ...others] = walls
      if (!wall || others.length > 0) continue
      const state = registry.blockState('chest', { facing: wall[2], type: 'single' })
      canvas.setEntity({ kind: 'chest', x, y, z, table: 'dungeon' }, state)
      return
    }
  }

  return {
    generate(canvas: Canvas, landscape: Landscape) {
      const { chunkX, chunkZ } = canvas
      dice.start(seed, chunkX, chunkZ, SALT)
      for (const { count, lowest, highest } of attempts) {
        for (let attempt = 0; attempt < count; attempt++) {
          const y = lowest + dice.below(highest - lowest + 1)
          const radiusX = 2 + dice.below(2)
          const radiusZ = 2 + dice.below(2)
          const x = chunkX * 16 + radiusX + 1 + dice.below(14 - 2 * radiusX)
          const z = chunkZ * 16 + radiusZ + 1 + dice.below(14 - 2 * radiusZ)
          const room = { x, y, z, radiusX, radiusZ }
          if (y + HEIGHT <= landscape.highest && fits(canvas, room)) build(canvas, room)
        }
      }
    },
  }
}
