import type { Vec3 } from 'vec3'
import { takeInHand } from '#body/place'
import type { ItemCounts } from '#goal/goal'
import { eachTarget, type Missing, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { animalSources, breedingFood, groundsOf, mainDropOf } from '#knowledge/animals'
import { tagMembers } from '#knowledge/item-tags'
import type { Registry } from '#knowledge/registry'
import type { KnownEntity } from '#perception/world-memory'
import { perform, type SkillContext } from '../core/skill.ts'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'
import { explore } from '../mining/explore.ts'
import { survey } from '../moving/look-around.ts'
import { canHit } from '../pursuit/attack.ts'
import { chaseTicks, inSight, pursue } from '../pursuit/chase.ts'

/** Typical time until the agent finds a herd, and to breed two animals (ticks). */
const SEARCH_TICKS = 600
const EACH_TICKS = 250
/** A fed animal stays in love mode for this long (ticks), and mates with animals within this distance (blocks). */
const LOVE_TICKS = 600
const MATING_RANGE = 8
/** Animals within this distance form a herd (blocks); the agent waits this long for two to come together (ticks). */
const HERD_RANGE = 24
const PAUSE_TICKS = 60
/** The agent does not return for animals farther away than this (blocks). */
const RANGE = 64
/** Attempts to feed an animal: it may walk out of reach. */
const TRIES = 3
/** Time within which the server must show that the animal ate, and the time between two looks at the pair (ticks). */
const ANSWER_TICKS = 6
const LOOK_TICKS = 10
/** Cost of a block between the two animals, where a block between them and the agent costs 1. */
const APART = 3
/** A baby spawns within this distance of its parents (blocks). */
const BIRTH_RANGE = 4
/** Pauses and failed pairs in a row before the goal fails. */
const MAX_FAILURES = 12

/**
 * Breeds adult animals that drop an item: feeds two, and stays until they have a baby. The parents cannot breed again for
 * 6,000 ticks, and the baby drops nothing until it has grown up.
 */
export const breed: SkillDefinition = defineSkill({
  name: 'breed',
  takesMaterials: false,
  group: 'body',
  shows: 'nothing',
  object: null,
  station: null,
  verbs: ['breed'],
  prompt: {
    form: 'breed({item: count}, null)',
    meaning:
      'feed two animals that give the item (2 wheat, carrot or wheat_seeds) so that they have a young one, which gives nothing for 20 minutes of game time',
  },
  brings: (registry, item) => breedable(registry, item).length > 0,
  yieldOf: (registry, animal) =>
    breedingFood(animal).length > 0 ? mainDropOf(registry, animal) : undefined,
  recipes: () => [],
  sources: (registry, { target }) =>
    Object.keys(target).flatMap((item) => breedable(registry, item)),
  missing: (registry, goal, inventory) =>
    eachTarget(goal, (item) => {
      const animals = breedable(registry, item)
      if (animals.length === 0) return noSource(item, [])
      return missingFood(registry, animals, goal.target[item] ?? 0, inventory)
    }),
  simulate(registry, { target }, inventory) {
    const changes = new Map<string, number>()
    for (const [item, count] of Object.entries(target)) {
      let left = 2 * count
      for (const food of foodsOf(registry, breedable(registry, item))) {
        const eaten = Math.min(left, (inventory[food] ?? 0) + (changes.get(food) ?? 0))
        if (eaten > 0) changes.set(food, (changes.get(food) ?? 0) - eaten)
        left -= eaten
      }
    }
    return { changes, worn: [] }
  },
  estimate: ({ goal, source }) => ({
    travelTicks: source?.ticks ?? 0,
    searchTicks: source ? 0 : SEARCH_TICKS,
    workTicks: Object.values(goal.target).reduce((sum, count) => sum + count, 0) * EACH_TICKS,
  }),
  effect: 'there are `count` more baby animals that will drop `item`',
  budget: ({ count }) => 5000 + 1500 * count,
  async run(context, { item, count }): Promise<Outcome> {
    const { registry } = context
    const kinds = new Set(breedable(registry, item))
    const fed = new Set<number>()
    let failures = 0
    if (!sociable(context, kinds, fed)) await survey(context)
    for (let born = 0; born < count; ) {
      const [missing] = missingFood(registry, [...kinds], 1, context.body.carried)
      if (missing) return failed('missing-material', 'no food left for the animals')
      const first = sociable(context, kinds, fed)
      if (!first && failures < MAX_FAILURES && isHerdNear(context, kinds, fed)) {
        failures++
        await survey(context)
        await context.body.wait(PAUSE_TICKS, context.signal)
      } else if (!first) {
        const search = await perform(context, explore, {
          sought: `two of ${[...kinds].join(' or ')}`,
          grounds: groundsOf(kinds),
          found: () => sociable(context, kinds, fed) !== undefined,
        })
        if (!search.ok) return search
      } else if (await bringTogether(context, first, fed)) {
        born++
        failures = 0
      } else if (++failures >= MAX_FAILURES)
        return failed('unreachable', `the animals with ${item} did not breed`)
    }
    return succeeded
  },
})

/** Animals that drop an item and can be bred. */
function breedable(registry: Registry, item: string): string[] {
  const animals = tagMembers(registry, item).flatMap((member) =>
    animalSources(registry, member).map(({ animal }) => animal),
  )
  return [...new Set(animals)].filter((animal) => breedingFood(animal).length > 0)
}

function foodsOf(registry: Registry, animals: readonly string[]): string[] {
  return [...new Set(animals.flatMap(breedingFood))].filter((food) => registry.hasItem(food))
}

/** What is missing to feed two animals, a number of times. */
function missingFood(
  registry: Registry,
  animals: readonly string[],
  times: number,
  held: ItemCounts,
): Missing[] {
  const foods = foodsOf(registry, animals)
  const carried = foods.reduce((sum, food) => sum + (held[food] ?? 0), 0)
  const [food] = foods
  const count = 2 * times - carried
  return food && count > 0 ? [{ kind: 'missing-material', item: food, count }] : []
}

/** An adult animal close to the agent and to another of its kind; neither has been fed yet. Undefined if there is none. */
function sociable(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  kinds: ReadonlySet<string>,
  fed: ReadonlySet<number>,
): KnownEntity | undefined {
  const grown = memory
    .entities(kinds, body.position, RANGE)
    .filter(({ id, young }) => !young && !fed.has(id))
  const pairs = grown.flatMap((one) =>
    grown.filter((other) => other !== one && areNear(one, other)).map((other) => ({ one, other })),
  )
  const cost = ({ one, other }: (typeof pairs)[number]) =>
    one.position.distanceTo(body.position) + APART * one.position.distanceTo(other.position)
  return pairs.sort((a, b) => cost(a) - cost(b))[0]?.one
}

/** Whether the agent knows of at least two adult animals nearby that it has not fed, though not close to each other. */
function isHerdNear(
  { body, memory }: SkillContext,
  kinds: ReadonlySet<string>,
  fed: ReadonlySet<number>,
): boolean {
  const near = memory.entities(kinds, body.position, HERD_RANGE)
  return near.filter(({ id, young }) => !young && !fed.has(id)).length > 1
}

function areNear(one: KnownEntity, other: KnownEntity): boolean {
  return one.kind === other.kind && one.position.distanceTo(other.position) <= MATING_RANGE
}

/**
 * Feeds an animal, and then others near it until one of them eats.
 * @returns whether they had a baby.
 */
async function bringTogether(
  context: SkillContext,
  first: KnownEntity,
  fed: Set<number>,
): Promise<boolean> {
  const { body } = context
  if (!(await goTo(context, first))) {
    fed.add(first.id)
    return false
  }
  // The partner may have walked away meanwhile, and may come back.
  const others = new Set([...fed, first.id])
  const hasPartner = () => partnerFor(context, first, others) !== undefined
  if (!hasPartner()) await survey(context)
  if (!(await body.until(hasPartner, PAUSE_TICKS, context.signal))) return false
  fed.add(first.id)
  if (!(await feed(context, first))) return false
  const known = new Set(youngOf(context, first.kind).map(({ id }) => id))
  const deadline = body.clock.tick + LOVE_TICKS
  while (body.clock.tick < deadline) {
    const second = partnerFor(context, first, fed)
    if (second) {
      fed.add(second.id)
      if (await feed(context, second)) return awaitBirth(context, [first, second], known)
    } else {
      await survey(context)
      await body.wait(LOOK_TICKS, context.signal)
    }
  }
  return false
}

/** The nearest adult animal that has not been fed, within mating range of one that has. */
function partnerFor(
  { memory }: SkillContext,
  { id: first, kind, position }: KnownEntity,
  fed: ReadonlySet<number>,
): KnownEntity | undefined {
  return memory
    .entities([kind], memory.entity(first)?.position ?? position, MATING_RANGE)
    .find(({ id, young }) => !young && !fed.has(id))
}

/** Pursues an animal until it is within reach; undefined when it escaped. */
async function goTo(context: SkillContext, known: KnownEntity): Promise<KnownEntity | undefined> {
  const inReach = (entity: KnownEntity) => canHit(context.body, entity)
  const isNear = await pursue(context, known, inReach, chaseTicks(context, known))
  return isNear ? inSight(context, known.id) : undefined
}

/** Walks to an animal and feeds it; false when it did not eat. */
async function feed(context: SkillContext, known: KnownEntity): Promise<boolean> {
  const { body, signal } = context
  const foods = breedingFood(known.kind)
  const carried = () => foods.reduce((sum, food) => sum + (body.carried[food] ?? 0), 0)
  const before = carried()
  for (let tries = 0; tries < TRIES; tries++) {
    if (!(await takeInHand(body, foods, signal))) return false
    const animal = await goTo(context, known)
    if (!animal || animal.young) return false
    await body.controls.lookAt(animal.position.offset(0, animal.height * 0.7, 0))
    await body.interaction.useOn(animal.id, signal)
    if (await body.until(() => carried() < before, ANSWER_TICKS, signal)) return true
  }
  return false
}

/** Watches two animals until a baby stands beside them; false when love mode ends before. */
async function awaitBirth(
  context: SkillContext,
  parents: readonly KnownEntity[],
  known: ReadonlySet<number>,
): Promise<boolean> {
  const { body, memory, signal } = context
  const deadline = body.clock.tick + LOVE_TICKS
  const isBorn = () => {
    const places = parents.map(({ id, position }) => memory.entity(id)?.position ?? position)
    return parents
      .flatMap(({ kind }) => youngOf(context, kind))
      .some(({ id, position }) => !known.has(id) && isBeside(position, places))
  }
  while (body.clock.tick < deadline) {
    const place = parents.map(({ id }) => inSight(context, id)?.position).find(Boolean)
    if (place) await body.controls.lookAt(place.offset(0, 0.5, 0))
    else await survey(context)
    if (await body.until(isBorn, LOOK_TICKS, signal)) return true
  }
  return false
}

function isBeside(position: Vec3, places: readonly Vec3[]): boolean {
  return places.some((place) => place.distanceTo(position) <= BIRTH_RANGE)
}

function youngOf({ body, memory }: SkillContext, kind: string): KnownEntity[] {
  return memory.entities([kind], body.position, RANGE).filter(({ young }) => young)
}
