import { traitsOf } from '../block-traits.ts'
import type { ItemUses } from '../item-uses.ts'
import type { Level } from '../level.ts'
import { LightMeter } from '../mobs/light.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Movement } from '../survival/movement.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldTime } from '../world-time.ts'
import { liquidsOf, WATER } from './liquids.ts'
import { RANDOM_TICK_MEAN, Schedule } from './schedule.ts'
import { shapesOf } from './shapes.ts'

/** Nothing grows farther than this from every player (horizontal blocks). */
const ACTIVE_DISTANCE = 128
/** Distance within which water hydrates farmland (blocks), and its maximum moisture. */
const WATER_REACH = 4
const WET = 7
/** Crops grow only above this light level. */
const TOO_DARK = 8
const FARMLAND = 'farmland'
const UP = 1
/** Crops: their ripe age, and the share of random ticks in which they can grow. */
const CROPS: Readonly<Record<string, { ripe: number; share: number }>> = {
  wheat: { ripe: 7, share: 1 },
  carrots: { ripe: 7, share: 1 },
  potatoes: { ripe: 7, share: 1 },
  beetroots: { ripe: 3, share: 2 / 3 },
}
/** Results of tilling. */
const TILLED: Readonly<Record<string, string>> = {
  dirt: FARMLAND,
  grass_block: FARMLAND,
  grass_path: FARMLAND,
  dirt_path: FARMLAND,
  coarse_dirt: 'dirt',
}
const HOES = ['wooden', 'stone', 'iron', 'golden', 'diamond', 'netherite'].map(
  (kind) => `${kind}_hoe`,
)
/** Minimum and maximum growth stages that bone meal adds. */
const BONE_MEAL_STAGES = [2, 5] as const

interface FarmingNeeds {
  level: Level
  players: Players
  time: WorldTime
  itemUses: ItemUses
  movement: Movement
  random: () => number
  sky: Sky
}

/** Farming: hoes, farmland moisture, trampling and crop growth. */
export function installFarming(needs: FarmingNeeds): void {
  const { level, players, time, itemUses, random } = needs
  const { registry } = level
  const growth = new Growth(level, players, random, needs.sky)
  const wait = () => Math.ceil(-Math.log(1 - random()) * RANDOM_TICK_MEAN)
  const schedule = new Schedule(level, time, (x, y, z) => {
    if (!isField(level.name(x, y, z))) return
    schedule.add(x, y, z, wait())
    growth.turn(x, y, z)
  })
  // Skips the check below in worlds without fields.
  let hasFarmland = false
  level.on('change', ({ x, y, z, after }) => {
    if (isField(registry.blockName(after))) {
      hasFarmland = true
      schedule.add(x, y, z, wait())
    }
    if (hasFarmland && level.name(x, y - 1, z) === FARMLAND && shapesOf(registry).full(after))
      level.set(x, y - 1, z, registry.blockState('dirt'))
  })
  for (const hoe of HOES) {
    itemUses.add(hoe, (player, { x, y, z, face }) => {
      const tilled = TILLED[level.name(x, y, z)]
      if (!tilled || face !== UP || level.name(x, y + 1, z) !== 'air') return false
      level.set(x, y, z, registry.blockState(tilled))
      player.inventory.wearHeld(1)
      return true
    })
  }
  itemUses.add('bone_meal', (player, { x, y, z }) => {
    const [min, max] = BONE_MEAL_STAGES
    if (!growth.ageBy(x, y, z, min + Math.floor(random() * (max - min + 1)))) return false
    player.inventory.useHeld()
    return true
  })
  installTrampling(needs)
}

function isField(kind: string): boolean {
  return kind === FARMLAND || kind in CROPS
}

class Growth {
  readonly #level: Level
  readonly #players: Players
  readonly #random: () => number
  readonly #light: LightMeter
  readonly #sky: Sky

  constructor(level: Level, players: Players, random: () => number, sky: Sky) {
    this.#sky = sky
    this.#level = level
    this.#players = players
    this.#random = random
    this.#light = new LightMeter(level, traitsOf(level.registry))
  }

