import type { KnownSource } from '#goal/observation'
import { blocks, count, type Definition, distance, flag, type Judged, ticks } from './definition.ts'

/** The known source that the candidate begins with; all 0 where it has none. */
export const SOURCE_FEATURES: readonly Definition[] = [
  flag('source.block', ({ candidate: { source } }) => source !== null && source.entity === null),
  flag('source.animal', ({ candidate: { source } }) => source !== null && source.entity !== null),
  distance('source.distance', (judged) => offset(judged)?.across ?? 0),
  blocks('source.height', (judged) => offset(judged)?.up ?? 0),
  ticks('source.ticks', ({ candidate: { source } }) => source?.ticks ?? 0),
  ticks('source.age', ({ candidate: { source } }) => source?.age ?? 0),
  count('source.count', ({ candidate: { source } }) => source?.count ?? 0),
  // The items that the source lacks: the agent must continue at another place.
  count('source.short', ({ candidate: { source, goal } }) => {
    const wanted = Object.values(goal.target).reduce((a, b) => a + b, 0)
    return source ? Math.max(0, wanted - source.count) : 0
  }),
  count('sources.known', (judged) => sum(known(judged))),
  count('sources.places', (judged) => known(judged).length),
  flag('source.lava', ({ candidate: { source } }) => source?.trouble.lava ?? false),
  flag('source.water', ({ candidate: { source } }) => source?.trouble.water ?? false),
  flag('source.underfoot', ({ candidate: { source } }) => source?.trouble.underfoot ?? false),
]

/** Offset from the agent's feet to the source (blocks). */
function offset({ candidate: { source }, observation: { body } }: Judged) {
  if (!source || !body) return null
  const { x, y, z } = source.position.minus(body.position)
  return { across: Math.hypot(x, z), up: y }
}

/** All known sources of the goal. */
function known({ candidate, among }: Judged): readonly KnownSource[] {
  return among.flatMap(({ step, source }) => (step === candidate.step && source ? [source] : []))
}

function sum(sources: readonly KnownSource[]): number {
  return sources.reduce((total, source) => total + source.count, 0)
}
