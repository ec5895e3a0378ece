import { breathe } from '../../../skills/breathe.ts'
import { canCharge } from '../../../skills/chase.ts'
import { defend, FAINT } from '../../../skills/defend.ts'
import { bestFood, eat } from '../../../skills/eat.ts'
import { flee } from '../../../skills/flee.ts'
import { isNight, shelter } from '../../../skills/shelter.ts'
import type { Skill, SkillWorld } from '../../../skills/skill.ts'
import { skyAbove } from '../../../skills/surface.ts'
import { inLava, swimOut } from '../../../skills/swim-out.ts'
import { type Threat, threats } from '../../../skills/threats.ts'

/** What the body does of itself when something threatens it, before it goes on with its goal. */
export interface Reflex {
  readonly reason: string
  readonly skill: Skill<null>
  /** Ticks for which it is not tried again after it failed. */
  readonly rest: number
}

/** Bubbles of 20 below which air is fetched. */
const LOW_AIR = 8
const HUNGRY = 7
const HURT = 12
/** Health at which food is worth eating for its healing, and the food level that heals. */
const WOUNDED = 16
const HEALING_FOOD = 18
/** Monsters nearer than this are dealt with (blocks): those that explode or shoot, and the others. */
const BLAST_RANGE = 6
const SHOT_RANGE = 16
const CLAW_RANGE = 4.5
/** One that shoots is run down from no farther than this (blocks), by a body this fit. */
const CHARGE_RANGE = 6
const FIT = 11
/** How long after a hit the shooter is thought to go on (ticks). */
const UNDER_FIRE_TICKS = 60

/** Decides, tick by tick, whether the body must look after itself. */
export class Reflexes {
  readonly #context: SkillWorld
  readonly #restUntil = new Map<string, number>()
  #health = 0
  #hurtAt = Number.NEGATIVE_INFINITY

  constructor(context: SkillWorld) {
    this.#context = context
  }

  /** The most urgent reflex now; undefined when all is well. */
  next(): Reflex | undefined {
    return this.#triggered().find((reflex) => !this.#rests(reflex))
  }

  #rests(reflex: Reflex): boolean {
    return (this.#restUntil.get(nameOf(reflex)) ?? 0) > this.#context.body.clock.tick
  }

  /** To be told when a reflex did not help, so that the goal gets its turn. */
  failed(reflex: Reflex): void {
    this.#restUntil.set(nameOf(reflex), this.#context.body.clock.tick + reflex.rest)
  }

  #triggered(): Reflex[] {
    const { body } = this.#context
    const { bot } = body
    if (bot.health <= 0) return []
    const due: Reflex[] = []
    if (inLava(body)) due.push({ reason: 'in lava', skill: swimOut, rest: 5 })
    if (body.traitsAt(body.eye.floored()).water && (bot.oxygenLevel ?? 20) <= LOW_AIR) {
      due.push({ reason: 'out of air', skill: breathe, rest: 20 })
    }
    const danger = this.#danger()
    if (danger) due.push(danger)
    const starving = bot.food <= HUNGRY || (bot.health <= WOUNDED && bot.food < HEALING_FOOD)
    if (starving && bestFood(this.#context)) due.push({ reason: 'hungry', skill: eat, rest: 200 })
    if (this.#benighted()) due.push({ reason: 'night', skill: shelter, rest: 1200 })
    return due
  }

  /**
   * Monsters that come close are fought, or hidden from when the body is weak. One that shoots from
   * afar is left alone until it hits: then it is run down where the way to it is short and free, and
   * else a wall between is the best answer.
   */
  #danger(): Reflex | undefined {
    const { bot, clock } = this.#context.body
    if (bot.health < this.#health) this.#feel(clock.tick)
    this.#health = bot.health
    const underFire = clock.tick - this.#hurtAt < UNDER_FIRE_TICKS
    for (const threat of threats(this.#context, SHOT_RANGE)) {
      const { known, distance, explodes, shoots, visible } = threat
      const range = explodes ? BLAST_RANGE : shoots && underFire ? SHOT_RANGE : CLAW_RANGE
      if (distance > range) continue
      // What lurks behind a corner can be awaited, but there is nothing to hide from.
      if (!visible && (shoots || bot.health < FAINT)) continue
      const fight = { reason: `${known.kind} near`, skill: defend, rest: 60 }
      const stands = this.#stands(threat)
      if (stands && !this.#rests(fight)) return fight
      // Fighting led to nothing a moment ago. One with claws that cannot come is left alone till it does.
      if (!stands || shoots || explodes || underFire) return { ...fight, skill: flee }
    }
    return undefined
  }

  /** Who is hit stands up again to whom there was no getting at. */
  #feel(tick: number): void {
    this.#hurtAt = tick
    for (const name of this.#restUntil.keys())
      if (name.startsWith(defend.name)) this.#restUntil.delete(name)
  }

  /** Whether to stand and fight. */
  #stands({ entity, distance, shoots, visible }: Threat): boolean {
    const { body } = this.#context
    if (!shoots) return body.bot.health >= FAINT
    const charges = visible && distance <= CHARGE_RANGE && canCharge(body, entity)
    return body.bot.health >= FIT && (charges || distance <= CLAW_RANGE || body.scaffold === 0)
  }

  /** Out at night and already hurt: better wait for the morning. */
  #benighted(): boolean {
    const { body } = this.#context
    if (!isNight(this.#context) || body.bot.health > HURT) return false
    const { x, y, z } = body.feet
    return skyAbove(this.#context, x, y, z)
  }
}

/** One monster that keeps away is no reason to leave another alone. */
function nameOf({ skill, reason }: Reflex): string {
  return `${skill.name} ${reason}`
}
