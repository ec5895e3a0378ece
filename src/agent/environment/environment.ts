import type { Candidate } from '../../../selector/selector.ts'
import type { Goal, ItemCounts, Plan } from '../../goal/goal.ts'
import type { Failure, Outcome } from '../../goal/outcome.ts'
import type { Registry } from '../../knowledge/registry.ts'
import type { Situation } from '../descriptor/descriptor.ts'

/** Where goals are carried out: by a body among blocks, or in the text world. */
export interface Environment {
  readonly registry: Registry
  /** What is carried now. */
  readonly inventory: ItemCounts
  /** Kinds that are worn now. */
  readonly worn: ReadonlySet<string>
  /** Stations (`crafting_table`, `furnace`) that stand near. */
  readonly near: ReadonlySet<string>
  /** What a selector needs to know of a goal. */
  assess(goal: Goal): Candidate
  /** Of goals that can be done now, those that are worth doing before the others. */
  worthwhile(goals: readonly Goal[]): readonly Goal[]
  /** Does what comes before any plan, such as fetching what was lost in death. */
  prepare(): Promise<void>
  /** Makes ready for a plan that is followed from now on. */
  begin(plan: Plan): Promise<void>
  /** @param keepStation leaves the table or furnace standing, for a goal that is to come next. */
  carryOut(goal: Goal, keepStation: boolean): Promise<Outcome>
  /** The descriptor: what was done or failed, and the state it happened in, in words. */
  describe(situation: Situation): string
  /** Does what no plan is needed for after a failure, such as going back to the place of death. */
  recover(failure: Failure): Promise<void>
  /** Lets a little time pass, in which the trial may find that the target is there. */
  settle(): Promise<void>
  /** Lets a tick pass, for what takes time without doing anything. */
  passTick(): Promise<void>
}
