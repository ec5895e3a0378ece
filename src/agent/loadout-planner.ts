import type { Body } from '../body/body.ts'
import { isDetour, loadoutFor } from './loadout.ts'
import type { Planner, PlanRequest, PlanResult } from './planner.ts'
import { toolFirst } from './tool-first.ts'

/** Plans by another planner, and adds what a body should take along where a plan leads underground. */
export class LoadoutPlanner implements Planner {
  readonly #inner: Planner
  readonly #body: Body

  constructor(inner: Planner, body: Body) {
    this.#inner = inner
    this.#body = body
  }

  get name(): string {
    return this.#inner.name
  }

  get cheap(): boolean {
    return this.#inner.cheap
  }

  async plan(request: PlanRequest, signal?: AbortSignal): Promise<PlanResult> {
    const plain = await this.#inner.plan(request, signal)
    if (!plain.ok) return plain
    const { registry, game, tools } = this.#body
    const { target, inventory } = request
    const hostile = game.difficulty !== 'peaceful'
    const loadout = loadoutFor(registry, plain.plan, inventory, hostile, tools.stonesLeft)
    const equipped = await this.#inner.plan(
      { ...request, target: { ...loadout, ...target } },
      signal,
    )
    const plan = equipped.ok && !isDetour(equipped.plan, plain.plan) ? equipped.plan : plain.plan
    return { ok: true, plan: toolFirst(plan, inventory) }
  }
}
