import type { KnownEntity } from '#perception/world-memory'
import { isFightable, isInReach, isStrongEnough } from '../combat/defend.ts'
import { hiddenArchers, SHOT_TICKS } from '../pursuit/threats.ts'
import type { ReflexContext } from './reflex.ts'

/** The agent reacts to monsters within these distances (blocks): creepers, archers and all others. */
const BLAST_RANGE = 6
const SHOT_RANGE = 16
const MELEE_RANGE = 4.5

/** An archer may have shot an arrow that came from its direction (cosine). */
const AIMED = 0.7

/** Name of the reflex that fights. While it rests, the agent takes cover from monsters it could not reach. */
export const FIGHT = 'fight'

/** The agent's reaction to a monster, and the reason for it. */
export interface Danger {
  readonly answer: 'fight' | 'take-cover'
  readonly reason: string
}

/**
 * The first threat that the agent must react to. It fights monsters that come close, takes cover when it is weak, and
 * ignores monsters that cannot reach it. It ignores a distant archer until the archer hits: then the agent charges over short, free
 * ground, and takes cover otherwise. A weak agent takes cover from an archer in sight before it hits. The agent also takes cover from
 * an archer that shot and went out of sight.
 */
export function dangerOf(context: ReflexContext): Danger | undefined {
  const { body, threats, underFire, rests } = context
  for (const threat of threats) {
    const { known, distance, explodes, shoots, visible } = threat
    const isStrong = isStrongEnough(body, threat)
    const isWary = underFire || !isStrong
    const range = explodes ? BLAST_RANGE : shoots && isWary ? SHOT_RANGE : MELEE_RANGE
    if (distance > range) continue
    const fightable = isFightable(context, threat)
    if (!fightable && !shoots) continue
    const reason = `${known.kind} nearby`
    const stands = fightable && (visible || !shoots) && isStrong
    if (stands && !rests(FIGHT, reason)) return { answer: 'fight', reason }
    // The last fight failed because the monster stayed out of reach, but now an attack reaches it.
    const withinReach = `${known.kind} within reach`
    if (stands && isInReach(body, known) && !rests(FIGHT, withinReach))
      return { answer: 'fight', reason: withinReach }
    // The agent can wait for a monster behind a corner, but need not take cover from it.
    if (!visible) continue
    // The last fight failed and no attack reaches the monster. The agent ignores a melee monster that does not come.
    if (!stands || shoots || explodes || underFire) return { answer: 'take-cover', reason }
  }
  const archer = hiddenArcher(context)
  return archer && { answer: 'take-cover', reason: `${archer.kind} nearby` }
}

/**
 * The archer out of sight that has just shot the agent, as far as the direction of the hit tells; none in a monster hunt, which
 * goes after it.
 */
export function hiddenArcher(context: ReflexContext): KnownEntity | undefined {
  const { body, agentState } = context
  const { last } = body.damageLog
  if (agentState.combat.hunted.size > 0) return undefined
  const coveredAt = agentState.combat.lastCover?.tick ?? Number.NEGATIVE_INFINITY
  if (!last || last.tick <= coveredAt || body.clock.tick - last.tick > SHOT_TICKS) return undefined
  return hiddenArchers(context, SHOT_RANGE).find(({ position }) => {
    const { x, z } = position.minus(body.position)
    return x * last.from.x + z * last.from.z > AIMED * Math.hypot(x, z)
  })
}
