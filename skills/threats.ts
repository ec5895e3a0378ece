import type { Entity } from 'prismarine-entity'
import type { KnownEntity } from '../src/perception/world-memory.ts'
import type { SkillContext } from './skill.ts'

/** Monsters that attack on sight, by what to do about them. */
export const MONSTERS = [
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

export interface Threat {
  readonly entity: Entity
  readonly known: KnownEntity
  readonly distance: number
  readonly explodes: boolean
  readonly shoots: boolean
}

/** Monsters in sight within a distance (blocks), the nearest first. */
export function threats(
  { body, memory }: Pick<SkillContext, 'body' | 'memory'>,
  range: number,
): Threat[] {
  return memory.entities(MONSTERS, body.position, range).flatMap((known) => {
    const entity = body.bot.entities[known.id]
    if (!entity || !known.visible || NEUTRAL.test(known.kind)) return []
    return [
      {
        entity,
        known,
        distance: entity.position.distanceTo(body.position),
        explodes: known.kind === 'creeper',
        shoots: SHOOTERS.test(known.kind),
      },
    ]
  })
}
