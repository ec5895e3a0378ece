import type { Body } from '#body/body'
import { Interrupt } from '#body/interrupt'
import type { Goal } from '#goal/goal'
import { type Failure, failed, type Outcome } from '#goal/outcome'
import type { Registry } from '#knowledge/registry'
import type { WorldMemory } from '#perception/world-memory'
import type { AgentState } from './agent-state.ts'

/** What a skill works with: the body, and what the agent knows and remembers. */
export interface SkillWorld {
  readonly body: Body
  readonly registry: Registry
  readonly memory: WorldMemory
  readonly agentState: AgentState
  /** Receives the start and end of every skill, including skills that other skills call. */
  readonly log: SkillLog
}

/** The world of a running skill. */
export interface SkillContext extends SkillWorld {
  /** Aborts when the skill must stop; its reason is an `Interrupt`. */
  readonly signal: AbortSignal
}

export interface SkillLog {
  started(skill: string, goal: Goal | null, budget: number): void
  ended(skill: string, goal: Goal | null, result: Outcome): void
}

/** A goal-conditioned skill of the controller (DEPS, section 3.1). */
export interface Skill<Args> {
  readonly name: string
  /** Why the skill cannot start; null when it can. */
  precondition(world: SkillWorld, args: Args): Failure | null
  /** What holds after success, for logs and docs. */
  readonly effect: string
  /** Maximum duration (ticks). */
  budget(args: Args): number
  run(context: SkillContext, args: Args): Promise<Outcome>
}

/**
 * Runs a skill within its budget. Interrupts of the body become typed failures; any other thrown error is a bug
 * and propagates.
 * @param goal the step of the plan that the skill serves; null for none.
 */
export async function perform<Args>(
  context: SkillContext,
  skill: Skill<Args>,
  args: Args,
  goal: Goal | null = null,
): Promise<Outcome> {
  const budget = skill.budget(args)
  context.log.started(skill.name, goal, budget)
  const result = await attempt(context, skill, args, budget)
  context.log.ended(skill.name, goal, result)
  return result
}

async function attempt<Args>(
  context: SkillContext,
  skill: Skill<Args>,
  args: Args,
  budget: number,
): Promise<Outcome> {
  const lacking = skill.precondition(context, args)
  if (lacking) return { ok: false, failure: lacking }
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, over.signal])
  const finished = new AbortController()
  context.body.clock.wait(budget, finished.signal).then(
    () => over.abort(new Interrupt('timeout', `${skill.name} took longer than ${budget} ticks`)),
    () => {},
  )
  try {
    signal.throwIfAborted()
    const result = await skill.run({ ...context, signal }, args)
    // A skill may notice that a death has emptied the inventory before it notices the death.
    return !result.ok && isDeath(signal.reason) ? failed('died', signal.reason.message) : result
  } catch (error) {
    if (error instanceof Interrupt) return failed(error.kind, error.message)
    throw error
  } finally {
    finished.abort(new Interrupt('interrupted', 'skill ended'))
    context.body.release()
  }
}

function isDeath(reason: unknown): reason is Interrupt {
  return reason instanceof Interrupt && reason.kind === 'died'
}
