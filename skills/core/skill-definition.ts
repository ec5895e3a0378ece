import type { Goal, ItemCounts } from '#goal/goal'
import { missingFailure } from '#goal/missing'
import {
  ANY_APPROACH,
  type Approach,
  type Estimate,
  type Observation,
  type Option,
} from '#goal/observation'
import type { Failure } from '#goal/outcome'
import type { SkillSpec } from '#goal/skill-spec'
import type { Skill, SkillWorld } from './skill.ts'

/** What a goal skill is asked to do. */
export interface GoalArgs extends Partial<Approach> {
  /** Kind or tag to bring, make or put on. */
  readonly item: string
  /** How many more of it to have at least. */
  readonly count: number
  /** Materials and fuel to prefer; others are used where these do not suffice. */
  readonly using?: ItemCounts
}

/** A block that a skill uses where it stands: a crafting table, a chest, a bed. */
export interface Station {
  readonly name: string
  /** Whether the agent knows one that is near enough to use. */
  isNear(world: SkillWorld): boolean
}

/**
 * A goal skill of the controller (DEPS, section 3.1). It holds what the planner, parser, prompts and text world use
 * ({@link SkillSpec}), what selectors see, and what the body does. `library.ts` lists all of them.
 */
export interface SkillDefinition extends SkillSpec, Skill<GoalArgs> {
  /** Blocks that it can use where they stand. */
  readonly stations: readonly Station[]
  /** Ways to set about a goal as things stand, for the selector to choose from; at least one. */
  options(goal: Goal, observation: Observation): Option[]
  /** How long an option is expected to take. */
  estimate(option: Option, observation: Observation): Estimate
}

/** A record without what follows from the rest of it. */
export type SkillRecord = Omit<SkillDefinition, Derived> & Partial<Pick<SkillDefinition, Derived>>

type Derived = 'precondition' | 'options' | 'yieldOf' | 'shows' | 'object' | 'stations'

/**
 * Completes a record: its precondition is that nothing is missing for the goal, there is one way to set about it, and
 * it is reached when more is carried, unless it says otherwise.
 */
export function defineSkill(record: SkillRecord): SkillDefinition {
  return {
    precondition: (context, args) => lacking({ stations: [], ...record }, context, args),
    options: (goal) => [{ goal, ...ANY_APPROACH }],
    yieldOf: () => undefined,
    shows: 'more',
    stations: [],
    object: null,
    ...record,
  }
}

/** Why a skill cannot start with the inventory and the stations that are near; null when it can. */
export function lacking(
  { name, missing, stations }: Pick<SkillDefinition, 'name' | 'missing' | 'stations'>,
  context: SkillWorld,
  { item, count, using = {} }: GoalArgs,
): Failure | null {
  const { body, registry } = context
  const goal: Goal = { skill: name, target: { [item]: count }, using, tool: null }
  const near = stations.filter((station) => station.isNear(context)).map((station) => station.name)
  const [first] = missing(registry, goal, body.carried, new Set(near))
  return first ? missingFailure(goal, first) : null
}
