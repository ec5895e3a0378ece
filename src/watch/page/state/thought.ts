import type { Choice } from '#events/choices'
import { skillTitle } from '#events/titles'
import { alternativesOf } from '#goal/alternatives'
import type { Goal } from '#goal/goal'
import { itemKind, itemName } from '#wire/item-words'
import { capitalized, withArticle } from '#wire/wording'
import type { RecordingPosition } from '../../recording-format.ts'
import { TICKS_PER_SECOND } from './game-time.ts'
import { itemsText } from './goal-title.ts'
import type { Activity, TrialState } from './trial-state.ts'
import type { ViewState } from './view-state.ts'

/** Uses at which a tool's wear is worth a word. */
const FEW_USES = 40

/** Health and food at which they are worth a word (of 20). */
const LOW_BAR = 6

/** Share of a goal's ticks after which the rest is worth a word. */
const LATE = 0.75

/** How long a failure is the reason for what the agent does next (ticks). */
const FAILURE_TICKS = 100

/** Between two digs of one vein, the agent has no target for less than this (ticks). */
const PAUSE_TICKS = 40

/** Distance at which the agent is at a block (blocks). */
const REACH = 5

/** What a thought is about. */
interface Scene {
  /** The goal's items, such as `3 iron ore`. */
  readonly items: string
  /** The goal's items without counts; empty for a skill that serves no goal. */
  readonly kinds: string
  /** The agent's height, such as ` at y 14`, or the empty string for a trial without a recording. */
  readonly height: string
  /** The mob that the agent fights, such as `a zombie`. */
  readonly mob: string
}

/** What the agent is doing, by the skill that runs. Skills without an entry have their titles. */
const SKILL_THOUGHTS: Readonly<Record<string, (scene: Scene) => string>> = {
  'approach-player': () => 'Going to a player',
  'await-dark': () => 'Waiting for nightfall to sleep',
  'block-lava': () => 'Blocking lava',
  'branch-mine': ({ kinds, height }) =>
    `Digging branch tunnels${height}${after(' to find ', kinds)}`,
  breathe: () => 'Swimming up for air',
  collect: () => 'Picking up dropped items',
  'crawl-mine': ({ kinds, height }) => `Crawl mining${height}${after(' to find ', kinds)}`,
  defend: ({ mob }) => `Fighting ${mob}`,
  'dig-out': () => 'Digging its way out',
  'dig-shaft': ({ kinds, height }) => `Digging a shaft${after(' to find ', kinds)}, now${height}`,
  discard: () => 'Throwing away items to free a slot',
  eat: () => 'Eating',
  enter: () => 'Going through the portal',
  'enter-crawl': () => 'Closing a trapdoor above itself to crawl',
  'evade-player': () => 'Keeping away from a player',
  explore: ({ kinds }) => `Exploring${after(' to find ', kinds)}`,
  'face-attacker': () => 'Turning to its attacker',
  forage: () => 'Looking for food',
  'go-to-stone': () => 'Going down to stone',
  'look-around': ({ kinds }) => `Looking around${after(' for ', kinds)}`,
  'move-elsewhere': () => 'Moving to another place',
  'parallel-smelt': ({ items }) => `Smelting ${items} in several furnaces`,
  patrol: () => 'Walking its rounds to find monsters',
  'place-torch': () => 'Placing a torch',
  'put-out-fire': () => 'Going into water, as it is on fire',
  recuperate: () => 'Resting until its health returns',
  retreat: ({ mob }) => `Retreating from ${mob}`,
  'retrieve-drops': () => 'Going back for the items that it lost',
  shelter: () => 'Building a shelter',
  'sift-gravel': () => 'Placing gravel and digging it again for flint',
  sleep: () => 'Sleeping',
  'spend-night': () => 'Waiting in its shelter for the morning',
  surface: () => 'Going to the surface',
  'swim-out': () => 'Swimming to the shore',
  'swim-to-land': () => 'Swimming back to land',
  'clear-stations': () => 'Digging up its stations, which stand in its way',
  'take-back-stations': () => 'Taking back its crafting table and furnaces',
  'take-cover': ({ mob }) => `Taking cover from ${mob}`,
}

/** What the agent is doing for a goal, by the goal's skill. */
const GOAL_THOUGHTS: Readonly<Record<string, (scene: Scene) => string>> = {
  breed: ({ items }) => `Breeding animals for ${items}`,
  craft: ({ items }) => `Crafting ${items}`,
  farm: ({ items }) => `Farming ${items}`,
  fill: ({ items }) => `Filling ${items}`,
  fish: ({ items }) => `Fishing for ${items}`,
  hunt: ({ items }) => `Hunting for ${items}`,
  shear: ({ items }) => `Shearing sheep for ${items}`,
  slay: ({ items }) => `Fighting for ${items}`,
  smelt: ({ items }) => `Smelting ${items}`,
}

/**
 * What the agent is doing and why, in one line of plain words: `Crawl mining at y 14 to find diamond; the iron pickaxe is good
 * for 12 more blocks`. It follows from the log and the recording by rules. Empty before the start and after the end.
 */
export function thoughtLine(trial: TrialState, view: ViewState, tick: number): string {
  if (!trial.start || trial.end) return ''
  const inner = trial.activities.at(-1)
  if (!inner) return idleThought(trial, tick)
  const outer = trial.activities.findLast(({ goal }) => goal !== null) ?? null
  const what =
    inner === outer && outer.goal
      ? goalThought(outer.goal, trial, view, tick)
      : skillThought(inner, outer?.goal ?? null, view)
  const aside = asideOf(outer, trial, view, tick)
  return aside ? `${what}; ${aside}` : what
}

