import { MinecraftEnvironment } from '#agent/environment/minecraft-environment'
import type { Builds } from '#body/builds'
import type { EventBody } from '#events/events'
import type { Goal, ItemCounts } from '#goal/goal'
import { type FailureKind, type Outcome, succeeded } from '#goal/outcome'
import { countsText, goalText } from '#goal/print'
import { goalLeft, isReached } from '#goal/success'
import { countOf } from '#knowledge/item-tags'
import type { Skill } from '#skills/core/skill'
import { type GiveArgs, give, type Throws } from '#skills/items/give'
import type { SkillLanguage } from '#skills/library'
import { type GoToArgs, goTo } from '#skills/moving/go-to'
import { type ApproachPlayerArgs, approachPlayer } from '#skills/pursuit/approach-player'
import { type FollowArgs, follow } from '#skills/pursuit/follow'
import type { AgentSettings } from './port.ts'
import { createPursuit, pursue } from './pursuit.ts'
import { ReconnectingEnvironment } from './reconnecting-environment.ts'
import type { Job, Workplace } from './resident.ts'

/** What jobs need beside their arguments. */
export interface JobContext {
  readonly language: SkillLanguage
  readonly settings: AgentSettings
  record(event: EventBody): void
}

/** Works towards items until the inventory holds them. */
export function obtainJob(
  { language, settings, record }: JobContext,
  { item, count, maxTicks }: { item: string; count: number; maxTicks: number },
): Job {
  const target = { item, count, worn: false, milestone: item }
  const pursuit = createPursuit(language, { target, settings, llm: null, maxTicks, record })
  const environment = new ReconnectingEnvironment(language)
  return {
    title: `obtain ${count} ${item}`,
    maxTicks,
    endsWhenShown: true,
    enter: (workplace) =>
      environment.enter(environmentAt(language, workplace, { [item]: count }), workplace.lost),
    run: async (signal) => {
      const detail = await pursue(pursuit, environment, signal)
      return { ok: false, failure: { kind: 'gave-up', detail } }
    },
    idle: () => environment.idle(),
    evidence: 'inventory',
    isShown: (_before, { held }) => countOf(language.registry, held, item) >= count,
  }
}

/**
 * Executes one goal with its skill.
 * @param inBuilds whether it may dig blocks of buildings.
 */
export function goalJob(
  { language, settings }: JobContext,
  { goal, maxTicks, inBuilds }: { goal: Goal; maxTicks: number; inBuilds: boolean },
): Job {
  const environment = new ReconnectingEnvironment(language)
  const { shows } = language.skill(goal.skill)
  let builds: Builds | undefined
  let before: ItemCounts | undefined
  return {
    title: goalText(goal),
    maxTicks,
    endsWhenShown: false,
    doesTheRest: shows !== 'nothing',
    enter(workplace) {
      builds = workplace.world.agentState.builds
      if (inBuilds) builds.respects = false
      environment.enter(environmentAt(language, workplace, goal.target), workplace.lost)
    },
    async run(signal) {
      before ??= environment.observe().inventory
      const from = before
      const attempt = () => {
        const { inventory, worn } = environment.observe()
        const left = shows === 'nothing' ? goal : goalLeft(language, goal, from, inventory, worn)
        return left ? environment.execute(left, signal) : Promise.resolve(succeeded)
      }
      try {
        return await persist(attempt)
      } finally {
        if (builds) builds.respects = settings.builds === 'respect'
      }
    },
    idle: () => environment.idle(),
    evidence: shows === 'nothing' ? 'skill' : 'inventory',
    isShown: (before, now) => isReached(language, goal, before.held, now.held, new Set(now.worn)),
  }
}

/** Walks to a place. */
export function goJob(_context: JobContext, args: GoToArgs): Job {
  const { x, y, z } = args
  return skillJob(goTo, args, { title: `go to ${x} ${y ?? '~'} ${z}`, evidence: 'place' })
}

/** Walks to a player. */
export function approachJob(_context: JobContext, args: ApproachPlayerArgs): Job {
  return skillJob(approachPlayer, args, { title: `go to ${args.player}`, evidence: 'place' })
}

/** Follows a player. */
export function followJob(_context: JobContext, args: FollowArgs): Job {
  return skillJob(follow, args, { title: `follow ${args.player}`, evidence: 'place' })
}

/** Gives items to a player. What else the inventory lacks then, such as blocks that went into the way, does not count. */
export function giveJob(_context: JobContext, args: GiveArgs): Job {
  const { player, item, count } = args
  let left = count
  const throws: Throws = {
    begin: (held) => args.throws?.begin(held),
    end(some) {
      left -= some
      args.throws?.end(some)
    },
  }
  return skillJob(give, args, {
    title: `give ${countsText({ [item]: count })} to ${player}`,
    evidence: 'skill',
    rest: () => ({ ...args, count: left, throws }),
  })
}

interface SkillJob<Args> extends Pick<Job, 'title' | 'evidence'> {
  /** The arguments of each attempt; by default, those of the job. */
  rest?(): Args
}

/** A job that is one skill, which begins anew after a lost connection. */
export function skillJob<Args>(
  skill: Skill<Args>,
  args: Args,
  { title, evidence, rest = () => args }: SkillJob<Args>,
): Job {
  let workplace: Workplace | null = null
  let arrived = Promise.withResolvers<void>()
  let running: Promise<unknown> = Promise.resolve()
  return {
    title,
    maxTicks: skill.budget(args),
    endsWhenShown: false,
    enter(at) {
      workplace = at
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
    run: (signal) =>
      persist(async (): Promise<Outcome> => {
        while (!workplace || workplace.lost.aborted) {
          signal.throwIfAborted()
          await Promise.race([arrived.promise, whenAborted(signal)])
        }
        const { controller, lost } = workplace
        const work = controller.runMaintenance(skill, rest(), AbortSignal.any([signal, lost]))
        running = work
        return await work
      }),
    idle: async () => {
      await running.catch(() => {})
    },
    evidence,
    isShown: () => false,
  }
}

/** Failures after which the same attempt may succeed. */
const PASSING: ReadonlySet<FailureKind> = new Set(['hurt', 'died', 'interrupted', 'disconnected'])
/** Limit on attempts. */
const MAX_ATTEMPTS = 4

/** Attempts something again after a failure that the task itself did not cause. */
async function persist(attempt: () => Promise<Outcome>): Promise<Outcome> {
  for (let attempts = 1; ; attempts++) {
    const outcome = await attempt()
    if (outcome.ok || attempts >= MAX_ATTEMPTS || !PASSING.has(outcome.failure.kind)) return outcome
  }
}

/** Resolves when a signal fires. */
function whenAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

function environmentAt(
  language: SkillLanguage,
  { world, controller }: Workplace,
  target: Goal['target'],
): MinecraftEnvironment {
  return new MinecraftEnvironment(language, world, controller, target)
}
