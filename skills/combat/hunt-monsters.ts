import { failed, type Outcome, succeeded } from '#goal/outcome'
import { groundsOf } from '#knowledge/animals'
import type { Registry } from '#knowledge/registry'
import type { KnownEntity } from '#perception/world-memory'
import { perform, type Skill, type SkillContext } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { isFood } from '../items/eat.ts'
import { explore } from '../mining/explore.ts'
import { mine } from '../mining/mine.ts'
import { Prey } from '../pursuit/prey.ts'
import { threats } from '../pursuit/threats.ts'
import { awaitDark, isDarkOutside, shelter } from '../survival/shelter.ts'
import { forage, GAME, gameNearby } from './forage.ts'
import { patrol } from './patrol.ts'
import { canHeal, recuperate } from './recuperate.ts'
import { BREAK_OFF_HEALTH, slay } from './slay.ts'
import { takeCover } from './take-cover.ts'

export interface MonsterHunt {
  /** Kinds of monsters that drop the wanted items. */
  readonly kinds: ReadonlySet<string>
  /** Kinds of the wanted items. */
  readonly wanted: ReadonlySet<string>
  /** The hunt succeeds when the agent carries this many wanted items. */
  readonly goal: number
}

const SWORD = /_sword$/
/** Monsters that may escape before the hunt fails. */
const MAX_ESCAPES = 12
/** The agent picks up drops within this distance (blocks). */
const PICKUP_RANGE = 16
/** Below this health the agent heals before the next fight, if it can. */
const HEAL_BELOW = 14
/** The agent neither heals nor digs with a monster in sight within this distance (blocks). */
const PEACE_RANGE = 12
/** Food to carry on the hunt (food points), and how often the agent goes for it. */
const PROVISIONS = 24
const MAX_FORAYS = 12
/** With fewer blocks for walls than FEW_BLOCKS the agent digs some where soil is near, up to WALL_BLOCKS. */
const FEW_BLOCKS = 8
const WALL_BLOCKS = 20
const MAX_DIGGINGS = 3
const SOIL = ['dirt', 'grass_block']
const SOIL_RANGE = 12
/** Monsters this close to the target join the fight; each counts as a detour of COMPANY_BLOCKS (blocks). */
const COMPANY_RANGE = 8
const COMPANY_BLOCKS = 12
const SIGHT = 48

/**
 * Hunts monsters for their drops: prepares by day and waits for the dark, attacks an isolated monster if there is one,
 * fights those that join it, picks up the drops, and heals before the next fight.
 */
