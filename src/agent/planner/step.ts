import { fuelNeeded } from '#goal/choices'
import type { Goal } from '#goal/goal'
import type { Registry } from '#knowledge/registry'
import { durability, satisfies, toolType } from '#knowledge/tools'
import type { SimulatedInventory } from './simulated-inventory.ts'

/** A goal under construction, with what the planner knows beyond the goal language. */
export interface Step {
  readonly skill: string
  readonly item: string
  /** The dimension where it works, outside of the overworld. */
  readonly place?: string | undefined
  /** What its goal names in place of the item. */
  readonly object?: string | undefined
  readonly count: number
  /** What one run consumes, and the number of runs. */
  readonly using: Readonly<Record<string, number>>
  readonly times: number
  readonly fuel: string | null
  /** Tool or station. */
  readonly tool: string | null
  /** How often the tool is used. */
  readonly uses: number
}

export function stepGoal(registry: Registry, step: Step): Goal {
  const using: Record<string, number> = {}
  for (const [name, count] of Object.entries(step.using)) using[name] = count * step.times
  if (step.fuel)
    using[step.fuel] = (using[step.fuel] ?? 0) + fuelNeeded(registry, step.fuel, step.times)
  const { skill, item, object = item, count, tool } = step
  return { skill, target: { [object]: count }, using, tool }
}

/** One step in place of two of the same kind; undefined when they differ. */
export function mergedStep(a: Step, b: Step): Step | undefined {
  const sameWork =
    a.skill === b.skill &&
    a.item === b.item &&
    a.fuel === b.fuel &&
    toolKind(a.tool) === toolKind(b.tool) &&
    JSON.stringify(a.using) === JSON.stringify(b.using)
  if (!sameWork) return undefined
  return { ...a, count: a.count + b.count, times: a.times + b.times, uses: a.uses + b.uses }
}

function toolKind(tool: string | null): string | null {
  return tool === null ? null : (toolType(tool) ?? tool)
}

/** The remaining uses of tools; a tool in the inventory counts as new. */
export class Wear {
  readonly #registry: Registry
  readonly #used = new Map<string, number>()

  constructor(registry: Registry) {
    this.#registry = registry
  }

  left(tool: string, held: SimulatedInventory): number {
    return held.count(tool) * durability(this.#registry, tool) - (this.#used.get(tool) ?? 0)
  }

  use(tool: string, uses: number): void {
    this.#used.set(tool, (this.#used.get(tool) ?? 0) + uses)
  }
}

/** Whether steps can be executed in this order, given the inventory and the stations near the agent. */
export function isFeasible(
  registry: Registry,
  steps: readonly Step[],
  start: SimulatedInventory,
  stations: ReadonlySet<string>,
): boolean {
  const held = start.clone()
  const wear = new Wear(registry)
  for (const step of steps) {
    if (!hasTool(step, held, wear, stations)) return false
    for (const [name, count] of Object.entries(step.using))
      if (!held.take(name, count, step.times)) return false
    if (step.fuel && !held.take(step.fuel, fuelNeeded(registry, step.fuel, step.times)))
      return false
    held.add(step.item, step.count)
  }
  return true
}

function hasTool(
  { tool, uses }: Step,
  held: SimulatedInventory,
  wear: Wear,
  stations: ReadonlySet<string>,
): boolean {
  if (tool === null || stations.has(tool)) return true
  if (toolType(tool) === undefined) return held.count(tool) > 0
  const able = held.names().find((name) => satisfies(name, tool) && wear.left(name, held) >= uses)
  if (!able) return false
  wear.use(able, uses)
  return true
}
