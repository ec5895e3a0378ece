import seedrandom from 'seedrandom'
import { Vec3 } from 'vec3'
import type { Level } from '../level.ts'
import type { Players } from '../players.ts'
import type { Terrain } from '../terrain/terrain.ts'
import type { WorldTime } from '../world-time.ts'
import type { LightMeter } from './light.ts'
import { roll } from './loot.ts'
import type { MobName } from './mob-kinds.ts'

/** Chance that a chunk has a herd when somebody first comes near. */
const CHANCE = 0.1
const SMALLEST = 2
const LARGEST = 4
/** How far from a player chunks get their animals (chunks), and how often that is looked at (ticks). */
const RADIUS = 5
const LOOK_TICKS = 20
/** Animals of a herd stand so far apart at most (blocks), and get so many tries for a place. */
const SCATTER = 5
const TRIES = 4

const WEIGHTS = [
  ['sheep', 12],
  ['pig', 10],
  ['chicken', 10],
  ['cow', 8],
] as const
const BARREN = /desert|ocean|river|beach|badlands|mesa|ice|snowy_tundra|snowy_plains|mushroom|stony/

export type Spawn = (name: MobName, place: Vec3, random: () => number) => void

interface HerdNeeds {
  level: Level
  players: Players
  time: WorldTime
  seed: number
  terrain: Terrain
  light: LightMeter
  spawn: Spawn
}

/** Puts herds of animals on the grass of chunks that players come near for the first time. */
export function installHerds(needs: HerdNeeds): void {
  const { level, players, time } = needs
  const settled = new Set<string>()
  time.everyTick(() => {
    if (time.tick % LOOK_TICKS !== 0) return
    for (const player of players) {
      const centreX = Math.floor(player.position.x) >> 4
      const centreZ = Math.floor(player.position.z) >> 4
      for (let chunkX = centreX - RADIUS; chunkX <= centreX + RADIUS; chunkX++) {
        for (let chunkZ = centreZ - RADIUS; chunkZ <= centreZ + RADIUS; chunkZ++) {
          const key = `${chunkX},${chunkZ}`
          if (settled.has(key) || !level.isLoaded(chunkX * 16, chunkZ * 16)) continue
          settled.add(key)
          settle(needs, chunkX, chunkZ)
        }
      }
    }
  })
}

function settle(needs: HerdNeeds, chunkX: number, chunkZ: number): void {
  const { level, seed, terrain, light, spawn } = needs
  // A chunk's animals depend on nothing but the seed.
  const random = seedrandom(`herd-${seed}-${chunkX}-${chunkZ}`)
  if (random() >= CHANCE) return
  const x = chunkX * 16 + Math.floor(random() * 16)
  const z = chunkZ * 16 + Math.floor(random() * 16)
  if (BARREN.test(terrain.biome(x, z))) return
  const name = pick(random)
  const count = roll(random, SMALLEST, LARGEST)
  const within = (v: number, chunk: number) => Math.max(chunk * 16, Math.min(chunk * 16 + 15, v))
  for (let animal = 0; animal < count; animal++) {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const px = within(x + roll(random, -SCATTER, SCATTER), chunkX)
      const pz = within(z + roll(random, -SCATTER, SCATTER), chunkZ)
      const ground = light.roof(px, pz)
      if (level.name(px, ground, pz) !== 'grass_block') continue
      spawn(name, new Vec3(px + 0.5, ground + 1, pz + 0.5), random)
      break
    }
  }
}

function pick(random: () => number): MobName {
  let left = random() * WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of WEIGHTS) {
    left -= weight
    if (left < 0) return name
  }
  return 'sheep'
}
