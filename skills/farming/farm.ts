import type { Vec3 } from 'vec3'
import { travelFar } from '#body/navigation/travel-far'
import { eachTarget, type Missing, missingFailure, missingTool, noSource } from '#goal/missing'
import { failed, type Outcome, succeeded } from '#goal/outcome'
import { harvestSources } from '#knowledge/harvest'
import type { Registry } from '#knowledge/registry'
import { defineGathering, gatheringEffect } from '../core/gathering.ts'
import { knownBlocks } from '../core/known-sources.ts'
import { perform, type SkillContext } from '../core/skill.ts'
import type { SkillDefinition } from '../core/skill-definition.ts'
import { explore } from '../mining/explore.ts'
import { mine } from '../mining/mine.ts'
import { survey } from '../moving/look-around.ts'
import { isTimeToHide, spendNight } from '../survival/spend-night.ts'
import { type Field, findField, WATER } from './field.ts'
import { type Crop, feed, holds, nextWork, watch, work } from './tend-field.ts'

const CROPS: Readonly<Record<string, Crop>> = {
  wheat: { block: 'wheat', seed: 'wheat_seeds', ripe: '7' },
  beetroot: { block: 'beetroots', seed: 'beetroot_seeds', ripe: '3' },
  carrot: { block: 'carrots', seed: 'carrot', ripe: '7' },
  potato: { block: 'potatoes', seed: 'potato', ripe: '7' },
}

/**
 * Time until enough crops are ripe, including the morning after, and the work on each (ticks). In a row on wet farmland a
 * crop takes 28,700 ticks on average; the third of nine crops is ripe after 22,000.
 */
const RIPENING_TICKS = 28_000
const EACH_TICKS = 400
/** Time limit of the goal (ticks). */
const MAX_TICKS = 120_000
/** The agent sows this many crops per wanted one, because some ripen long before others, and at most MAX_SOWN. */
const SOWN_FOR_EACH = 3
const MAX_SOWN = 14
/** The agent looks for a better field below this chance of growth per plant. */
const POOR = 0.2
/** The agent gathers seeds within this distance of the field (blocks), a few at once, until late in the day (ticks). */
const SEEDS_RANGE = 64
const SEEDS_AT_ONCE = 3
const LAST_SEEDS = 10_000
/** Crops within FIELD belong to the field; after an absence the agent walks to within BESIDE of it (blocks). */
const FIELD = 24
const BESIDE = 8
/** Time between two looks at the field, and between two checks for a good field during a search (ticks). */
const LOOK_TICKS = 200
const CHECK_TICKS = 40
/** Failed fields before the goal fails. */
const MAX_FAILURES = 4

/** Sows crops on soil beside water, waits until they are ripe, and harvests them. */
export const farm: SkillDefinition = defineGathering({
  name: 'farm',
  takesMaterials: true,
  verbs: ['farm', 'grow', 'plant', 'sow'],
  prompt: {
    form: "farm({wheat: count}, {wheat_seeds: count}, 'wooden_hoe')",
    meaning: 'sow and harvest wheat, beetroot, carrot or potato; takes half an hour of game time',
  },
  brings: (registry, item) => cropOf(registry, item) !== undefined,
  recipes(registry, item, unavailable) {
    const crop = cropOf(registry, item)
    if (!crop || unavailable.has('water')) return []
    const recipe = { skill: 'farm', uses: { [crop.seed]: 1 }, makes: 1, burnTicks: 0, tunnel: 0 }
    const work = { searchTicks: RIPENING_TICKS, eachTicks: EACH_TICKS, wearEach: 1 }
    return [{ ...recipe, ...work, tool: 'wooden_hoe' }]
  },
  sources: () => [...WATER],
  missing: (registry, goal, inventory) =>
    eachTarget(goal, (item) => {
      const crop = cropOf(registry, item)
      if (!crop) return noSource(item, [])
      return lacking(crop, goal.target[item] ?? 0, inventory)
    }),
  simulate(registry, goal, inventory) {
    const effect = gatheringEffect(goal, inventory, (item) => item)
    const changes = new Map(effect.changes)
    for (const [item, count] of Object.entries(goal.target)) {
      const { seed = '' } = cropOf(registry, item) ?? {}
      changes.set(seed, (changes.get(seed) ?? 0) - count)
    }
    return { ...effect, changes }
  },
  budget: () => MAX_TICKS,
  // Crops that are already sown need no seeds.
  precondition(context, { item, count }) {
    const crop = cropOf(context.registry, item)
    const target = { [item]: count }
    if (!crop) return missingFailure({ target }, { kind: 'no-source', item })
    const [first] = lacking(crop, count - sown(context, crop).length, context.body.carried)
    return first ? missingFailure({ target }, first) : null
  },
  async run(context, { item, count }): Promise<Outcome> {
    const { body, registry, agentState, signal } = context
    const crop = cropOf(registry, item)
    if (!crop) return failed('not-found', `${item} is not a crop`)
    const wanted = (body.carried[item] ?? 0) + count
    const missing = () => wanted - (body.carried[item] ?? 0)
    let failures = 0
    while (missing() > 0) {
      if (isTimeToHide(context)) {
        await spendNight(context)
        continue
      }
      const field = agentState.farm.field ?? (await chooseField(context, crop, missing()))
      if (!field && isTimeToHide(context)) continue
      if (!field) return failed('not-found', 'no soil beside water found')
      agentState.farm.use(field)
      if (!(await comeNear(context, field))) {
        agentState.farm.abandon()
        if (++failures >= MAX_FAILURES) return failed('unreachable', 'no path to the field')
        continue
      }
      const next = nextWork(context, crop, field)
      if (next) {
        await work(context, crop, item, next)
        continue
      }
      const growing = field.plots.filter((plot) => holds(body, crop, plot))
      const [nearest] = growing
      if (!nearest) {
        agentState.farm.abandon()
        if (!body.carried[crop.seed]) return failed('missing-material', `no ${crop.seed} left`)
        if (++failures >= MAX_FAILURES) return failed('unreachable', 'could not sow anything')
      } else if (await gatherSeeds(context, crop, field, field.plots.length - growing.length))
        continue
      else if (!(await feed(context, nearest))) {
        await watch(context, field, growing)
        await body.wait(LOOK_TICKS, signal)
      }
    }
    return succeeded
  },
})

