import { SETTLE_TICKS } from '#agent/environment/environment'
import { withResults } from '#agent/example-results'
import type { Task } from '#agent/planner/planner'
import { taskText } from '#agent/planner/task-text'
import { fill, languageValues, loadPrompt } from '#agent/prompts'
import { stateText, stateValues } from '#agent/state-text'
import { repairPlan } from '#goal/repair/repair'
import type { ChatModel } from '#llm/model'
import { noAnswer, WatchedModel } from '#llm/watched-model'
import { RETRY_TEMPERATURE } from '../adapt/react-executor.ts'
import { carryOut } from '../adapt/world-react.ts'
import { LostSources } from '../deps/lost-sources.ts'
import { RemainingWork } from '../remaining-work.ts'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { runThreads, type ThreadEnvironment } from './run-threads.ts'
import type { ThreadEvent } from './trace.ts'

const PROMPT = loadPrompt('thread-world')
/** Deepest thread: each tool, material and station may be a level, and a diamond pickaxe needs 12. */
const MAX_DEPTH = 16
/** Model calls in one run, and runs in a row without a gain after which the strategy gives up. */
const MAX_CALLS = 300
const MAX_FRUITLESS = 3

export interface ThreadSettings {
  readonly model: ChatModel
  onEvent?(event: ThreadEvent): void
}

/**
 * THREAD in an environment of trials: actions are goals for the controller, and observations are the descriptor's text.
 * When a tree of threads ends without the target, another tree begins from the current inventory.
 */
export class ThreadStrategy implements Strategy {
  readonly name = 'thread'
  readonly #settings: ThreadSettings
  readonly #model: WatchedModel

  constructor(settings: ThreadSettings) {
    this.#settings = settings
    this.#model = new WatchedModel(settings.model)
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, signal } = context
    const { onEvent } = this.#settings
    const lost = new LostSources(environment.language)
    const work = new RemainingWork(environment.language, task, environment.observe())
    let reason = ''
    for (let fruitless = 0; fruitless < MAX_FRUITLESS; fruitless++) {
      const before = environment.observe()
      const title = taskText(task)
      const result = await runThreads(
        title,
        contextText(context, lost, 'task', { task: title }),
        {
          model: this.#model,
          environment: threadEnvironment(context, lost),
          prompt: systemText(context),
          temperature: fruitless > 0 ? RETRY_TEMPERATURE : 0,
          maxDepth: MAX_DEPTH,
          maxCalls: MAX_CALLS,
          ...(onEvent && { record: onEvent }),
        },
        signal,
      )
      signal.throwIfAborted()
      if (this.#model.failure) return noAnswer(this.#model.failure)
      await environment.wait(SETTLE_TICKS, signal)
      if (work.hasShrunk(before, environment.observe())) fruitless = -1
      reason = result.failure?.reason ?? 'all is done'
    }
    return `too many runs in a row gained nothing; the last: ${reason}`
  }
}

function systemText({ environment: { language }, descriptor }: StrategyContext): string {
  return withResults(
    fill(PROMPT, 'system', languageValues(language)),
    language,
    descriptor,
    inOneLine,
  )
}

function threadEnvironment(context: StrategyContext, lost: LostSources): ThreadEnvironment {
  const { environment, signal, record } = context
  return {
    // The trial's signal fires when the agent holds the target.
    isOver: false,
    contextOf: (line) => contextText(context, lost, 'thread', { line }),
    async act(action) {
      if (/^(?:inventory|look)\b/i.test(action)) {
        await environment.wait(1, signal)
        return inOneLine(stateText(environment.observe(), lost.all))
      }
      const read = repairPlan(environment.language, action)
      const [goal] = read.ok ? read.goals : []
      if (!goal) {
        const problem = read.ok ? 'there is no goal in it' : read.error.message
        record({ type: 'answer-rejected', purpose: 'act', problem })
        return `Nothing is done: ${problem}.`
      }
      const { seen } = await carryOut(goal, {
        context,
        onNotFound: (missing) => lost.notFound(missing),
      })
      return inOneLine(seen)
    },
  }
}

/** The context of a new thread: its task and the agent's state. */
function contextText(
  { environment }: StrategyContext,
  lost: LostSources,
  part: 'task' | 'thread',
  values: Readonly<Record<string, string>>,
): string {
  const state = stateValues(environment.observe(), lost.all)
  return fill(PROMPT, part, { ...values, ...state })
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
