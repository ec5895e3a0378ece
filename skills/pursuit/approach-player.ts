import type { Vec3 } from 'vec3'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { KnownEntity } from '#perception/world-memory'
import type { Skill, SkillContext, SkillWorld } from '../core/skill.ts'
import { chaseTicks, inSight, pursue } from './chase.ts'

export interface ApproachPlayerArgs {
  /** Name of the player; upper and lower case are the same. */
  readonly player: string
  /** The agent has arrived within this distance (blocks). */
  readonly range: number
}

/** Time limit (ticks). */
const MAX_TICKS = 6000
/** Parts of a full turn, which overlap in the field of view, and the time for perception to notice a far player (ticks). */
const PARTS = 6
/** Where the agent looks in each turn (radians): ahead, then up to trees and hills, then down. */
const PITCHES = [0, 0.8, -0.8]
const NOTICE_TICKS = 9
/** The agent gives up after this many walks to places that the player has left. */
const MAX_WALKS = 3

/** Walks to a player that the agent sees or saw recently. */
export const approachPlayer: Skill<ApproachPlayerArgs> = {
  name: 'approach-player',
  effect: 'the agent is within `range` blocks of the player',
  budget: () => MAX_TICKS,
  precondition: () => null,
  async run(context, { player, range }): Promise<Outcome> {
    let known = await lookForPlayer(context, player)
    if (!known) return unseen(player)
    const isNear = (one: KnownEntity) => one.position.distanceTo(context.body.position) <= range
    for (let walks = 1; known; walks++) {
      if (await pursue(context, known, isNear, chaseTicks(context, known))) return succeeded
      if (walks >= MAX_WALKS || inSight(context, known.id)) break
      // The player has left the place where the agent saw it.
      known = await lookForPlayer(context, player, true)
    }
    return failed('unreachable', `no path to ${player}, or ${player} went out of sight`)
  },
}

/** Looks around for a player, so that the agent knows where it is. */
export const findPlayer: Skill<string> = {
  name: 'find-player',
  effect: 'the agent knows where the player is',
  budget: () => 400,
  precondition: () => null,
  run: async (context, player) =>
    (await lookForPlayer(context, player)) ? succeeded : unseen(player),
}

/**
 * The player of a name that the agent knows; after a look around, where it knows none.
 * @param now whether the agent must see it, and not only know where it saw it last.
 */
export async function lookForPlayer(
  context: SkillContext,
  name: string,
  now = false,
): Promise<KnownEntity | undefined> {
  const { body, signal } = context
  const found = () => {
    const known = knownPlayer(context, name)
    return now && !known?.visible ? undefined : known
  }
  if (found()) return found()
  if (body.vision.omnidirectional) await body.wait(NOTICE_TICKS, signal)
  body.release()
  const { yaw } = body.controls
  for (const pitch of body.vision.omnidirectional ? [] : PITCHES)
    for (let part = 1; part <= PARTS && !found(); part++) {
      await body.controls.look(yaw + (part * 2 * Math.PI) / PARTS, pitch)
      await body.until(() => found() !== undefined, NOTICE_TICKS, signal)
    }
  return found()
}

/** Failure of a skill whose player the agent does not see. */
export function unseen(player: string): Outcome {
  return failed('not-found', `the agent does not see ${player}`)
}

/** The player of a name, where the agent sees or last saw it. A player that has joined again is known twice. */
export function knownPlayer(
  { memory, body }: Pick<SkillWorld, 'memory' | 'body'>,
  name: string,
): KnownEntity | undefined {
  const known = knownPlayers({ memory }, body.position).filter(
    ({ username }) => username?.toLowerCase() === name.toLowerCase(),
  )
  return known.find(({ visible }) => visible) ?? known[0]
}

/** All players that the agent knows, nearest first. */
export function knownPlayers({ memory }: Pick<SkillWorld, 'memory'>, from: Vec3): KnownEntity[] {
  return memory.entities(['player'], from).filter(({ username }) => username !== undefined)
}
