import { Vec3 } from 'vec3'
import { traitsOf } from '../block-traits.ts'
import { COLOURS } from '../colours.ts'
import { metadataEntry } from '../entities/entity.ts'
import type { Interactions } from '../interactions.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Weather } from '../weather/weather.ts'
import type { WorldTime } from '../world-time.ts'
import type { Movement } from './movement.ts'

/** Time of day in which players can sleep (ticks since sunrise). */
const DUSK = 12_542
const DAWN = 23_459
/** The same in rain. */
const RAINY_DUSK = 12_010
const RAINY_DAWN = 23_991
const SLEEP_TICKS = 100
/** Maximum distance to the bed, and minimum distance of monsters, horizontally and vertically (blocks). */
const REACH = 3
const REACH_HEIGHT = 2
const MONSTER_DISTANCE = 8
const MONSTER_HEIGHT = 5
const WAKE_ANIMATION = 2
const POSE_KEY = 6
const STANDING = 0
const SLEEPING = 2

const FACINGS: Record<string, readonly [number, number]> = {
  north: [0, -1],
  south: [0, 1],
  west: [-1, 0],
  east: [1, 0],
}

/** Locates monsters. */
interface Watch {
  /** Whether a monster is within the given horizontal and vertical distances of a position (blocks). */
  monstersNear(place: Vec3, along: number, upright: number): boolean
}

interface Sleeper {
  head: Vec3
  since: number
}

/** Beds: sleeping through the night, and respawn points. */
export class Beds {
  readonly #level: Level
  readonly #players: Players
  readonly #time: WorldTime
  readonly #movement: Movement
  readonly #watch: Watch
  readonly #hooks: { readonly skipsNights: boolean }
  readonly #weather: Weather
  readonly #explode: ((place: Vec3) => void) | undefined
  readonly #sleepers = new Map<Player, Sleeper>()
  /** They outlast a stay in another dimension. */
  readonly #respawnPoints = new WeakMap<Player, Vec3>()

