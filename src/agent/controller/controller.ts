import type { Vec3 } from 'vec3'
import { Interrupt } from '#body/interrupt'
import type { Goal } from '#goal/goal'
import { ANY_APPROACH, type Approach } from '#goal/observation'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { stillToDo } from '#goal/success'
import { isHuntedMonster } from '#knowledge/animals'
import { countOf } from '#knowledge/item-tags'
import { perform, type Skill, type SkillContext, type SkillWorld } from '#skills/core/skill'
import type { SkillLanguage } from '#skills/library'
import type { Reflexes } from '#skills/reflexes/reflexes'
import { LoopDetector } from './loop-detector.ts'
import { Preemption } from './preemption.ts'

/** A goal that has been interrupted this often by reflexes is left to come to its own end. */
const MAX_INTERRUPTIONS = 40
/** What is no step of a plan is given up sooner. */
const ASIDE_INTERRUPTIONS = 10
/** A reflex that has been due this often in a row, for one reason, rests. */
const MAX_TURNS = 6
/** Time to arrive after a death: chunks come in, the ground is there (ticks). */
const RESPAWN_TICKS = 20

/** Why a goal was left for another. */
const GIVES_WAY = 'something else for the plan has come into sight'

/** A skill with its arguments, ready to start. */
type Attempt = (context: SkillContext) => Promise<Outcome>

/** What is to be done, however often it is called away from. */
interface Errand {
  /** Of the skill. */
  readonly name: string
  /** The item or tag that it is to bring, if any. */
  readonly brings: string | null
  /** Where it is to come from, if that is known. */
  readonly source: Vec3 | null
  /** Undefined when nothing is left to do. */
  readonly start: () => Attempt | undefined
  /** Whether something else is to come first; left out where nothing can. */
  readonly givesWay?: () => boolean
}

/**
 * The goal-conditioned controller (DEPS, section 3.1): carries out one goal of a plan with the skill
 * that it names, and lets reflexes come first whenever the body is in danger.
 */
export class Controller {
  readonly #language: SkillLanguage
  readonly #context: SkillWorld
  readonly #reflexes: Reflexes
  readonly #loopDetector: LoopDetector

  constructor(language: SkillLanguage, context: SkillWorld, reflexes: Reflexes) {
    this.#language = language
    this.#context = context
    this.#reflexes = reflexes
    this.#loopDetector = new LoopDetector(context.body)
  }

