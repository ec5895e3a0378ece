import type { SkillContext } from '../skill.ts'
import { threats } from '../threats.ts'
import { fetchAir } from './fetch-air.ts'
import { fight } from './fight.ts'
import { hide } from './hide.ts'
import { leaveLava } from './leave-lava.ts'
import type { Reflex, ReflexContext } from './reflex.ts'
import { stillHunger } from './still-hunger.ts'
import { waitForMorning } from './wait-for-morning.ts'

/** How far away monsters may be that a reflex goes by (blocks). */
const LOOK_RANGE = 16
/** How long after a hit the body is thought to be under fire (ticks). */
const UNDER_FIRE_TICKS = 60

/** Every reflex of the body. */
const REFLEXES: readonly Reflex[] = [leaveLava, fetchAir, fight, hide, stillHunger, waitForMorning]

/** A reflex that is due, and why. */
export interface DueReflex {
  readonly reflex: Reflex
  readonly reason: string
}

/**
 * Decides, tick by tick, whether the body must look after itself. A reflex that failed rests, for the
 * reason that it was due for alone: one monster that keeps away is no reason to leave another alone.
 */
export class Reflexes {
  readonly #context: Omit<SkillContext, 'signal'>
  readonly #reflexes: readonly Reflex[]
  /** Until which tick a reflex rests: by its name, then by reason. */
  readonly #restUntil = new Map<string, Map<string, number>>()
  #health = 0
  #hurtAt = Number.NEGATIVE_INFINITY

  constructor(context: Omit<SkillContext, 'signal'>, reflexes = REFLEXES) {
    this.#context = context
    this.#reflexes = reflexes.toSorted((a, b) => b.urgency - a.urgency)
  }

  /** The most urgent reflex now; undefined when all is well. To be asked in every tick. */
  next(): DueReflex | undefined {
    const { vitals, clock } = this.#context.body
    if (!vitals.alive) return undefined
    this.#feel(vitals.health)
    const context: ReflexContext = {
      ...this.#context,
      threats: threats(this.#context, LOOK_RANGE),
      underFire: clock.tick - this.#hurtAt < UNDER_FIRE_TICKS,
      rests: this.#rests,
    }
    for (const reflex of this.#reflexes) {
      const reason = reflex.when(context)
      if (reason !== undefined && !this.#rests(reflex.name, reason)) return { reflex, reason }
    }
    return undefined
  }

  /** To be told when a reflex did not help, so that the goal gets its turn. */
  failed({ reflex, reason }: DueReflex): void {
    const rests = this.#restUntil.get(reflex.name) ?? new Map<string, number>()
    rests.set(reason, this.#context.body.clock.tick + reflex.rest)
    this.#restUntil.set(reflex.name, rests)
  }

  readonly #rests = (name: string, reason: string): boolean =>
    (this.#restUntil.get(name)?.get(reason) ?? 0) > this.#context.body.clock.tick

  /** Notices wounds by what health is left. */
  #feel(health: number): void {
    if (health < this.#health) {
      this.#hurtAt = this.#context.body.clock.tick
      for (const { name, wokenByWounds } of this.#reflexes)
        if (wokenByWounds) this.#restUntil.delete(name)
    }
    this.#health = health
  }
}
