import { EASY_DIG } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { eachTarget, missingTool, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Recipe } from '#goal/skill-spec'
import {
  type AnimalSource,
  animalSources,
  groundsOf,
  isHuntedMonster,
  isMonsterDrop,
  mainDropOf,
} from '#knowledge/animals'
import { countOf, tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import { animalRecipes, defineGathering, exactDrop, gatheringEffect } from '../core/gathering.ts'
import { perform } from '../core/skill.ts'
import type { SkillDefinition } from '../core/skill-definition.ts'
import { collect } from '../items/collect.ts'
import { explore } from '../mining/explore.ts'
import { kill } from '../pursuit/kill.ts'
import { Prey } from '../pursuit/prey.ts'
import { huntMonsters } from './hunt-monsters.ts'

/** Animals that may escape before the hunt fails. */
const MAX_ESCAPES = 12
const PICKUP_RANGE = 8
/** The weakest weapon for a monster hunt, and the one that is worth making for it. */
const MIN_WEAPON = 'wooden_sword'
const WEAPON = 'stone_sword'
/** Factor by which a hunt with the weakest weapon takes longer, healing included. */
const MIN_WEAPON_SLOWNESS = 4
/** Attacks until a monster is dead. */
const ATTACKS = 5
/** A monster hunt waits at most this long for the dark (ticks). */
const DAY_TICKS = 13_000

/** Kills mobs that drop an item, and picks the drops up. */
export const hunt: SkillDefinition = defineGathering({
  name: 'hunt',
  verbs: 'hunt kill slaughter slay butcher attack fight'.split(' '),
  prompt: {
    form: 'hunt({item: count}, tool)',
    meaning: 'kill animals that drop the item (tool: null) or monsters that do (tool: a sword)',
  },
  brings: (registry, item) => animalSources(registry, item).length > 0,
  yieldOf: mainDropOf,
  recipes: (registry, item, unavailable) => [
    ...animalRecipes('hunt', null, sourcesOf(registry, item, false), unavailable),
    ...armedRecipes(registry, item, unavailable),
  ],
  sources: (registry, { target }) =>
    Object.keys(target).flatMap((item) => animalsWith(registry, item)),
  missing: (registry, goal, inventory) => [
    ...eachTarget(goal, (item) => noSource(item, animalSources(registry, item))),
    ...(Object.keys(goal.target).some(isMonsterDrop) ? missingTool(MIN_WEAPON, inventory) : []),
  ],
  simulate: (registry, goal, inventory) =>
    gatheringEffect(goal, inventory, (item) => exactDrop(registry, item)),
  budget: ({ item, count }) => 5000 + 400 * count + (isMonsterDrop(item) ? DAY_TICKS : 0),
  async run(context, { item, count, source }): Promise<Outcome> {
    const { body, registry, signal } = context
    const wanted = new Set(tagMembers(registry, item))
    const animals = new Set(animalsWith(registry, item))
    const goal = countOf(registry, body.carried, item) + count
    if (isMonsterDrop(item)) return huntMonsters(context, { kinds: animals, wanted, goal })
    const prey = new Prey(context, animals, source?.entity ?? null)
    let escapes = 0
    while (countOf(registry, body.carried, item) < goal) {
      const target = prey.next()
      if (!target) {
        const search = await perform(context, explore, {
          sought: [...animals].join(' or '),
          grounds: groundsOf(animals),
          found: () => prey.next() !== undefined,
        })
        if (!search.ok) return search
        continue
      }
      const place = await kill(context, target)
      if (place) {
        prey.done(target)
        // The animal may have run on, or fallen, before it died.
        await travelFar(body, place, PICKUP_RANGE / 2, signal, { slowestDig: EASY_DIG })
        await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE })
        continue
      }
      prey.escaped(target)
      if (++escapes > MAX_ESCAPES) return failed('unreachable', `the animals with ${item} escaped`)
    }
    return succeeded
  },
})

/** Mobs that may drop an item; for wool of one colour, any sheep. */
function animalsWith(registry: Registry, item: string): string[] {
  return tagMembers(registry, item).flatMap((member) =>
    animalSources(registry, member).map(({ animal }) => animal),
  )
}

function sourcesOf(registry: Registry, item: string, monsters: boolean): AnimalSource[] {
  return animalSources(registry, item).filter(({ animal }) => isHuntedMonster(animal) === monsters)
}

/** Recipes by monsters: they fight back, so the agent needs a sword, and takes longer with a wooden one. */
function armedRecipes(
  registry: Registry,
  item: string,
  unavailable: ReadonlySet<string>,
): Recipe[] {
  const sources = sourcesOf(registry, item, true)
  const by = (tool: string, slowness: number) =>
    animalRecipes('hunt', tool, sources, unavailable).map((recipe) => ({
      ...recipe,
      wearEach: recipe.wearEach * ATTACKS,
      eachTicks: recipe.eachTicks * slowness,
    }))
  return [...by(WEAPON, 1), ...by(MIN_WEAPON, MIN_WEAPON_SLOWNESS)]
}
