import { loadPrompt } from '#agent/prompts'
import type { Goal, PlannedGoal } from '#goal/goal'
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
    begin: (task) => worldQuestion(PROMPT, task, context.environment, unavailable),
    act: (answer) => turn(answer, options),
  })
}

async function turn(answer: string, options: WorldReactOptions): Promise<Turn> {
  const { environment, record } = options.context
  const { thought, lines } = readReactAnswer(answer)
  const action = lines.join('\n')
  if (thought !== '') record({ type: 'thought', text: thought })
  const think = thought === '' ? [] : [`think: ${thought}`]
  if (action === '') {
    const said = think[0] ?? 'think:'
    return { said, seen: 'OK.', gained: false, verdict: verdictIn(thought) }
  }
  const read = repairPlan(environment.language, action)
  const [goal] = read.ok ? read.goals : []
  if (!goal) {
    const problem = read.ok ? 'there is no goal in it' : read.error.message
    record({ type: 'answer-rejected', purpose: 'act', problem })
    const said = [...think, action.slice(0, MAX_THOUGHT)].join('\n')
    // Models often write the verdict on the task without the label of a thought.
    const verdict = verdictIn(action)
    return { said, seen: `Nothing is done: ${problem}.`, gained: false, verdict }
  }
  const said = [...think, goalText(goal)].join('\n')
  return { said, ...(await carryOut(goal, options)), verdict: null }
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
