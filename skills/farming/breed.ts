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

/** Typical ticks until a herd is found, and for two animals and their young one. */
const SEARCH_TICKS = 600
const EACH_TICKS = 250
/** How long an animal that was fed is in love (ticks), and from how far away another one comes (blocks). */
const LOVE_TICKS = 600
const COURTING_RANGE = 8
/** How far animals of a herd may be (blocks), and for how long one waits for them to come together (ticks). */
const HERD_RANGE = 24
const PAUSE_TICKS = 60
/** An animal that was seen farther away than this is not gone back for (blocks). */
const RANGE = 64
/** How often an animal is offered food: a step may have taken it out of reach. */
const TRIES = 3
/** How long the server has to show that it has eaten, and how often one looks after the two (ticks). */
const ANSWER_TICKS = 6
const LOOK_TICKS = 10
/** How much worse it is for two to be apart than for both to be far away. */
const APART = 3
/** How near its parents a young one comes into the world (blocks). */
const BIRTH_RANGE = 4
/** Pauses, and animals that bring nothing, in a row before the goal fails. */
const MAX_FAILURES = 12

/**
 * Feeds two grown animals that give an item, and stays until they have a young one. Its parents rest for 6,000 ticks, and
 * it gives nothing itself until it is grown up.
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
  ways: () => [],
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
  effect: 'there are `count` more young animals that will give `item`',
  budget: ({ count }) => 5000 + 1500 * count,
  async run(context, { item, count }): Promise<Outcome> {
    const { registry } = context
    const kinds = new Set(breedable(registry, item))
    const fed = new Set<number>()
    let failures = 0
    if (!sociable(context, kinds, fed)) await survey(context)
    for (let born = 0; born < count; ) {
      const [missing] = missingFood(registry, [...kinds], 1, context.body.carried)
      if (missing) return failed('missing-material', 'nothing left to feed the animals with')
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
        return failed('unreachable', `the animals with ${item} would have no young`)
    }
    return succeeded
  },
})

/** Animals that give an item and can be bred. */
function breedable(registry: Registry, item: string): string[] {
  const animals = tagMembers(registry, item).flatMap((member) =>
    animalSources(registry, member).map(({ animal }) => animal),
  )
  return [...new Set(animals)].filter((animal) => breedingFood(animal).length > 0)
}

function foodsOf(registry: Registry, animals: readonly string[]): string[] {
  return [...new Set(animals.flatMap(breedingFood))].filter((food) => registry.hasItem(food))
}

/** Food for two animals each time. */
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

/**
 * A grown animal that has another of its kind near, the nearer the better, and is not far away itself; those that were fed
 * are left out.
 */
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
  const trouble = ({ one, other }: (typeof pairs)[number]) =>
    one.position.distanceTo(body.position) + APART * one.position.distanceTo(other.position)
  return pairs.sort((a, b) => trouble(a) - trouble(b))[0]?.one
}

/** Whether at least two that were not fed are known near by, if not near each other. */
function isHerdNear(
  { body, memory }: SkillContext,
  kinds: ReadonlySet<string>,
  fed: ReadonlySet<number>,
): boolean {
  const near = memory.entities(kinds, body.position, HERD_RANGE)
  return near.filter(({ id, young }) => !young && !fed.has(id)).length > 1
}

function areNear(one: KnownEntity, other: KnownEntity): boolean {
  return one.kind === other.kind && one.position.distanceTo(other.position) <= COURTING_RANGE
}

/**
 * Feeds an animal, and then others near it until one of them eats, too.
 * @returns whether there is a young one.
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
  // Who was beside it may have gone meanwhile, and come back.
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

/** The nearest grown animal that finds the way to one that was fed. */
function partnerFor(
  { memory }: SkillContext,
  { id: first, kind, position }: KnownEntity,
  fed: ReadonlySet<number>,
): KnownEntity | undefined {
  return memory
    .entities([kind], memory.entity(first)?.position ?? position, COURTING_RANGE)
    .find(({ id, young }) => !young && !fed.has(id))
}

/** Goes to an animal until it is within reach; undefined where it got away. */
async function goTo(context: SkillContext, known: KnownEntity): Promise<KnownEntity | undefined> {
  const inReach = (entity: KnownEntity) => canHit(context.body, entity)
  const isNear = await pursue(context, known, inReach, chaseTicks(context, known))
  return isNear ? inSight(context, known.id) : undefined
}

/** Goes to an animal and feeds it; whether it has eaten. */
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

/** Looks after two animals until a young one stands beside them; false when their love is over before. */
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
