import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import type { Position } from '#body/navigation/position'
import { placeBlock, supportFor } from '#body/place'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { tagMembers } from '#knowledge/item-tags'
import { BRIGHT } from '#perception/player-sight'
import { perform, type Skill, type SkillContext, type SkillWorld } from '../core/skill.ts'
import { survey } from '../moving/look-around.ts'
import { craft } from './craft.ts'

/** Distance around the body in which to look for a hollow (blocks): the view range in full darkness. */
const AROUND = 4
const BELOW = 4
const ABOVE = 3
/** Number of open 2x2 places that make a hollow worth a torch. */
const ROOMY = 8
/** Maximum distance of a torch from the eye (blocks). */
const ARM = 3.8
/** Maximum number of positions to try for one torch. */
const TRIES = 3
/** Minimum time between two attempts (ticks). */
const REST_TICKS = 60
/** Torches from one run of the recipe, and sticks reserved for tools. */
const TORCHES_EACH = 4
const STICKS_KEPT = 6

/**
 * Places a torch on the floor or a wall of a dark hollow nearby. In the dark the agent sees only a few blocks;
 * with the torch it sees the walls.
 */
export const placeTorch: Skill<null> = {
  name: 'place-torch',
  effect: 'a torch lights the place',
  budget: () => 100,
  precondition(context) {
    if (hasTorches(context)) return null
    return { kind: 'missing-material', detail: 'no torch to place' }
  },
  async run(context): Promise<Outcome> {
    const { body, signal, agentState } = context
    const hollow = darkHollow(body)
    agentState.torches.record(body.clock.tick)
    if (!hollow) return failed('not-found', 'no dark hollow nearby')
    const made = await makeTorches(context)
    if (!made.ok) return made
    for (const spot of spots(body, hollow).slice(0, TRIES))
      if (await placeBlock(body, ['torch'], spot, signal)) return succeeded
    return failed('unreachable', 'no floor or wall nearby for a torch')
  },
}

/**
 * Places a torch over the head in a dark shaft, so that its light falls through what the agent digs below its feet.
 * @returns whether there is more light than before.
 */
export async function lightOverhead(context: SkillContext): Promise<boolean> {
  const { body, signal } = context
  if (!hasTorches(context) || !isDark(body, body.feet)) return false
  if (!(await makeTorches(context)).ok) return false
  return placeBlock(body, ['torch'], body.feet.offset(0, 2, 0), signal)
}

/** Crafts torches if the inventory holds none. */
async function makeTorches(context: SkillContext): Promise<Outcome> {
  const coal = spareCoal(context)
  if (context.body.carried.torch || !coal) return succeeded
  const using = { [coal]: 1, stick: 1 }
  return perform(context, craft, { item: 'torch', count: TORCHES_EACH, using })
}

/** Lights a dark hollow that the agent has come upon, and looks around in it. */
export async function lightUp(context: SkillContext): Promise<void> {
  const { body, agentState } = context
  if (agentState.torches.ticksSince(body.clock.tick) < REST_TICKS) return
  if (!hasTorches(context) || !darkHollow(body)) return
  const lit = await perform(context, placeTorch, null)
  if (lit.ok) await survey(context)
}

/** Whether the agent has or can craft torches that the target does not need. */
export function hasTorches(context: SkillWorld): boolean {
  const { body, agentState } = context
  if (agentState.needed.has('torch')) return false
  const { torch = 0, stick = 0 } = body.carried
  return torch > 0 || (stick > STICKS_KEPT && spareCoal(context) !== undefined)
}

/** Coal or charcoal that the target does not need. */
function spareCoal({ body, registry, agentState }: SkillWorld): string | undefined {
  return tagMembers(registry, 'coals').find(
    (kind) => body.carried[kind] && !agentState.needed.has(kind),
  )
}

/**
 * The centre of a dark hollow around the body; undefined if there is none. The agent's tunnels are one block
 * wide, so 2x2 open places belong to a hollow.
 */
function darkHollow(body: Body): Vec3 | undefined {
  const { feet } = body
  // Where the feet are lit, the rest is not worth another torch.
  if (!isDark(body, feet)) return undefined
  const sum = new Vec3(0, 0, 0)
  let count = 0
  const open = (x: number, y: number, z: number) => body.traits(x, y, z).open
  for (let y = feet.y - BELOW; y <= feet.y + ABOVE; y++)
    for (let x = feet.x - AROUND; x <= feet.x + AROUND; x++)
      for (let z = feet.z - AROUND; z <= feet.z + AROUND; z++) {
        if (!open(x, y, z) || !open(x + 1, y, z)) continue
        if (!open(x, y, z + 1) || !open(x + 1, y, z + 1)) continue
        if (!isDark(body, { x, y, z })) continue
        sum.add(new Vec3(x, y, z))
        count++
      }
  return count >= ROOMY ? sum.scaled(1 / count) : undefined
}

/** Whether a place is too dark to see far there. No place is dark in modes that see in the dark. */
function isDark({ vision }: Body, { x, y, z }: Position): boolean {
  return (vision.light(x, y, z) ?? BRIGHT) < BRIGHT
}

/** Open positions within reach with a floor or a wall for a torch, the nearest to the centre of a hollow first. */
function spots(body: Body, hollow: Vec3): Vec3[] {
  const found: Vec3[] = []
  const reach = Math.ceil(ARM)
  for (let dy = -BELOW; dy <= ABOVE; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      for (let dz = -reach; dz <= reach; dz++) {
        const spot = body.feet.offset(dx, dy, dz)
        if (body.eye.distanceTo(spot.offset(0.5, 0.5, 0.5)) > ARM) continue
        if (body.traitsAt(spot).name.endsWith('air')) found.push(spot)
      }
  return found
    .sort((a, b) => a.distanceTo(hollow) - b.distanceTo(hollow))
    .filter((spot) => {
      const support = supportFor(body, spot)
      // Torches cannot hang from a ceiling.
      return support && support.face.y >= 0 && body.traitsAt(support.block).cube
    })
}
