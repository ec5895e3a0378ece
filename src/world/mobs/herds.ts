import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import { traitsOf } from '../block-traits.ts'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { WorldTime } from '../world-time.ts'
import type { LightMeter } from './light.ts'
import { roll } from './loot.ts'
import type { Build } from './mob.ts'
import type { MobName } from './mob-kinds.ts'
import { animalsOf, pickEntry } from './spawn-lists.ts'

/** Chance that a chunk generates with a herd, and with each further one. */
const CHANCE = 0.1
/** Chunks within this distance of a player get animals (chunks), and the interval of the check (ticks). */
const RADIUS = 8
const LOOK_TICKS = 20
/** Largest offset from the previous animal along each axis (blocks), and attempts for each animal. */
const SCATTER = 4
const ATTEMPTS = 4
/** Share of babies in a herd, except its first animal. */
const BABY_SHARE = 0.05

export type Spawn = (name: MobName, place: Vec3, build: Build, random: () => number) => void

interface HerdNeeds {
  level: Level
  players: Players
  time: WorldTime
  seed: number | string
  terrain: Terrain
  light: LightMeter
  spawn: Spawn
}

/** Spawns herds on the grass of chunks when a player first comes near. */
export function installHerds(needs: HerdNeeds): void {
  const { level, players, time } = needs
  const populated = new Set<string>()
  time.everyTick(() => {
    if (time.tick % LOOK_TICKS !== 0) return
    for (const player of players) {
      const centreX = Math.floor(player.position.x) >> 4
      const centreZ = Math.floor(player.position.z) >> 4
      for (let chunkX = centreX - RADIUS; chunkX <= centreX + RADIUS; chunkX++) {
        for (let chunkZ = centreZ - RADIUS; chunkZ <= centreZ + RADIUS; chunkZ++) {
          const key = `${chunkX},${chunkZ}`
          if (populated.has(key) || !level.isLoaded(chunkX * 16, chunkZ * 16)) continue
          populated.add(key)
          populate(needs, chunkX, chunkZ)
        }
      }
    }
  })
}

function populate(needs: HerdNeeds, chunkX: number, chunkZ: number): void {
  // The animals of a chunk depend only on the seed.
  const random = seedrandom(`herd-${needs.seed}-${chunkX}-${chunkZ}`)
  const list = animalsOf(needs.terrain.biome(chunkX * 16, chunkZ * 16))
  while (random() < CHANCE) {
    const entry = pickEntry(list, random)
    if (entry?.name)
      spawnHerd(needs, entry.name, roll(random, entry.min, entry.max), chunkX, chunkZ, random)
  }
}

function spawnHerd(
  { level, light, spawn }: HerdNeeds,
  name: MobName,
  count: number,
  chunkX: number,
  chunkZ: number,
  random: () => number,
): void {
  const startX = chunkX * 16 + Math.floor(random() * 16)
  const startZ = chunkZ * 16 + Math.floor(random() * 16)
  let [x, z] = [startX, startZ]
  const within = (v: number, chunk: number) => v >= chunk * 16 && v < chunk * 16 + 16
  for (let animal = 0; animal < count; animal++) {
    for (let attempt = 0, isSpawned = false; attempt < ATTEMPTS && !isSpawned; attempt++) {
      const ground = groundBelow(level, light.roof(x, z), x, z)
      if (level.name(x, ground, z) === 'grass_block') {
        const build = { baby: animal > 0 && random() < BABY_SHARE }
        spawn(name, new Vec3(x + 0.5, ground + 1, z + 0.5), build, random)
        isSpawned = true
      }
      do {
        x = startX + roll(random, 0, SCATTER) - roll(random, 0, SCATTER)
        z = startZ + roll(random, 0, SCATTER) - roll(random, 0, SCATTER)
      } while (!within(x, chunkX) || !within(z, chunkZ))
    }
  }
}

/** Height of the ground below the leaves of a tree. */
function groundBelow(level: Level, roof: number, x: number, z: number): number {
  const traits = traitsOf(level.registry)
  let y = roof
  for (; y > level.minY; y--) {
    const { boxes, name, water, lava } = traits(level.state(x, y, z))
    if (water > 0 || lava > 0 || (boxes.length > 0 && !name.endsWith('leaves'))) break
  }
  return y
}
