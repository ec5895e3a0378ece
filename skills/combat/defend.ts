import type { Body } from '#body/body'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import type { Skill, SkillContext } from '../core/skill.ts'
import { canHit, drawWeapon, freeAim, strike } from '../pursuit/attack.ts'
import { canReachAgent } from '../pursuit/can-reach-agent.ts'
import { canCharge, charge, chase, inSight } from '../pursuit/chase.ts'
import { type Threat, threats } from '../pursuit/threats.ts'
import { giveGround } from './give-ground.ts'

/** Monsters farther away than this are left alone (blocks). */
const FIGHT_RANGE = 7
/** How long monsters that come are waited for, since the last blow (ticks). */
const PATIENCE_TICKS = 40
/** What is left of that when somebody was waited for long enough to have come (ticks). */
const LURKED_TICKS = 20
/** How long one that shoots is run at (ticks), and from how far: with blocks to hide behind, and without (blocks). */
const CHARGE_TICKS = 40
const CHARGE_RANGE = 6
const LONG_CHARGE_RANGE = 12
/** So near it is gone after round corners and through rock (blocks). */
const CORNER_RANGE = 4.5
/** Below this many health points fighting on is folly. */
export const FAINT = 8

/**
 * Fights the monsters that are near, and gives ground between blows: who walks up to a monster is hit first, and may walk
 * off a ledge. Only one that shoots is run at, for it does not come.
 */
export const defend: Skill<null> = {
  name: 'defend',
  effect: 'no monster is near that could come',
  budget: () => 500,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    body.release()
    const missed = new Map<number, string>()
    let patience = PATIENCE_TICKS
    let awaited: KnownEntity | undefined
    for (;;) {
      const threat = nearest(context, missed)
      if (!threat) {
        const [name] = missed.values()
        if (name) return keepsAway(name)
        // Who has only gone out of sight is there again as soon as one goes on.
        if (awaited && patience < LURKED_TICKS && !context.memory.isGone(awaited.id))
          return keepsAway(awaited.kind)
        return succeeded
      }
      const { id, kind: name } = threat.known
      const { health } = body.vitals
      if (health < FAINT)
        return failed('hurt', `health ${Math.round(health)} in a fight with a ${name}`)
      const rest = await drawWeapon(body, signal)
      if (threat.shoots && !(await runDown(context, threat))) missed.set(id, name)
      const entity = inSight(context, id)
      if (entity && isInReach(body, entity)) {
        await strike(body, entity)
        await giveGround(context, rest)
        patience = PATIENCE_TICKS
        awaited = undefined
      } else if (!threat.shoots) {
        if (patience-- === 0) return keepsAway(name)
        awaited = threat.known
        const { position } = entity ?? threat.known
        await body.controls.lookAt(position.offset(0, 1, 0))
        await body.wait(1, signal)
      }
    }
  },
}

/**
 * Whether a fight would deal with a monster: with one that shoots if it can be run at, with any other
 * if it could come, or stands where blows reach.
 */
export function isFightable(
  context: Pick<SkillContext, 'body' | 'memory'>,
  threat: Threat,
): boolean {
  const { body, memory } = context
  const { known, distance, shoots, visible } = threat
  const entity = memory.entity(known.id) ?? known
  if (!shoots)
    return distance <= FIGHT_RANGE && (isInReach(body, entity) || canReachAgent(body, entity))
  const range = body.fillerCount === 0 ? LONG_CHARGE_RANGE : CHARGE_RANGE
  return distance <= CORNER_RANGE || (visible && distance <= range && canCharge(body, entity))
}

/** Whether a blow reaches a monster, and nothing stands between. */
export function isInReach(body: Body, entity: KnownEntity): boolean {
  return entity.visible && canHit(body, entity) && freeAim(body, entity) !== undefined
}

function keepsAway(name: string): Outcome {
  return failed('unreachable', `a ${name} that keeps away`)
}

/** The monster to deal with next: those within reach before those that come, and one that explodes before others. */
function nearest(context: SkillContext, but: ReadonlyMap<number, string>): Threat | undefined {
  const near = threats(context, LONG_CHARGE_RANGE).filter(
    (threat) => !but.has(threat.known.id) && isFightable(context, threat),
  )
  const struck = near.filter(({ known }) => {
    const entity = inSight(context, known.id)
    return entity !== undefined && isInReach(context.body, entity)
  })
  const due = struck.length > 0 ? struck : near
  return due.find(({ explodes }) => explodes) ?? due[0]
}

/** Runs at one that shoots until it is in reach; false when that cannot be. */
function runDown(context: SkillContext, { known, distance }: Threat): Promise<boolean> {
  const { body } = context
  const run = distance <= CORNER_RANGE ? chase : charge
  return run(context, known, (entity) => isInReach(body, entity), CHARGE_TICKS)
}
