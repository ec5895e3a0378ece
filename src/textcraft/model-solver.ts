import type { ChatModel, ModelFailure, ModelFailureKind } from '#llm/model'
import { type GivesUp, WatchedModel } from '#llm/watched-model'
import type { Selector } from '#selector/selector'
import type { SkillMemory } from '#strategies/adaplanner/skill-memory'
import { type AdaptOptions, type AdaptResult, adapt, adaptPlan } from '#strategies/adapt/adapt'
import { PLAN_ORDER } from '#strategies/adapt/branch-order'
import { REACT_TURNS, RETRY_TEMPERATURE } from '#strategies/adapt/react-executor'
import type { ThreadResult } from '#strategies/thread/trace'
import { playByAdaPlanner } from './adaplanner-solver.ts'
import { Game } from './game.ts'
import { modelExecutor } from './model-executor.ts'
import { modelPlanner } from './model-planner.ts'
import { reflect } from './reflexion.ts'
import type { Rulebook } from './rulebook.ts'
import type { Method, Played, Solver } from './solver.ts'
import { fetchedByText, taskOrder } from './task-order.ts'
import type { TextCraftTask } from './tasks.ts'
import { playByThreads } from './thread-solver.ts'

/** Failures of a single answer: the model may still answer another question. */
const OF_ONE_ANSWER: ReadonlySet<ModelFailureKind> = new Set(['empty', 'too-long', 'bad-output'])
/** A benchmark ends at the first failure of the server: its figures must not depend on outages. */
const GIVES_UP: GivesUp = (kind) => !OF_ONE_ANSWER.has(kind)
/** Turns of an executor without a planner (ADaPT, appendix A). */
const TURNS_ALONE = 60

export interface ModelSolverOptions {
  readonly method: Method
  readonly book: Rulebook
  readonly model: ChatModel
  /** A separate model for the executor; `model` when left out. */
  readonly executorModel?: ChatModel | undefined
  /** Chooses among the branches of a plan; null keeps the plan's order. */
  readonly selector: Selector | null
  /** d_max, or the depth of threads; for the methods that start again, the number of games. */
  readonly maxDepth: number
  readonly maxRuns: number
  /** AdaPlanner's skill memory; null for none. */
  readonly skills?: SkillMemory | null
}

interface GameSettings {
  readonly turns?: number
  readonly temperature?: number
  readonly lessons?: readonly string[]
  readonly maxDepth?: number
}

/** Plays with a language model as executor and planner, by any method of the papers. */
export class ModelSolver implements Solver {
  readonly #options: ModelSolverOptions

  constructor(options: ModelSolverOptions) {
    this.#options = options
  }

