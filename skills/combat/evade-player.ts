import type { NavigationGoal } from '#body/navigation/goal'
import { travel } from '#body/navigation/travel'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Skill } from '../core/skill.ts'
import { assailants, SHOT_RANGE } from '../pursuit/assailants.ts'
import { entrench } from './take-cover.ts'

/** The agent runs until it is this far from its attackers (blocks). */
const AWAY = 24
const ROUTE_LIMIT = 2500
/** A player catches up with an agent that stops to dig anything slower than leaves (ticks). */
const QUICK_DIG = 6
/** A player within this distance has followed the agent (blocks). */
const FOLLOWS = 6
/** A hit later than this means that running does not help (ticks). */
const HEAD_START_TICKS = 30
/** Assumed distance of an attacker that the agent does not see (blocks). */
const BESIDE = 2

/**
 * Runs from a player that attacks, and stays away from the place for a while. Where the agent cannot run, or the player
 * follows or shoots from afar, it walls itself in. It never hits back.
 */
export const evadePlayer: Skill<null> = {
  name: 'evade-player',
  effect: 'no player that attacked the agent is near',
  budget: () => 800,
  precondition: () => null,
  async run(context): Promise<Outcome> {
    const { body, signal } = context
    const { last } = body.damageLog
    const begun = body.clock.tick
    const isCaught = () => (body.damageLog.last?.tick ?? begun) > begun + HEAD_START_TICKS
    body.release()
    const seen = assailants(context, SHOT_RANGE).map(({ position }) => position)
    const assumed = last ? [body.position.plus(last.from.scaled(BESIDE))] : []
    const foes = seen.length > 0 ? seen : assumed
    for (const foe of foes) body.dangers.fledFrom(foe)
    const left: NavigationGoal['heuristic'] = ({ x, y, z }) =>
      Math.max(0, ...foes.map((foe) => AWAY - Math.hypot(x - foe.x, y - foe.y, z - foe.z)))
    const isEnd: NavigationGoal['isEnd'] = (node) => left(node) === 0
    const options = { limit: ROUTE_LIMIT, slowestDig: QUICK_DIG, until: isCaught }
    // The agent does not outrun arrows.
    const isShot = foes.length > 0 && foes.every((foe) => foe.distanceTo(body.position) > FOLLOWS)
    const run = () => travel(body, { dry: true, heuristic: left, isEnd }, signal, options)
    const isAway = !isShot && (await run()) === 'arrived' && !isCaught()
    const [follower] = assailants(context, FOLLOWS)
    if (isAway && !follower) return succeeded
    const foe = follower?.position ?? foes[0]
    if (foe) await entrench(context, foe.minus(body.position))
    const near = assailants(context, FOLLOWS).some(({ visible }) => visible)
    return near ? failed('unreachable', 'the player follows') : succeeded
  },
}
