import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sync as writeFileAtomic } from 'write-file-atomic'
import { z } from 'zod'
import type { ExamplePlan } from '#agent/planner/example-plans'
import type { Task } from '#agent/planner/planner'
import { TaskFacts } from '#agent/planner/task-facts'
import { taskText } from '#agent/planner/task-text'
import type { Goal, ItemCounts } from '#goal/goal'
import type { GoalLanguage } from '#goal/goal-language'
import { parsePlan } from '#goal/parse'
import { goalText } from '#goal/print'
import { readGuardedText } from '#wire/guarded-file'
import { counted } from '#wire/wording'
import { reaches } from './plan-check.ts'

/** Version of the format; it rises when a field changes its meaning or goes away. */
const PLAN_VERSION = 1
/** Plans of a memory, the goals of one, and the largest file (bytes). */
const MAX_PLANS = 500
const MAX_GOALS = 60
const MAX_BYTES = 32_768
/** Examples in one prompt. */
const MAX_EXAMPLES = 2

const kind = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)
const counts = z.record(kind, z.int().positive().max(2304))
const planSchema = z.strictObject({
  v: z.literal(PLAN_VERSION),
  version: z.string().regex(/^[\w.]{1,20}$/),
  target: counts,
  wear: kind.nullable(),
  /** The inventory at the beginning. */
  inventory: counts,
  /** The goals that were executed, one text each. */
  goals: z.array(z.string().max(400)).min(1).max(MAX_GOALS),
  /** Game ticks until the target was held. */
  ticks: z.int().nonnegative(),
})
type StoredPlan = z.infer<typeof planSchema>

/** A plan that has reached its task. */
interface KnownPlan {
  readonly plan: StoredPlan
  readonly task: Task
}

/** The examples that a memory offers for a task. */
export interface RecalledPlans {
  readonly examples: readonly ExamplePlan[]
  /** Files that are no plans of this format. */
  readonly damaged: readonly string[]
}

/**
 * A memory of plans that worked, as in JARVIS-1 and GITM; DEPS has none. A folder holds one JSON file for each task, game
 * version and first inventory, with the goals that were executed. The files are untrusted and checked on every read.
 */
export class PlanMemory {
  readonly #folder: string
  readonly #language: GoalLanguage

  constructor(folder: string, language: GoalLanguage) {
    this.#folder = folder
    this.#language = language
  }

  /** The plans of the tasks whose recipe trees are most like that of a task. */
  recall(task: Task): RecalledPlans {
    const { known, damaged } = this.#read()
    const wanted = this.#tree(task)
    const nearest = known
      .map(({ plan, task: other }) => ({ plan, other, likeness: alike(wanted, this.#tree(other)) }))
      .filter(({ likeness }) => likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || a.plan.goals.length - b.plan.goals.length)
      .slice(0, MAX_EXAMPLES)
    const examples = nearest.map(
      ({ plan, other }): ExamplePlan => ({
        title: 'a plan that has worked',
        task: taskText(other),
        rounds: [{ inventory: plan.inventory, goals: plan.goals.join('\n') }],
      }),
    )
    return { examples, damaged }
  }

  /**
   * Stores the goals that reached a task, without those that it did not need.
   * @returns what was done, in words.
   */
  store(task: Task, inventory: ItemCounts, executed: readonly Goal[], ticks: number): string {
    const isEnough = (goals: readonly Goal[]) => reaches(this.#language, task, inventory, goals)
    if (!isEnough(executed)) return 'not stored: by the rules the goals do not reach the task'
    const goals = executed.reduceRight<readonly Goal[]>((kept, goal) => {
      const others = kept.filter((one) => one !== goal)
      return isEnough(others) ? others : kept
    }, executed)
    if (goals.length === 0) return 'not stored: the task needs no goals'
    const { target, wear } = task
    const plan = {
      v: PLAN_VERSION,
      version: this.#version,
      ...{ target, wear, inventory, goals: goals.map(goalText), ticks },
    }
    const checked = planSchema.safeParse(plan)
    if (!checked.success) return 'not stored: the plan is too long'
    try {
      return this.#write(checked.data)
    } catch (error) {
      return `not stored: the folder cannot be written (${(error as Error).message})`
    }
  }

  get #version(): string {
    return this.#language.registry.data.version.minecraftVersion ?? 'unknown'
  }

  #write(plan: StoredPlan): string {
    const file = fileOf(plan)
    const before = this.#planIn(file)
    const isShorter = (earlier: StoredPlan) =>
      earlier.goals.length < plan.goals.length ||
      (earlier.goals.length === plan.goals.length && earlier.ticks <= plan.ticks)
    if (before && isShorter(before.plan)) return 'not stored: a shorter plan is known'
    if (!before && filesIn(this.#folder).length >= MAX_PLANS)
      return `not stored: the folder holds ${MAX_PLANS} plans`
    mkdirSync(this.#folder, { recursive: true })
    writeFileAtomic(join(this.#folder, file), `${JSON.stringify(plan, null, 2)}\n`)
    return `stored ${counted(plan.goals.length, 'goal')}`
  }

  #read(): { readonly known: readonly KnownPlan[]; readonly damaged: readonly string[] } {
    const damaged: string[] = []
    const known = filesIn(this.#folder).flatMap((file) => {
      const plan = this.#planIn(file)
      if (!plan) damaged.push(file)
      return plan && plan.plan.version === this.#version ? plan : []
    })
    return { known, damaged }
  }

  /** Undefined for a file that is not a plan, or whose plan does not reach its task in this version. */
  #planIn(file: string): KnownPlan | undefined {
    try {
      const text = readGuardedText(join(this.#folder, file), MAX_BYTES)
      const plan = planSchema.parse(JSON.parse(text ?? ''))
      const task = { target: plan.target, wear: plan.wear }
      if (plan.version !== this.#version) return { plan, task }
      const parsed = parsePlan(this.#language, plan.goals.join('\n'))
      const isPlan = parsed.ok && reaches(this.#language, task, plan.inventory, parsed.goals)
      return isPlan ? { plan, task } : undefined
    } catch {
      return undefined
    }
  }

  /** Names of the items on the way to a task. */
  #tree(task: Task): ReadonlySet<string> {
    return new TaskFacts(this.#language, task).items
  }
}

/** Share of the items that two recipe trees have in common. */
function alike(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((name) => b.has(name)).length
  return common / Math.max(1, a.size + b.size - common)
}

function fileOf({ version, target, wear, inventory }: StoredPlan): string {
  const slug = Object.keys(target).join('-').slice(0, 60)
  const hash = createHash('sha256')
    .update(JSON.stringify([version, target, wear, Object.entries(inventory).sort()]))
    .digest('hex')
  return `${slug}-${hash.slice(0, 12)}.json`
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .sort()
      .slice(0, MAX_PLANS)
  } catch {
    return []
  }
}
