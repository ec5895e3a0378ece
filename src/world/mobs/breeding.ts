import type { Vec3 } from 'vec3'
import { breedingFood } from '#knowledge/animals'
import type { Registry } from '#knowledge/registry'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Player } from '../player.ts'
import { type Build, bodyOf, type Mob } from './mob.ts'
import type { MobName } from './mob-kinds.ts'
import { mobMetadata } from './mob-metadata.ts'
import type { Population } from './population.ts'
import type { Steering } from './steering.ts'

/** Duration of love mode, and the cooldown of the parents (ticks). */
const LOVE_TICKS = 600
const COOLDOWN_TICKS = 6000
/** Distance within which an animal finds a partner, and within which the two breed (blocks). */
const PARTNER_RANGE = 8
const BREEDING_RANGE = 3
/** Time that two animals in love mode take to breed (ticks). */
const BREEDING_TICKS = 60
/** Share of the remaining growth time that one feeding skips. */
const FEEDING_SHARE = 0.1
const HEARTS_STATUS = 18

interface BreedingNeeds {
  readonly registry: Registry
  readonly tracker: EntityTracker
  readonly population: Population
  readonly steering: Steering
  readonly random: () => number
  /** Spawns a mob. */
  readonly spawn: (name: MobName, position: Vec3, build: Build, random: () => number) => Mob
}

/** Breeding: love mode, partners, offspring and their growth. */
export class Breeding {
  readonly #needs: BreedingNeeds

  constructor(needs: BreedingNeeds) {
    this.#needs = needs
  }

  /**
   * Feeds an animal the item that a player holds. An adult without a cooldown enters love mode and a baby grows. The
   * player keeps an item that the animal does not accept.
   */
  feed(player: Player, mob: Mob): void {
    const { registry, tracker } = this.#needs
    const { inventory } = player
    const { heldItem } = inventory
    if (!heldItem || mob.dead) return
    if (!breedingFood(mob.kind.name).includes(registry.itemName(heldItem))) return
    if (mob.baby) {
      mob.age += Math.floor(-mob.age * FEEDING_SHARE)
      inventory.useHeld()
    } else if (mob.age === 0 && mob.love === 0) {
      mob.love = LOVE_TICKS
      mob.breedingTicks = 0
      inventory.useHeld()
      tracker.status(mob, HEARTS_STATUS)
    }
  }

  /** Advances an animal's age and love mode by one tick. */
  passTime(mob: Mob): void {
    if (mob.age > 0) mob.age--
    else if (mob.age < 0 && ++mob.age === 0) this.#growUp(mob)
    if (mob.love > 0) mob.love--
  }

  /** Moves towards another animal in love mode; returns false when there is none. */
  approachPartner(mob: Mob): boolean {
    if (mob.love === 0) return false
    const partner = this.#partnerOf(mob)
    if (!partner) {
      mob.breedingTicks = 0
      return false
    }
    mob.goal = undefined
    this.#needs.steering.pursue(mob, partner.position, mob.kind.strollFactor)
    if (++mob.breedingTicks < BREEDING_TICKS) return true
    mob.breedingTicks = 0
    mob.halt()
    if (mob.position.distanceTo(partner.position) < BREEDING_RANGE) this.#spawnBaby(mob, partner)
    return true
  }

  #partnerOf(mob: Mob): Mob | undefined {
    let nearest: Mob | undefined
    let range = PARTNER_RANGE
    for (const other of this.#needs.population) {
      if (other === mob || other.kind !== mob.kind || other.love === 0 || other.dead) continue
      const distance = other.position.distanceTo(mob.position)
      if (distance > range) continue
      nearest = other
      range = distance
    }
    return nearest
  }

  #spawnBaby(mob: Mob, partner: Mob): void {
    const { registry, tracker, random, spawn } = this.#needs
    for (const parent of [mob, partner]) {
      parent.age = COOLDOWN_TICKS
      parent.love = 0
      parent.halt()
    }
    tracker.status(mob, HEARTS_STATUS)
    const name = mob.kind.name as MobName
    const baby = spawn(name, mob.position.clone(), { baby: true }, random)
    if (!mob.wool) return
    // Parents' colours do not mix: the lamb takes one of them.
    baby.wool = random() < 0.5 ? mob.wool : partner.wool
    baby.metadata = mobMetadata(registry, baby)
    tracker.metadataChanged(baby)
  }

  #growUp(mob: Mob): void {
    const { registry, tracker } = this.#needs
    mob.baby = false
    Object.assign(mob, bodyOf(registry, mob.kind, {}))
    mob.metadata = mobMetadata(registry, mob)
    tracker.metadataChanged(mob)
  }
}
