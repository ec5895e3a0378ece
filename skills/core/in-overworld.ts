import { eachTarget, type Missing } from '#goal/missing'
import { harvestSources, minedItem } from '#knowledge/harvest'
import type { Registry } from '#knowledge/registry'
import type { SkillDefinition } from './skill-definition.ts'

/** A skill in a world that has nothing but the overworld: what other dimensions provide has no source. */
export function inOverworld(skill: SkillDefinition): SkillDefinition {
  const { brings, recipes, sources, missing } = skill
  const gathers = (registry: Registry, item: string) =>
    sources(registry, { skill: skill.name, target: { [item]: 1 }, using: {}, tool: null }).length >
    0
  const isLost = (registry: Registry, item: string) =>
    gathers(registry, item) && isElsewhere(registry, item)
  return {
    ...skill,
    brings: (registry, item) => brings(registry, item) && !isLost(registry, item),
    recipes: (registry, item, unavailable) =>
      recipes(registry, item, unavailable).filter(({ place }) => place === undefined),
    sources: (registry, goal) =>
      Object.keys(goal.target).some((item) => isLost(registry, item))
        ? []
        : sources(registry, goal),
    missing: (registry, goal, inventory, near) => {
      const lost = eachTarget(goal, (item): Missing[] =>
        isLost(registry, item) ? [{ kind: 'no-source', item }] : [],
      )
      return lost.length > 0 ? lost : missing(registry, goal, inventory, near)
    },
  }
}

/** Whether only other dimensions have blocks that drop an item. */
function isElsewhere(registry: Registry, item: string): boolean {
  const found = harvestSources(registry, minedItem(registry, item) ?? item)
  return found.length > 0 && found.every(({ place }) => place !== undefined)
}
