import { skillJob } from '#life/jobs'
import { findPlayer, knownPlayer } from '#skills/pursuit/approach-player'
import type { Spot } from './memory.ts'
import type { Ending } from './order-queue.ts'
import type { OrderRun } from './order-run.ts'

/** The answer to a speaker whom the agent does not see. */
export const NOT_SEEN: Ending = {
  ok: false,
  text: 'I do not see you. Come closer and say it again.',
}

/** Where the player that gave the order stands; for the terminal, where the agent stands. */
export async function spotOf(run: OrderRun): Promise<Spot | undefined> {
  const { by } = run
  if (by === null) return run.here()
  const isSeen = () => {
    const world = run.workplace()?.world
    return world !== undefined && knownPlayer(world, by)?.visible === true
  }
  const title = `look for ${by}`
  if (!isSeen()) await run.perform(skillJob(findPlayer, by, { title, evidence: 'skill' }))
  return isSeen() ? run.lastSeen(by) : undefined
}
