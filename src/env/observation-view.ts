import type { TaskFacts } from '#agent/planner/task-facts'
import { stateText } from '#agent/state-text'
import type { Observation } from '#goal/observation'
import type { ObservationView } from './replies.ts'

/** Limit on listed sources. */
const MAX_SOURCES = 24

const NOTHING: ReadonlySet<string> = new Set()

/**
 * An observation as JSON.
 * @param kinds of blocks and animals whose known sources are listed.
 * @param maxTicks game tick at which the episode ends.
 */
export function observationView(
  observation: Observation,
  facts: TaskFacts,
  maxTicks: number,
  kinds: readonly string[] = facts.sources,
): ObservationView {
  const { tick, inventory, worn, near, body, situation } = observation
  const ticksLeft = Math.max(0, maxTicks - tick)
  return {
    ...{ tick, ticksLeft, inventory, worn: [...worn], near: [...near] },
    body: body && {
      position: point(body.position),
      ...{ health: body.health, food: body.food, held: body.held, isNight: body.isNight },
    },
    situation,
    sources: observation.sources(kinds, MAX_SOURCES).map((source) => ({
      kind: source.kind,
      position: point(source.position),
      ticks: Math.round(source.ticks),
      age: source.age,
      count: source.count,
    })),
    text: `${stateText(observation, NOTHING)}\n${facts.text(observation, ticksLeft)}`,
  }
}

function point({ x, y, z }: { x: number; y: number; z: number }) {
  return { x: rounded(x), y: rounded(y), z: rounded(z) }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
