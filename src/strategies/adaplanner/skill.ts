import { z } from 'zod'
import { readSolution } from './solution.ts'

/** Version of the format; it rises when a field changes its meaning or goes away. */
export const SKILL_VERSION = 2
/** Longest solution that is saved (characters): examples must leave room in the prompt. */
export const MAX_PROGRAM = 6000
/** Tasks on which a skill is tested, each with it in the prompt and without it (section 3.3). */
export const TASKS_PER_TEST = 3
/** Tests of one skill: some tasks may never come twice. */
const MAX_TESTS = 20
const MAX_WORKED = 20

const line = z
  .string()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}+$/u)
const number = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER)
const count = z.int().nonnegative()
const result = z.strictObject({ solved: z.boolean(), calls: number })
/** A task with the skill in the prompt and without it; null until it is played so. */
const test = z.strictObject({ task: line, with: result.nullable(), without: result.nullable() })

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
  /** The results of tasks with the skill in the prompt and without it. */
  tests: z.array(test).max(MAX_TESTS),
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

type Test = Skill['tests'][number]
/** Whether a task is played with the skill in the prompt. */
export type Arm = 'with' | 'without'

/** How to play a task for the test of a skill; null when the test needs tasks that were played before. */
export function armFor({ tests }: Skill, task: string): Arm | null {
  const begun = tests.find((test) => test.task === task && !isComplete(test))
  if (begun) return begun.with === null ? 'with' : 'without'
  if (tests.length === MAX_TESTS) return null
  // Neither arm is always the first.
  return tests.length % 2 === 0 ? 'with' : 'without'
}

/** The skill after a task was played for its test. The last test decides whether it is kept. */
export function afterTry(skill: Skill, arm: Arm, outcome: TaskOutcome): Skill {
  const { task, solved, calls } = outcome
  const worked =
    arm === 'with' && solved
      ? [...new Set([...skill.worked, task])].slice(0, MAX_WORKED)
      : skill.worked
  const open = skill.tests.findIndex((test) => test.task === task && test[arm] === null)
  const before = skill.tests[open] ?? { task, with: null, without: null }
  const test: Test = { ...before, [arm]: { solved, calls } }
  const all = open < 0 ? [...skill.tests, test] : skill.tests.with(open, test)
  const tests = all.slice(0, MAX_TESTS)
  const complete = tests.filter(isComplete)
  if (skill.state !== 'candidate' || complete.length < TASKS_PER_TEST)
    return { ...skill, worked, tests }
  return { ...skill, worked, tests, state: hasHelped(complete) ? 'kept' : 'dropped' }
}

function isComplete(test: Test): boolean {
  return test.with !== null && test.without !== null
}

/** The paper's filter (section 3.3): more tasks are solved with the skill or, in Delver, as many with fewer calls. */
function hasHelped(tests: readonly Test[]): boolean {
  const sum = (arm: Arm, of: (result: { solved: boolean; calls: number }) => number) =>
    tests.reduce((total, test) => total + (test[arm] ? of(test[arm]) : 0), 0)
  const solved = ({ solved: isSolved }: { solved: boolean }) => Number(isSolved)
  const gain = sum('with', solved) - sum('without', solved)
  const callsOf = ({ calls }: { calls: number }) => calls
  return gain > 0 || (gain === 0 && sum('with', callsOf) < sum('without', callsOf))
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
