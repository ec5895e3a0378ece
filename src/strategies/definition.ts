import type { AgentEvent } from '#agent/agent-event'
import type { Descriptor } from '#agent/descriptor/descriptor'
import type { PlannerName } from '#agent/planner/planners'
import type { GoalLanguage } from '#goal/goal-language'
import { ToolModel, type Toolsets } from '#llm/tool-model'
import type { Selector } from '#selector/selector'
import type { ExecutorName } from './adapt/executors.ts'
import type { ReplanPolicyName } from './deps/replan-policy.ts'
import type { AnswerReaders } from './reading.ts'
import type { LlmContext, Strategy } from './strategy.ts'

/** Settings that only some strategies read; each definition lists the ones it reads. */
export interface StrategyOptions {
  /** The planner of DEPS; every strategy uses a language model only if the planner does. */
  readonly planner: PlannerName
  readonly executor: ExecutorName
  /** How often DEPS may plan again; null for no limit. */
  readonly rounds: number | null
  readonly replan: ReplanPolicyName
  /** Folder of the skills that AdaPlanner discovers; null for none. */
  readonly skillMemory: string | null
  /** Folder of the plans that worked, for DEPS with a language model; null for none. */
  readonly planMemory: string | null
}

/** What a definition may list as used: its options, and parts of the agent that the settings choose. */
export type StrategyFeature =
  | keyof StrategyOptions
  | 'selector'
  | 'descriptor'
  | 'explainer'
  | 'jsonAnswers'

/** What a strategy is created from. */
export interface StrategyParts {
  readonly language: GoalLanguage
  readonly options: StrategyOptions
  readonly selector: Selector
  /** Describes outcomes to models; their examples are described by it, too. */
  readonly descriptor: Descriptor
  /** The language model; null for none. */
  readonly llm: LlmContext | null
  record(event: AgentEvent): void
}

/** A strategy as the registry lists it: its name, the settings it uses, and how it is created. */
export type StrategyDefinition<Name extends string = string> = {
  readonly name: Name
  readonly uses: readonly StrategyFeature[]
  /** How the answers of its model are read, by purpose; omitted without a model. */
  readonly readers?: AnswerReaders
  /** The tools by which its model can answer, by purpose; omitted where answers are text alone. */
  toolsets?(language: GoalLanguage): Toolsets
} & (
  | { readonly needsModel: false; create(parts: StrategyParts): Strategy }
  | {
      readonly needsModel: true
      create(parts: StrategyParts & { readonly llm: LlmContext }): Strategy
    }
)

/**
 * Creates the strategy that a definition describes.
 * @throws RangeError when it needs a language model and there is none.
 */
export function createDefined(definition: StrategyDefinition, parts: StrategyParts): Strategy {
  const llm = parts.llm && inTools(parts.llm, definition.toolsets?.(parts.language))
  if (!definition.needsModel) return definition.create({ ...parts, llm })
  if (!llm) throw new RangeError(`the strategy ${definition.name} needs a language model`)
  return definition.create({ ...parts, llm })
}

/** The models of a strategy, which hold its dialogues by calls of tools where the settings say so. */
function inTools(llm: LlmContext, toolsets: Toolsets | undefined): LlmContext {
  if (llm.answers !== 'tools' || !toolsets) return llm
  const { executor, ...roles } = llm.roles ?? {}
  return {
    ...llm,
    model: new ToolModel(llm.model, toolsets),
    roles: { ...roles, ...(executor && { executor: new ToolModel(executor, toolsets) }) },
  }
}
