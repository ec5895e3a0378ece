import type { Body } from '#body/body'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import { withArticle } from '#wire/wording'
import type { Skill, SkillContext } from '../core/skill.ts'
import { canHit, drawWeapon, freeAim, strike } from '../pursuit/attack.ts'
import { canReachAgent } from '../pursuit/can-reach-agent.ts'
import { canCharge, charge, chase, inSight } from '../pursuit/chase.ts'
import { type Threat, threats } from '../pursuit/threats.ts'
import { giveGround } from './give-ground.ts'
import { stayClose } from './stay-close.ts'

/** The agent fights monsters within this distance (blocks). */
const FIGHT_RANGE = 7
/** The agent waits this long after its last attack for monsters to come (ticks). */
const PATIENCE_TICKS = 40
/** With this much patience left, a monster that went out of sight has had time to come (ticks). */
const LURKED_TICKS = 20
/** Time of one charge at an archer (ticks), and its distance when the agent carries blocks for cover, or none (blocks). */
const CHARGE_TICKS = 40
const CHARGE_RANGE = 6
const LONG_CHARGE_RANGE = 12
/** Within this distance the agent chases an archer around corners and through rock (blocks). */
const CORNER_RANGE = 4.5
/** Least health at which the agent fights, and at which it charges an archer. */
const MIN_FIGHT_HEALTH = 8
const MIN_CHARGE_HEALTH = 11

/**
 * Fights the monsters nearby, and backs off between attacks: an agent that walks up to a monster is hit first, and may
 * walk off a ledge. It charges archers only, because they do not come.
 */
export const defend: Skill<null> = {
  name: 'defend',
  effect: 'no monster that could come is near',
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
        if (name) return outOfReach(name)
        // A monster that only went out of sight returns as soon as the agent resumes its goal.
        if (awaited && patience < LURKED_TICKS && !context.memory.isGone(awaited.id))
          return outOfReach(awaited.kind)
        return succeeded
      }
      const { id, kind: name } = threat.known
      const { health } = body.vitals
      if (health < MIN_FIGHT_HEALTH)
        return failed('hurt', `health ${Math.round(health)} in a fight with ${withArticle(name)}`)
      await drawWeapon(body, signal)
      if (threat.shoots && !(await runDown(context, threat))) {
        missed.set(id, name)
        body.dangers.fledFrom(threat.known.position)
      }
      const entity = inSight(context, id)
      if (entity && isInReach(body, entity)) {
        // On the way to an archer the agent may have dug or placed a block.
        const rest = await drawWeapon(body, signal)
        await strike(body, entity, signal)
        await (threat.shoots ? stayClose(context, entity, rest) : giveGround(context, rest))
        patience = PATIENCE_TICKS
        awaited = undefined
      } else if (!threat.shoots) {
        if (patience-- === 0) return outOfReach(name)
        awaited = threat.known
        const { position } = entity ?? threat.known
        await body.controls.lookAt(position.offset(0, 1, 0))
        await body.wait(1, signal)
      }
    }
  },
}

/** Whether the agent has the health for a fight with a monster. */
export function isStrongEnough({ vitals }: Body, { shoots }: Pick<Threat, 'shoots'>): boolean {
  return vitals.health >= (shoots ? MIN_CHARGE_HEALTH : MIN_FIGHT_HEALTH)
}

/**
 * Whether the agent can fight a monster: an archer that it can charge, or any other monster that can come or is within
 * reach.
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

/** Whether an attack reaches a monster that the agent sees, with no block between. */
export function isInReach(body: Body, entity: KnownEntity): boolean {
  return entity.visible && canHit(body, entity) && freeAim(body, entity) !== undefined
}

function outOfReach(name: string): Outcome {
  return failed('unreachable', `${name} stays out of reach`)
}

/** The monster to fight next: those within reach before those that come, and creepers before others. */
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

/** Charges an archer until it is within reach; false when the agent cannot get there. */
function runDown(context: SkillContext, { known, distance }: Threat): Promise<boolean> {
  const { body } = context
  const run = distance <= CORNER_RANGE ? chase : charge
  return run(context, known, (entity) => isInReach(body, entity), CHARGE_TICKS)
}
