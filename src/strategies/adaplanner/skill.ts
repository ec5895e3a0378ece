import { z } from 'zod'
import { readSolution } from './solution.ts'

/** Version of the format; it rises when a field changes its meaning or goes away. */
export const SKILL_VERSION = 1
/** Longest solution that is kept (characters): an example must leave room in the prompt. */
export const MAX_PROGRAM = 6000
/** Tasks on which a skill is tried with it in the prompt, and as many without it (section 3.3). */
export const TRIED_ON = 3
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
  /** The task that it has solved, in words. */
  task: line,
  /** Where: `minecraft`, or `textcraft`. */
  game: z.enum(['minecraft', 'textcraft']),
  /** Version of the game. */
  version: line,
  /** The solution as it was in the end. */
  program: z.string().min(1).max(MAX_PROGRAM),
  /** What solving it took: calls of the model, solutions that it wrote, and actions. */
  cost: z.object({ calls: count, plans: count, actions: count }),
  /** Tasks that were solved by it, or with it in the prompt: the first ones. */
  worked: z.array(line).max(MAX_WORKED),
  /** `candidate` until it was tried; then whether it has helped. */
  state: z.enum(['candidate', 'kept', 'dropped']),
  /** What came of other tasks with it in the prompt and without it. */
  tried: z.object({ with: tries, without: tries }),
})
export type Skill = Readonly<z.infer<typeof skillSchema>>

/** What came of a task. */
export interface TaskOutcome {
  readonly task: string
  readonly solved: boolean
  /** Calls of the model. */
  readonly calls: number
}

/** A skill from a file that anybody may have written; undefined for what is none, or has no solution that can be read. */
export function readSkill(text: string): Skill | undefined {
  const { data } = skillSchema.safeParse(parsed(text))
  if (!data || hasControls(data.program) || !readSolution(data.program).ok) return undefined
  return data
}

/** The skill after it was tried on one more task, which decides about it once it was tried often enough. */
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
  const isTried = tried.with.tasks >= TRIED_ON && tried.without.tasks >= TRIED_ON
  if (skill.state !== 'candidate' || !isTried) return { ...skill, worked, tried }
  return { ...skill, worked, tried, state: hasHelped(tried) ? 'kept' : 'dropped' }
}

/** The paper's filter (section 3.3): more tasks are solved with it, or here also as many with fewer calls. */
function hasHelped({ with: shown, without }: Skill['tried']): boolean {
  const gain = shown.solved / shown.tasks - without.solved / without.tasks
  return gain > 0 || (gain === 0 && shown.calls / shown.tasks < without.calls / without.tasks)
}

/** Characters that a program has no use for, and a terminal would obey. */
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
