import { Vec3 } from 'vec3'
import { SIDES } from '#geometry/neighbours'
import { traitsOf } from '../block-traits.ts'
import { WalkableTerrain } from '../mobs/pathfinding.ts'
import { flatDistance } from '../mobs/steering.ts'
import type { Player } from '../player.ts'
import { pointsSee } from '../rules/reach.ts'
import { HOTBAR_START } from '../windows/inventory.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { FaultWorld } from './fault.ts'
import type { ScriptedPlayer } from './scripted-player.ts'

/** What it does for a while; more frequent where it is listed twice. */
const MOODS = ['block', 'block', 'steal', 'steal', 'stroll', 'attack', 'throw'] as const
type Mood = (typeof MOODS)[number]
/** How long a mood lasts (ticks). */
const MOOD_TICKS = [80, 240] as const
/** It follows the agent within this distance (blocks). */
const COMPANY = 10
/** It stands this far ahead of the agent (blocks), also to wait for drops, and has reached a place within the last distance. */
const AHEAD = 1.3
const DROP_AHEAD = 2.5
const ARRIVED = 0.25
/** An agent that moves less than this stands still (blocks a tick). */
const STILL = 0.03
/** It takes item entities, and knows of tables, within this distance (blocks). */
const DROP_RANGE = 8
const STATION_RANGE = 5
const STATION = /^(crafting_table|furnace|lit_furnace|chest)$/
/** It attacks from this close (blocks), not again within this time (ticks), and spares players with few health points. */
const ATTACK_RANGE = 2.5
const ATTACK_PAUSE = 200
const MIN_HEALTH = 6
/** Time between two throws (ticks), and their distance (blocks). */
const THROW_TICKS = 20
const THROW_RANGE = [3, 16] as const
/** Aim above the target, as a share of the distance, against gravity. */
const LOFT = 0.03
/** Its snowballs or eggs, and the slot of the hotbar that it keeps selected for them. */
const AMMUNITION = ['snowball', 'egg'] as const
const AMMUNITION_COUNT = 16
const SLOT = 8
/** From this far it does not find the agent any more (blocks), and leaves after this time (ticks). */
const LOST_DISTANCE = 32
const LOST_TICKS = 200

type NeighbourWorld = Pick<FaultWorld, 'level' | 'players' | 'items' | 'time' | 'isInOverworld'> & {
  random(): number
}

/** Decides what an annoying player does in each tick. It does not dig, place, or kill. */
export class Neighbour {
  readonly #world: NeighbourWorld
  readonly #self: ScriptedPlayer
  readonly #terrain: WalkableTerrain
  #mood: Mood = 'block'
  #moodUntil = 0
  #nextAttack = 0
  #nextThrow = 0
  #seenAt: number
  /** Where its victim was in the last tick, and the direction in which it went last. */
  #last: Vec3 | undefined
  #course = new Vec3(0, 0, 0)
  /** A place beside a table or chest at which it stands. */
  #post: Vec3 | undefined

  constructor(world: NeighbourWorld, self: ScriptedPlayer) {
    const { level, random } = world
    this.#world = world
    this.#self = self
    this.#seenAt = world.time.tick
    this.#terrain = new WalkableTerrain(level, traitsOf(level.registry))
    const kind = AMMUNITION[Math.floor(random() * AMMUNITION.length)] ?? AMMUNITION[0]
    const stack = stacksOf(level.registry).make(kind, AMMUNITION_COUNT)
    self.player.inventory.set(HOTBAR_START + SLOT, stack)
    self.selectSlot(SLOT)
  }

