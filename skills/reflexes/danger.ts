import { FAINT, isFightable, isInReach } from '../combat/defend.ts'
import type { ReflexContext } from './reflex.ts'

/** Monsters nearer than this are dealt with (blocks): those that explode or shoot, and the others. */
const BLAST_RANGE = 6
const SHOT_RANGE = 16
const CLAW_RANGE = 4.5
/** One that shoots is run down by a body this fit. */
const FIT = 11

/** Name of the reflex that fights; while it rests, monsters that it could not get at are hidden from. */
export const FIGHT = 'fight'

/** The monster that has to be dealt with, and how. */
export interface Danger {
  readonly answer: 'fight' | 'take-cover'
  readonly reason: string
}

/**
 * Monsters that come close are fought, or hidden from when the body is weak; those that have no way to
 * it are left alone. One that shoots from afar is left alone until it hits: then it is run down where
 * the way to it is short and free, and else a wall between is the best answer.
 */
export function dangerOf(context: ReflexContext): Danger | undefined {
  const { body, threats, underFire, rests } = context
  const { health } = body.vitals
  for (const threat of threats) {
    const { known, distance, explodes, shoots, visible } = threat
    const range = explodes ? BLAST_RANGE : shoots && underFire ? SHOT_RANGE : CLAW_RANGE
    if (distance > range) continue
    const fightable = isFightable(context, threat)
    if (!fightable && !shoots) continue
    const reason = `${known.kind} near`
    const stands = fightable && (visible || !shoots) && health >= (shoots ? FIT : FAINT)
    if (stands && !rests(FIGHT, reason)) return { answer: 'fight', reason }
    // It kept away a moment ago, and a blow reaches it now.
    const atHand = `${known.kind} at hand`
    if (stands && isInReach(body, known) && !rests(FIGHT, atHand))
      return { answer: 'fight', reason: atHand }
    // What lurks behind a corner can be awaited, but there is nothing to hide from.
    if (!visible) continue
    // Fighting led to nothing a moment ago, and no blow reaches it. One with claws that does not come is left alone.
    if (!stands || shoots || explodes || underFire) return { answer: 'take-cover', reason }
  }
  return undefined
}