export async function huntMonsters(
  context: SkillContext,
  { kinds, wanted, goal }: MonsterHunt,
): Promise<Outcome> {
  const { body, memory, signal } = context
  if (body.game.difficulty === 'peaceful')
    return failed('not-found', `no ${[...kinds].join(' or ')} in a peaceful world`)
  const prey = new Prey(context, kinds, null)
  const left = new Set<number>()
  const count = () => [...wanted].reduce((sum, item) => sum + (body.carried[item] ?? 0), 0)
  const drops = () =>
    memory
      .entities(['item', 'Item'], body.position, PICKUP_RANGE)
      .filter(({ id, item }) => item && wanted.has(item) && !left.has(id))
  let escapes = 0
  let forays = 0
  let diggings = 0
  while (count() < goal) {
    signal.throwIfAborted()
    const lying = drops()
    if (lying.length > 0) {
      await perform(context, collect, { kinds: wanted, range: PICKUP_RANGE })
      for (const { id } of lying) left.add(id)
      continue
    }
    if (!Object.keys(body.carried).some((item) => SWORD.test(item)))
      return failed('missing-tool', 'the sword broke')
    const care = careFor(context)
    if (care) {
      await perform(context, care, null)
      await body.wait(1, signal)
      continue
    }
    const isStrong = body.vitals.health >= BREAK_OFF_HEALTH
    const target = isStrong ? loneliest(context, prey) : undefined
    const isShort = body.fillerCount < FEW_BLOCKS && diggings < MAX_DIGGINGS
    if (target) {
      const end = await slay(context, target)
      if (end === 'dead') prey.done(target)
      else if (end === 'broken-off') await body.wait(1, signal)
      else {
        prey.escaped(target)
        if (++escapes > MAX_ESCAPES)
          return failed('unreachable', `the ${[...kinds].join(' and ')} got away`)
      }
    } else if (isDarkOutside(context) && !isStrong) {
      await perform(context, shelter, null)
      await body.wait(1, signal)
    } else if (isShort && isPeaceful(context) && isSoilNear(context)) {
      diggings++
      await perform(context, mine, { item: 'dirt', count: WALL_BLOCKS - body.fillerCount })
    } else if (isHungry(context) && gameNearby(context) && forays < MAX_FORAYS) {
      forays++
      await perform(context, forage, null)
    } else if (isDarkOutside(context)) {
      const found = () => prey.all().length + drops().length > 0
      const search = await perform(context, patrol, { sought: [...kinds].join(' or '), found })
      // Monsters spawn and despawn: a patrol that found none may find some the next time.
      if (!search.ok && !/^(timeout|not-found)$/.test(search.failure.kind)) return search
    } else if (isHungry(context) && forays < MAX_FORAYS) {
      forays++
      await provide(context)
    } else {
      await perform(context, awaitDark, null)
      await body.wait(1, signal)
    }
  }
  return succeeded
}

/** The skill that a wounded agent needs before the next fight; undefined where it is fit, or nothing would help. */
function careFor(context: SkillContext): Skill<null> | undefined {
  const { health } = context.body.vitals
  if (health >= HEAL_BELOW) return undefined
  const heals = canHeal(context)
  if (isPeaceful(context)) {
    if (heals) return recuperate
    return health < BREAK_OFF_HEALTH && gameNearby(context) ? forage : undefined
  }
  return health < BREAK_OFF_HEALTH ? takeCover : undefined
}

/** Whether the agent knows of soil nearby that it can dig for blocks. */
function isSoilNear({ body, memory }: SkillContext): boolean {
  return memory.blocks(SOIL, body.position, { maxDistance: SOIL_RANGE, limit: 1 }).length > 0
}

/** Finds and kills an animal for food. */
async function provide(context: SkillContext): Promise<void> {
  if (!gameNearby(context)) {
    const found = () => gameNearby(context) !== undefined
    await perform(context, explore, { sought: 'game', grounds: groundsOf(GAME), found })
  }
  await perform(context, forage, null)
  await context.body.wait(1, context.signal)
}

/** The monster with the lowest cost: close, and with few others around that would join the fight. */
function loneliest(context: SkillContext, prey: Prey): KnownEntity | undefined {
  const { body } = context
  const others = threats(context, SIGHT)
  const cost = ({ id, position }: KnownEntity) => {
    const company = others.filter(
      ({ known }) => known.id !== id && known.position.distanceTo(position) < COMPANY_RANGE,
    )
    return position.distanceTo(body.position) + company.length * COMPANY_BLOCKS
  }
  return prey.all().sort((a, b) => cost(a) - cost(b))[0]
}

/** Whether no monster in sight is close enough to come. */
function isPeaceful(context: SkillContext): boolean {
  return !threats(context, PEACE_RANGE).some(({ visible }) => visible)
}

/** Whether the agent carries too little food for the hunt. */
function isHungry(context: SkillContext): boolean {
  return provisions(context) < PROVISIONS
}

/** Food points of all food that the agent carries. */
function provisions({ body, registry }: SkillContext): number {
  return body.inventory.items
    .filter((item) => isFood(registry, item.name))
    .reduce((sum, { name, count }) => sum + foodPoints(registry, name) * count, 0)
}

function foodPoints(registry: Registry, name: string): number {
  return registry.data.foodsByName[name]?.foodPoints ?? 0
}
