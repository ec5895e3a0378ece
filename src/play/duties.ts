import type { GameClock } from '#clock/game-clock'
import type { ItemCounts } from '#goal/goal'
import { countOf, tagMembers } from '#knowledge/item-tags'
import type { Workplace } from '#life/resident'
import { isArmed } from '#skills/pursuit/attack'
import type { Memory, Remembered } from './memory.ts'
import type { TaskOrder } from './orders.ts'

/** The agent sets out for home between these times of day (ticks after sunrise): dusk begins at 12,600. */
const HOMEWARD = 11_500
const DAWN = 23_400
/** The agent is at home within this distance, and does not walk farther than the other one at night (blocks). */
const HOME_RANGE = 6
const FAR = 300
/** Rest after a duty that failed (ticks): half a day. */
const REST_TICKS = 12_000

/** From noon on, the agent gets a sword before it gathers anything: spiders beat bare hands (ticks after sunrise). */
const NOON = 6000
/** Orders that lead away to gather things. */
const GATHERING: ReadonlySet<TaskOrder['name']> = new Set(['get', 'bring', 'build', 'goal'])
/** Logs for a crafting table and a sword, and how far away the trees may be (blocks). */
const SWORD_LOGS = 2
const TREE_RANGE = 32

/** Something that the companion does without an order. */
export interface Duty {
  /** Which duty rests after a failure. */
  readonly key: string
  readonly order: TaskOrder
}

/**
 * What the companion does without an order, beside keeping itself alive: it makes a sword before it goes out, goes home at night,
 * and keeps supplies.
 */
export class Duties {
  readonly #memory: Memory
  readonly #clock: GameClock
  /** Ticks until which duties rest. */
  readonly #resting = new Map<string, number>()

  constructor(memory: Memory, clock: GameClock) {
    this.#memory = memory
    this.#clock = clock
  }

  /** What to do before an order; null for nothing. */
  before({ name }: TaskOrder, workplace: Workplace): Duty | null {
    const duty = GATHERING.has(name) ? arming(workplace) : null
    return duty && !this.#rests(duty) ? duty : null
  }

  /** What to do now that there are no orders; null for nothing. */
  next(workplace: Workplace): Duty | null {
    const { timeOfDay } = workplace.world.body.game
    const isNight = timeOfDay >= HOMEWARD && timeOfDay < DAWN
    const duties = isNight ? [homeward(this.#memory, workplace)] : this.#supplies(workplace)
    return duties.find((duty) => duty !== null && !this.#rests(duty)) ?? null
  }

  /** The duty is not tried again for half a day. */
  rest({ key }: Duty): void {
    this.#resting.set(key, this.#clock.tick + REST_TICKS)
  }

  #rests({ key }: Duty): boolean {
    return (this.#resting.get(key) ?? 0) > this.#clock.tick
  }

  #supplies(workplace: Workplace): (Duty | null)[] {
    return this.#memory.all('standing').map((standing) => {
      const order = supply(standing, workplace)
      return order && { key: `keep ${standing.item}`, order }
    })
  }
}

/** Makes a sword for the night, if the agent has no weapon and wood is near. */
function arming({ world }: Workplace): Duty | null {
  const { body, memory, registry } = world
  const { difficulty, timeOfDay } = body.game
  if (difficulty === 'peaceful' || timeOfDay < NOON || isArmed(body)) return null
  const logs = tagMembers(registry, 'log')
  const trees = memory.blocks(logs, body.position, { maxDistance: TREE_RANGE, limit: SWORD_LOGS })
  if (countOf(registry, body.carried, 'log') + trees.length < SWORD_LOGS) return null
  return {
    key: 'arm',
    order: { name: 'get', args: { item: 'wooden_sword', count: 1, more: false } },
  }
}

/** Goes home from a place that is not too far away. */
function homeward(memory: Memory, { world }: Workplace): Duty | null {
  const { position, game } = world.body
  const home = memory.all('places').find(({ name }) => name === 'home')
  if (home?.dimension !== game.dimension) return null
  const distance = Math.hypot(home.x - position.x, home.y - position.y, home.z - position.z)
  if (distance <= HOME_RANGE || distance > FAR) return null
  return { key: 'home', order: { name: 'go', args: { place: 'home', at: null } } }
}

/** The next step to a supply: get what is missing, then put it in a chest. Null when nothing is missing. */
function supply(
  { item, count, where }: Remembered<'standing'>,
  { world }: Workplace,
): TaskOrder | null {
  const { registry, body, agentState } = world
  const held = countOf(registry, body.carried, item)
  const have = (contents: ItemCounts) => countOf(registry, contents, item)
  const stored = agentState.chests.all.reduce((sum, { contents }) => sum + have(contents), 0)
  const missing = count - (where === 'chest' ? stored : held)
  if (missing <= 0) return null
  const isToStore = where === 'chest' && held >= missing
  if (isToStore) return { name: 'store', args: { item, count: missing } }
  const wanted = where === 'chest' ? missing : count
  return { name: 'get', args: { item, count: wanted, more: false } }
}
