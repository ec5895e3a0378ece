import type { Item } from 'prismarine-item'
import type { Block } from 'prismarine-block'
import { Vec3 } from 'vec3'
import type { Player } from '../../src/world/player.ts'
import { type Stacks, stacksOf } from '../../src/world/windows/stacks.ts'
import type { Practice } from './practice.ts'

/** A bot with an empty inventory and a place beside it for blocks with windows. */
export interface Windows extends Practice {
  player: Player
  stacks: Stacks
  /** What was dropped into the world since the start. */
  dropped: Item[]
  /** Puts stacks into the bot's inventory. */
  give(...items: [name: string, count: number][]): Promise<void>
  /** Puts a block beside the bot, the n-th one `n` blocks away, and returns it as the bot sees it. */
  block(name: string, properties?: Record<string, string>, away?: number): Promise<Block>
  /** How many of each kind the server says the player carries, grid and cursor aside. */
  carried(): Record<string, number>
  /** The same as the bot believes it. */
  believed(): Record<string, number>
}

/** Opens blocks on a right click where the world's own rules do not do it. */
function answerClicks({ world }: Practice, player: Player): void {
  if (player.squid._client.listenerCount('block_place') > 0) return
  player.receive<{ location: { x: number; y: number; z: number } }>('block_place', (packet) => {
    const { x, y, z } = packet.location
    world.game.interactions.get(world.game.level.name(x, y, z))?.(player, x, y, z)
  })
}

export async function windows(session: Practice): Promise<Windows> {
  const { bot, world, simulation } = session
  const { game } = world
  const [player] = game.players
  if (!player) throw new Error('nobody is in the world')
  answerClicks(session, player)
  const stacks = stacksOf(game.kinds)
  const dropped: Item[] = []
  game.items = { drop: (item: Item) => void dropped.push(item), count: 0 } as typeof game.items
  const count = (items: (Item | null)[]) => {
    const counts: Record<string, number> = {}
    for (const item of items) {
      if (!item) continue
      const name = stacks.nameOf(item)
      counts[name] = (counts[name] ?? 0) + item.count
    }
    return counts
  }
  return {
    ...session,
    player,
    stacks,
    dropped,
    async give(...items) {
      for (const [name, amount] of items) player.inventory.give(stacks.make(name, amount))
      await simulation.advance(2)
    },
    async block(name, properties = {}, away = 2) {
      const { x, y, z } = bot.entity.position.floored().offset(away, 0, 0)
      game.level.set(x, y, z, game.kinds.blockState(name, properties))
      game.level.set(x, y + 1, z, game.kinds.blockState('air'))
      await simulation.advance(2)
      const block = bot.blockAt(new Vec3(x, y, z))
      if (!block) throw new Error('the bot does not see the block')
      return block
    },
    carried: () => count(player.inventory.slots.slice(5)),
    believed: () => count(bot.inventory.slots.slice(5)),
  }
}
