import type { SkillContext } from '../core/skill.ts'
import { noteAssault } from '../pursuit/assailants.ts'
import { threats } from '../pursuit/threats.ts'
import { awaitSurvival } from './await-survival.ts'
import { blockLavaReflex } from './block-lava.ts'
import { digOutReflex } from './dig-out.ts'
import { eatReflex } from './eat.ts'
import { evadePlayerReflex } from './evade-player.ts'
import { faceAttackerReflex } from './face-attacker.ts'
import { fight } from './fight.ts'
import { leaveLava } from './leave-lava.ts'
import { putOutFireReflex } from './put-out-fire.ts'
import type { Reflex, ReflexContext } from './reflex.ts'
import { retreatReflex } from './retreat.ts'
import { surfaceForAir } from './surface-for-air.ts'
import { takeCoverReflex } from './take-cover.ts'
import { waitForMorning } from './wait-for-morning.ts'

/** Reflexes know of monsters within this distance (blocks). */
const LOOK_RANGE = 16
/** The agent counts as under fire for this long after damage (ticks). */
const UNDER_FIRE_TICKS = 60

/** Factor by which each further failure lengthens a rest, and how many failures do so. */
const REST_GROWTH = 2
const MAX_GROWTHS = 4
/** A failure no longer counts when its rest ended this long ago (ticks). */
const FORGIVEN_TICKS = 1200

/** All reflexes. Of equally urgent ones the earlier starts. */
const REFLEXES: readonly Reflex[] = [
  leaveLava,
  blockLavaReflex,
  digOutReflex,
  surfaceForAir,
  putOutFireReflex,
  faceAttackerReflex,
  evadePlayerReflex,
  retreatReflex,
  fight,
  takeCoverReflex,
  awaitSurvival,
  eatReflex,
  waitForMorning,
]

/** A reflex that is due, and why. */
export interface DueReflex {
  readonly reflex: Reflex
  readonly reason: string
}

/** The rest of a reflex for one reason. */
interface Rest {
  /** Tick at which it ends. */
  readonly until: number
  /** Failures in a row. */
  readonly failures: number
}

/**
 * Decides in every tick whether a reflex must interrupt the goal. A reflex that failed rests only for the reason that it
 * was due for: a zombie out of reach is no reason to ignore a spider.
 */
export class Reflexes {
  readonly #context: Omit<SkillContext, 'signal'>
  readonly #reflexes: readonly Reflex[]
  /** By the reflex's name, then by reason. */
  readonly #rested = new Map<string, Map<string, Rest>>()
  #health = 0
  #hurtAt = Number.NEGATIVE_INFINITY

  constructor(context: Omit<SkillContext, 'signal'>, reflexes = REFLEXES) {
    this.#context = context
    this.#reflexes = reflexes.toSorted((a, b) => b.urgency - a.urgency)
  }

  /** The most urgent reflex that is due; undefined where none is. The caller asks in every tick. */
  next(): DueReflex | undefined {
    const { vitals, clock } = this.#context.body
    if (!vitals.alive) return undefined
    this.#noteHealth(vitals.health)
    const monsters = threats(this.#context, LOOK_RANGE)
    noteAssault(this.#context, monsters)
    const context: ReflexContext = {
      ...this.#context,
      threats: monsters,
      underFire: clock.tick - this.#hurtAt < UNDER_FIRE_TICKS,
      rests: this.#rests,
    }
    for (const reflex of this.#reflexes) {
      const reason = reflex.when(context)
      if (reason !== undefined && !this.#rests(reflex.name, reason)) return { reflex, reason }
    }
    return undefined
  }

  /** Makes a reflex that failed rest, so that the goal's skill resumes. */
  failed({ reflex, reason }: DueReflex): void {
    const { tick } = this.#context.body.clock
    const rests = this.#rested.get(reflex.name) ?? new Map<string, Rest>()
    const last = rests.get(reason)
    const failures = last && tick - last.until < FORGIVEN_TICKS ? last.failures + 1 : 1
    const growth = reflex.wokenByWounds ? REST_GROWTH ** Math.min(failures - 1, MAX_GROWTHS) : 1
    rests.set(reason, { until: tick + reflex.rest * growth, failures })
    this.#rested.set(reflex.name, rests)
  }

  /** Forgets the failures of a reflex that succeeded. */
  helped({ reflex, reason }: DueReflex): void {
    this.#rested.get(reflex.name)?.delete(reason)
  }

  readonly #rests = (name: string, reason: string): boolean =>
    (this.#rested.get(name)?.get(reason)?.until ?? 0) > this.#context.body.clock.tick

  /** Notices damage by the health that is left. */
  #noteHealth(health: number): void {
    if (health < this.#health) {
      this.#hurtAt = this.#context.body.clock.tick
      for (const { name, wokenByWounds } of this.#reflexes)
        if (wokenByWounds) this.#rested.delete(name)
    }
    this.#health = health
  }
}
