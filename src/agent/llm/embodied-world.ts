import type { Candidate } from '../../../selector/selector.ts'
import type { Failure, SkillResult } from '../../../skills/failure.ts'
import type { SkillContext } from '../../../skills/skill.ts'
import { hasStation } from '../../../skills/station.ts'
import { worn } from '../../body/carried.ts'
import type { Goal, ItemCounts } from '../../goal/goal.ts'
import type { Kinds } from '../../knowledge/kinds.ts'
import { assess } from '../candidates.ts'
import type { Controller } from '../controller.ts'
import { describe } from '../descriptor.ts'
import { getOver } from '../setback.ts'
import type { Situation } from '../situation.ts'
import type { GoalWorld } from './goal-world.ts'

const SETTLE_TICKS = 40
const STATIONS = ['crafting_table', 'furnace'] as const

/** The world of blocks, in which the controller's skills carry goals out. */
export class EmbodiedWorld implements GoalWorld {
  readonly kinds: Kinds
  readonly #context: SkillContext
  readonly #controller: Controller

  constructor(context: SkillContext, controller: Controller) {
    this.kinds = context.kinds
    this.#context = context
    this.#controller = controller
  }

  get inventory(): ItemCounts {
    return this.#context.body.carried
  }

  get worn(): ReadonlySet<string> {
    return new Set(worn(this.#context.body.bot).map((item) => this.kinds.itemName(item)))
  }

  get near(): ReadonlySet<string> {
    return new Set(STATIONS.filter((station) => hasStation(this.#context, station)))
  }

  assess(goal: Goal): Candidate {
    return assess(this.#context, goal)
  }

  carryOut(goal: Goal, keepStation: boolean): Promise<SkillResult> {
    return this.#controller.carryOut(goal, keepStation)
  }

  describe(situation: Situation): string {
    return describe(this.#context, situation)
  }

  recover({ kind }: Failure): Promise<void> {
    return getOver(kind, this.#controller, this.#context)
  }

  async settle(): Promise<void> {
    await this.#context.body.wait(SETTLE_TICKS, this.#context.signal)
  }

  async passTick(): Promise<void> {
    await this.#context.body.wait(1, this.#context.signal)
  }
}
