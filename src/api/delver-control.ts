import type { Bot } from 'mineflayer'
import { Vec3 } from 'vec3'
import { planFor } from '#agent/planner/symbolic-planner'
import type { Interrupt } from '#body/interrupt'
import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { GameClock } from '#clock/game-clock'
import { type EventBody, targetCounts } from '#events/events'
import { changesBetween, type Goal, type ItemCounts } from '#goal/goal'
import { inventoryObservation } from '#goal/observation'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { planText } from '#goal/print'
import { resolveItem } from '#knowledge/names'
import { type Registry, registryFor } from '#knowledge/registry'
import { Embodiment } from '#life/embodiment'
import { createPursuit, pursue } from '#life/pursuit'
import type { Perception } from '#perception/perception'
import { AgentState } from '#skills/core/agent-state'
import { forEachSkill, goalLanguage, type SkillLanguage } from '#skills/library'
import { UsageError } from '#trial/errors'
import { findTask, type Task, targetOf, taskNamed } from '#trial/tasks'
import type {
  Delver,
  Destination,
  JobOptions,
  JobOutcome,
  SkillOptions,
  TaskPlan,
} from './delver.ts'
import { Jobs } from './jobs.ts'
import { agentSettings, type PlayOptions } from './play-options.ts'
import { type PursueOptions, type PursueOutcome, PursuitOfItems } from './pursuit-of-items.ts'

/** A destination counts as reached within this distance (blocks). */
const ARRIVAL = 1
const MAX_COUNT = 9999

/** What a job works with. */
interface Job {
  readonly embodiment: Embodiment
  /** Fires when the job has to end. */
  readonly signal: AbortSignal
}

interface JobContext extends JobOptions {
  readonly inventory?: (held: ItemCounts, worn: readonly string[]) => void
}

/** Lends a bot to the agent for one job at a time. What the agent has learned stays for the next job. */
export class DelverControl implements Delver {
  readonly #bot: Bot
  readonly #options: PlayOptions
  readonly #clock = new GameClock()
  readonly #agentState: AgentState
  #perception: Perception | undefined
  readonly #jobs: Jobs
  readonly skills: Delver['skills'] = forEachSkill(
    (name) => (target, options) => this.#perform(name, target, options),
  )

  constructor(bot: Bot, options: PlayOptions) {
    this.#bot = bot
    this.#options = options
    this.#agentState = new AgentState(this.#clock)
    this.#jobs = new Jobs(bot, this.#clock)
  }

  get busy(): boolean {
    return this.#jobs.busy
  }

