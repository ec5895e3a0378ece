import type { Vec3 } from 'vec3'
import { EASY_DIG } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { knownPlayer } from '../pursuit/approach-player.ts'
import { threats } from '../pursuit/threats.ts'
import { slay } from './slay.ts'

export interface GuardArgs {
  /** Place to guard; omitted with a player. */
  readonly place?: Vec3
  /** Name of the player to guard. */
  readonly player?: string
  /** How long to guard (ticks). */
  readonly ticks: number
}

/** The agent attacks monsters within this distance of what it guards (blocks). */
const RANGE = 12
/** The agent returns when it is farther away than this (blocks). */
const NEAR = 4
const LOOK_TICKS = 10

/** Stays near a place or a player, and attacks monsters that come near. */
export const guard: Skill<GuardArgs> = {
  name: 'guard',
  effect: 'the agent has guarded the place or the player for `ticks`',
  budget: ({ ticks }) => ticks + 1000,
  precondition: () => null,
  async run(context, { place, player, ticks }): Promise<Outcome> {
    const { body, signal } = context
    const end = body.clock.tick + ticks
    const guarded = () =>
      (player === undefined ? place : knownPlayer(context, player)?.position) ?? body.position
    while (body.clock.tick < end) {
      signal.throwIfAborted()
      const monster = threats(context, RANGE).find(
        ({ known, visible }) => visible && known.position.distanceTo(guarded()) <= RANGE,
      )
      if (monster) await slay(context, monster.known)
      else if (body.position.distanceTo(guarded()) > NEAR)
        await travelFar(body, guarded().floored(), NEAR - 1, signal, { slowestDig: EASY_DIG })
      await body.wait(LOOK_TICKS, signal)
    }
    return succeeded
  },
}
