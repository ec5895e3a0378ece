import type { Bot } from 'mineflayer'
import type { goals } from 'mineflayer-pathfinder'
import { Vec3 } from 'vec3'
import { Body, type KnownPlaces } from '#body/body'
import { Loan } from '#body/loan'
import type { NavigationGoal } from '#body/navigation/goal'
import { createNavigator } from '#body/navigation/navigators'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { navigationView } from '#body/navigation/view-of-body'
import { GameClock } from '#clock/game-clock'
import { registryFor } from '#knowledge/registry'
import { visionOf } from '#life/vision'
import { createPerception, type Perception } from '#perception/perception'
import { AgentState } from '#skills/core/agent-state'
import { UsageError } from '#trial/errors'
import { Jobs } from './jobs.ts'
import type { PlayOptions } from './play-options.ts'

export type NavigatorOptions = Pick<PlayOptions, 'perception' | 'hands'>

/** A goal of mineflayer-pathfinder. */
export type PathGoal = goals.Goal

/** The fields of mineflayer-pathfinder's `Movements` that the navigator honours. */
export interface MovementLimits {
  /** Whether routes may dig; true by default. */
  readonly canDig?: boolean
  /** Whether routes may pillar up; false keeps them from placing any block; true by default. */
  readonly allow1by1towers?: boolean
}

/** A planned route. */
export interface PathResult {
  readonly status: 'success' | 'partial' | 'noPath'
  /** Positions of the feet, in order. */
  readonly path: readonly Vec3[]
  /** Expected duration (ticks). */
  readonly cost: number
}

/** How often the navigator tries again to reach a moving goal (ticks). */
const RETRY_TICKS = 20
/** A journey has no limit but its own deadlines (ticks). */
const NO_LIMIT = 2 ** 31
/** Limit on the dig time of routes that must not dig (ticks). */
const NO_DIG = -1

/** An error with the names that mineflayer-pathfinder uses. */
function pathError(
  name: 'NoPath' | 'Timeout' | 'GoalChanged' | 'PathStopped',
  message: string,
): Error {
  return Object.assign(new Error(message), { name })
}

/**
 * Moves a bot by Delver's navigator, with the interface of mineflayer-pathfinder. The costs of its routes are game ticks,
 * and a search is bounded by the number of positions rather than by time. It emits `goal_updated`, `path_update`,
 * `goal_reached` and `path_stop`.
 */
export class NavigatorControl {
  readonly #bot: Bot
  readonly #options: NavigatorOptions
  readonly #clock = new GameClock()
  readonly #jobs: Jobs
  readonly #known: KnownPlaces
  #perception: Perception | undefined
  #goal: PathGoal | null = null
  #movements: MovementLimits = {}
  #body: Body | undefined

  constructor(bot: Bot, options: NavigatorOptions) {
    this.#bot = bot
    this.#options = options
    this.#jobs = new Jobs(bot, this.#clock)
    this.#known = new AgentState(this.#clock)
  }

  /** The goal on the way; null for none. */
  get goal(): PathGoal | null {
    return this.#goal
  }

  get movements(): MovementLimits {
    return this.#movements
  }

  setMovements(movements: MovementLimits): void {
    this.#movements = movements
  }

  isMoving(): boolean {
    return this.#goal !== null
  }

  isMining(): boolean {
    return this.#goal !== null && this.#bot.targetDigBlock != null
  }

  /** Whether the route that the bot walks places blocks. */
  isBuilding(): boolean {
    return this.#goal !== null && (this.#body?.intent.path.some((step) => 'place' in step) ?? false)
  }

  /**
   * Goes to a goal.
   * @throws Error named `NoPath`, `Timeout`, `GoalChanged` or `PathStopped`, as mineflayer-pathfinder does.
   */
  async goto(goal: PathGoal): Promise<void> {
    await this.#jobs.stop('the goal was changed before it was reached')
    await this.#follow(goal, false)
  }

  /**
   * Starts to go to a goal, without waiting; null stops.
   * @param dynamic whether to follow a goal that moves, until the next call.
   */
  setGoal(goal: PathGoal | null, dynamic = false): void {
    const begin = async () => {
      await this.#jobs.stop('the goal was changed before it was reached')
      if (goal) await this.#follow(goal, dynamic)
    }
    this.#emit('goal_updated', goal, dynamic)
    // Events report how it ended.
    begin().catch(() => {})
  }

  /** Stops at once. */
  stop(): void {
    void this.#jobs.stop()
  }

