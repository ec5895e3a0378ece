import type { Situation } from '#goal/situation'
import { satisfies, toolType } from '#knowledge/tools'
import type { SkillWorld } from '#skills/core/skill'
import { depthBelowLand } from '#skills/moving/surface'
import { threats } from '#skills/pursuit/threats'

/** Range in which monsters count (blocks). */
const THREAT_RANGE = 32

/** The situation of the body, as far as the agent knows it. */
export function situationOf(context: SkillWorld): Situation {
  const { body, memory, agentState } = context
  const { feet } = body
  const start = agentState.exploration.start ?? feet
  const [nearest, ...others] = threats(context, THREAT_RANGE)
  return {
    biome: body.footing.biome ?? null,
    visitedChunks: memory.visitedChunks,
    fromStart: Math.hypot(feet.x - start.x, feet.z - start.z),
    depth: depthBelowLand(context),
    light: body.vision.light(feet.x, feet.y, feet.z) ?? null,
    timeOfDay: body.game.timeOfDay,
    threats: nearest ? others.length + 1 : 0,
    nearestThreat: nearest?.distance ?? null,
    pickaxeUses: pickaxeUses(context),
    fillers: body.fillerCount,
    failedSearches: Object.fromEntries(agentState.exploration.failedSearches),
  }
}

function pickaxeUses({ body, registry }: SkillWorld): number {
  const pickaxes = body.inventory.items
    .map((item) => ({ name: registry.itemName(item), uses: body.tools.usesLeft(item) }))
    .filter(({ name }) => toolType(name) === 'pickaxe')
  const [best] = pickaxes.sort(
    (a, b) =>
      Number(satisfies(b.name, a.name)) - Number(satisfies(a.name, b.name)) || b.uses - a.uses,
  )
  return best?.uses ?? 0
}
