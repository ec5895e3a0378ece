import type { KnownEntity } from '#perception/world-memory'
import type { SkillContext } from '../core/skill.ts'
import { freeAim } from './attack.ts'

/** Monsters that attack on sight, by what to do about them. */
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
] as const

/** Shoot from afar: at a distance cover helps, close up blows do. */
const SHOOTERS = /^(skeleton|stray|bogged|witch|pillager)$/
/** Harmless unless provoked. */
const NEUTRAL = /^(enderman)$/

/** A monster that was seen this near and this lately is there still, though a corner hides it (blocks, ticks). */
const LURKING_RANGE = 6
const LURKING_TICKS = 30

export interface Threat {
  readonly known: KnownEntity
  /** False for one that lurks behind a corner. */
  readonly visible: boolean
  /** From where it was seen last (blocks). */
  readonly distance: number
  readonly explodes: boolean
  readonly shoots: boolean
}

/** Monsters within a distance (blocks) that are in sight or lurk behind a corner, the nearest first. */
export function threats(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  range: number,
): Threat[] {
  return memory.entities(MONSTERS, body.position, range).flatMap((known) => {
    if (NEUTRAL.test(known.kind)) return []
    const distance = known.position.distanceTo(body.position)
    // Who knows all that is loaded knows of those behind rock, too.
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