  async pursue(text: string, options: PursueOptions = {}): Promise<PursueOutcome> {
    const task = this.#task(text)
    const target = targetOf(task, this.#registry)
    const pursuit = new PursuitOfItems(target, this.#registry)
    const { onEvent } = options
    const maxTicks = options.maxTicks ?? task.maxTicks
    const begun = this.#clock.tick
    const record = (event: EventBody) => onEvent?.(event)
    const reason = await this.#run(
      { ...options, maxTicks, inventory: pursuit.update },
      async ({ embodiment, signal }) => {
        const either = AbortSignal.any([signal, pursuit.obtained])
        const parts = createPursuit(this.#language, {
          ...{ target, settings: agentSettings(this.#options), llm: null, record },
          maxTicks: begun + maxTicks,
        })
        try {
          await embodiment.getBearings(either, either)
          const environment = embodiment.environment(this.#language, targetCounts(target), either)
          return await pursue(parts, environment, either)
        } catch (error) {
          if (pursuit.obtained.aborted) return 'obtained'
          throw error
        }
      },
      (interrupt) => interrupt.message,
    )
    return pursuit.outcome(reason, this.#clock.tick - begun)
  }

  plan(text: string): TaskPlan {
    const target = targetOf(this.#task(text), this.#registry)
    const planned = planFor(this.#language, {
      task: { target: targetCounts(target), wear: target.worn ? target.item : null },
      observation: inventoryObservation(this.#registry, this.#carried),
      unavailable: new Set(),
      feedback: null,
    })
    if (!planned.ok) return { steps: [], text: '', impossible: planned.reason }
    return { steps: planned.plan, text: planText(planned.plan), impossible: null }
  }

  async goTo(destination: Destination, options: JobOptions = {}): Promise<JobOutcome> {
    checkDestination(destination)
    return this.#attempt(options, async ({ embodiment: { body }, signal }) => {
      const arrival = isGoal(destination)
        ? await travel(body, destination, signal)
        : await travelFar(body, place(destination), ARRIVAL, signal)
      if (arrival === 'arrived') return succeeded
      return arrival === 'timeout'
        ? failed('timeout', 'the journey took too long')
        : failed('unreachable', 'no route leads there')
    })
  }

  stop(): Promise<void> {
    return this.#jobs.stop()
  }

  async #perform(
    skill: string,
    target: ItemCounts,
    options: SkillOptions = {},
  ): Promise<JobOutcome> {
    const goal = this.#goal(skill, target, options.using ?? {})
    return this.#attempt(options, ({ embodiment, signal }) =>
      embodiment.controller(this.#language, signal).carryOut(goal, signal),
    )
  }

  /** Runs a job that succeeds or fails. */
  async #attempt(options: JobOptions, work: (job: Job) => Promise<Outcome>): Promise<JobOutcome> {
    const begun = this.#clock.tick
    const before = this.#carried
    const outcome = await this.#run(options, work, ({ kind, message }) => failed(kind, message))
    return {
      ok: outcome.ok,
      failure: outcome.ok ? null : outcome.failure,
      ticks: this.#clock.tick - begun,
      changes: changesBetween(before, this.#carried),
    }
  }

  /**
   * Runs a job with an agent in the bot's body.
   * @throws UsageError if the bot is not in a world, or another job is running.
   */
  #run<T>(
    { onEvent, inventory, ...limits }: JobContext,
    work: (job: Job) => Promise<T>,
    interrupted: (reason: Interrupt) => T,
  ): Promise<T> {
    return this.#jobs.run(
      limits,
      async (loan, signal) => {
        const context = {
          ...{ settings: agentSettings(this.#options), clock: this.#clock },
          record: (event: EventBody) => onEvent?.(event),
          inventory: inventory ?? (() => {}),
        }
        const remembered = { agentState: this.#agentState, perception: this.#perception }
        const embodiment = loan.embody(
          (client) => new Embodiment(client, this.#registry, context, remembered),
          ({ body }) => body,
        )
        this.#perception = embodiment.perception
        try {
          return await work({ embodiment, signal })
        } finally {
          embodiment.end()
        }
      },
      interrupted,
    )
  }

  get #registry(): Registry {
    return registryFor(this.#bot.version)
  }

  get #language(): SkillLanguage {
    return goalLanguage(this.#registry)
  }

  get #carried(): ItemCounts {
    const counts: Record<string, number> = {}
    for (const item of this.#bot.inventory.slots.slice(FIRST_OWN_SLOT)) {
      if (!item) continue
      const name = this.#registry.itemName(item)
      counts[name] = (counts[name] ?? 0) + item.count
    }
    return counts
  }

  /** Programs without types pass anything. @throws UsageError */
  #task(text: string): Task {
    if (typeof text !== 'string')
      throw new UsageError(`a task is a text, such as 'torch:8'; got ${typeof text}`)
    return findTask(taskNamed(text, this.#registry))
  }

  /** @throws UsageError for a count or an item that the skill cannot bring. */
  #goal(skill: string, target: ItemCounts, using: ItemCounts): Goal {
    const { registry } = this.#language
    const resolved = (counts: ItemCounts) => {
      if (typeof counts !== 'object' || counts === null)
        throw new UsageError(`${skill} needs an item, such as { log: 4 }`)
      return Object.fromEntries(
        Object.entries(counts).map(([name, count]) => {
          const item = resolveItem(registry, name)
          if (item === undefined) throw new UsageError(`no item "${name}" in this version`)
          if (!Number.isInteger(count) || count < 1 || count > MAX_COUNT)
            throw new UsageError(`${name}: ${count} is not a whole number from 1 to ${MAX_COUNT}`)
          return [item, count]
        }),
      )
    }
    const goal = { skill, target: resolved(target), using: resolved(using), tool: null }
    const items = Object.keys(goal.target)
    if (items.length === 0) throw new UsageError(`${skill} needs an item, such as { log: 4 }`)
    const { brings } = this.#language.skill(skill)
    const wrong = items.find((item) => !brings(registry, item))
    if (wrong) throw new UsageError(`the skill ${skill} cannot bring ${wrong}`)
    return goal
  }
}

/** The crafting slots of the player's window come before its armour. */
const FIRST_OWN_SLOT = 5

/** Programs without types pass anything. @throws UsageError */
function checkDestination(destination: Destination): void {
  const isObject = typeof destination === 'object' && destination !== null
  if (isObject && isGoal(destination)) return
  if (!isObject || ![destination.x, destination.y, destination.z].every(Number.isFinite))
    throw new UsageError(
      'a destination has numbers x, y and z, or is a goal of mineflayer-pathfinder',
    )
}

function isGoal(destination: Destination): destination is NavigationGoal {
  return 'isEnd' in destination
}

function place({ x, y, z }: Exclude<Destination, NavigationGoal>): Vec3 {
  return new Vec3(Math.floor(x), Math.floor(y), Math.floor(z))
}
