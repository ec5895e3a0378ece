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
import type { Played } from './solver.ts'
import { fetchedByText, taskOrder } from './task-order.ts'
import type { TextCraftTask } from './tasks.ts'
import { playByThreads } from './thread-solver.ts'

/** Failures of a single answer: the model may still answer another question. */
const OF_ONE_ANSWER: ReadonlySet<ModelFailureKind> = new Set(['empty', 'too-long', 'bad-output'])
/** A benchmark ends at the first failure of the server: its figures must not depend on outages. */
const GIVES_UP: GivesUp = (kind) => !OF_ONE_ANSWER.has(kind)

export interface AttemptOptions {
  readonly book: Rulebook
  readonly model: ChatModel
  /** A separate model for the executor; by default, `model`. */
  readonly executorModel?: ChatModel | undefined
  /** Chooses among the branches of a plan; null keeps the plan's order. */
  readonly selector: Selector | null
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

/** A model's attempt at one task: its games and their cost. */
export class Attempt {
  readonly #task: TextCraftTask
  readonly #options: AttemptOptions
  readonly #signal: AbortSignal
  readonly #model: WatchedModel
  readonly #executorModel: WatchedModel
  readonly #games: AdaptResult[] = []
  #threads: ThreadResult | null = null
  #solved = false
  #failure = ''
  #examples: number | undefined

  constructor(task: TextCraftTask, options: AttemptOptions, signal: AbortSignal) {
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

  /** Plays games until one is solved. */
  async tryAgain(maxGames: number): Promise<void> {
    for (let game = 0; game < maxGames && !this.isOver; game++)
      await this.adapt(game > 0 ? { temperature: RETRY_TEMPERATURE } : {})
  }

  /** Plays games until one is solved, each with the lessons of those before. */
  async reflexion(maxGames: number): Promise<void> {
    const lessons: string[] = []
    for (let game = 0; game < maxGames && !this.isOver; game++) {
      if (game > 0) {
        const lesson = await reflect(this.#model, this.#task, this.#games.at(-1), this.#signal)
        if (lesson === undefined) continue
        lessons.push(lesson)
      }
      await this.adapt({ lessons })
    }
  }

  /** Plays a game by a plan that is made once. */
  async planAndExecute(): Promise<void> {
    const game = new Game(this.#options.book, this.#task.goal)
    const options = this.#adaptOptions(game, {})
    const planner = modelPlanner(this.#model, this.#task.commands, 'textcraft-detailed-planner')
    const planned = await planner.decompose(this.#goal, null, options.observe(), this.#signal)
    if (planned.ok) this.#ended(game, await adaptPlan(planned.plan, options, this.#signal))
    else this.#failure = planned.reason
  }

  /** Plays a game by THREAD. */
  async threads(maxDepth: number): Promise<void> {
    const game = new Game(this.#options.book, this.#task.goal)
    const result = await playByThreads(this.#task, game, this.#model, maxDepth, this.#signal)
    this.#solved = game.isWon
    this.#failure = result.failure?.reason ?? 'the goal is not crafted'
    this.#threads = result
  }

  /** Plays a game by a plan in code. The solver claims the game if its last solution ran completely. */
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