  async play(task: TextCraftTask, signal: AbortSignal): Promise<Played> {
    const attempt = new Attempt(task, this.#options, signal)
    switch (this.#options.method) {
      case 'adapt':
        await attempt.adapt({ maxDepth: this.#options.maxDepth })
        break
      case 'react':
        await attempt.adapt({ turns: TURNS_ALONE })
        break
      case 'plan-and-execute':
        await attempt.planAndExecute()
        break
      case 'try-again':
        await this.#tryAgain(attempt)
        break
      case 'reflexion':
        await this.#reflexion(attempt)
        break
      case 'thread':
        await attempt.threads()
        break
      case 'adaplanner':
        await attempt.adaPlan()
        break
    }
    return attempt.played
  }

  async #tryAgain(attempt: Attempt): Promise<void> {
    for (let trial = 0; trial < this.#options.maxDepth && !attempt.isOver; trial++)
      await attempt.adapt(trial > 0 ? { temperature: RETRY_TEMPERATURE } : {})
  }

  async #reflexion(attempt: Attempt): Promise<void> {
    const lessons: string[] = []
    for (let trial = 0; trial < this.#options.maxDepth && !attempt.isOver; trial++) {
      if (trial > 0) {
        const lesson = await attempt.reflect()
        if (lesson === undefined) continue
        lessons.push(lesson)
      }
      await attempt.adapt({ lessons })
    }
  }
}

/** One task: its games and their cost. */
class Attempt {
  readonly #task: TextCraftTask
  readonly #options: ModelSolverOptions
  readonly #signal: AbortSignal
  readonly #model: WatchedModel
  readonly #executorModel: WatchedModel
  readonly #games: AdaptResult[] = []
  #threads: ThreadResult | null = null
  #solved = false
  #failure = ''
  #examples: number | undefined

  constructor(task: TextCraftTask, options: ModelSolverOptions, signal: AbortSignal) {
    this.#task = task
    this.#options = options
    this.#signal = signal
    this.#model = new WatchedModel(options.model, GIVES_UP)
    const own = options.executorModel
    this.#executorModel = own ? new WatchedModel(own, GIVES_UP) : this.#model
  }

  get isOver(): boolean {
    return this.#solved || this.#modelFailure !== null || this.#signal.aborted
  }

  get played(): Played {
    const models = [...new Set([this.#model, this.#executorModel])]
    const sum = (what: 'calls' | 'inputTokens' | 'outputTokens') =>
      models.reduce((total, model) => total + model[what], 0)
    const games = this.#threads ? [this.#threads] : this.#games
    return {
      solved: this.#solved,
      claimed: games.at(-1)?.ok ?? false,
      failure: this.#solved ? null : this.#failure,
      games,
      calls: sum('calls'),
      inputTokens: sum('inputTokens'),
      outputTokens: sum('outputTokens'),
      modelFailure: this.#modelFailure,
      ...(this.#examples !== undefined && { examples: this.#examples }),
    }
  }

  /** Plays a game by the recursion; at a depth of 1 the executor plays alone. */
  async adapt(settings: GameSettings): Promise<void> {
    const game = new Game(this.#options.book, this.#task.goal)
    const result = await adapt(this.#goal, this.#adaptOptions(game, settings), this.#signal)
    this.#ended(game, result)
  }

  async planAndExecute(): Promise<void> {
    const game = new Game(this.#options.book, this.#task.goal)
    const options = this.#adaptOptions(game, {})
    const planner = modelPlanner(this.#model, this.#task.commands, 'textcraft-detailed-planner')
    const planned = await planner.decompose(this.#goal, null, options.observe(), this.#signal)
    if (planned.ok) this.#ended(game, await adaptPlan(planned.plan, options, this.#signal))
    else this.#failure = planned.reason
  }

  /** Plays a game by THREAD. */
  async threads(): Promise<void> {
    const game = new Game(this.#options.book, this.#task.goal)
    const { maxDepth } = this.#options
    const result = await playByThreads(this.#task, game, this.#model, maxDepth, this.#signal)
    this.#solved = game.isWon
    this.#failure = result.failure?.reason ?? 'the goal is not crafted'
    this.#threads = result
  }

  /** Plays a game by a plan in code. The solver claims the game if its last solution ran to its end. */
  async adaPlan(): Promise<void> {
    const newGame = () => new Game(this.#options.book, this.#task.goal)
    const game = newGame()
    const { skills = null } = this.#options
    const played = await playByAdaPlanner(
      this.#task,
      game,
      this.#model,
      skills,
      this.#signal,
      newGame,
    )
    this.#examples = played.examples
    this.#ended(game, played.result)
  }

  /** The lesson from the last game; undefined when the model gives no answer. */
  reflect(): Promise<string | undefined> {
    const last = this.#games.at(-1)
    return reflect(this.#model, this.#task, last, this.#signal)
  }

  get #modelFailure(): ModelFailure | null {
    return this.#model.failure ?? this.#executorModel.failure
  }

  get #goal(): string {
    return `craft ${this.#task.goal}`
  }

  #adaptOptions(
    game: Game,
    { turns = REACT_TURNS, temperature = 0, lessons = [], maxDepth = 1 }: GameSettings,
  ): AdaptOptions<string, string> {
    const { commands } = this.#task
    const { book, selector, maxRuns } = this.#options
    return {
      executor: modelExecutor({
        game,
        model: this.#executorModel,
        commands,
        maxTurns: turns,
        temperature,
        lessons,
      }),
      planner: modelPlanner(this.#model, commands),
      maxDepth,
      maxRuns,
      observe: () => game.act('inventory'),
      nameOf: (task) => task,
      order: selector ? taskOrder(book, selector, (text) => fetchedByText(book, text)) : PLAN_ORDER,
    }
  }

  #ended(game: Game, result: AdaptResult): void {
    this.#solved = game.isWon
    this.#failure = result.failure?.reason ?? 'the goal is not crafted'
    this.#games.push(result)
  }
}
