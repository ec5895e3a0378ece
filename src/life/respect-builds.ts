import type { Body } from '#body/body'
import { isFurnishing } from '#body/builds'
import { perVersion } from '#knowledge/per-version'
import type { Registry } from '#knowledge/registry'
import type { WorldMemory } from '#perception/world-memory'

/** How often the agent looks through its memory for buildings (ticks), how far (blocks), and how many blocks it notes. */
const SURVEY_TICKS = 20
const RANGE = 40
const MAX_BLOCKS = 1024

const furnishingKinds = perVersion((registry: Registry) =>
  [...registry.blockKinds].filter(isFurnishing),
)

/**
 * Keeps the body's knowledge of buildings up to date with what the agent has seen.
 * @returns a function that ends it.
 */
export function respectBuilds(
  body: Body,
  { memory }: { readonly memory: Pick<WorldMemory, 'blocks'> },
): () => void {
  const kinds = furnishingKinds(body.registry)
  const survey = () => {
    const query = { maxDistance: RANGE, limit: MAX_BLOCKS }
    body.builds.survey(memory.blocks(kinds, body.position, query).map(({ position }) => position))
  }
  survey()
  body.builds.onResurvey = survey
  let ticks = 0
  const unwatch = body.watchBuilds()
  const unsubscribe = body.onTick(() => {
    if (ticks++ % SURVEY_TICKS === 0) survey()
  })
  return () => {
    unwatch()
    unsubscribe()
    body.builds.onResurvey = undefined
  }
}
