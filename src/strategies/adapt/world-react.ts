import { loadPrompt } from '#agent/prompts'
import type { Goal, PlannedGoal } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { goalText } from '#goal/print'
import { repairPlan } from '#goal/repair/repair'
import type { AskedModel } from '#llm/watched-model'
import { executePlan, IN_ORDER } from '../deps/execute-plan.ts'
import type { StrategyContext } from '../strategy.ts'
import { MAX_THOUGHT, readReactAnswer } from './react-answer.ts'
import { REACT_TURNS, ReactExecutor, type Turn, verdictIn } from './react-executor.ts'
import type { WorldTask } from './world-task.ts'
import { worldQuestion } from './world-text.ts'

const PROMPT = loadPrompt('adapt-executor')

export interface WorldReactOptions {
  readonly context: StrategyContext
  readonly model: AskedModel
  readonly unavailable: ReadonlySet<string>
  readonly temperature: number
  /** Called with each goal whose source was not found. */
  onNotFound(goal: Goal): void
}

/**
 * The executor of ADaPT in Minecraft by a language model: the model thinks, or names a goal for the controller's skills,
 * and observes the outcome by the descriptor.
 */
export function worldReact(options: WorldReactOptions): ReactExecutor<WorldTask, null> {
  const { model, context, unavailable, temperature } = options
  return new ReactExecutor<WorldTask, null>({
    model,
    maxTurns: REACT_TURNS,
    temperature,
    begin: (task) => worldQuestion(PROMPT, task, context, unavailable),
    act: (answer) => turn(answer, options),
  })
}

/** One turn as it is read. */
interface ReadTurn {
  readonly thought: string
  /** The answer without its thoughts; empty for none. */
  readonly action: string
  readonly goal: PlannedGoal | null
  /** Why the action is not a goal; null when it is, and without an action. */
  readonly problem: string | null
}

export function readTurn(language: GoalLanguage, answer: string): ReadTurn {
  const { thought, lines } = readReactAnswer(answer)
  const action = lines.join('\n')
  if (action === '') {
    const problem = thought === '' ? 'there is no action in it' : null
    return { thought, action, goal: null, problem }
  }
  const read = repairPlan(language, action)
  if (!read.ok) return { thought, action, goal: null, problem: read.error.message }
  const [goal] = read.goals
  return goal
    ? { thought, action, goal, problem: null }
    : { thought, action, goal: null, problem: 'there is no goal in it' }
}

async function turn(answer: string, options: WorldReactOptions): Promise<Turn> {
  const { environment, record } = options.context
  const { thought, action, goal, problem } = readTurn(environment.language, answer)
  if (thought !== '') record({ type: 'thought', text: thought })
  const think = thought === '' ? [] : [`think: ${thought}`]
  if (goal) {
    const said = [...think, goalText(goal)].join('\n')
    return { said, ...(await carryOut(goal, options)), verdict: null }
  }
  if (problem === null) {
    const said = think[0] ?? 'think:'
    return { said, seen: 'OK.', gained: false, verdict: verdictIn(thought) }
  }
  record({ type: 'answer-rejected', purpose: 'act', problem })
  const said = [...think, action.slice(0, MAX_THOUGHT)].join('\n')
  // Models often write the verdict on the task without the label of a thought.
  const verdict = verdictIn(action)
  return { said, seen: `Nothing is done: ${problem}.`, gained: false, verdict }
}

/** Carries a goal out and describes the outcome. */
export async function carryOut(
  goal: PlannedGoal,
  { context, onNotFound }: Pick<WorldReactOptions, 'context' | 'onNotFound'>,
): Promise<Pick<Turn, 'seen' | 'gained'>> {
  const { environment, descriptor, record } = context
  const { done, failed, failures } = await executePlan([goal], IN_ORDER, context)
  const observation = environment.observe()
  const text = descriptor.describe({ done, failed, rest: [], missed: null, observation })
  if (failed && text !== null) record({ type: 'failure-description', text })
  for (const one of failures) if (one.failure.kind === 'not-found') onNotFound(one.goal)
  return { seen: text ?? (failed ? 'It failed.' : 'It succeeded.'), gained: !failed }
}