function idleThought({ plan, failure }: TrialState, tick: number): string {
  const isRecent = failure !== null && failure.skill !== '' && tick - failure.tick < FAILURE_TICKS
  if (isRecent)
    return `Planning again, because the agent could not ${skillTitle(failure.skill)}: ${failure.detail || skillTitle(failure.kind)}`
  return plan.number === 0 ? 'Making a plan' : 'Choosing the next goal'
}

function skillThought({ skill }: Activity, goal: Goal | null, view: ViewState): string {
  const own = Object.hasOwn(SKILL_THOUGHTS, skill) ? SKILL_THOUGHTS[skill] : undefined
  return own ? own(sceneOf(goal, view)) : capitalized(skillTitle(skill))
}

function goalThought(goal: Goal, trial: TrialState, view: ViewState, tick: number): string {
  const scene = sceneOf(goal, view)
  const own = Object.hasOwn(GOAL_THOUGHTS, goal.skill) ? GOAL_THOUGHTS[goal.skill] : undefined
  const what =
    goal.skill === 'mine'
      ? mineThought(scene, trial.choice, goal, view, tick)
      : own
        ? own(scene)
        : capitalized(`${skillTitle(goal.skill)} ${scene.items}`)
  return what + useOf(goal, trial)
}

function mineThought(
  scene: Scene,
  choice: Choice | null,
  goal: Goal,
  { mark, pose }: ViewState,
  tick: number,
): string {
  const isDigging = mark?.dig !== undefined && isNear(mark.block, pose?.pos)
  if (isDigging || (mark && tick - mark.t < PAUSE_TICKS)) return `Mining ${scene.items}`
  const source = choice?.goal.skill === goal.skill ? choice.candidates[0]?.source : null
  if (!source || !pose) return `Looking for ${scene.items}${scene.height}`
  const away = Math.round(distance(source.position, pose.pos))
  if (away <= REACH) return `Mining ${scene.items}`
  return `Going to ${itemName(source.kind)}, ${away} blocks away, to mine ${scene.items}`
}

/** The next step of the plan that needs what a goal obtains: ` for an iron pickaxe`, ` to mine 5 cobblestone`. */
function useOf({ target }: Goal, { plan }: TrialState): string {
  const items = Object.keys(target)
  for (const { goal, status } of plan.steps) {
    if (status === 'running') continue
    const ways = alternativesOf(goal)
    if (ways.some(({ using }) => items.some((item) => item in using)))
      return ` for ${itemsText(goal.target)}`
    if (ways.some(({ tool }) => items.includes(tool ?? '')))
      return ` to ${skillTitle(goal.skill)} ${itemsText(goal.target)}`
  }
  return ''
}

/** What else is worth a word: low health or food, a tool that breaks soon, little time, or the count so far. */
function asideOf(
  outer: Activity | null,
  { vitals }: TrialState,
  view: ViewState,
  tick: number,
): string {
  const body = view.body ?? vitals
  if (body && body.health <= LOW_BAR) return `its health is ${Math.ceil(body.health)} of 20`
  if (body && body.food <= LOW_BAR) return `its food is ${body.food} of 20`
  if (!outer?.goal || outer.goal.skill === 'craft') return ''
  const tool = toolText(view)
  if (tool) return tool
  const left = outer.start + outer.budget - tick
  if (left >= 0 && left < (1 - LATE) * outer.budget && outer.goal.skill === 'mine')
    return `it gives up in ${Math.ceil(left / TICKS_PER_SECOND)} s`
  return countText(outer, view)
}

function toolText({ body }: ViewState): string {
  if (body?.uses === undefined || body.uses > FEW_USES) return ''
  const [, tool = ''] = body.slots.find(([slot]) => slot === body.hand) ?? []
  const blocks = body.uses === 1 ? '1 more block' : `${body.uses} more blocks`
  return `the ${itemName(tool)} is good for ${blocks}`
}

/** How many of a goal's items the agent has obtained, for goals of several. */
function countText({ goal, held }: Activity, { body }: ViewState): string {
  const [[item, wanted] = ['', 0], ...others] = Object.entries(goal?.target ?? {})
  if (!body || wanted < 2 || others.length > 0) return ''
  const now = new Map<string, number>()
  for (const [, name, count] of body.slots) now.set(name, (now.get(name) ?? 0) + count)
  const gained = sumOf(item, [...now]) - sumOf(item, Object.entries(held))
  return gained > 0 && gained < wanted ? `${gained} of ${wanted} so far` : ''
}

/** The count of an item or tag: `log` counts `oak_log`. */
function sumOf(item: string, counts: readonly (readonly [name: string, count: number])[]): number {
  return counts
    .filter(([name]) => name === item || name.endsWith(`_${item}`))
    .reduce((sum, [, count]) => sum + count, 0)
}

function sceneOf(goal: Goal | null, { pose, mark, entities }: ViewState): Scene {
  const kind = entities.get(mark?.entity ?? -1)?.kind
  return {
    items: goal ? itemsText(goal.target) : 'items',
    kinds: goal ? Object.keys(goal.target).map(itemKind).join(' and ') : '',
    height: pose ? ` at y ${Math.floor(pose.pos.y)}` : '',
    mob: kind ? withArticle(itemName(kind)) : 'a mob',
  }
}

function isNear(
  block: RecordingPosition | null | undefined,
  pos: RecordingPosition | undefined,
): boolean {
  return block != null && pos !== undefined && distance(block, pos) <= REACH
}

function distance(a: RecordingPosition, b: RecordingPosition): number {
  return Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z)
}

/** A phrase before its words; empty without words. */
function after(phrase: string, words: string): string {
  return words && phrase + words
}
