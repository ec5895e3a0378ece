import type { Goal, ItemCounts } from '#goal/goal'
import { missingFailure } from '#goal/missing'
import {
  ANY_APPROACH,
  type Approach,
  type Candidate,
  type Estimate,
  type Observation,
} from '#goal/observation'
import type { Failure } from '#goal/outcome'
import type { SkillSpec } from '#goal/skill-spec'
import type { Skill, SkillWorld } from './skill.ts'

/** Arguments of a goal skill. */
export interface GoalArgs extends Partial<Approach> {
  /** Item or tag to obtain, make or put on. */
  readonly item: string
  /** Minimum number of additional items. */
  readonly count: number
  /** Preferred materials and fuel; the skill uses others where these do not suffice. */
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
  /** Candidates for a goal in the current observation, for the selector to choose from; at least one. */
  candidates(goal: Goal, observation: Observation): Candidate[]
  /** Expected duration of a candidate. */
  estimate(candidate: Candidate, observation: Observation): Estimate
}

/** A record without the fields that have defaults. */
export type SkillRecord = Omit<SkillDefinition, Derived> & Partial<Pick<SkillDefinition, Derived>>

type Derived =
  | 'precondition'
  | 'candidates'
  | 'yieldOf'
  | 'shows'
  | 'leaves'
  | 'object'
  | 'stations'

/**
 * Completes a record. By default, the precondition is that nothing is missing, there is one candidate, and the goal
 * is reached when the inventory holds more.
 */
export function defineSkill(record: SkillRecord): SkillDefinition {
  return {
    precondition: (context, args) => lacking({ stations: [], ...record }, context, args),
    candidates: (goal) => [{ goal, ...ANY_APPROACH }],
    yieldOf: () => undefined,
    shows: 'more',
    leaves: false,
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
