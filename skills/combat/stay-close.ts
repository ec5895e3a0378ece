import type { KnownEntity } from '#perception/world-memory'
import type { SkillContext } from '../core/skill.ts'
import { chase } from '../pursuit/chase.ts'

/**
 * Waits for the attack cooldown within reach of an archer: an arrow knocks an agent that stands still out of reach, and the
 * archer shoots again while the agent returns.
 * @param ticks the cooldown.
 * @param isOver whether to stop early.
 */
export async function stayClose(
  context: SkillContext,
  archer: KnownEntity,
  ticks: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const { body, signal } = context
  const ready = body.clock.tick + ticks
  const done = () => isOver() || body.clock.tick >= ready
  await chase(context, archer, done, ticks)
  await body.until(done, ready - body.clock.tick, signal)
}
