import type { ItemCounts } from '#goal/goal'
import { countOf } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { obtainJob, skillJob } from '#life/jobs'
import type { Workplace } from '#life/resident'
import { type Blueprint, withWood, woodOf } from '#skills/building/blueprint'
import { lookAround } from '#skills/moving/look-around'
import { failedWith, type OrderRun } from '../order-run.ts'

/** Limit on getting one material (ticks): a day of the game. */
const MATERIAL_TICKS = 24_000
/** Stacks of materials that the agent carries at a time: the rest of its 36 slots holds tools and food. */
const MAX_STACKS = 18
/** Number of known logs from which on a wood is near, and how far the agent remembers them (blocks). */
const MIN_LOGS = 4
const WOOD_RANGE = 64

/** Getting later ones needs earlier ones: glass a furnace, stairs and doors planks. */
const ORDER: readonly RegExp[] = [
  /glass/,
  /^(?!.*(?:cobblestone|planks|_log|dirt|stone|sand)$)/,
  /stone$|sand$/,
  /_planks$/,
  /_log$/,
]

/** What is missing of a bill, as much as fits into the inventory, in the order in which to get it. */
export function nextBatch(
  registry: Registry,
  bill: ItemCounts,
  held: ItemCounts,
  abandoned: ReadonlyMap<string, string>,
): { item: string; count: number }[] {
  let stacks = 0
  const rank = (item: string) => {
    const place = ORDER.findIndex((pattern) => pattern.test(item))
    return place < 0 ? ORDER.length : place
  }
  return Object.entries(bill)
    .sort(([a], [b]) => rank(a) - rank(b))
    .flatMap(([item, count]) => {
      const size = registry.stackSize(item)
      const some = Math.min(count, (MAX_STACKS - stacks) * size)
      stacks += Math.ceil(some / size)
      const isShort = some > countOf(registry, held, item)
      return isShort && !abandoned.has(item) ? [{ item, count: some }] : []
    })
}

/**
 * Gets an item.
 * @returns why it failed; null for success.
 * @throws Interrupted when the order is interrupted.
 */
export async function obtainMaterial(
  item: string,
  count: number,
  run: OrderRun,
): Promise<string | null> {
  const { failure } = await run.perform(
    obtainJob(run.jobs, { item, count, maxTicks: MATERIAL_TICKS }),
  )
  // After a death, the agent gets again what it has lost.
  if (!failure || failure.kind === 'died' || failure.kind === 'hurt') return null
  return failedWith(failure).text
}

/**
 * The wood to build with: the blueprint's own if the agent has it or knows trees of it nearby, or else the wood of the trees
 * that it knows or finds. Null for a blueprint without wood.
 */
export async function chooseWood(blueprint: Blueprint, run: OrderRun): Promise<string | null> {
  const planned = woodOf(blueprint)
  if (planned === null) return null
  await run.perform(skillJob(lookAround, null, { title: 'look around', evidence: 'skill' }))
  const near = woodNearby(run.workplace(), run.held(), planned)
  if (near !== null) return near
  const missing = await obtainMaterial('log', MIN_LOGS, run)
  return (missing === null ? woodNearby(run.workplace(), run.held(), planned) : null) ?? planned
}

function woodNearby(workplace: Workplace | null, held: ItemCounts, planned: string): string | null {
  if (!workplace) return null
  const { body, memory } = workplace.world
  const kinds = [...body.registry.blockKinds].filter((kind) => /^[a-z_]+_log$/.test(kind))
  const counts = new Map<string, number>()
  const add = (log: string, count: number) => counts.set(log, (counts.get(log) ?? 0) + count)
  for (const kind of kinds) {
    if (kind.startsWith('stripped_')) continue
    add(kind, held[kind] ?? 0)
    const query = { maxDistance: WOOD_RANGE, limit: 64 }
    add(kind, memory.blocks([kind], body.position, query).length)
  }
  if ((counts.get(`${planned}_log`) ?? 0) >= MIN_LOGS) return planned
  const [most] = [...counts].sort(([, a], [, b]) => b - a)
  return most !== undefined && most[1] >= MIN_LOGS ? most[0].replace(/_log$/, '') : null
}

/** A blueprint in the chosen wood. */
export function inWood(blueprint: Blueprint, wood: string | null): Blueprint {
  return wood === null || wood === woodOf(blueprint) ? blueprint : withWood(blueprint, wood)
}
