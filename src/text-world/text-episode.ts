import type { Strategy } from '../agent/strategy.ts'
import type { EpisodeContext, EpisodeOutcome, RunEpisode } from '../episode/port.ts'
import { type Registry, registryFor } from '../knowledge/registry.ts'
import type { TextClock } from './text-clock.ts'
import { TextWorld } from './text-world.ts'

/** What of a trial a text world needs; its clock is one of text. */
export interface TextEpisodeContext
  extends Pick<EpisodeContext, 'target' | 'signal' | 'record' | 'inventory'> {
  readonly registry: Registry
  readonly clock: TextClock
  readonly strategy: Strategy
  /** Goals that may be tried before the episode ends; it stands for the time that tries take. */
  readonly maxGoals: number
}

/** Goals for a task that are far more than any plan of it takes. */
export const MAX_TEXT_GOALS = 400

/** Plays one trial in the text world: the same events, and the same ends, as in a world of blocks. */
export async function runTextEpisode(context: TextEpisodeContext): Promise<EpisodeOutcome> {
  const { registry, clock, target, strategy, record, inventory, maxGoals } = context
  const over = new AbortController()
  const signal = AbortSignal.any([context.signal, over.signal])
  let goals = 0
  const world = new TextWorld(registry, {
    clock,
    inventory,
    record(event) {
      record(event)
      if (event.type === 'skill-end' && ++goals >= maxGoals) over.abort(new Error('goals used up'))
    },
  })
  record({
    type: 'join',
    version: registry.data.version.minecraftVersion ?? 'unknown',
    difficulty: null,
    gameMode: 'survival',
    position: { x: 0, y: 0, z: 0 },
    inventory: {},
  })
  const task = { target: { [target.item]: target.count }, wear: target.worn ? target.item : null }
  try {
    return { end: 'gave-up', detail: await strategy.pursue(task, { world, signal, record }) }
  } catch (error) {
    if (context.signal.aborted) return { end: 'stopped', detail: 'stopped' }
    if (over.signal.aborted) return { end: 'gave-up', detail: `${maxGoals} goals are tried` }
    throw error
  }
}

/**
 * The text world's agent for the trial runner.
 * @param clock that of the trial's host.
 * @param strategyFor is asked once, when the trial begins.
 */
export function textAgent(
  clock: TextClock,
  strategyFor: (registry: Registry, context: EpisodeContext) => Strategy,
): RunEpisode {
  return (context) => {
    const registry = registryFor(context.connection.version)
    const strategy = strategyFor(registry, context)
    return runTextEpisode({ ...context, registry, clock, strategy, maxGoals: MAX_TEXT_GOALS })
  }
}
