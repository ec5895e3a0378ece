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

/** After this many interruptions, reflexes no longer interrupt a goal. */
const MAX_INTERRUPTIONS = 40
/** The same limit for maintenance, which is given up instead. */
const MAX_MAINTENANCE_INTERRUPTIONS = 10
/** A reflex that is due this often in a row for one reason counts as failed and rests. */
const MAX_TURNS = 6
/** Time after a respawn in which chunks load (ticks). */
const RESPAWN_TICKS = 20

/** Why a goal was preempted. */
const PREEMPTED = 'a source of another goal of the plan has come into sight'

/** A skill with its arguments. */
type Attempt = (context: SkillContext) => Promise<Outcome>

/** A skill to run, resumed after interruptions by reflexes. */
interface Run {
  /** Name of the skill. */
  readonly name: string
  /** The item or tag to obtain, if any. */
  readonly brings: string | null
  /** Position of the source, if known. */
  readonly source: Vec3 | null
  /** Starts what is left to do; undefined when nothing is left. */
  readonly start: () => Attempt | undefined
  /** Whether another goal preempts it; omitted where none can. */
  readonly givesWay?: () => boolean
}

/**
 * The goal-conditioned controller (DEPS, section 3.1): executes one goal of a plan with the skill that it names. Reflexes
 * interrupt it whenever the body is in danger.
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
   * Executes a goal with the skill that it names, for each item of its target in turn.
   * @param approach the source to begin with, the search method, and the goals that may preempt this one.
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
    // An agent in a tunnel sees few other sources, and would have to return to the tunnel.
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
   * Runs a skill that is no step of a plan, such as retrieving dropped items after a death. It is given up after too many
   * interruptions by reflexes.
   */
  runMaintenance<Args>(skill: Skill<Args>, args: Args, signal: AbortSignal): Promise<Outcome> {
    const start = () => (context: SkillContext) => perform(context, skill, args)
    const maintenance = { name: skill.name, brings: null, source: null, start }
    return this.#guarded(signal, maintenance, MAX_MAINTENANCE_INTERRUPTIONS)
  }

  /**
   * Waits until work settles. Reflexes act meanwhile, as during a goal; what one of them has begun ends with the work and is
   * resumed before the next goal.
   * @param upkeep maintenance, run in every tick in which no reflex is due.
   * @throws the signal's reason when it fires first.
   */
  async attend(
    work: Promise<unknown>,
    signal: AbortSignal,
    upkeep: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const settled = new AbortController()
    const settle = () => settled.abort(new Interrupt('interrupted', 'the work has settled'))
    work.then(settle, settle)
    const either = AbortSignal.any([signal, settled.signal])
    try {
      for (;;) {
        // Nothing happens in the tick in which the work begins: work that takes no game time must not change the history.
        await this.#context.body.wait(1, either)
        const survived = await this.respond(either)
        if (survived.ok) await upkeep(either)
      }
    } catch (error) {
      if (!either.aborted) throw error
    }
    signal.throwIfAborted()
    await this.#respawned(signal)
  }

  /** Runs a skill, interrupts it for reflexes, and restarts it with what is still missing. */
  async #guarded(
    signal: AbortSignal,
    { name, brings, source, start, givesWay }: Run,
    patience = Number.POSITIVE_INFINITY,
  ): Promise<Outcome> {
    // Hunting monsters is always dangerous, and takes long.
    const isExpected = this.#context.agentState.combat.hunted.size > 0
    for (let interruptions = 0; ; interruptions++) {
      const survived = await this.respond(signal)
      if (!survived.ok) return survived
      const run = start()
      if (!run) return succeeded
      const pause = new AbortController()
      const watch = () => {
        const isWary = isExpected || interruptions < MAX_INTERRUPTIONS
        const due = isWary ? this.#reflexes.next() : undefined
        if (due) pause.abort(new Interrupt('hurt', due.reason))
        else if (givesWay?.()) pause.abort(new Interrupt('interrupted', PREEMPTED))
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
        return failed('hurt', `interrupted too often: ${cause}`)
    }
  }

  /**
   * Runs reflexes until none is due. A more urgent reflex interrupts a running one. Without a goal, call it in every tick.
   */
  async respond(signal: AbortSignal): Promise<Outcome> {
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
      // A reflex that does nothing must not stop time.
      await this.#context.body.wait(1, signal)
      if (!result.ok && result.failure.kind === 'died') return result
      if (pause.signal.aborted) continue
      const turn = (turns.get(due.reason) ?? 0) + 1
      turns.set(due.reason, turn)
      // A reflex that takes no time, or stays due, does not help.
      if (result.ok && !idle && turn < MAX_TURNS) this.#reflexes.helped(due)
      else this.#reflexes.failed(due)
    }
    return succeeded
  }

  /** Runs an attempt that a death interrupts; after a death it waits for the respawn. */
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
    if (vitals.alive) await clock.wait(RESPAWN_TICKS, signal)
    else await this.#respawned(signal)
    return failed('died', 'died and respawned')
  }

  /** Waits until a dead body has respawned. */
  async #respawned(signal: AbortSignal): Promise<void> {
    const { vitals, clock } = this.#context.body
    if (vitals.alive) return
    while (!vitals.alive) await clock.wait(1, signal)
    await clock.wait(RESPAWN_TICKS, signal)
  }
}
