import { Vec3 } from 'vec3'
import type { Body } from '#body/body'
import { digThrough } from '#body/dig'
import type { NavigationGoal } from '#body/navigation/goal'
import type { Position } from '#body/navigation/position'
import { travel } from '#body/navigation/travel'
import { placeBlock, supportFor, takeInHand } from '#body/place'
import { firstBlockBetween } from '#body/sight'
import { useAgainst } from '#body/use-on-block'
import { EYE_HEIGHT } from '#knowledge/player-size'
import { perform, type SkillContext } from '../core/skill.ts'
import { collect } from '../items/collect.ts'
import { swimOut } from '../moving/swim-out.ts'
import { bedsBeside, coverOf, type Field, isSound } from './field.ts'

export interface Crop {
  readonly block: string
  /** The item that the agent sows. */
  readonly seed: string
  /** The block's `age` property when the crop is ripe. */
  readonly ripe: string
}

/** One piece of work on a field, and its bed: the block above the soil. */
export interface FieldWork {
  readonly kind: 'clear' | 'till' | 'sow' | 'harvest'
  readonly bed: Vec3
}

const HOES = ['wooden', 'stone', 'iron', 'golden', 'diamond', 'netherite'].map(
  (kind) => `${kind}_hoe`,
)
const MEAL = 'bone_meal'
/** Time within which the server must show the result of a click (ticks). */
const ANSWER_TICKS = 12
/** Distances from the eyes within which the agent works on a bed, and watches one (blocks). */
const ARM = 4.3
const OVERLOOK = 9
/** The agent looks this far above the soil to see its top (blocks). */
const ABOVE_SOIL = 0.02
/** An offset from the middle of a block at which the agent may come to a stand (blocks). */
type Stand = readonly [x: number, z: number]
const STANDS: readonly Stand[] = [
  [0, 0],
  [0.4, 0.4],
  [0.4, -0.4],
  [-0.4, 0.4],
  [-0.4, -0.4],
]
/** The agent picks up drops within this distance of the bed (blocks). */
const DROP_RANGE = 6

/** The next work on a field that the agent has the items for; undefined where it can only wait. */
export function nextWork(context: SkillContext, crop: Crop, field: Field): FieldWork | undefined {
  const { body } = context
  const has = (kinds: readonly string[]) => kinds.some((kind) => body.carried[kind])
  const isLeft = (bed: Vec3) => !body.avoided.has(bed.x, bed.y, bed.z) && isSound(body, bed)
  const plots = field.plots.filter(isLeft)
  const ripe = plots.find((plot) => isRipe(context, crop, plot))
  if (ripe) return { kind: 'harvest', bed: ripe }
  const [hasHoe, hasSeeds] = [has(HOES), has([crop.seed])]
  const isTilled = (bed: Vec3) => body.traitsAt(bed.offset(0, -1, 0)).name === 'farmland'
  for (const plot of plots) {
    const stands = holds(body, crop, plot)
    if (!stands && !hasSeeds) continue
    const beside = bedsBeside(field, plot).filter(isLeft)
    if (hasHoe) {
      const covered = beside.find((bed) => coverOf(body, bed))
      if (covered) return { kind: 'clear', bed: covered }
      if (!isTilled(plot)) return { kind: 'till', bed: plot }
    }
    if (!stands && isTilled(plot)) return { kind: 'sow', bed: plot }
    const untilled = hasHoe && beside.find((bed) => !isTilled(bed))
    if (untilled) return { kind: 'till', bed: untilled }
  }
  return undefined
}

/** Does one piece of work on a field; avoids the bed in future where that fails. */
export async function work(
  context: SkillContext,
  crop: Crop,
  item: string,
  { kind, bed }: FieldWork,
): Promise<void> {
  const { body, signal } = context
  const soil = bed.offset(0, -1, 0)
  const cover = kind === 'clear' ? coverOf(body, bed) : undefined
  body.intent.aimAt(cover ?? soil)
  const goal = goalBeside(body, bed, cover ?? soil, kind === 'sow' ? 1 : 0)
  const isThere = (await travel(body, goal, signal)) === 'arrived'
  if (isThere) await act(context, crop, kind, bed)
  /** Whether the agent sees the result; call it only after looking there, because memory may be outdated. */
  const isDone = () => {
    switch (kind) {
      case 'clear':
        return cover !== undefined && coverOf(body, bed)?.equals(cover) !== true
      case 'till':
        return body.traitsAt(soil).name === 'farmland'
      case 'sow':
        return holds(body, crop, bed)
      case 'harvest':
        return !isRipe(context, crop, bed)
    }
  }
  if (isThere) await body.controls.lookAt((cover ?? soil).offset(0.5, 1, 0.5))
  if (!isThere || !(await body.until(isDone, ANSWER_TICKS, signal))) body.avoided.add(bed)
  else if (kind === 'harvest')
    await perform(context, collect, { kinds: new Set([item, crop.seed]), range: DROP_RANGE })
}

