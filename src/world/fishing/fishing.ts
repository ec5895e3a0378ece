import { Vec3 } from 'vec3'
import { distanceToBox } from '#geometry/distance-to-box'
import { traitsOf } from '../block-traits.ts'
import type { Drops } from '../entities/items.ts'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Level } from '../level.ts'
import { LightMeter } from '../mobs/light.ts'
import type { Mob } from '../mobs/mob.ts'
import type { Population } from '../mobs/population.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { Sky } from '../weather/sky.ts'
import type { WorldTime } from '../world-time.ts'
import { Bobber, bobberMetadata } from './bobber.ts'
import { rollCatch } from './catches.ts'
import { Nibbling } from './nibbling.ts'
import { Splashes } from './splashes.ts'

const ROD = 'fishing_rod'
const MAIN_HAND = 0
/** The line breaks beyond this length (blocks). */
const MAX_LINE_LENGTH = 32
/** Durability that reeling in costs: with a hooked mob, a catch, and a bobber on the ground. */
const WEAR = { mob: 5, catch: 1, ground: 2 } as const
/** Distance from a hitbox at which a flying bobber hooks the mob (blocks), and the steps checked in each tick. */
const STICKS_WITHIN = 0.3
const PARTS = 4
/** Speed of a catch towards the player as a share of the distance, and its upward part. */
const PULL = 0.1
const LIFT = 0.08

interface FishingNeeds {
  readonly level: Level
  readonly players: Players
  readonly time: WorldTime
  readonly tracker: EntityTracker
  readonly drops: Drops
  readonly population: Population
  readonly random: () => number
  readonly sky: Sky
}

/** Lets players fish: using the rod casts the line, using it again reels it in. */
export function installFishing(needs: FishingNeeds): void {
  const { players, time } = needs
  const fishing = new Fishing(needs)
  players.on('leave', (player) => fishing.end(player))
  players.on('death', (player) => fishing.end(player))
  players.on('respawn', (player) => fishing.end(player))
  players.on('join', (player) => {
    player.receive<{ hand?: number }>('use_item', ({ hand = MAIN_HAND }) => {
      if (hand !== MAIN_HAND || !players.has(player) || player.vitals.dead) return
      if (fishing.holdsRod(player)) fishing.use(player)
    })
  })
  time.everyTick(() => fishing.step())
}

/** The lines in use. */
class Fishing {
  readonly #needs: FishingNeeds
  readonly #splashes: Splashes
  readonly #light: LightMeter
  readonly #lines = new Map<Player, { readonly bobber: Bobber; fishFrom: number }>()

  constructor(needs: FishingNeeds) {
    const { level, tracker } = needs
    this.#needs = needs
    this.#splashes = new Splashes(level.registry, tracker)
    this.#light = new LightMeter(level, traitsOf(level.registry))
  }

  holdsRod({ inventory }: Player): boolean {
    const { heldItem } = inventory
    return heldItem !== null && this.#needs.level.registry.itemName(heldItem) === ROD
  }

  /** Casts the line, or reels it in. */
  use(player: Player): void {
    const line = this.#lines.get(player)
    if (line) this.#pullIn(player, line.bobber)
    else this.#cast(player)
  }

  /** Removes a player's line without a catch. */
  end(player: Player): void {
    const line = this.#lines.get(player)
    if (!line) return
    this.#lines.delete(player)
    this.#needs.tracker.remove(line.bobber)
  }

  step(): void {
    for (const [player, line] of this.#lines) {
      const { bobber } = line
      const { x, z } = bobber.position
      const isHeld = this.holdsRod(player) && !player.vitals.dead
      const isNear = bobber.position.distanceTo(player.position) <= MAX_LINE_LENGTH
      if (!isHeld || !isNear || !this.#needs.level.isLoaded(Math.floor(x), Math.floor(z)))
        this.end(player)
      else this.#stepLine(player, line)
    }
  }

  #stepLine(player: Player, line: { readonly bobber: Bobber; fishFrom: number }): void {
    const { tracker, random, population } = this.#needs
    const { bobber } = line
    if (bobber.hooked && (bobber.hooked.dead || !population.has(bobber.hooked.id)))
      this.#stickTo(bobber, undefined)
    const before = bobber.position.clone()
    const wasComing = bobber.nibbling.approachTicks > 0
    const event = bobber.step()
    if (event === 'gone') {
      this.end(player)
      return
    }
    if (!bobber.afloat && !bobber.hooked) {
      const mob = this.#mobBetween(before, bobber.position)
      if (mob) this.#stickTo(bobber, mob)
    }
    if (!wasComing && bobber.nibbling.approachTicks > 0) line.fishFrom = random() * 2 * Math.PI
    if (event === 'approach') this.#splashes.trail(bobber, line.fishFrom)
    else if (event) this.#show(bobber)
    if (event === 'bite') this.#splashes.bite(bobber)
    tracker.moved(bobber)
  }

  #cast(player: Player): void {
    const { level, tracker, random, sky } = this.#needs
    const underSky = (x: number, y: number, z: number) => this.#light.underSky(x, y, z)
    const rainsOn = (x: number, y: number, z: number) => sky.rainsOn(x, y, z)
    const nibbling = new Nibbling({ level, random, underSky, rainsOn })
    const bobber = new Bobber(tracker.nextId(), level, player, nibbling, random)
    bobber.metadata = bobberMetadata(level.registry, bobber)
    this.#lines.set(player, { bobber, fishFrom: 0 })
    tracker.spawn(bobber)
  }

  #pullIn(player: Player, bobber: Bobber): void {
    const { level, drops, random } = this.#needs
    const { hooked, nibbling, position, onGround } = bobber
    const way = player.position.minus(position)
    let wear = 0
    if (hooked) {
      hooked.motion.add(way.scaled(PULL))
      wear = WEAR.mob
    } else if (nibbling.hasBite) {
      const item = rollCatch(level.registry, nibbling.inOpenWater, random)
      const lift = Math.sqrt(way.norm()) * LIFT
      const velocity = new Vec3(way.x * PULL, way.y * PULL + lift, way.z * PULL)
      drops.drop(item, position, { velocity })
      wear = WEAR.catch
    }
    if (onGround) wear = WEAR.ground
    this.end(player)
    if (wear > 0) player.inventory.wearHeld(wear)
  }

  #stickTo(bobber: Bobber, mob: Mob | undefined): void {
    bobber.hooked = mob
    this.#show(bobber)
  }

  #show(bobber: Bobber): void {
    bobber.metadata = bobberMetadata(this.#needs.level.registry, bobber)
    this.#needs.tracker.metadataChanged(bobber)
  }

  /** A mob that the bobber hits on its way. */
  #mobBetween(from: Vec3, to: Vec3): Mob | undefined {
    for (const mob of this.#needs.population) {
      if (mob.dead) continue
      const { x, y, z } = mob.position
      const half = mob.width / 2
      const low = { x: x - half, y, z: z - half }
      const high = { x: x + half, y: y + mob.height, z: z + half }
      for (let part = 1; part <= PARTS; part++) {
        const at = from.plus(to.minus(from).scaled(part / PARTS))
        if (distanceToBox(at, low, high) <= STICKS_WITHIN) return mob
      }
    }
    return undefined
  }
}
