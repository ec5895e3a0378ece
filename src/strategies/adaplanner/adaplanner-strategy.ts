import type { Task } from '#agent/planner/planner'
import { taskText } from '#agent/planner/task-text'
import { languageValues, loadPrompt } from '#agent/prompts'
import type { GoalLanguage } from '#goal/goal-language'
import type { ChatModel } from '#llm/model'
import { WatchedModel } from '#llm/watched-model'
import type { Strategy, StrategyContext } from '../strategy.ts'
import { type AdaPlannerStep, adaPlan } from './ada-planner.ts'
import { GoalWorld } from './goal-world.ts'
import { plannedGoals } from './planned-goals.ts'
import { SkillMemory } from './skill-memory.ts'
import type { Solution } from './solution.ts'

const PROMPT = loadPrompt('adaplanner-world')
/** Solutions in a row without a successful action after which the strategy gives up; the same as for DEPS. */
const MAX_FRUITLESS = 12
/** Longest text of one event (characters). */
const MAX_TEXT = 2000

export interface AdaPlannerParts {
  readonly model: ChatModel
  /** Folder of discovered skills; null for none. */
  readonly skillMemory: string | null
}

/** AdaPlanner in an environment of trials: its actions are goals for the controller's skills. */
export class AdaPlannerStrategy implements Strategy {
  readonly name = 'adaplanner'
  readonly #parts: AdaPlannerParts

  constructor(parts: AdaPlannerParts) {
    this.#parts = parts
  }

  async pursue(task: Task, context: StrategyContext): Promise<string> {
    const { environment, record } = context
    const { language } = environment
    const model = new WatchedModel(this.#parts.model)
    const memory = this.#memory(language)
    const text = taskText(task)
    const recalled = memory?.recall(text)
    if (recalled)
      record({
        type: 'adaplanner',
        what: 'examples',
        step: null,
        count: recalled.count,
        text: `${recalled.count} from the skill memory`,
      })
    const world = new GoalWorld(task, context)
    let solution: Solution | null = null
    let plans = 0
    try {
      const { reason } = await adaPlan({
        model,
        world,
        prompt: PROMPT,
        values: languageValues(language),
        task: text,
        examples: recalled?.examples ?? '',
        context,
        maxPlans: Number.POSITIVE_INFINITY,
        maxFruitless: MAX_FRUITLESS,
        onStep(step) {
          if (step.what === 'plan' || step.what === 'resume') {
            solution = step.solution
            plans++
          }
          recordStep(step, context)
        },
      })
      return reason
    } finally {
      // The trial's signal ends this loop as soon as the target is held. If the model is gone, nothing was tested.
      const isReached = world.isReached()
      if (memory && recalled && (isReached || !model.failure)) {
        const { calls } = model
        const program = (solution as Solution | null)?.text
        const cost = { calls, plans, actions: world.actions }
        const solved = isReached && program ? { task: text, program, cost } : null
        const outcome = { task: text, solved: isReached, calls }
        const what = memory.settle(recalled, outcome, solved)
        if (what) record({ type: 'adaplanner', what: 'skill', step: null, text: what })
      }
    }
  }

  #memory({ registry }: GoalLanguage): SkillMemory | null {
    const version = registry.data.version.minecraftVersion ?? 'unknown'
    const { skillMemory } = this.#parts
    return skillMemory === null
      ? null
      : new SkillMemory(skillMemory, { game: 'minecraft', version }, true)
  }
}

function recordStep(step: AdaPlannerStep, { environment, record }: StrategyContext): void {
  switch (step.what) {
    case 'plan':
    case 'resume': {
      const { solution, startFrom } = step
      const goals = plannedGoals(environment.language, solution, startFrom)
      const isFirst = step.what === 'plan'
      const reason = isFirst ? 'start' : `refined, from step ${startFrom}`
      record({ type: 'plan', reason, goals })
      const text = solution.text.slice(0, MAX_TEXT)
      record({ type: 'adaplanner', what: isFirst ? 'plan' : 'resume', step: startFrom, text })
      return
    }
    case 'halt': {
      const { error, report } = step
      const text = `${error}\n${report}`.slice(0, MAX_TEXT)
      record({ type: 'failure-description', text })
      record({ type: 'adaplanner', what: 'halt', step: step.step, text: error })
      return
    }
    case 'ask': {
      const text = `${step.question}\n${step.answer}`.slice(0, MAX_TEXT)
      record({ type: 'adaplanner', what: 'ask', step: null, text })
    }
  }
}
