import { isFightable, isInReach, MIN_FIGHT_HEALTH } from '../combat/defend.ts'
import type { ReflexContext } from './reflex.ts'

/** The agent reacts to monsters within these distances (blocks): creepers, archers and all others. */
const BLAST_RANGE = 6
const SHOT_RANGE = 16
const MELEE_RANGE = 4.5
/** Least health at which the agent charges an archer. */
const MIN_CHARGE_HEALTH = 11

/** Name of the reflex that fights. While it rests, the agent takes cover from monsters it could not reach. */
export const FIGHT = 'fight'

/** The agent's reaction to a monster, and the reason for it. */
export interface Danger {
  readonly answer: 'fight' | 'take-cover'
  readonly reason: string
}

/**
 * The first threat that the agent must react to. It fights monsters that come close, takes cover when it is weak, and
 * ignores monsters that cannot reach it. It ignores a distant archer until the archer hits: then the agent charges over
 * short, free ground, and takes cover otherwise.
 */
export function dangerOf(context: ReflexContext): Danger | undefined {
  const { body, threats, underFire, rests } = context
  const { health } = body.vitals
  for (const threat of threats) {
    const { known, distance, explodes, shoots, visible } = threat
    const range = explodes ? BLAST_RANGE : shoots && underFire ? SHOT_RANGE : MELEE_RANGE
    if (distance > range) continue
    const fightable = isFightable(context, threat)
    if (!fightable && !shoots) continue
    const reason = `${known.kind} nearby`
    const minHealth = shoots ? MIN_CHARGE_HEALTH : MIN_FIGHT_HEALTH
    const stands = fightable && (visible || !shoots) && health >= minHealth
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
  return undefined
}
