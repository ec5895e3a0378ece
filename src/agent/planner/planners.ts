import type { WatchedModel } from '#llm/watched-model'
import { LoadoutPlanner } from './loadout-planner.ts'
import { ModelPlanner, type ModelPlannerOptions } from './model-planner.ts'
import type { Planner } from './planner.ts'
import { SymbolicPlanner } from './symbolic-planner.ts'

/** What a planner is created from. */
export interface PlannerParts extends Omit<ModelPlannerOptions, 'model'> {
  /** The language model; null for none. */
  readonly model: WatchedModel | null
}

type PlannerDefinition =
  | { readonly needsModel: false; create(parts: PlannerParts): Planner }
  | { readonly needsModel: true; create(parts: ModelPlannerOptions): Planner }

/** All planners by the names that settings and the command line use. */
const DEFINITIONS = {
  /** Rules that search backwards from the target, with equipment for plans that lead underground. */
  symbolic: {
    needsModel: false,
    create: ({ language }) => new LoadoutPlanner(new SymbolicPlanner(language)),
  },
  /** A language model. */
  llm: { needsModel: true, create: (parts) => new ModelPlanner(parts) },
} satisfies Readonly<Record<string, PlannerDefinition>>

export type PlannerName = keyof typeof DEFINITIONS

/** Names of all planners, the default first. */
export const PLANNERS = Object.keys(DEFINITIONS) as PlannerName[]

/** Whether a planner asks a language model. */
export function plannerNeedsModel(name: PlannerName): boolean {
  return DEFINITIONS[name].needsModel
}

/**
 * Whether every strategy can be combined with a planner. The first planner without a model and the first with one also stand
 * for rules and for a model in the strategies that do not use a planner of DEPS.
 */
export function isForAllStrategies(name: PlannerName): boolean {
  return name === PLANNERS.find((other) => plannerNeedsModel(other) === plannerNeedsModel(name))
}

/**
 * The model that a planner asks, if any: the setting decides, not whether a model is configured.
 * @throws RangeError when the planner needs a language model and there is none.
 */
export function modelFor<Model>(name: PlannerName, model: Model | null): Model | null {
  return plannerNeedsModel(name) ? needed(name, model) : null
}

/**
 * Creates a planner by its name.
 * @throws RangeError when it needs a language model and there is none.
 */
export function createPlanner(name: PlannerName, parts: PlannerParts): Planner {
  const definition: PlannerDefinition = DEFINITIONS[name]
  if (!definition.needsModel) return definition.create(parts)
  return definition.create({ ...parts, model: needed(name, parts.model) })
}

function needed<Model>(name: PlannerName, model: Model | null): Model {
  if (!model) throw new RangeError(`the planner ${name} needs a language model`)
  return model
}
