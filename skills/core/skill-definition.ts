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
import { stationsNear } from '../items/station.ts'
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

/**
 * A goal skill of the controller (DEPS, section 3.1), all of it: what planner, parser, prompts and text world go by
 * ({@link SkillSpec}), what selectors see, and how a body does it. One record a file; `library.ts` lists them.
 */
export interface SkillDefinition extends SkillSpec, Skill<GoalArgs> {
  /** Ways to set about a goal as things stand, for the selector to choose from; at least one. */
  options(goal: Goal, observation: Observation): Option[]
  /** How long an option is expected to take. */
  estimate(option: Option, observation: Observation): Estimate
}

/** A record without what follows from the rest of it. */
export type SkillRecord = Omit<SkillDefinition, Derived> & Partial<Pick<SkillDefinition, Derived>>

type Derived = 'precondition' | 'options' | 'yieldOf' | 'shows' | 'object'

/**
 * Completes a record: its precondition is that nothing is missing for the goal, there is one way to set about it, and
 * it is reached when more is carried, unless it says otherwise.
 */
export function defineSkill(record: SkillRecord): SkillDefinition {
  return {
    precondition: (context, args) => lacking(record, context, args),
    options: (goal) => [{ goal, ...ANY_APPROACH }],
    yieldOf: () => undefined,
    shows: 'more',
    object: null,
    ...record,
  }
}

/** Why a skill cannot start with what is carried and what stands near; null when it can. */
export function lacking(
  { name, missing }: Pick<SkillSpec, 'name' | 'missing'>,
  context: SkillWorld,
  { item, count, using = {} }: GoalArgs,
): Failure | null {
  const { body, registry } = context
  const goal: Goal = { skill: name, target: { [item]: count }, using, tool: null }
  const [first] = missing(registry, goal, body.carried, stationsNear(context))
  return first ? missingFailure(goal, first) : null
}
