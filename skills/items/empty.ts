import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { pour } from '#body/bucket'
import { digBlock, inReach, wouldFlood } from '#body/dig'
import { eachTarget, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { defineSkill, type SkillDefinition } from '../core/skill-definition.ts'

/** Fluids that can be poured out. */
const FULL = ['water_bucket', 'lava_bucket'] as const

/** Ticks to dig a pit and empty a bucket into it. */
const EMPTY_TICKS = 40
/** Distances from the feet at which the pit may be (blocks), out of reach of the fluid. */
const RADIUS = 3
const CLEAR = 2
const ALONG = [
  new Vec3(1, 0, 0),
  new Vec3(-1, 0, 0),
  new Vec3(0, 0, 1),
  new Vec3(0, 0, -1),
  new Vec3(0, -1, 0),
]

/** Empties water or lava buckets into a pit, from which the fluid cannot flow on. */
export const empty: SkillDefinition = defineSkill({
  name: 'empty',
  takesMaterials: true,
  group: 'inventory',
  station: null,
  verbs: ['empty', 'pour', 'spill'],
  prompt: {
    form: 'empty({bucket: count}, {water_bucket: count}, null)',
    meaning: 'pour water_bucket or lava_bucket out',
  },
  brings: (_registry, item) => item === 'bucket',
  recipes: (_registry, item) =>
    item === 'bucket'
      ? FULL.map((full) => ({
          skill: 'empty',
          uses: { [full]: 1 },
          makes: 1,
          burnTicks: 0,
          tool: null,
          wearEach: 0,
          tunnel: 0,
          searchTicks: 0,
          eachTicks: EMPTY_TICKS,
        }))
      : [],
  sources: () => [],
  missing: (_registry, goal, inventory) =>
    eachTarget(goal, (item) => {
      if (item !== 'bucket') return noSource(item, [])
      const held = fullOnes(goal.using, inventory).length
      const lacking = (goal.target.bucket ?? 1) - held
      const [wanted = 'water_bucket'] = namedOrAll(goal.using)
      return lacking > 0 ? [{ kind: 'missing-material', item: wanted, count: lacking }] : []
    }),
  simulate(_registry, goal, inventory) {
    const poured = fullOnes(goal.using, inventory).slice(0, goal.target.bucket ?? 1)
    const changes = new Map([['bucket', poured.length]])
    for (const full of poured) changes.set(full, (changes.get(full) ?? 0) - 1)
    return { changes, worn: [] }
  },
  estimate: ({ goal }) => ({
    travelTicks: 0,
    searchTicks: 0,
    workTicks: EMPTY_TICKS * (goal.target.bucket ?? 1),
  }),
  effect: 'the inventory holds `count` more empty buckets',
  budget: ({ count }) => 400 + 200 * count,
  async run({ body, signal }, { count, using = {} }): Promise<Outcome> {
    const wanted = (body.carried.bucket ?? 0) + count
    while ((body.carried.bucket ?? 0) < wanted) {
      const [full] = fullOnes(using, body.carried)
      if (!full) return failed('missing-material', 'no full bucket')
      const pit = await makePit(body, signal)
      if (!pit)
        return failed('unreachable', 'no place nearby from which the fluid would not flow on')
      if (!(await pour(body, full, pit, signal))) body.avoided.add(pit)
    }
    return succeeded
  },
})

function namedOrAll(using: Readonly<Record<string, number>>): readonly string[] {
  const named = FULL.filter((full) => full in using)
  return named.length > 0 ? named : FULL
}

/** One entry for each full bucket of the named kinds, or of any kind where the goal names none. */
function fullOnes(
  using: Readonly<Record<string, number>>,
  held: Readonly<Record<string, number>>,
): string[] {
  return namedOrAll(using).flatMap((full) => new Array<string>(held[full] ?? 0).fill(full))
}

/** A pit beside the body that is open only at the top; digs one if there is none. */
async function makePit(body: Body, signal: AbortSignal): Promise<Vec3 | undefined> {
  const { feet } = body
  for (let x = -RADIUS; x <= RADIUS; x++) {
    for (let z = -RADIUS; z <= RADIUS; z++) {
      const pit = feet.offset(x, -1, z)
      if (Math.max(Math.abs(x), Math.abs(z)) < CLEAR || !isPit(body, pit)) continue
      if (body.traitsAt(pit).open || (await digBlock(body, pit, signal))) return pit
    }
  }
  return undefined
}

function isPit(body: Body, pit: Vec3): boolean {
  const { open, diggable, falls } = body.traitsAt(pit)
  return (
    (open || (diggable && !falls && !wouldFlood(body, pit))) &&
    inReach(body, pit) &&
    !body.avoided.has(pit.x, pit.y, pit.z) &&
    body.traitsAt(pit.offset(0, 1, 0)).open &&
    ALONG.every((side) => {
      const place = pit.plus(side)
      body.vision.examine(place.x, place.y, place.z)
      return body.traitsAt(place).cube
    })
  )
}
