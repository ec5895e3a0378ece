import type { Item } from 'prismarine-item'
import type { Registry } from '#knowledge/registry'
import type { EntityTracker } from '../entities/tracker.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import { stacksOf } from '../windows/stacks.ts'
import type { WorldTime } from '../world-time.ts'
import type { StatusEffects } from './status-effects.ts'

const EATING_TICKS = 32
const QUICK_BITES: Record<string, number> = { dried_kelp: 16 }
const FINISHED_STATUS = 9
const RELEASE = 5
const FULL = 20
const ALWAYS_EDIBLE =
  /^(enchanted_golden_apple|golden_apple|chorus_fruit|honey_bottle|suspicious_stew)$/

interface Meal {
  slot: number
  name: string
  done: number
}

/** Lets players eat the held item: it takes time, and changing the held item cancels it. */
export function installEating(
  registry: Registry,
  players: Players,
  time: WorldTime,
  tracker: EntityTracker,
  effects: StatusEffects,
): void {
  const meals = new Map<Player, Meal>()
  const stop = (player: Player) => meals.delete(player)
  players.on('leave', stop)
  players.on('death', stop)

  players.on('join', (player) => {
    player.receive('use_item', ({ hand }: { hand: number }) => {
      const item = player.inventory.heldItem
      if (hand !== 0 || !item || player.vitals.dead || !foodOf(registry, item)) return
      const name = registry.itemName(item)
      if (player.vitals.food >= FULL && !ALWAYS_EDIBLE.test(name)) return
      const ticks = QUICK_BITES[name] ?? EATING_TICKS
      meals.set(player, { slot: player.inventory.held, name, done: time.tick + ticks })
    })
    player.receive('block_dig', ({ status }: { status: number }) => {
      if (status === RELEASE) stop(player)
    })
  })

  time.everyTick(() => {
    for (const [player, meal] of meals) {
      const { inventory } = player
      const item = inventory.heldItem
      if (inventory.held !== meal.slot || !item || registry.itemName(item) !== meal.name) {
        stop(player)
      } else if (time.tick >= meal.done) {
        stop(player)
        const food = foodOf(registry, item)
        tracker.status(player, FINISHED_STATUS)
        inventory.useHeld()
        player.vitals.eat(food?.foodPoints ?? 0, food?.saturation ?? 0)
        effects.applyFood(player, meal.name)
        const left = leftover(meal.name)
        if (left) inventory.give(stacksOf(registry).make(left))
      }
    }
  })
}

/** By name: the ids of minecraft-data's foods do not match every version. */
function foodOf({ data }: Registry, item: Item) {
  return data.foodsByName[data.items[item.type]?.name ?? '']
}

function leftover(food: string): string | undefined {
  if (/_(stew|soup)$/.test(food)) return 'bowl'
  return food === 'honey_bottle' ? 'glass_bottle' : undefined
}
