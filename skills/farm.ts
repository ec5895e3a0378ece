import { Vec3 } from 'vec3'
import type { Body } from '../src/body/body.ts'
import { digThrough } from '../src/body/dig.ts'
import { GoalNear } from '../src/body/navigation/goal.ts'
import { travel, travelToReach } from '../src/body/navigation/travel.ts'
import { placeBlock, takeInHand } from '../src/body/place.ts'
import { useAgainst } from '../src/body/use-on-block.ts'
import {
  eachTarget,
  type Missing,
  missingFailure,
  missingTool,
  noSource,
} from '../src/goal/missing.ts'
import { failed, type Outcome, succeeded } from '../src/goal/outcome.ts'
import type { Registry } from '../src/knowledge/registry.ts'
import { collect } from './collect.ts'
import { explore } from './explore.ts'
import { defineGathering, gatheringEffect } from './gathering.ts'
import { perform, type SkillContext } from './skill.ts'
import type { SkillDefinition } from './skill-definition.ts'

/** A crop: the block that it is, what it is sown with, and the age at which it is ripe. */
interface Crop {
  readonly block: string
  readonly seed: string
  readonly ripe: string
}

const CROPS: Readonly<Record<string, Crop>> = {
  wheat: { block: 'wheat', seed: 'wheat_seeds', ripe: '7' },
  beetroot: { block: 'beetroots', seed: 'beetroot_seeds', ripe: '3' },
  carrot: { block: 'carrots', seed: 'carrot', ripe: '7' },
  potato: { block: 'potatoes', seed: 'potato', ripe: '7' },
}

const HOES = ['wooden', 'stone', 'iron', 'golden', 'diamond', 'netherite'].map(
  (kind) => `${kind}_hoe`,
)
const SOIL = /^(dirt|grass_block|farmland|grass_path|dirt_path)$/
const PLANT = /^(short_grass|grass|fern|tall_grass|dandelion|poppy)$/
const MEAL = 'bone_meal'

/** How long a crop on wet soil takes to ripen in the middle, about 35 minutes (ticks), and the work on each. */
const RIPENING_TICKS = 42_000
const EACH_TICKS = 80
/** The longest that one waits (ticks). */
const LONGEST_TICKS = 120_000
/** How far water reaches through the soil, and crops belong to one field (blocks). */
const WATER_REACH = 4
const FIELD = 24
/** How often the field is looked at (ticks), and from how near (blocks). */
const LOOK_TICKS = 200
const BESIDE = 3
/** How long the server has to show what a click did (ticks). */
const ANSWER_TICKS = 12
/** Places in a row that could not be sown before it is given up. */
const MAX_FAILURES = 8
const WATER = new Set(['water'])

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
  ways(registry, item, unavailable) {
    const crop = cropOf(registry, item)
    if (!crop || unavailable.has('water')) return []
    const way = { skill: 'farm', uses: { [crop.seed]: 1 }, makes: 1, burnTicks: 0, tunnel: 0 }
    const work = { searchTicks: RIPENING_TICKS, eachTicks: EACH_TICKS, wearEach: 1 }
    return [{ ...way, ...work, tool: 'wooden_hoe' }]
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
  budget: () => LONGEST_TICKS,
  // What is sown already needs no seeds.
  precondition(context, { item, count }) {
    const crop = cropOf(context.registry, item)
    const target = { [item]: count }
    if (!crop) return missingFailure({ target }, { kind: 'no-source', item })
    const [first] = lacking(crop, count - sown(context, crop).length, context.body.carried)
    return first ? missingFailure({ target }, first) : null
  },
  async run(context, { item, count }): Promise<Outcome> {
    const { body, registry, signal } = context
    const crop = cropOf(registry, item)
    if (!crop) return failed('not-found', `${item} is no crop`)
    const wanted = (body.carried[item] ?? 0) + count
    const missing = () => wanted - (body.carried[item] ?? 0)
    let failures = 0
    while (missing() > 0) {
      const growing = sown(context, crop)
      if (growing.length < missing() && (body.carried[crop.seed] ?? 0) > 0) {
        const place = plotFor(context)
        if (!place) {
          const found = () => plotFor(context) !== undefined
          const search = await perform(context, explore, {
            sought: 'soil by water',
            grounds: WATER,
            found,
          })
          if (!search.ok) return search
        } else if (await sow(context, crop, place)) failures = 0
        else {
          body.avoided.add(place)
          if (++failures >= MAX_FAILURES) return failed('unreachable', 'nothing could be sown')
        }
        continue
      }
      const [ripe] = growing.filter((place) => isRipe(context, crop, place))
      if (ripe) await harvest(context, crop, item, ripe)
      else if (growing.length === 0) return failed('missing-material', `no ${crop.seed} left`)
      else if (!(await feed(context, growing))) {
        await watch(context, growing)
        await body.wait(LOOK_TICKS, signal)
      }
    }
    return succeeded
  },
})

