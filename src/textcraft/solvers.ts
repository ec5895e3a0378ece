import type { ChatModel } from '#llm/model'
import type { BranchSelectorName } from './branch-selectors.ts'
import { isSymbolic } from './methods.ts'
import { ModelSolver, type ModelSolverOptions } from './model-solver.ts'
import type { Solver } from './solver.ts'
import { SymbolicSolver } from './symbolic-solver.ts'

/** What a solver is created from. */
export interface SolverParts extends Omit<ModelSolverOptions, 'model'> {
  /** The language model; null for none. */
  readonly model: ChatModel | null
}

interface SolverTraits {
  /** The selector of branches by default. */
  readonly selector: BranchSelectorName
}

type SolverDefinition = SolverTraits &
  (
    | { readonly needsModel: false; create(parts: SolverParts): Solver }
    | { readonly needsModel: true; create(parts: ModelSolverOptions): Solver }
  )

/** All solvers by the names of `--planner`. */
const DEFINITIONS = {
  /** Rules that know the recipes. */
  symbolic: {
    needsModel: false,
    selector: 'nearest',
    create({ method, ...parts }) {
      if (!isSymbolic(method)) throw new RangeError(`the method ${method} needs a language model`)
      return new SymbolicSolver({ ...parts, method })
    },
  },
  /** A language model. */
  llm: { needsModel: true, selector: 'none', create: (parts) => new ModelSolver(parts) },
} satisfies Readonly<Record<string, SolverDefinition>>

export type SolverName = keyof typeof DEFINITIONS

/** Names of all solvers, the default first. */
export const SOLVERS = Object.keys(DEFINITIONS) as SolverName[]

/** Whether a solver asks a language model. */
export function solverNeedsModel(name: SolverName): boolean {
  return DEFINITIONS[name].needsModel
}

/** The selector of branches that a solver has by default. */
export function defaultBranchSelector(name: SolverName): BranchSelectorName {
  return DEFINITIONS[name].selector
}

/**
 * Creates a solver by its name.
 * @throws RangeError when the solver or its method needs a language model and there is none.
 */
export function createSolver(name: SolverName, parts: SolverParts): Solver {
  const definition: SolverDefinition = DEFINITIONS[name]
  if (!definition.needsModel) return definition.create(parts)
  const { model } = parts
  if (!model) throw new RangeError(`the planner ${name} needs a language model`)
  return definition.create({ ...parts, model })
}