  /** Acts for one tick. Returns false when it wants to leave: it is dead, or has found no other player for a while. */
  step(): boolean {
    const { tick } = this.#world.time
    const { player } = this.#self
    if (player.vitals.dead || !this.#world.isInOverworld(player)) return false
    const victim = this.#victim()
    if (victim) {
      this.#seenAt = tick
      this.#watch(victim)
      if (tick >= this.#moodUntil) this.#change(victim)
      this.#act(victim)
    } else this.#self.stop()
    this.#self.step()
    return tick - this.#seenAt < LOST_TICKS
  }

  #victim(): Player | undefined {
    const { player } = this.#self
    const away = ({ position }: Player) => position.distanceTo(player.position)
    return [...this.#world.players]
      .filter((other) => other !== player && !other.vitals.dead && this.#world.isInOverworld(other))
      .filter((other) => away(other) <= LOST_DISTANCE)
      .sort((one, other) => away(one) - away(other))[0]
  }

  /** Notes where the victim goes, or looks while it stands still. */
  #watch({ position, gaze }: Player): void {
    const moved = this.#last ? position.minus(this.#last) : new Vec3(0, 0, 0)
    const way = Math.hypot(moved.x, moved.z) > STILL ? moved : gaze
    const length = Math.hypot(way.x, way.z)
    if (length > 0) this.#course = new Vec3(way.x / length, 0, way.z / length)
    this.#last = position.clone()
  }

  #change(victim: Player): void {
    const { random, time } = this.#world
    const [min, max] = MOOD_TICKS
    this.#mood = MOODS[Math.floor(random() * MOODS.length)] ?? 'block'
    this.#moodUntil = time.tick + Math.round(min + random() * (max - min))
    this.#post = this.#mood === 'block' ? this.#placeAtStation(victim) : undefined
    this.#self.stop()
  }

  #act(victim: Player): void {
    const { player } = this.#self
    if (flatDistance(player.position, victim.position) > COMPANY) {
      this.#self.go(victim.position, true)
      return
    }
    switch (this.#mood) {
      case 'block':
        this.#stand(this.#post ?? victim.position.plus(this.#course.scaled(AHEAD)), victim)
        break
      case 'steal':
        this.#steal(victim)
        break
      case 'stroll':
        this.#self.roam()
        break
      case 'attack':
        this.#attack(victim)
        break
      case 'throw':
        this.#throw(victim)
        break
    }
  }

  #stand(place: Vec3, victim: Player): void {
    if (flatDistance(this.#self.player.position, place) > ARRIVED) this.#self.go(place, true)
    else this.#self.stop()
    this.#self.face(victim.eye)
  }

  /** Runs to the item entities, and waits beside the victim for the next. */
  #steal(victim: Player): void {
    const { position } = this.#self.player
    const away = (drop: { position: Vec3 }) => drop.position.distanceTo(position)
    let nearest: { position: Vec3 } | undefined
    for (const drop of this.#world.items.all)
      if (away(drop) <= DROP_RANGE && (!nearest || away(drop) < away(nearest))) nearest = drop
    if (nearest) this.#self.go(nearest.position, true)
    else this.#stand(victim.position.plus(this.#course.scaled(DROP_AHEAD)), victim)
  }

  #attack(victim: Player): void {
    const { eye } = this.#self.player
    const { tick } = this.#world.time
    this.#self.go(victim.position, true)
    this.#self.face(victim.eye)
    if (victim.vitals.health <= MIN_HEALTH || tick < this.#nextAttack) this.#mood = 'stroll'
    else if (eye.distanceTo(victim.eye) <= ATTACK_RANGE && this.#sees(victim)) {
      this.#self.attack(victim)
      this.#nextAttack = tick + ATTACK_PAUSE
      this.#mood = 'stroll'
    }
  }

  #throw(victim: Player): void {
    const { player } = this.#self
    const { tick } = this.#world.time
    const distance = player.eye.distanceTo(victim.eye)
    const [min, max] = THROW_RANGE
    if (distance < min) this.#self.roam()
    else this.#self.stop()
    // The last one stays in its hand, so that it never hits with a stolen weapon.
    const { heldItem } = player.inventory
    const isReady = tick >= this.#nextThrow && heldItem !== null && heldItem.count > 1
    if (distance < min || distance > max || !this.#sees(victim)) return
    this.#self.face(victim.eye.offset(0, distance * LOFT, 0))
    if (!isReady) return
    this.#nextThrow = tick + THROW_TICKS
    this.#self.useItem()
  }

  #sees(victim: Player): boolean {
    return pointsSee(this.#world.level, this.#self.player.eye, victim.eye)
  }

  /** A place beside the table or chest nearest to the victim, on the victim's side. */
  #placeAtStation({ position }: Player): Vec3 | undefined {
    const { level } = this.#world
    const middle = position.floored()
    const centre = (place: Vec3) => place.offset(0.5, 0, 0.5)
    const nearest = (places: readonly Vec3[]) =>
      places.toSorted((a, b) => centre(a).distanceTo(position) - centre(b).distanceTo(position))[0]
    const stations: Vec3[] = []
    for (let dx = -STATION_RANGE; dx <= STATION_RANGE; dx++)
      for (let dz = -STATION_RANGE; dz <= STATION_RANGE; dz++)
        for (let dy = -1; dy <= 1; dy++) {
          const { x, y, z } = middle.offset(dx, dy, dz)
          if (STATION.test(level.name(x, y, z))) stations.push(new Vec3(x, y, z))
        }
    const station = nearest(stations)
    if (!station) return undefined
    const isOpen = ({ x, y, z }: Vec3) =>
      [0, 1].every((up) => this.#terrain.isFree(x, y + up, z)) &&
      this.#terrain.supports(x, y - 1, z)
    const place = nearest(SIDES.map(([dx, dz]) => station.offset(dx, 0, dz)).filter(isOpen))
    return place && centre(place)
  }
}
