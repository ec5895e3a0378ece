import { NearestSelector } from '../../selector/nearest.ts'
import type { EpisodeContext } from '../episode/port.ts'
import type { Registry } from '../knowledge/registry.ts'
import { AdaptStrategy, WORLD_MAX_DEPTH } from './adapt/world-strategy.ts'
import { DepsStrategy } from './deps/deps-strategy.ts'
import { makeLlmStrategy } from './llm/make-strategy.ts'
import type { Planner } from './planner/planner.ts'
import { SymbolicPlanner } from './planner/symbolic-planner.ts'
import type { Strategy } from './strategy.ts'

/**
 * The strategy that a trial asks for, in whatever world of goals.
 * @param symbolic the planner of DEPS where there is no language model.
 * @throws RangeError for one that takes a language model where there is none.
 */
export function strategyFor(
  registry: Registry,
  context: Pick<EpisodeContext, 'strategy' | 'executor' | 'rounds' | 'llm' | 'record'>,
  symbolic: Planner = new SymbolicPlanner(registry),
): Strategy {
  const { strategy, executor, llm, record } = context
  const selector = new NearestSelector()
  const rounds = context.rounds ?? Number.POSITIVE_INFINITY
  if (strategy === 'adapt') {
    if (executor === 'react' && !llm) throw new RangeError('react takes a language model')
    return new AdaptStrategy({
      selector,
      maxDepth: WORLD_MAX_DEPTH,
      llm: llm && { model: llm.model, executor },
      onEvent: (event) => record({ type: 'adapt', ...event }),
    })
  }
  if (llm) return makeLlmStrategy(strategy, { ...llm, registry, selector, rounds, record })
  if (strategy !== 'deps') throw new RangeError(`${strategy} takes a language model`)
  return new DepsStrategy({ planner: symbolic, selector, rounds })
}
