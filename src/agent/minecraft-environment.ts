import type { Candidate } from '../../selector/selector.ts'
import { forage } from '../../skills/forage.ts'
import type { SkillContext } from '../../skills/skill.ts'
import { hasStation } from '../../skills/station.ts'
import type { Goal, ItemCounts, Plan } from '../goal/goal.ts'
import { namedKinds } from '../goal/named-kinds.ts'
import type { Failure, Outcome } from '../goal/outcome.ts'
import type { Registry } from '../knowledge/registry.ts'
import { assess } from './candidates.ts'
import type { Controller } from './controller.ts'
import { describe } from './descriptor.ts'
import type { Environment } from './environment.ts'
import { gatheringFirst, withoutByProducts } from './needs.ts'
import { needsProvisions } from './provisions.ts'
import { recoverFrom, retrieveLost } from './recovery.ts'
import type { Situation } from './situation.ts'

const SETTLE_TICKS = 40
/** How often the agent goes after meat at the wayside. */
const MAX_FORAYS = 3
const STATIONS = ['crafting_table', 'furnace'] as const

/** The world of blocks, in which the controller's skills carry goals out. */
export class MinecraftEnvironment implements Environment {
  readonly registry: Registry
  readonly #context: SkillContext
  readonly #controller: Controller
  #forays = 0

  constructor(context: SkillContext, controller: Controller) {
    this.registry = context.registry
    this.#context = context
    this.#controller = controller
  }

  get inventory(): ItemCounts {
    return this.#context.body.carried
  }

  get worn(): ReadonlySet<string> {
    return new Set(this.#context.body.inventory.wornKinds)
  }

  get near(): ReadonlySet<string> {
    return new Set(STATIONS.filter((station) => hasStation(this.#context, station)))
  }

  assess(goal: Goal): Candidate {
    return assess(this.#context, goal)
  }

  worthwhile(goals: readonly Goal[]): readonly Goal[] {
    return gatheringFirst(this, withoutByProducts(this, goals))
  }

  prepare(): Promise<void> {
    return retrieveLost(this.#controller, this.#context)
  }

  async begin(plan: Plan): Promise<void> {
    if (needsProvisions(plan, this.#context) && this.#forays++ < MAX_FORAYS)
      await this.#controller.carryOutAside(forage)
    this.#context.agentState.needed = namedKinds(this.registry, plan)
  }

  carryOut(goal: Goal, keepStation: boolean): Promise<Outcome> {
    return this.#controller.carryOut(goal, keepStation)
  }

  describe(situation: Situation): string {
    return describe(this.#context, situation)
  }

  recover({ kind }: Failure): Promise<void> {
    return recoverFrom(kind, this.#controller, this.#context)
  }

  async settle(): Promise<void> {
    await this.#context.body.wait(SETTLE_TICKS, this.#context.signal)
  }

  async passTick(): Promise<void> {
    await this.#context.body.wait(1, this.#context.signal)
  }
}
