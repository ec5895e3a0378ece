import type { KnownEntity } from '#perception/world-memory'
import type { SkillContext } from '../core/skill.ts'
import { freeAim } from './attack.ts'

/** Monsters that attack players on sight, or when provoked. */
const MONSTERS = [
  'zombie',
  'zombie_villager',
  'husk',
  'drowned',
  'skeleton',
  'stray',
  'bogged',
  'spider',
  'cave_spider',
  'creeper',
  'witch',
  'slime',
  'silverfish',
  'enderman',
  'phantom',
  'pillager',
  'vindicator',
  'breeze',
  'piglin',
  'piglin_brute',
  'hoglin',
  'zoglin',
  'magma_cube',
  'blaze',
  'wither_skeleton',
  'ghast',
] as const

/** Monsters that attack from a distance. */
const SHOOTERS = /^(skeleton|stray|bogged|witch|pillager|blaze|ghast)$/
const ARCHERS = MONSTERS.filter((kind) => SHOOTERS.test(kind))
/** Monsters that attack only when provoked. */
const NEUTRAL = /^(enderman)$/
/** Monsters that leave players with a piece of golden armour alone. */
const CALMED_BY_GOLD = 'piglin'

/** A monster last seen within this distance and time lurks behind a corner (blocks, ticks). */
const LURKING_RANGE = 6
const LURKING_TICKS = 30

/** An archer that the agent saw within this time may have shot the last arrow, and still aim at it (ticks). */
export const SHOT_TICKS = 60

export interface Threat {
  readonly known: KnownEntity
  /** False for a monster that lurks behind a corner. */
  readonly visible: boolean
  /** Distance to its last known position (blocks). */
  readonly distance: number
  readonly explodes: boolean
  readonly shoots: boolean
}

/** Monsters within a distance (blocks) that are visible or lurk behind a corner, nearest first. */
export function threats(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  range: number,
): Threat[] {
  const isCalmed = ({ kind }: KnownEntity) =>
    NEUTRAL.test(kind) ||
    (kind === CALMED_BY_GOLD && body.inventory.wornKinds.some((worn) => worn.startsWith('golden_')))
  return memory.entities(MONSTERS, body.position, range).flatMap((known) => {
    if (isCalmed(known)) return []
    const distance = known.position.distanceTo(body.position)
    // With the `loaded` perception the agent knows of monsters behind rock, too.
    const visible = known.visible && freeAim(body, known) !== undefined
    const lurks = distance <= LURKING_RANGE && body.clock.tick - known.seenAt <= LURKING_TICKS
    if (!visible && !lurks) return []
    return [
      {
        known,
        visible,
        distance,
        explodes: known.kind === 'creeper',
        shoots: SHOOTERS.test(known.kind),
      },
    ]
  })
}

/** Archers within a distance (blocks) that the agent does not see now and saw a moment ago, nearest first. */
export function hiddenArchers(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  range: number,
): KnownEntity[] {
  return memory
    .entities(ARCHERS, body.position, range)
    .filter(({ visible, seenAt }) => !visible && body.clock.tick - seenAt <= SHOT_TICKS)
}