function cropOf(registry: Registry, item: string): Crop | undefined {
  return Object.hasOwn(CROPS, item) && registry.hasItem(item) ? CROPS[item] : undefined
}

/** Seeds and a hoe for so many plants. */
function lacking({ seed }: Crop, count: number, held: Readonly<Record<string, number>>): Missing[] {
  if (count <= 0) return []
  const short = count - (held[seed] ?? 0)
  const seeds: Missing[] = short > 0 ? [{ kind: 'missing-material', item: seed, count: short }] : []
  return [...seeds, ...missingTool('wooden_hoe', held)]
}

/** Where crops of a kind are known to stand, the nearest first. */
function sown({ body, memory }: Pick<SkillContext, 'body' | 'memory'>, { block }: Crop): Vec3[] {
  return memory
    .blocks([block], body.position, { maxDistance: FIELD })
    .map(({ position }) => position)
}

/** A free place above soil that water keeps wet, and that is not avoided. */
function plotFor({ body, memory }: SkillContext): Vec3 | undefined {
  const waters = memory.blocks(WATER, body.position, { maxDistance: 48, limit: 24 })
  for (const { position } of waters) {
    for (let reach = 1; reach <= WATER_REACH; reach++)
      for (let x = -reach; x <= reach; x++)
        for (let z = -reach; z <= reach; z++) {
          if (Math.max(Math.abs(x), Math.abs(z)) !== reach) continue
          const place = position.offset(x, 1, z)
          if (isPlot(body, place)) return place
        }
  }
  return undefined
}

function isPlot(body: Body, place: Vec3): boolean {
  const { open, name } = body.traitsAt(place)
  return (
    (/air$/.test(name) || (open && PLANT.test(name))) &&
    SOIL.test(body.traitsAt(place.offset(0, -1, 0)).name) &&
    body.traitsAt(place.offset(0, 1, 0)).open &&
    !body.avoided.has(place.x, place.y, place.z)
  )
}

/** Clears and tills the soil below a place and sows there. */
async function sow(context: SkillContext, crop: Crop, place: Vec3): Promise<boolean> {
  const { body, memory, signal } = context
  const soil = place.offset(0, -1, 0)
  if ((await travelToReach(body, soil, signal)) !== 'arrived') return false
  if (!/air$/.test(body.traitsAt(place).name) && !(await digThrough(body, place, signal)))
    return false
  const isTilled = () => memory.kindAt(soil) === 'farmland'
  if (!isTilled()) await useAgainst(body, HOES, place, signal)
  if (!(await body.until(isTilled, ANSWER_TICKS, signal))) return false
  return placeBlock(body, [crop.seed], place, signal)
}

function isRipe({ memory, registry }: SkillContext, { ripe, block }: Crop, place: Vec3): boolean {
  const [known] = memory.blocks([block], place.offset(0.5, 0.5, 0.5), { limit: 1 })
  return (
    known?.position.equals(place) === true && registry.blockProperties(known.state).age === ripe
  )
}

async function harvest(
  context: SkillContext,
  crop: Crop,
  item: string,
  place: Vec3,
): Promise<void> {
  const { body, signal } = context
  const arrival = await travelToReach(body, place, signal)
  if (arrival !== 'arrived' || !(await digThrough(body, place, signal))) body.avoided.add(place)
  await perform(context, collect, { kinds: new Set([item, crop.seed]), range: 6 })
}

/** Feeds the nearest plant with bone meal; false without any. */
async function feed({ body, signal }: SkillContext, [plant]: readonly Vec3[]): Promise<boolean> {
  if (!plant || !body.carried[MEAL]) return false
  if ((await travelToReach(body, plant, signal)) !== 'arrived') return false
  const before = body.carried[MEAL]
  if (!(await takeInHand(body, [MEAL], signal))) return false
  await body.interaction.useBlock(plant, signal)
  return body.until(() => (body.carried[MEAL] ?? 0) < before, ANSWER_TICKS, signal)
}

/** Goes near enough to the field to see how it does, and looks at it. */
async function watch({ body, signal }: SkillContext, plants: readonly Vec3[]): Promise<void> {
  const [nearest] = plants
  if (!nearest) return
  await travel(body, new GoalNear(nearest.x, nearest.y, nearest.z, BESIDE), signal)
  for (const plant of plants) {
    await body.controls.lookAt(new Vec3(plant.x + 0.5, plant.y + 0.3, plant.z + 0.5))
    await body.wait(1, signal)
  }
}
