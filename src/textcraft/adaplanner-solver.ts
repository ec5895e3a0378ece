import { loadPrompt } from '#agent/prompts'
import type { WatchedModel } from '#llm/watched-model'
import { type AdaPlannerResult, adaPlan } from '#strategies/adaplanner/ada-planner'
import { type Recalled, SkillMemory } from '#strategies/adaplanner/skill-memory'
import type { AdaptResult } from '#strategies/adapt/adapt'
import type { Game } from './game.ts'
import { ProgramGame } from './program-game.ts'
import { TEXTCRAFT_VERSION } from './rulebook.ts'
import { type TextCraftTask, taskText } from './tasks.ts'

const PROMPT = loadPrompt('adaplanner-textcraft')
/** Limit of solutions for one task, and of solutions in a row without a successful action. */
const MAX_PLANS = 10
const MAX_FRUITLESS = 4

export interface PlayedByAdaPlanner {
  readonly result: AdaptResult
  /** Number of examples in the prompt; omitted without a skill memory. */
  readonly examples?: number
}

/** The skill memory of the game in a folder; a skill is not shown to its own goal. */
export function textCraftSkills(folder: string): SkillMemory {
  return new SkillMemory(folder, { game: 'textcraft', version: TEXTCRAFT_VERSION }, false)
}

/**
 * Plays a game by AdaPlanner. If the game tests a skill, a second game of the same task plays the other arm of the test: its
 * calls count, its result does not. A fired signal ends the game as a failure.
 * @param game the game whose result counts.
 */
export async function playByAdaPlanner(
  task: TextCraftTask,
  game: Game,
  model: WatchedModel,
  skills: SkillMemory | null,
  signal: AbortSignal,
  newGame: () => Game,
): Promise<PlayedByAdaPlanner> {
  const goal = `craft ${task.goal}`
  const recalled = skills?.recall(goal)
  const played = await playOnce(task, game, model, skills, recalled, signal)
  const other = recalled?.tried && !model.failure && !signal.aborted ? skills?.recall(goal) : null
  if (other?.tried && other.tried.file === recalled?.tried?.file)
    await playOnce(task, newGame(), model, skills, other, signal)
  return played
}

async function playOnce(
  task: TextCraftTask,
  game: Game,
  model: WatchedModel,
  skills: SkillMemory | null,
  recalled: Recalled | undefined,
  signal: AbortSignal,
): Promise<PlayedByAdaPlanner> {
  const goal = `craft ${task.goal}`
  const callsBefore = model.calls
  const world = new ProgramGame(game)
  let played: AdaPlannerResult
  try {
    played = await adaPlan({
      model,
      world,
      prompt: PROMPT,
      values: {},
      task: taskText(task),
      examples: recalled?.examples ?? '',
      context: { signal, record: () => {} },
      maxPlans: MAX_PLANS,
      maxFruitless: MAX_FRUITLESS,
      onStep: () => {},
    })
  } catch (error) {
    if (!signal.aborted) throw error
    return { result: asTrace(goal, stopped(world)) }
  }
  if (skills && recalled && !model.failure) {
    const calls = model.calls - callsBefore
    const program = played.solution?.text
    const cost = { calls, plans: played.plans, actions: world.actions }
    const solved = game.isWon && program ? { task: goal, program, cost } : null
    skills.settle(recalled, { task: goal, solved: game.isWon, calls }, solved)
  }
  return { result: asTrace(goal, played), ...(recalled && { examples: recalled.count }) }
}

function stopped(world: ProgramGame): AdaPlannerResult {
  const reason = 'interrupted'
  return { isDone: false, isFinished: false, reason, plans: world.actions, solution: null, log: [] }
}

/** The result in the form of one ADaPT run, which the log of every method uses. */
function asTrace(task: string, played: AdaPlannerResult): AdaptResult {
  const { isFinished: ok, reason, plans, log } = played
  const failure = ok ? null : reason
  return {
    ok,
    failure: failure === null ? null : { ok: false, kind: 'failed', reason: failure },
    depth: 1,
    runs: plans,
    plans,
    trace: {
      kind: 'task',
      task,
      depth: 1,
      state: ok ? 'succeeded' : 'failed',
      failure,
      log,
      plan: null,
    },
  }
}
