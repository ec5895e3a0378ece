import { alternativesOf } from '#goal/alternatives'
import type { GoalLanguage } from '#goal/goal-language'
import { unknownItem } from '#goal/parse-inventory'
import { countsFrom, resolveCounts } from '#goal/repair/counts'
import { repairPlan } from '#goal/repair/repair'
import { toolType } from '#knowledge/tools'
import type { ReadStep } from './model-decomposer.ts'
import { joined, leaf } from './plan-tree.ts'
import type { WorldTask } from './world-task.ts'

/** Verbs for having an item, however the agent obtains it; `mine` and `craft` are goals. */
const HAVE = /^(?:have|hold|carry|own|obtain|get|fetch|acquire)\s+(.+?)[\s.!]*$/i
const WEAR = /^(?:wear|put on)\s+(.+?)[\s.!]*$/i
const OR_BETTER = /\s+or better$/i
const AT_HAND = /\s+(?:at hand|near ?by|near me|ready)$/i

/**
 * Reads a step of a model's plan: `have 3 iron_ingot`, `have 1 stone_pickaxe or better`, `have a furnace at hand`,
 * `wear iron_boots`, or a goal of the goal language. A step that names several items becomes several tasks.
 */
export function parseWorldTask(language: GoalLanguage, step: string): ReadStep<WorldTask> {
  const text = step.replace(/[`*]/g, '').trim()
  const wear = WEAR.exec(text)?.[1]
  if (wear !== undefined) return things(language, wear, (name) => ({ kind: 'wear', name }))
  const have = HAVE.exec(text)?.[1]
  if (have !== undefined) return readHave(language, have)
  const read = repairPlan(language, text)
  if (!read.ok) return { ok: false, error: read.error.message }
  const [problem] = read.problems
  if (problem !== undefined) return { ok: false, error: problem }
  const goals = read.goals.map((step) => {
    const either = alternativesOf(step).map((goal) => leaf<WorldTask>({ kind: 'do', goal }))
    return joined('or', either)
  })
  return { ok: true, plan: joined('and', goals) }
}

function readHave(language: GoalLanguage, text: string): ReadStep<WorldTask> {
  const bare = text.replace(OR_BETTER, '').replace(AT_HAND, '')
  const isStation = AT_HAND.test(text)
  const isTool = OR_BETTER.test(text)
  return things(language, bare, (name, count) => {
    if (isStation && (name === 'crafting_table' || name === 'furnace'))
      return { kind: 'station', name }
    if (isTool && toolType(name) !== undefined) return { kind: 'tool', name, count }
    return { kind: 'have', name, count }
  })
}

function things(
  language: GoalLanguage,
  text: string,
  task: (name: string, count: number) => WorldTask,
): ReadStep<WorldTask> {
  const { counts, unknown } = resolveCounts(language, countsFrom(text))
  const [first] = unknown
  if (first !== undefined) return { ok: false, error: unknownItem(language.registry, first) }
  const tasks = Object.entries(counts).map(([name, count]) => leaf(task(name, count)))
  if (tasks.length === 0) return { ok: false, error: 'it names no item' }
  return { ok: true, plan: joined('and', tasks) }
}
