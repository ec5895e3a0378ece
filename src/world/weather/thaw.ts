import { traitsOf } from '../block-traits.ts'
import { DIMENSIONS } from '../dimensions/dimension-kinds.ts'
import type { BlockChange, Level } from '../level.ts'
import { LightMeter } from '../mobs/light.ts'
import type { BlockBreaker } from '../rules/breaking.ts'
import { RANDOM_TICK_MEAN, Schedule } from '../rules/schedule.ts'
import type { WorldTime } from '../world-time.ts'

/** The brightest light of blocks in which snow and ice last; ice itself dims the light by one more. */
const SNOW_LASTS = 11
const ICE_LASTS = 10
const ANY_SKY_LIGHT = 15

interface ThawNeeds {
  level: Level
  time: WorldTime
  breaker: BlockBreaker
  random: () => number
}

/** Layers of snow and ice melt in the light of torches, lava and other bright blocks, but not in that of the sky. */
export function installThaw({ level, time, breaker, random }: ThawNeeds): void {
  const { registry } = level
  const traits = traitsOf(registry)
  const light = new LightMeter(level, traits)
  const water = registry.blockState(DIMENSIONS[level.dimension].isUltrawarm ? 'air' : 'water')

  const melts = (x: number, y: number, z: number) => {
    const name = level.name(x, y, z)
    if (name !== 'snow' && name !== 'ice') return false
    return !light.isDark(x, y, z, ANY_SKY_LIGHT, name === 'snow' ? SNOW_LASTS : ICE_LASTS)
  }
  const schedule = new Schedule(level, time, (x, y, z) => {
    if (!melts(x, y, z)) return
    if (level.name(x, y, z) === 'ice') level.set(x, y, z, water)
    else breaker.breakAt(x, y, z, undefined)
  })
  const expose = (x: number, y: number, z: number) => {
    if (level.isLoaded(x, z) && melts(x, y, z)) {
      schedule.add(x, y, z, Math.ceil(-Math.log(1 - random()) * RANDOM_TICK_MEAN))
    }
  }
  level.on('change', ({ x, y, z, after }: BlockChange) => {
    expose(x, y, z)
    const reach = traits(after).light - ICE_LASTS - 1
    for (let dx = -reach; dx <= reach; dx++) {
      for (let dy = -reach; dy <= reach; dy++) {
        for (let dz = -reach; dz <= reach; dz++) {
          if (Math.abs(dx) + Math.abs(dy) + Math.abs(dz) <= reach) expose(x + dx, y + dy, z + dz)
        }
      }
    }
  })
}
