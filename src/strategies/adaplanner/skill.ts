import { z } from 'zod'
import { readSolution } from './solution.ts'

/** Version of the format; it rises when a field changes its meaning or goes away. */
export const SKILL_VERSION = 1
/** Longest solution that is saved (characters): examples must leave room in the prompt. */
export const MAX_PROGRAM = 6000
/** Tasks on which a skill is tested in the prompt, and again as many without it (section 3.3). */
export const TASKS_PER_TEST = 3
const MAX_WORKED = 20

const line = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u)
const number = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)
const count = z.int().nonnegative()
const tries = z.object({ tasks: count, solved: count, calls: number })

export const skillSchema = z.strictObject({
  v: z.literal(SKILL_VERSION),
  /** The task that the skill has solved, in words. */
  task: line,
  game: z.enum(['minecraft', 'textcraft']),
  /** Version of the game. */
  version: line,
  /** The last solution. */
  program: z.string().min(1).max(MAX_PROGRAM),
  /** The cost of solving the task: model calls, solutions written, and actions. */
  cost: z.object({ calls: count, plans: count, actions: count }),
  /** The first tasks that were solved by the skill, or with it in the prompt. */
  worked: z.array(line).max(MAX_WORKED),
  /** `candidate` until it is tested; then `kept` if it has helped, otherwise `dropped`. */
  state: z.enum(['candidate', 'kept', 'dropped']),
  /** The results of other tasks with the skill in the prompt and without it. */
  tried: z.object({ with: tries, without: tries }),
})
export type Skill = Readonly<z.infer<typeof skillSchema>>

/** The result of a task. */
export interface TaskOutcome {
  readonly task: string
  readonly solved: boolean
  /** Model calls. */
  readonly calls: number
}

/** Reads a skill from an untrusted file; undefined when it is not a skill or its solution is unreadable. */
export function readSkill(text: string): Skill | undefined {
  const { data } = skillSchema.safeParse(parsed(text))
  if (!data || hasControls(data.program) || !readSolution(data.program).ok) return undefined
  return data
}

/** The skill after a test on one more task. The last test decides whether it is kept. */
export function afterTry(skill: Skill, isShown: boolean, outcome: TaskOutcome): Skill {
  const { task, solved, calls } = outcome
  const worked =
    isShown && solved ? [...new Set([...skill.worked, task])].slice(0, MAX_WORKED) : skill.worked
  const arm = isShown ? 'with' : 'without'
  const { tasks, solved: before, calls: spent } = skill.tried[arm]
  const tried = {
    ...skill.tried,
    [arm]: { tasks: tasks + 1, solved: before + Number(solved), calls: spent + calls },
  }
  const isTried = tried.with.tasks >= TASKS_PER_TEST && tried.without.tasks >= TASKS_PER_TEST
  if (skill.state !== 'candidate' || !isTried) return { ...skill, worked, tried }
  return { ...skill, worked, tried, state: hasHelped(tried) ? 'kept' : 'dropped' }
}

/** The paper's filter (section 3.3): more tasks are solved with the skill or, in Delver, as many with fewer calls. */
function hasHelped({ with: shown, without }: Skill['tried']): boolean {
  const gain = shown.solved / shown.tasks - without.solved / without.tasks
  return gain > 0 || (gain === 0 && shown.calls / shown.tasks < without.calls / without.tasks)
}

/** Whether a text has control characters that a terminal would obey; a program needs none. */
function hasControls(text: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text.replace(/[\n\t]/g, ''))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