function cropOf(registry: Registry, item: string): Crop | undefined {
  return Object.hasOwn(CROPS, item) && registry.hasItem(item) ? CROPS[item] : undefined
}

/** The seeds and the hoe that are missing for a number of plants. */
function lacking({ seed }: Crop, count: number, held: Readonly<Record<string, number>>): Missing[] {
  if (count <= 0) return []
  const short = count - (held[seed] ?? 0)
  const seeds: Missing[] = short > 0 ? [{ kind: 'missing-material', item: seed, count: short }] : []
  return [...seeds, ...missingTool('wooden_hoe', held)]
}

/** Known crops of a kind on the field, or nearby if there is no field yet. */
function sown(
  { body, memory, agentState }: Pick<SkillContext, 'body' | 'memory' | 'agentState'>,
  { block }: Crop,
): Vec3[] {
  return memory
    .blocks([block], agentState.farm.field?.water ?? body.position, { maxDistance: FIELD })
    .map(({ position }) => position)
}

/** The best field for a number of crops that the agent knows or finds; a poor one where it finds no other. */
async function chooseField(
  context: SkillContext,
  { block }: Crop,
  wanted: number,
): Promise<Field | undefined> {
  const { body } = context
  const plots = Math.min(MAX_SOWN, SOWN_FOR_EACH * wanted)
  const best = () => findField(context, block, plots)
  const isGood = (field: Field | undefined) => field !== undefined && field.growth >= POOR * plots
  await survey(context)
  const known = best()
  if (!isGood(known)) {
    let checked = Number.NEGATIVE_INFINITY
    const found = () => {
      if (isTimeToHide(context)) return true
      if (body.clock.tick - checked < CHECK_TICKS) return false
      checked = body.clock.tick
      return isGood(best())
    }
    await perform(context, explore, { sought: 'soil beside water', grounds: WATER, found })
  }
  return best() ?? known
}

/** Returns to a distant field; false if there is no path. */
async function comeNear({ body, signal }: SkillContext, { water }: Field): Promise<boolean> {
  const isNear = () => body.position.distanceTo(water) <= FIELD
  if (!isNear()) await travelFar(body, water, BESIDE, signal)
  return isNear()
}

/** Gathers seeds from wild plants near the field; false if there are none, seeds are left over, or it is late. */
async function gatherSeeds(
  context: SkillContext,
  { seed }: Crop,
  field: Field,
  wanted: number,
): Promise<boolean> {
  const { body, registry } = context
  if (wanted <= 0 || body.carried[seed] || body.game.timeOfDay > LAST_SEEDS) return false
  const wild = harvestSources(registry, seed).map(({ block }) => block)
  const [nearest] = knownBlocks(context, wild, 1)
  if (!nearest || nearest.position.distanceTo(field.water) > SEEDS_RANGE) return false
  const count = Math.min(wanted, SEEDS_AT_ONCE)
  return (await perform(context, mine, { item: seed, count })).ok
}
