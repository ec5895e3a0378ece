import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import type { Skill } from '../core/skill.ts'
import { lookForPlayer, unseen } from './approach-player.ts'
import { chaseTicks, inSight, pursue } from './chase.ts'

export interface FollowArgs {
  /** Name of the player. */
  readonly player: string
  /** How long to follow (ticks). */
  readonly ticks: number
}

/** The agent stays within this distance (blocks), and walks up to that one when the player moves on. */
const FAR = 5
const NEAR = 3
/** The agent gives up after this many attempts in a row that bring it no closer. */
const MAX_ATTEMPTS = 3
const LOOK_TICKS = 5
/** Time between two attempts (ticks). */
const PAUSE_TICKS = 20

/** Follows a player for some time. */
export const follow: Skill<FollowArgs> = {
  name: 'follow',
  effect: 'the agent has stayed near the player for `ticks`',
  budget: ({ ticks }) => ticks + 1000,
  precondition: () => null,
  async run(context, { player, ticks }): Promise<Outcome> {
    const { body, signal } = context
    const end = body.clock.tick + ticks
    const isWithin = (range: number) => (one: KnownEntity) =>
      one.position.distanceTo(body.position) <= range
    for (let attempts = 0; body.clock.tick < end; ) {
      const known = await lookForPlayer(context, player)
      if (!known) return unseen(player)
      if (inSight(context, known.id) && isWithin(FAR)(known)) {
        attempts = 0
        await body.controls.lookAt(known.position.offset(0, known.height * 0.9, 0))
        await body.wait(LOOK_TICKS, signal)
        continue
      }
      const left = Math.max(1, Math.min(end - body.clock.tick, chaseTicks(context, known)))
      if (await pursue(context, known, isWithin(NEAR), left)) continue
      if (++attempts >= MAX_ATTEMPTS) return failed('unreachable', `lost ${player}`)
      await body.wait(PAUSE_TICKS, signal)
    }
    return succeeded
  },
}