  /** Plans a route without walking it. */
  getPathTo(movements: MovementLimits, goal: PathGoal): PathResult {
    if (this.#body) return planned(this.#body, movements, goal)
    if (Loan.isLent(this.#bot)) throw new UsageError('the bot is busy: await its running job first')
    const loan = new Loan(this.#bot, this.#clock)
    try {
      return planned(this.#embody(loan), movements, goal)
    } finally {
      loan.end()
    }
  }

  async #follow(goal: PathGoal, isDynamic: boolean): Promise<void> {
    let failure: Error | undefined
    const work = async (loan: Loan, signal: AbortSignal) => {
      const body = this.#embody(loan)
      this.#body = body
      this.#goal = goal
      const unwatch = body.onTick(() => this.#perception?.update())
      try {
        failure = await this.#travel(body, goal, isDynamic, signal)
      } finally {
        unwatch()
        this.#body = undefined
        this.#goal = null
      }
    }
    await this.#jobs.run({ maxTicks: NO_LIMIT }, work, ({ message }) => {
      failure = message.startsWith('the goal was changed')
        ? pathError('GoalChanged', message)
        : pathError('PathStopped', message)
      this.#emit('path_stop')
    })
    if (failure) throw failure
  }

  /** @returns why the goal was not reached. A moving goal is followed until the signal fires. */
  async #travel(
    body: Body,
    goal: PathGoal,
    isDynamic: boolean,
    signal: AbortSignal,
  ): Promise<Error | undefined> {
    const { canDig, allow1by1towers } = this.#movements
    const options = {
      ...(canDig === false && { slowestDig: NO_DIG }),
      ...(allow1by1towers === false && { builds: false }),
      until: () => isDynamic && goal.hasChanged(),
    }
    for (;;) {
      const target = adapted(goal)
      const arrival = await travel(body, target, signal, options)
      const isThere = target.isEnd(body.feet)
      if (isThere) this.#emit('goal_reached', goal)
      if (!isDynamic) {
        if (arrival === 'arrived') return undefined
        const isLate = arrival === 'timeout'
        this.#emit('path_update', { status: isLate ? 'timeout' : 'noPath', path: [], cost: 0 })
        return isLate
          ? pathError('Timeout', 'the journey took too long')
          : pathError('NoPath', 'no route leads to the goal')
      }
      const hasMoved = () => goal.hasChanged() || !target.isEnd(body.feet)
      if (isThere) while (!hasMoved()) await body.wait(1, signal)
      else if (arrival !== 'arrived') await body.wait(RETRY_TICKS, signal)
      if (!goal.isValid()) return pathError('NoPath', 'the goal no longer exists')
    }
  }

  #embody(loan: Loan): Body {
    const registry = registryFor(this.#bot.version)
    const clock = this.#clock
    // Perception only listens, so it stays between journeys.
    this.#perception ??= createPerception(loan.client.world, registry, {
      mode: this.#options.perception ?? 'loaded',
      clock,
    })
    const vision = visionOf(this.#perception)
    const planner = createNavigator('grid')
    const hands = this.#options.hands ?? 'vanilla'
    return loan.embody(
      (client) => new Body(client, registry, clock, vision, this.#known, planner, hands),
      (body) => body,
    )
  }

  #emit(event: string, ...details: unknown[]): void {
    this.#bot.emit(event as 'spawn', ...(details as []))
  }
}

/** Plans a route from where a body stands. */
function planned(body: Body, movements: MovementLimits, goal: PathGoal): PathResult {
  const view = navigationView(body, movements.canDig === false ? NO_DIG : undefined)
  const limited = movements.allow1by1towers === false ? { ...view, fillerCount: 0 } : view
  const route = body.navigator.plan(body.feet, adapted(goal), limited)
  return {
    status: route.complete ? 'success' : route.steps.length > 0 ? 'partial' : 'noPath',
    path: route.steps.map(({ x, y, z }) => new Vec3(x, y, z)),
    cost: route.ticks,
  }
}

/** The fields of mineflayer-pathfinder's nodes that no goal reads. */
const NO_MOVE = { remainingBlocks: 0, cost: 0, toBreak: [], toPlace: [], parkour: false, hash: '' }

/** Goals of mineflayer-pathfinder may call the methods of a vector on nodes. */
function adapted(goal: PathGoal): NavigationGoal {
  const node = ({ x, y, z }: Position) => Object.assign(new Vec3(x, y, z), NO_MOVE)
  return {
    heuristic: (position) => goal.heuristic(node(position)),
    isEnd: (position) => goal.isEnd(node(position)),
  }
}