  /** Handles a random tick of farmland or a crop. */
  turn(x: number, y: number, z: number): void {
    const near = [...this.#players].some(
      ({ position }) => Math.hypot(position.x - x, position.z - z) <= ACTIVE_DISTANCE,
    )
    if (!near) return
    const kind = this.#level.name(x, y, z)
    if (kind === FARMLAND) this.#soak(x, y, z)
    else this.#grow(x, y, z, kind)
  }

  /** Advances a crop by a number of growth stages; returns false for a ripe crop or another block. */
  ageBy(x: number, y: number, z: number, ages: number): boolean {
    const level = this.#level
    const { registry } = level
    const kind = level.name(x, y, z)
    const crop = CROPS[kind]
    const age = Number(registry.blockProperties(level.state(x, y, z)).age ?? 0)
    if (!crop || age >= crop.ripe) return false
    const older = String(Math.min(crop.ripe, age + ages))
    level.set(x, y, z, registry.blockState(kind, { age: older }))
    return true
  }

  #grow(x: number, y: number, z: number, kind: string): void {
    if (this.#light.isDark(x, y, z, TOO_DARK, TOO_DARK)) return
    const { share = 0 } = CROPS[kind] ?? {}
    const speed = this.#speed(x, y, z, kind)
    if (this.#random() < share / (Math.floor(25 / speed) + 1)) this.ageBy(x, y, z, 1)
  }

  /** Growth points of a crop: more for farmland around it, half when it is crowded by its kind. */
  #speed(x: number, y: number, z: number, kind: string): number {
    const level = this.#level
    const { registry } = level
    let speed = 1
    for (let dx = -1; dx <= 1; dx++)
      for (let dz = -1; dz <= 1; dz++) {
        const soil = level.state(x + dx, y - 1, z + dz)
        if (registry.blockName(soil) !== FARMLAND) continue
        const { moisture } = registry.blockProperties(soil)
        speed += (Number(moisture) > 0 ? 3 : 1) / (dx === 0 && dz === 0 ? 1 : 4)
      }
    const isKin = (dx: number, dz: number) => level.name(x + dx, y, z + dz) === kind
    const inRow = isKin(1, 0) || isKin(-1, 0)
    const inColumn = isKin(0, 1) || isKin(0, -1)
    const atCorner = isKin(1, 1) || isKin(1, -1) || isKin(-1, 1) || isKin(-1, -1)
    return (inRow && inColumn) || atCorner ? speed / 2 : speed
  }

  #soak(x: number, y: number, z: number): void {
    const level = this.#level
    const { registry } = level
    const moisture = Number(registry.blockProperties(level.state(x, y, z)).moisture)
    const wet = (wetness: number) =>
      level.set(x, y, z, registry.blockState(FARMLAND, { moisture: String(wetness) }))
    if (this.#isWatered(x, y, z) || this.#sky.rainsOn(x, y + 1, z)) wet(WET)
    else if (moisture > 0) wet(moisture - 1)
    else if (!(level.name(x, y + 1, z) in CROPS)) level.set(x, y, z, registry.blockState('dirt'))
  }

  #isWatered(x: number, y: number, z: number): boolean {
    const level = this.#level
    for (let dx = -WATER_REACH; dx <= WATER_REACH; dx++)
      for (let dz = -WATER_REACH; dz <= WATER_REACH; dz++)
        for (let dy = 0; dy <= 1; dy++) {
          if (!level.isLoaded(x + dx, z + dz)) continue
          const state = level.state(x + dx, y + dy, z + dz)
          if (liquidsOf(level.registry).of(state) === WATER) return true
        }
    return false
  }
}

/** A player who falls more than half a block onto farmland may trample it, with a chance that grows with the height. */
function installTrampling({ level, players, movement, random }: FarmingNeeds): void {
  const fallen = new Map<Player, number>()
  players.on('leave', (player) => fallen.delete(player))
  movement.onMove(({ player, position, dy, onGround }) => {
    const distance = (fallen.get(player) ?? 0) + Math.max(0, -dy)
    fallen.set(player, onGround ? 0 : distance)
    if (!onGround || distance <= 0.5) return
    const [x, y, z] = [position.x, position.y - 0.2, position.z].map(Math.floor) as [
      number,
      number,
      number,
    ]
    if (level.name(x, y, z) !== FARMLAND || random() >= distance - 0.5) return
    level.set(x, y, z, level.registry.blockState('dirt'))
  })
}
