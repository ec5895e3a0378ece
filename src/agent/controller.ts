import { craft } from '../../skills/craft.ts'
import { equip } from '../../skills/equip.ts'
import { hunt } from '../../skills/hunt.ts'
import { mine } from '../../skills/mine.ts'
import { furnacesAtHand, parallelSmelt } from '../../skills/parallel-smelt.ts'
import type { Reflexes } from '../../skills/reflexes/reflexes.ts'
import { shear } from '../../skills/shear.ts'
import { perform, type Skill, type SkillContext } from '../../skills/skill.ts'
import { smelt } from '../../skills/smelt.ts'
import { Interrupt } from '../body/interrupt.ts'
import type { Goal } from '../goal/goal.ts'
import { failed, type Outcome, succeeded } from '../goal/outcome.ts'
import { countOf } from '../knowledge/item-tags.ts'

/** A goal that has been interrupted this often by reflexes is left to come to its own end. */
const MAX_INTERRUPTIONS = 40
/** What is no step of a plan is given up sooner. */
const ASIDE_INTERRUPTIONS = 10
/** Time to arrive after a death: chunks come in, the ground is there (ticks). */
const RESPAWN_TICKS = 20

/** A skill with its arguments, ready to start. */
type Attempt = (context: SkillContext) => Promise<Outcome>

/**
 * The goal-conditioned controller (DEPS, section 3.1): carries out one goal of a plan with the skill
 * that it names, and lets reflexes come first whenever the body is in danger.
 */
export class Controller {
  readonly #context: SkillContext
  readonly #reflexes: Reflexes

  constructor(context: SkillContext, reflexes: Reflexes) {
    this.#context = context
    this.#reflexes = reflexes
  }

  /** @param keepStation leaves the table or furnace standing, for a goal that is to come next. */
  async carryOut(goal: Goal, keepStation: boolean): Promise<Outcome> {
    const { body, registry } = this.#context
    for (const [item, count] of Object.entries(goal.target)) {
      const wanted = countOf(registry, body.carried, item) + count
      const result = await this.#guarded(() => {
        const missing = wanted - countOf(registry, body.carried, item)
        return missing > 0 ? this.#start(goal, item, missing, keepStation) : undefined
      })
      if (!result.ok) return result
    }
    return succeeded
  }

  /**
   * Goes back for what was lost in death, and whatever else is no step of a plan: it is given up when
   * danger keeps calling the body away from it.
   */
  carryOutAside(skill: Skill<null>): Promise<Outcome> {
    return this.#guarded(() => (context) => perform(context, skill, null), ASIDE_INTERRUPTIONS)
  }

  /** Runs a skill, pausing it for reflexes and starting it again with what is still missing. */
  async #guarded(
    start: () => Attempt | undefined,
    patience = Number.POSITIVE_INFINITY,
  ): Promise<Outcome> {
    for (let interruptions = 0; ; interruptions++) {
      const survived = await this.#respond()
      if (!survived.ok) return survived
      const run = start()
      if (!run) return succeeded
      const pause = new AbortController()
      const watch = () => {
        const due = interruptions < MAX_INTERRUPTIONS ? this.#reflexes.next() : undefined
        if (due) pause.abort(new Interrupt('hurt', due.reason))
      }
      const unwatch = this.#context.body.onTick(watch)
      const result = await this.#whileAlive(pause, run).finally(unwatch)
      const paused = pause.signal.aborted && !this.#context.signal.aborted
      if (!paused || (!result.ok && result.failure.kind === 'died')) return result
      if (interruptions >= patience) return result
    }
  }

  /** Acts on reflexes until none is due. */
  async #respond(): Promise<Outcome> {
    for (let due = this.#reflexes.next(); due; due = this.#reflexes.next()) {
      const { skill } = due.reflex
      const result = await this.#whileAlive(new AbortController(), (context) =>
        perform(context, skill, null),
      )
      // A reflex that has nothing to do must not hold up time.
      await this.#context.body.wait(1, this.#context.signal)
      if (result.ok) continue
      if (result.failure.kind === 'died') return result
      this.#reflexes.failed(due)
    }
    return succeeded
  }

  /** Runs something that death ends; after a death it waits until the body lives again. */
  async #whileAlive(pause: AbortController, run: Attempt): Promise<Outcome> {
    const { vitals, clock } = this.#context.body
    const unsubscribe = vitals.onDeath(() => pause.abort(new Interrupt('died', 'died')))
    try {
      const result = await run({
        ...this.#context,
        signal: AbortSignal.any([this.#context.signal, pause.signal]),
      })
      if (vitals.alive) return result
    } finally {
      unsubscribe()
    }
    while (!vitals.alive) await clock.wait(1, this.#context.signal)
    await clock.wait(RESPAWN_TICKS, this.#context.signal)
    return failed('died', 'died and came back at the spawn point')
  }

  #start(goal: Goal, item: string, count: number, keepStation: boolean): Attempt {
    switch (goal.skill) {
      case 'mine':
        return (context) => perform(context, mine, { item, count }, goal)
      case 'craft':
        return (context) =>
          perform(context, craft, { item, count, using: goal.using, keepStation }, goal)
      case 'smelt':
        return (context) => {
          const skill = count > 1 && furnacesAtHand(context) > 1 ? parallelSmelt : smelt
          return perform(context, skill, { item, count, using: goal.using, keepStation }, goal)
        }
      case 'hunt':
        return (context) => perform(context, hunt, { item, count }, goal)
      case 'shear':
        return (context) => perform(context, shear, { item, count }, goal)
      case 'equip':
        return (context) => perform(context, equip, { item }, goal)
    }
  }
}
