import type { KnownEntity } from '#perception/world-memory'
import type { SkillContext } from '../core/skill.ts'
import type { Threat } from './threats.ts'

/** A player within this distance may have dealt a melee attack; the knockback adds to the game's reach (blocks). */
const PLAYER_RANGE = 6
/** A monster within this distance is the likelier attacker (blocks). */
const MONSTER_RANGE = 4.5
/** A player within this distance may have shot or thrown something (blocks). */
export const SHOT_RANGE = 40
/** A player this close may have attacked from any direction (blocks). */
const TOUCH = 1
/** Cosine of the largest angle between the knockback and the attacker. */
const MIN_COSINE = 0.5
/** The same for a player out of reach, whose shot pushes the agent straight away. */
const MIN_SHOT_COSINE = 0.9
/** The agent looks for the attacker for this long after a hit (ticks). */
const FRESH_TICKS = 20
/** A player that attacked within this time may attack again (ticks). */
const ASSAILANT_TICKS = 600
/** A bare fist takes at most this many health points. */
const FIST_DAMAGE = 1.5
/** Below this health, the agent evades any attacker. */
const WEAK = 10
/** Within this time, an assailant out of sight is still close (ticks). */
const PURSUIT_TICKS = 100

type Knowledge = Pick<SkillContext, 'body' | 'memory' | 'agentState'>

/** A player as the agent calls it. */
function nameOf({ username }: KnownEntity): string {
  return username ?? 'a player'
}

/**
 * Finds out whether a player dealt the last hit: a player in sight is where the knockback came from, and no monster is
 * near. Call this in each tick, because the agent may see the attacker only after it has turned.
 */
export function noteAssault(
  { body, memory, agentState }: Knowledge,
  monsters: readonly Threat[],
): void {
  const { last } = body.damageLog
  const { combat } = agentState
  const { tick } = body.clock
  if (!last || tick - last.tick > FRESH_TICKS || combat.lastAssault?.tick === last.tick) return
  if (monsters.some(({ distance, shoots }) => shoots || distance <= MONSTER_RANGE)) return
  const attacker = memory.entities(['player'], body.position, SHOT_RANGE).find((player) => {
    const offset = player.position.minus(body.position)
    const distance = Math.hypot(offset.x, offset.z)
    const cosine = (offset.x * last.from.x + offset.z * last.from.z) / distance
    const isToward =
      distance <= TOUCH || cosine >= (offset.norm() > PLAYER_RANGE ? MIN_SHOT_COSINE : MIN_COSINE)
    return isToward && tick - player.seenAt <= FRESH_TICKS
  })
  const previous = combat.lastAssault
  if (attacker) combat.recordAssault({ by: nameOf(attacker), tick: last.tick, damage: last.damage })
  // An agent that runs away does not see who hits it from behind.
  else if (previous && tick - previous.tick <= PURSUIT_TICKS)
    combat.recordAssault({ by: previous.by, tick: last.tick, damage: last.damage })
}

/**
 * Whether a player attacked the agent seriously: with more than a bare fist, or twice within 30 s, or while the agent has
 * little health. A single punch is no reason to run away.
 */
export function isMenacing({ body, agentState }: Knowledge, player: string): boolean {
  const { tick } = body.clock
  const recent = agentState.combat
    .assaultsBy(player)
    .filter((assault) => tick - assault.tick <= ASSAILANT_TICKS)
  if (recent.length === 0) return false
  if (recent.length > 1 || body.vitals.health < WEAK) return true
  return recent.some(({ damage }) => damage > FIST_DAMAGE)
}

/** Players within a distance (blocks) that attacked the agent seriously and recently, nearest first. */
export function assailants(knowledge: Knowledge, range: number): KnownEntity[] {
  const { body, memory, agentState } = knowledge
  const { lastAssault } = agentState.combat
  const { tick } = body.clock
  if (!lastAssault || tick - lastAssault.tick > ASSAILANT_TICKS) return []
  return memory.entities(['player'], body.position, range).filter((player) => {
    const isNear = player.visible || tick - player.seenAt <= PURSUIT_TICKS
    return isNear && isMenacing(knowledge, nameOf(player))
  })
}