  /**
   * Carries a goal out with the skill that it names, for each of its things in turn.
   * @param approach the source to begin with and the way to search, and what the goal gives way to.
   */
  async carryOut(
    goal: Goal,
    signal: AbortSignal,
    approach: Approach = ANY_APPROACH,
  ): Promise<Outcome> {
    const { combat } = this.#context.agentState
    combat.hunt(this.#language.sources(goal).filter(isHuntedMonster))
    try {
      return await this.#carryOut(goal, signal, approach)
    } finally {
      combat.endHunt()
    }
  }

  async #carryOut(goal: Goal, signal: AbortSignal, approach: Approach): Promise<Outcome> {
    const { body, registry } = this.#context
    const skill = this.#language.skill(goal.skill)
    const { rivals = [], ...way } = approach
    // Who digs a tunnel sees little else, and would have to come back to it.
    const others = approach.search === 'tunnel' ? [] : rivals
    const preemption = new Preemption(this.#context, this.#language.sources(goal), others)
    const givesWay = () => preemption.isDue()
    for (const [item, count] of Object.entries(goal.target)) {
      const before = countOf(registry, body.carried, item)
      const start = () => {
        const left = stillToDo(skill.shows, count, before, countOf(registry, body.carried, item))
        if (left <= 0) return undefined
        const args = { item, count: left, using: goal.using, ...way }
        return (context: SkillContext) => perform(context, skill, args, goal)
      }
      const result = await this.#guarded(signal, {
        name: skill.name,
        brings: item,
        source: approach.source?.position ?? null,
        start,
        givesWay,
      })
      if (!result.ok) return result
    }
    return succeeded
  }

  /**
   * Goes back for what was lost in death, and whatever else is no step of a plan: it is given up when
   * danger keeps calling the body away from it.
   */
  runMaintenance<Args>(skill: Skill<Args>, args: Args, signal: AbortSignal): Promise<Outcome> {
    const start = () => (context: SkillContext) => perform(context, skill, args)
    const errand = { name: skill.name, brings: null, source: null, start }
    return this.#guarded(signal, errand, ASIDE_INTERRUPTIONS)
  }

  /** Runs a skill, pausing it for reflexes and starting it again with what is still missing. */
  async #guarded(
    signal: AbortSignal,
    { name, brings, source, start, givesWay }: Errand,
    patience = Number.POSITIVE_INFINITY,
  ): Promise<Outcome> {
    // A hunt of monsters is nothing but danger, and goes on for long.
    const isExpected = this.#context.agentState.combat.hunted.size > 0
    for (let interruptions = 0; ; interruptions++) {
      const survived = await this.#respond(signal)
      if (!survived.ok) return survived
      const run = start()
      if (!run) return succeeded
      const pause = new AbortController()
      const watch = () => {
        const isWary = isExpected || interruptions < MAX_INTERRUPTIONS
        const due = isWary ? this.#reflexes.next() : undefined
        if (due) pause.abort(new Interrupt('hurt', due.reason))
        else if (givesWay?.()) pause.abort(new Interrupt('interrupted', GIVES_WAY))
      }
      const unwatch = this.#context.body.onTick(watch)
      const result = await this.#whileAlive(pause, signal, run).finally(unwatch)
      const paused = pause.signal.aborted && !signal.aborted
      if (!paused || (!result.ok && result.failure.kind === 'died')) return result
      const { reason } = pause.signal
      if (reason instanceof Interrupt && reason.kind === 'interrupted')
        return result.ok ? result : failed('interrupted', reason.message)
      if (interruptions >= patience) return result
      const cause = reason instanceof Interrupt ? reason.message : ''
      if (!isExpected && this.#loopDetector.brokenOff(name, cause, brings, source))
        return failed('hurt', `called away again and again: ${cause}`)
    }
  }

  /** Acts on reflexes until none is due. A more urgent one breaks off what another began. */
  async #respond(signal: AbortSignal): Promise<Outcome> {
    const turns = new Map<string, number>()
    for (let due = this.#reflexes.next(); due; due = this.#reflexes.next()) {
      const { skill, urgency } = due.reflex
      const { clock } = this.#context.body
      const begun = clock.tick
      const pause = new AbortController()
      const watch = () => {
        const next = this.#reflexes.next()
        if (next && next.reflex.urgency > urgency) pause.abort(new Interrupt('hurt', next.reason))
      }
      const unwatch = this.#context.body.onTick(watch)
      const result = await this.#whileAlive(pause, signal, (context) =>
        perform(context, skill, null),
      ).finally(unwatch)
      const idle = clock.tick === begun
      // A reflex that has nothing to do must not hold up time.
      await this.#context.body.wait(1, signal)
      if (!result.ok && result.failure.kind === 'died') return result
      if (pause.signal.aborted) continue
      const turn = (turns.get(due.reason) ?? 0) + 1
      turns.set(due.reason, turn)
      // What takes no time has done nothing, and what is due again and again does not help.
      if (result.ok && !idle && turn < MAX_TURNS) this.#reflexes.helped(due)
      else this.#reflexes.failed(due)
    }
    return succeeded
  }

  /** Runs something that death ends; after a death it waits until the body lives again. */
  async #whileAlive(pause: AbortController, signal: AbortSignal, run: Attempt): Promise<Outcome> {
    const { vitals, clock } = this.#context.body
    let hasDied = false
    const unsubscribe = vitals.onDeath(() => {
      hasDied = true
      pause.abort(new Interrupt('died', 'died'))
    })
    try {
      const result = await run({
        ...this.#context,
        signal: AbortSignal.any([signal, pause.signal]),
      })
      if (vitals.alive && !hasDied) return result
    } finally {
      unsubscribe()
    }
    while (!vitals.alive) await clock.wait(1, signal)
    await clock.wait(RESPAWN_TICKS, signal)
    return failed('died', 'died and came back at the spawn point')
  }
}
