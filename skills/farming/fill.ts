import type { Vec3 } from 'vec3'
import { GoalScoop, scoop } from '#body/bucket'
import { travel } from '#body/navigation/travel'
import { travelFar } from '#body/navigation/travel-far'
import { takeInHand } from '#body/place'
import { eachTarget, type Missing, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import type { Registry } from '#knowledge/registry'
import type { KnownBlock, KnownEntity } from '#perception/world-memory'
import { defineGathering, gatheringEffect } from '../core/gathering.ts'
import { perform, type SkillContext } from '../core/skill.ts'
import type { SkillDefinition } from '../core/skill-definition.ts'
import { explore } from '../mining/explore.ts'
import { climbToward } from '../moving/climb-toward.ts'
import { canHit } from '../pursuit/attack.ts'
import { chaseTicks, inSight, pursue } from '../pursuit/chase.ts'
import { Prey } from '../pursuit/prey.ts'

/** The content of a bucket. */
interface Content {
  /** The block or mob that fills the bucket, and the ground to look for it on. */
  readonly source: string
  readonly grounds?: ReadonlySet<string>
  /** Typical time to find the first source, and for each bucket (ticks). */
  readonly searchTicks: number
  readonly eachTicks: number
}

const CONTENTS: Readonly<Record<string, Content>> = {
  water_bucket: {
    source: 'water',
    grounds: new Set(['water']),
    searchTicks: 400,
    eachTicks: 40,
  },
  lava_bucket: { source: 'lava', searchTicks: 5000, eachTicks: 80 },
  milk_bucket: {
    source: 'cow',
    grounds: new Set(['grass_block']),
    searchTicks: 600,
    eachTicks: 100,
  },
}

/** Failed sources or cows in a row before the goal fails. */
const MAX_FAILURES = 6
/** Sources within this distance need no approach (blocks). */
const NEARBY = 16
/** The approach to a distant source ends at this distance (blocks). */
const ARRIVED = 6
/** Time within which the server must fill the bucket with milk (ticks). */
const ANSWER_TICKS = 6

/** Fills buckets with water or lava from source blocks, or with milk from cows. */
export const fill: SkillDefinition = defineGathering({
  name: 'fill',
  takesMaterials: true,
  verbs: ['fill', 'scoop', 'milk'],
  prompt: {
    form: 'fill({water_bucket: count}, {bucket: count}, null)',
    meaning: 'fill buckets: water_bucket, lava_bucket or milk_bucket',
  },
  brings: (registry, item) => contentOf(registry, item) !== undefined,
  recipes(registry, item, unavailable) {
    const content = contentOf(registry, item)
    if (!content || unavailable.has(content.source)) return []
    const { searchTicks, eachTicks } = content
    const recipe = { skill: 'fill', uses: { bucket: 1 }, makes: 1, burnTicks: 0, tool: null }
    return [{ ...recipe, wearEach: 0, tunnel: 0, searchTicks, eachTicks }]
  },
  sources: (registry, { target }) =>
    Object.keys(target).flatMap((item) => contentOf(registry, item)?.source ?? []),
  missing: (registry, goal, inventory) => [
    ...eachTarget(goal, (item) => noSource(item, [contentOf(registry, item)].filter(Boolean))),
    ...missingBuckets(Object.values(goal.target), inventory.bucket ?? 0),
  ],
  simulate(_registry, goal, inventory) {
    const effect = gatheringEffect(goal, inventory, (item) => item)
    const buckets = Object.values(goal.target).reduce((sum, count) => sum + count, 0)
    return { ...effect, changes: new Map([...effect.changes, ['bucket', -buckets]]) }
  },
  budget: ({ count }) => 5000 + 400 * count,
  async run(context, { item, count, source }): Promise<Outcome> {
    const { body, registry } = context
    const content = contentOf(registry, item)
    if (!content) return failed('not-found', `a bucket cannot be filled to make ${item}`)
    const wanted = (body.carried[item] ?? 0) + count
    const attempt =
      content.source === 'cow'
        ? milking(context, source?.entity ?? null)
        : scooping(context, content.source, source?.position ?? null)
    let failures = 0
    while ((body.carried[item] ?? 0) < wanted) {
      if (!body.carried.bucket) return failed('missing-material', `no bucket for ${item}`)
      if (!attempt.isKnown()) {
        const { source: sought, grounds } = content
        const found = await perform(context, explore, { sought, grounds, found: attempt.isKnown })
        if (!found.ok) return found
      } else if (await attempt.once()) failures = 0
      else if (++failures >= MAX_FAILURES)
        return failed('unreachable', `could not fill a bucket from any ${content.source}`)
    }
    return succeeded
  },
})

function contentOf(registry: Registry, item: string): Content | undefined {
  return registry.hasItem(item) && Object.hasOwn(CONTENTS, item) ? CONTENTS[item] : undefined
}

function missingBuckets(counts: readonly number[], held: number): Missing[] {
  const lacking = counts.reduce((sum, count) => sum + count, 0) - held
  return lacking > 0 ? [{ kind: 'missing-material', item: 'bucket', count: lacking }] : []
}

/** A method of filling a bucket. */
export interface Filling {
  /** Whether the agent knows of a source. */
  isKnown(): boolean
  /** Fills one bucket; false where that failed. */
  once(): Promise<boolean>
}

/** Fills buckets from source blocks: the chosen one first, then the nearest. */
export function scooping(context: SkillContext, liquid: string, first: Vec3 | null): Filling {
  let chosen = first
  const { body, memory, signal } = context
  const isUsable = ({ position }: KnownBlock) =>
    body.traitsAt(position).source &&
    !body.avoided.has(position.x, position.y, position.z) &&
    !body.dangers.near(position)
  const nearest = () => {
    const from = chosen ?? body.position
    return memory.blocks([liquid], from, { limit: 1, accept: isUsable })[0]?.position
  }
  return {
    isKnown: () => nearest() !== undefined,
    async once() {
      const place = nearest()
      if (!place) return false
      body.intent.aimAt(place)
      await climbToward(context, place, false)
      if (place.distanceTo(body.position) > NEARBY) await travelFar(body, place, ARRIVED, signal)
      const arrival = await travel(body, new GoalScoop(body, place), signal)
      const isFilled = arrival === 'arrived' && (await scoop(body, place, signal))
      chosen = null
      if (!isFilled) body.avoided.add(place)
      return isFilled
    },
  }
}

/** Fills buckets from cows. */
function milking(context: SkillContext, chosen: number | null): Filling {
  const { body, signal } = context
  const cows = new Prey(context, new Set(['cow']), chosen)
  const inReach = (cow: KnownEntity) => canHit(body, cow)
  return {
    isKnown: () => cows.next() !== undefined,
    async once() {
      const known = cows.next()
      if (!known) return false
      const isNear = await pursue(context, known, inReach, chaseTicks(context, known))
      const cow = isNear ? inSight(context, known.id) : undefined
      if (!cow || !(await takeInHand(body, ['bucket'], signal))) {
        cows.escaped(known)
        return false
      }
      const before = body.carried.milk_bucket ?? 0
      await body.controls.lookAt(cow.position.offset(0, cow.height * 0.7, 0))
      await body.interaction.useOn(cow.id, signal)
      const isMilked = () => (body.carried.milk_bucket ?? 0) > before
      if (await body.until(isMilked, ANSWER_TICKS, signal)) return true
      cows.done(known)
      return false
    },
  }
}
