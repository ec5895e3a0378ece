import type { Target } from '#events/events'
import { unknownItem } from '#goal/parse-inventory'
import { tagNames } from '#knowledge/item-tags'
import { resolveItem } from '#knowledge/names'
import type { Registry } from '#knowledge/registry'
import { didYouMean } from '#knowledge/suggestions'
import table from './deps-tasks.json' with { type: 'json' }
import { UsageError } from './errors.ts'

export interface Task {
  readonly name: string
  /** `MT1` to `MT8` for a row of the paper's table; null for other tasks. */
  readonly group: string | null
  /** The wanted item, by its name in any version. */
  readonly item: string
  readonly count: number
  /** Other wanted items, one of each. */
  readonly beside?: readonly string[]
  /** Whether the agent must wear the item. */
  readonly worn: boolean
  /** Limit (game ticks). */
  readonly maxTicks: number
}

/** Limit of `obtain:<item>` (ticks): ten minutes, as for ObtainDiamond. */
const OBTAIN_TICKS = 12_000

const COUNT = /^[1-9]\d{0,3}$/

/**
 * Item names of Minecraft 1.11, the table's version, that denote other items today. In 1.11 they denote the cobblestone
 * variants, so the table has no furnace among the seven skills of these tasks.
 */
const RENAMED: Readonly<Record<string, string>> = {
  stone_slab: 'cobblestone_slab',
  stone_stairs: 'cobblestone_stairs',
}

/** The 76 rows of DEPS, appendix B, in the paper's order. */
export const TASKS: readonly Task[] = table.tasks.map((row) => ({
  name: snakeCase(row.name),
  group: row.group,
  item: RENAMED[row.paperObject] ?? row.paperObject,
  count: 1,
  worn: row.name.startsWith('Equip'),
  maxTicks: row.maxSteps,
}))

const TASK_NAMES = TASKS.map(({ name }) => name)

/**
 * A row of the table by its name, `obtain:<item>[:count]` for any item or tag, or `obtain:<item>+<item>` for one each of
 * several.
 * @throws UsageError
 */
export function findTask(name: string): Task {
  if (name.startsWith('obtain:')) return obtainTask(name)
  const known = TASKS.find((task) => task.name === name)
  if (known) return known
  const hint = didYouMean(name, TASK_NAMES)
  throw new UsageError(`no task "${name}"${hint} (any item is a task, as obtain:<item>[:count])`)
}

/**
 * The name of the task or group that a user types. The name of an item, such as `torch` or `torch:8`, stands for the task to
 * obtain it.
 * @throws UsageError with similar names when no task or item has the name.
 */
export function taskNamed(text: string, registry: Registry): string {
  if (text === 'all' || text.startsWith('obtain:')) return text
  if (TASKS.some(({ name, group }) => name === text || group === text)) return text
  const [item = '', number] = text.split(':')
  if (resolveItem(registry, item) !== undefined) {
    if (number !== undefined && !COUNT.test(text.slice(item.length + 1)))
      throw new UsageError(
        `"${text}" has no count from 1 to 9999 after the colon, such as ${item}:8`,
      )
    return `obtain:${text.toLowerCase()}`
  }
  const hint = didYouMean(item, [...TASK_NAMES, ...tagNames(registry), ...registry.itemNames])
  const { minecraftVersion } = registry.data.version
  throw new UsageError(`no task or item "${text}" in Minecraft ${minecraftVersion}${hint}`)
}

/** One task by its name, the tasks of a group (`MT1` to `MT8`), or `all`. @throws UsageError */
export function findTasks(name: string): readonly Task[] {
  if (name === 'all') return TASKS
  const group = TASKS.filter((task) => task.group === name)
  return group.length > 0 ? group : [findTask(name)]
}

/**
 * The target of a task in a game version.
 * @throws UsageError when the version lacks the item.
 */
export function targetOf(task: Task, registry: Registry): Target {
  const { count, worn } = task
  const [item = '', ...beside] = [task.item, ...(task.beside ?? [])].map((name) => {
    const known = resolveItem(registry, name)
    if (known === undefined) throw new UsageError(unknownItem(registry, name))
    return known
  })
  if (beside.length === 0) return { item, count, worn, milestone: milestoneName(item, count, worn) }
  return { item, count, beside, worn, milestone: [item, ...beside].join(' + ') }
}

function milestoneName(item: string, count: number, worn: boolean): string {
  if (worn) return `worn ${item}`
  return count === 1 ? item : `${item} x${count}`
}

function obtainTask(name: string): Task {
  const [, item, more, count = '1'] =
    /^obtain:([a-z0-9_]+)(?:((?:\+[a-z0-9_]+)+)|:([1-9]\d{0,3}))?$/.exec(name) ?? []
  if (!item) throw new UsageError(`"${name}" is not obtain:<item>[:count], such as obtain:torch:8`)
  return {
    name,
    group: null,
    item,
    count: Number(count),
    ...(more && { beside: more.slice(1).split('+') }),
    worn: false,
    maxTicks: OBTAIN_TICKS,
  }
}

/** `CraftHWPressurePlate` to `craft_hw_pressure_plate`. */
function snakeCase(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}
