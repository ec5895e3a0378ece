import type { SkillContext } from '../core/skill.ts'
import { threats } from '../pursuit/threats.ts'
import { blockLavaReflex } from './block-lava.ts'
import { digOutReflex } from './dig-out.ts'
import { eatReflex } from './eat.ts'
import { faceAttackerReflex } from './face-attacker.ts'
import { fight } from './fight.ts'
import { leaveLava } from './leave-lava.ts'
import type { Reflex, ReflexContext } from './reflex.ts'
import { retreatReflex } from './retreat.ts'
import { surfaceForAir } from './surface-for-air.ts'
import { takeCoverReflex } from './take-cover.ts'
import { waitForMorning } from './wait-for-morning.ts'

/** How far away monsters may be that a reflex goes by (blocks). */
const LOOK_RANGE = 16
/** How long after a hit the body is thought to be under fire (ticks). */
const UNDER_FIRE_TICKS = 60

/** How much longer rests become each time, and how often they become longer. */
const REST_GROWTH = 2
const MOST_GROWTHS = 4
/** What failed longer ago than this, its rest over, no longer counts (ticks). */
const FORGIVEN_TICKS = 1200

/** Every reflex of the body. */
const REFLEXES: readonly Reflex[] = [
  leaveLava,
  blockLavaReflex,
  digOutReflex,
  surfaceForAir,
  faceAttackerReflex,
  retreatReflex,
  fight,
  takeCoverReflex,
  eatReflex,
  waitForMorning,
]

/** A reflex that is due, and why. */
export interface DueReflex {
  readonly reflex: Reflex
  readonly reason: string
}

/** How long a reflex is left alone for one reason. */
interface Rest {
  readonly until: number
  /** How often it has failed in a row. */
  readonly failures: number
}

/**
 * Decides, tick by tick, whether the body must look after itself. A reflex that failed rests, for the
 * reason that it was due for alone: one monster that keeps away is no reason to leave another alone.
 */
export class Reflexes {
  readonly #context: Omit<SkillContext, 'signal'>
  readonly #reflexes: readonly Reflex[]
  /** Rests of reflexes: by name, then by reason. */
  readonly #rested = new Map<string, Map<string, Rest>>()
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
    const { tick } = this.#context.body.clock
    const rests = this.#rested.get(reflex.name) ?? new Map<string, Rest>()
    const last = rests.get(reason)
    const failures = last && tick - last.until < FORGIVEN_TICKS ? last.failures + 1 : 1
    const growth = reflex.wokenByWounds ? REST_GROWTH ** Math.min(failures - 1, MOST_GROWTHS) : 1
    rests.set(reason, { until: tick + reflex.rest * growth, failures })
    this.#rested.set(reflex.name, rests)
  }

  /** To be told when a reflex did help. */
  helped({ reflex, reason }: DueReflex): void {
    this.#rested.get(reflex.name)?.delete(reason)
  }

  readonly #rests = (name: string, reason: string): boolean =>
    (this.#rested.get(name)?.get(reason)?.until ?? 0) > this.#context.body.clock.tick

  /** Notices wounds by what health is left. */
  #feel(health: number): void {
    if (health < this.#health) {
      this.#hurtAt = this.#context.body.clock.tick
      for (const { name, wokenByWounds } of this.#reflexes)
        if (wokenByWounds) this.#rested.delete(name)
    }
    this.#health = health
  }
}