  constructor(needs: {
    level: Level
    players: Players
    time: WorldTime
    interactions: Interactions
    movement: Movement
    /** Monsters nearby prevent sleep. */
    watch: Watch
    /** Whether nights pass when all players sleep. */
    hooks: { readonly skipsNights: boolean }
    weather: Weather
    /** What happens to beds where players cannot sleep; by default, they can. */
    explode?: ((place: Vec3) => void) | undefined
  }) {
    const { players, time, interactions } = needs
    this.#level = needs.level
    this.#players = players
    this.#time = time
    this.#movement = needs.movement
    this.#watch = needs.watch
    this.#hooks = needs.hooks
    this.#weather = needs.weather
    this.#explode = needs.explode
    for (const colour of COLOURS) {
      interactions.add(`${colour}_bed`, (player, x, y, z) => this.#use(player, x, y, z))
    }
    players.on('leave', (player) => this.#sleepers.delete(player))
    players.on('death', (player) => this.#wake(player))
    players.on('join', (player) => {
      player.receive('entity_action', ({ actionId }: { actionId: unknown }) => {
        if (actionId === 'stop_sleeping') this.#wake(player)
      })
    })
    time.everyTick(() => this.#step())
  }

  /** Free position beside the player's bed; undefined when the bed is missing. */
  respawnPosition(player: Player): Vec3 | undefined {
    const head = this.#respawnPoints.get(player)
    if (!head || !this.#isBed(head.x, head.y, head.z)) return undefined
    return this.#placeBeside(head)
  }

  /** Clears a player's respawn point; returns whether it had one. */
  forget(player: Player): boolean {
    return this.#respawnPoints.delete(player)
  }

  /** Whether players can sleep: at night, and by day in a thunderstorm. */
  get #isTime(): boolean {
    const { ofDay } = this.#time
    const { isRaining, isThundering } = this.#weather
    if (isThundering) return true
    return isRaining ? ofDay >= RAINY_DUSK && ofDay <= RAINY_DAWN : ofDay >= DUSK && ofDay <= DAWN
  }

  #isBed(x: number, y: number, z: number): boolean {
    return this.#level.name(x, y, z).endsWith('_bed')
  }

  #use(player: Player, x: number, y: number, z: number): boolean {
    const level = this.#level
    const { registry } = level
    const { facing = '', part } = registry.blockProperties(level.state(x, y, z))
    const [dx, dz] = FACINGS[facing] ?? [0, 0]
    const head = part === 'head' ? new Vec3(x, y, z) : new Vec3(x + dx, y, z + dz)
    const near = (place: Vec3) =>
      Math.abs(player.position.x - place.x - 0.5) <= REACH + 0.5 &&
      Math.abs(player.position.y - place.y) <= REACH_HEIGHT &&
      Math.abs(player.position.z - place.z - 0.5) <= REACH + 0.5
    const foot = head.offset(-dx, 0, -dz)
    if (!this.#isBed(head.x, head.y, head.z) || !(near(head) || near(foot))) return true
    const traits = traitsOf(registry)
    if (this.#explode) {
      for (const at of [foot, head]) level.set(at.x, at.y, at.z, registry.blockState('air'))
      this.#explode(head.offset(0.5, 0.5, 0.5))
      return true
    }
    const obstructed = [head, foot].some((at) => traits(level.state(at.x, at.y + 1, at.z)).cube)
    if (obstructed || player.vitals.dead || this.#sleepers.has(player)) return true
    if (registry.data.version['>=']('1.15')) this.#respawnPoints.set(player, head)
    if (!this.#isTime) return true
    if (this.#watch.monstersNear(head, MONSTER_DISTANCE, MONSTER_HEIGHT)) return true
    for (const { head: taken } of this.#sleepers.values()) if (taken.equals(head)) return true
    this.#respawnPoints.set(player, head)
    this.#sleepers.set(player, { head, since: this.#time.tick })
    this.#movement.hold(player, true)
    this.#startSleeping(player, head)
    return true
  }

  #step(): void {
    const players = this.#players
    const time = this.#time
    for (const [player, { head }] of this.#sleepers) {
      if (!this.#isBed(head.x, head.y, head.z)) this.#wake(player)
    }
    if (!this.#hooks.skipsNights && time.ofDay > DAWN)
      for (const player of [...this.#sleepers.keys()]) this.#wake(player)
    if (!this.#hooks.skipsNights) return
    if (this.#sleepers.size === 0 || this.#sleepers.size < players.size) return
    for (const { since } of this.#sleepers.values()) if (time.tick - since < SLEEP_TICKS) return
    time.ofDay = 0
    if (this.#weather.isRaining) this.#weather.set('clear')
    for (const player of players) time.sendTo(player)
    for (const player of [...this.#sleepers.keys()]) this.#wake(player)
  }

  #startSleeping(player: Player, head: Vec3): void {
    if (this.#level.registry.data.version['<']('1.14')) {
      player.send('bed', { entityId: player.id, location: { x: head.x, y: head.y, z: head.z } })
    } else this.#pose(player, SLEEPING)
  }

  #wake(player: Player): void {
    const sleeper = this.#sleepers.get(player)
    if (!sleeper) return
    this.#sleepers.delete(player)
    this.#movement.hold(player, false)
    player.send('animation', { entityId: player.id, animation: WAKE_ANIMATION })
    if (this.#level.registry.data.version['>=']('1.14')) this.#pose(player, STANDING)
    if (player.vitals.dead) return
    this.#movement.teleport(
      player,
      this.#placeBeside(sleeper.head) ?? sleeper.head.offset(0.5, 1, 0.5),
    )
  }

  #pose(player: Player, pose: number): void {
    const entry = metadataEntry(this.#level.registry, POSE_KEY, 'pose', pose)
    player.send('entity_metadata', { entityId: player.id, metadata: [entry] })
  }

  #placeBeside(head: Vec3): Vec3 | undefined {
    const level = this.#level
    const traits = traitsOf(level.registry)
    const free = (x: number, y: number, z: number) => {
      const block = traits(level.state(x, y, z))
      return block.boxes.length === 0 && block.lava === 0 && block.water === 0 && !block.fire
    }
    for (const dy of [0, -1, 1]) {
      for (let dx = -2; dx <= 2; dx++) {
        for (let dz = -2; dz <= 2; dz++) {
          const [x, y, z] = [head.x + dx, head.y + dy, head.z + dz]
          const firm = traits(level.state(x, y - 1, z)).cube
          if (firm && free(x, y, z) && free(x, y + 1, z)) return new Vec3(x + 0.5, y, z + 0.5)
        }
      }
    }
    return undefined
  }
}
