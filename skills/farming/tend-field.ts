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

/** A crop: the block that it is, what it is sown with, and the age at which it is ripe. */
export interface Crop {
  readonly block: string
  readonly seed: string
  readonly ripe: string
}

/** The next thing to do on a field, and the bed that it is for. */
export interface FieldWork {
  readonly kind: 'clear' | 'till' | 'sow' | 'harvest'
  readonly bed: Vec3
}

const HOES = ['wooden', 'stone', 'iron', 'golden', 'diamond', 'netherite'].map(
  (kind) => `${kind}_hoe`,
)
const MEAL = 'bone_meal'
/** How long the server has to show what a click did (ticks). */
const ANSWER_TICKS = 12
/** From how near beds are worked on, and from how far they are watched: from the eye (blocks). */
const ARM = 4.3
const OVERLOOK = 9
/** How far above soil the eyes look to see its top (blocks). */
const ABOVE_SOIL = 0.02
/** Where in its place a body may come to a stand: so far from the middle (blocks). */
type Stand = readonly [x: number, z: number]
const STANDS: readonly Stand[] = [
  [0, 0],
  [0.4, 0.4],
  [0.4, -0.4],
  [-0.4, 0.4],
  [-0.4, -0.4],
]
/** How far from the bed drops are picked up (blocks). */
const DROP_RANGE = 6

/** What is to be done first on a field with what is carried; undefined where there is nothing but to wait. */
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

/** Does one piece of work on a field; a bed where it cannot be done is avoided. */
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
  /** Whether that is to be seen; what is remembered of a place may be old. */
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

/** Feeds a plant with bone meal; false without any. */
export async function feed({ body, signal }: SkillContext, plant: Vec3): Promise<boolean> {
  if (!body.carried[MEAL]) return false
  const goal = goalBeside(body, plant, plant.offset(0, -1, 0), 0)
  if ((await travel(body, goal, signal)) !== 'arrived') return false
  const before = body.carried[MEAL]
  if (!(await takeInHand(body, [MEAL], signal))) return false
  await body.interaction.useBlock(plant, signal)
  return body.until(() => (body.carried[MEAL] ?? 0) < before, ANSWER_TICKS, signal)
}

/** Goes to dry ground from where the field is in sight, and looks at its plants. */
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

/** Whether a crop stands at a place, and whether it is ripe. */
export function holds(body: Body, { block }: Crop, place: Vec3): boolean {
  return body.traitsAt(place).name === block
}

function isRipe({ body, registry }: SkillContext, crop: Crop, place: Vec3): boolean {
  const state = body.vision.state(place.x, place.y, place.z)
  return holds(body, crop, place) && registry.blockProperties(state).age === crop.ripe
}

/** To stand where a block of soil is within arm's length and its top in sight, but not so near that one is in the way. */
function goalBeside(body: Body, bed: Vec3, soil: Vec3, away: number): NavigationGoal {
  return {
    ...goalFor(soil, ARM),
    isEnd: (node) => distanceAlong(node, bed) > away && seesTop(body, node, soil, ARM),
  }
}

/** To stand beside a field where one of its plants is in sight. */
function goalInSight(body: Body, { beds }: Field, soil: Vec3): NavigationGoal {
  return {
    ...goalFor(soil, OVERLOOK),
    isEnd: (node) =>
      beds.every((bed) => distanceAlong(node, bed) > 0) && seesTop(body, node, soil, OVERLOOK),
  }
}

/** How many steps a place is away along the map. */
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

/** Whether feet that stand dry at a position have the top of a block in sight, and that near to the eye. */
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
