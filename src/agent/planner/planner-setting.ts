/** Who plans: rules that search backwards from the target, or a language model. */
const MODELS = {
  symbolic: () => null,
  llm: <Model>(model: Model | null) => {
    if (!model) throw new RangeError('the planner llm needs a language model')
    return model
  },
} satisfies Readonly<Record<string, <Model>(model: Model | null) => Model | null>>

export type PlannerName = keyof typeof MODELS

/** Names of all planners, the default first. */
export const PLANNERS = Object.keys(MODELS) as PlannerName[]

/**
 * The model that a planner asks, if any: the setting decides, not whether a model is configured.
 * @throws RangeError when the planner needs a language model and there is none.
 */
export function modelFor<Model>(planner: PlannerName, model: Model | null): Model | null {
  return MODELS[planner](model)
}