async function act(
  { body, signal }: SkillContext,
  crop: Crop,
  kind: FieldWork['kind'],
  bed: Vec3,
): Promise<void> {
  switch (kind) {
    case 'clear':
      await digThrough(body, coverOf(body, bed) ?? bed, signal)
      break
    case 'till':
      if (supportFor(body, bed)?.block.equals(bed.offset(0, -1, 0)))
        await useAgainst(body, HOES, bed, signal)
      break
    case 'sow':
      await placeBlock(body, [crop.seed], bed, signal)
      break
    case 'harvest':
      await digThrough(body, bed, signal)
  }
}

/** Uses bone meal on a plant; false without bone meal, or where the plant did not take it. */
export async function feed({ body, signal }: SkillContext, plant: Vec3): Promise<boolean> {
  if (!body.carried[MEAL]) return false
  const goal = goalBeside(body, plant, plant.offset(0, -1, 0), 0)
  if ((await travel(body, goal, signal)) !== 'arrived') return false
  const before = body.carried[MEAL]
  if (!(await takeInHand(body, [MEAL], signal))) return false
  await body.interaction.useBlock(plant, signal)
  return body.until(() => (body.carried[MEAL] ?? 0) < before, ANSWER_TICKS, signal)
}

/** Walks to dry ground within sight of the field, and looks at its plants. */
export async function watch(
  context: SkillContext,
  field: Field,
  plants: readonly Vec3[],
): Promise<void> {
  const { body, signal } = context
  const [nearest] = plants
  if (!nearest) return
  await travel(body, goalInSight(body, field, nearest.offset(0, -1, 0)), signal)
  if (body.footing.inWater) await perform(context, swimOut, null)
  for (const plant of plants) {
    await body.controls.lookAt(plant.offset(0.5, 0.3, 0.5))
    await body.wait(1, signal)
  }
}

/** Whether a crop grows at a place. */
export function holds(body: Body, { block }: Crop, place: Vec3): boolean {
  return body.traitsAt(place).name === block
}

function isRipe({ body, registry }: SkillContext, crop: Crop, place: Vec3): boolean {
  const state = body.vision.state(place.x, place.y, place.z)
  return holds(body, crop, place) && registry.blockProperties(state).age === crop.ripe
}

/** Goal: to stand within reach of a block of soil, with its top in sight, and more than `away` blocks from the bed. */
function goalBeside(body: Body, bed: Vec3, soil: Vec3, away: number): NavigationGoal {
  return {
    ...goalFor(soil, ARM),
    isEnd: (node) => distanceAlong(node, bed) > away && seesTop(body, node, soil, ARM),
  }
}

/** Goal: to stand beside a field, with one of its plants in sight. */
function goalInSight(body: Body, { beds }: Field, soil: Vec3): NavigationGoal {
  return {
    ...goalFor(soil, OVERLOOK),
    isEnd: (node) =>
      beds.every((bed) => distanceAlong(node, bed) > 0) && seesTop(body, node, soil, OVERLOOK),
  }
}

/** Horizontal distance to a place in steps, diagonal steps included. */
function distanceAlong({ x, z }: Position, place: Vec3): number {
  return Math.max(Math.abs(place.x - x), Math.abs(place.z - z))
}

function goalFor(soil: Vec3, range: number): Omit<NavigationGoal, 'isEnd'> {
  const [middle = [0, 0]] = STANDS
  return {
    dry: true,
    heuristic: (node) => Math.max(0, topOf(soil).distanceTo(eyeAt(node, middle)) - range),
  }
}

/** Whether an agent that stands dry at a position sees the top of a block within a distance of its eyes. */
function seesTop(body: Body, node: Position, soil: Vec3, range: number): boolean {
  if (body.traits(node.x, node.y, node.z).water) return false
  const point = topOf(soil)
  return STANDS.every((stand) => {
    const eye = eyeAt(node, stand)
    return eye.distanceTo(point) <= range && firstBlockBetween(body, eye, point) === null
  })
}

function eyeAt({ x, y, z }: Position, [dx, dz]: Stand): Vec3 {
  return new Vec3(x + 0.5 + dx, y + EYE_HEIGHT, z + 0.5 + dz)
}

const topOf = (soil: Vec3) => soil.offset(0.5, 1 + ABOVE_SOIL, 0.5)
