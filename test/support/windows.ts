import type { Block } from 'prismarine-block'
import type { Item } from 'prismarine-item'
import { Vec3 } from 'vec3'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Player } from '#world/player'
import { type Stacks, stacksOf } from '#world/windows/stacks'
import { type Practice, practice } from './practice.ts'
import { versionsFor } from './versions.ts'

/** One version for each item format: with components, with metadata, with confirmed clicks. */
export const ITEM_FORMATS = ['1.21.4', '1.12.2', '1.16.5'] as const

/** Those of them that a suite runs on. */
export const ERAS = versionsFor(...ITEM_FORMATS)

/** A click as a client may send it, valid or not. */
export interface RawClick {
  slot: number
  button?: number
  mode?: number
  windowId?: number
  /** Up to 1.16: the stack that the client claims to click. */
  item?: Item | null
  /** From 1.17 on: the client's claims about its slots and cursor after the click. */
  claims?: [slot: number, item: Item | null][]
  cursor?: Item | null
}

/** A bot with an empty inventory and space beside it for blocks with windows. */
export interface Windows extends Practice {
  player: Player
  stacks: Stacks
  /** Whether the server confirms clicks with transactions. */
  confirmed: boolean
  /** Item entities dropped since the start. */
  dropped: Item[]
  /** Adds items to the bot's inventory as if it had picked them up. */
  give(...items: [name: string, count: number][]): Promise<void>
  /** Places a new block two blocks east of the bot, or at another distance, and returns the client's block. */
  block(name: string, properties?: Record<string, string>, away?: number): Promise<Block>
  /** Sends a click without mineflayer. */
  click(click: RawClick): Promise<void>
  craft(name: string, times: number, table?: Block): Promise<void>
  /** Stack in a slot of the bot's inventory on the server: `oak_log*3`, or empty. */
  serverSlot(slot: number): string
  /** The same on the client. */
  botSlot(slot: number): string
  /** Item counts of the player on the server, without crafting grid and cursor. */
  carried(): Record<string, number>
  /** The same on the client. */
  believed(): Record<string, number>
}

/**
 * One world for all tests of a suite. Each test starts with nothing in the bot's inventory.
 * @returns gets the session, within a test.
 */
export function sharedWindows(version: string): () => Windows {
  let session: Windows | undefined
  const current = () => {
    if (!session) throw new Error('only available within a test')
    return session
  }
  beforeAll(async () => {
    session = await windows(version)
  })
  beforeEach(async () => {
    const { bot, player, simulation, dropped } = current()
    player.inventory.takeAll()
    bot.inventory.slots.fill(null)
    bot.inventory.selectedItem = null
    bot.setQuickBarSlot(0)
    await simulation.advance(2)
    dropped.length = 0
  })
  afterAll(() => session?.close())
  return current
}

async function windows(version: string): Promise<Windows> {
  const session = await practice({ version })
  const { bot, world, simulation } = session
  const { game } = world
  const [player] = game.players
  if (!player) throw new Error('no player joined')
  const stacks = stacksOf(game.registry)
  const dropped: Item[] = []
  game.items.drop = (item) => void dropped.push(item)
  const confirmed = bot.supportFeature('transactionPacketExists')
  let action = 1000
  const count = (items: (Item | null)[]) => {
    const counts: Record<string, number> = {}
    for (const item of items) {
      if (item) counts[stacks.nameOf(item)] = (counts[stacks.nameOf(item)] ?? 0) + item.count
    }
    return counts
  }
  const show = (item: Item | null | undefined) =>
    item ? `${stacks.nameOf(item)}*${item.count}` : ''
  return {
    ...session,
    player,
    stacks,
    confirmed,
    dropped,
    async give(...items) {
      for (const [name, amount] of items) player.inventory.give(stacks.make(name, amount))
      await simulation.advance(2)
    },
    async block(name, properties = {}, away = 2) {
      const { x, y, z } = bot.entity.position.floored().offset(away, 0, 0)
      game.level.set(x, y, z, game.registry.blockState('air'))
      dropped.length = 0
      game.level.set(x, y, z, game.registry.blockState(name, properties))
      for (let step = 1; step <= away; step++) {
        const at = bot.entity.position.floored().offset(step, 1, 0)
        game.level.set(at.x, at.y, at.z, game.registry.blockState('air'))
      }
      await simulation.advance(2)
      const block = bot.blockAt(new Vec3(x, y, z))
      if (!block) throw new Error('the bot does not see the block')
      return block
    },
    async click({ slot, button = 0, mode = 0, windowId, item = null, claims = [], cursor = null }) {
      bot._client.write('window_click', {
        windowId: windowId ?? bot.currentWindow?.id ?? 0,
        slot,
        mouseButton: button,
        mode,
        action: ++action,
        item: stacks.toNotch(item),
        stateId: 0,
        changedSlots: claims.map(([location, claimed]) => ({
          location,
          item: stacks.toNotch(claimed),
        })),
        cursorItem: stacks.toNotch(cursor),
      })
      await simulation.advance(2)
    },
    async craft(name, times, table) {
      const { type, metadata } = stacks.make(name)
      const [recipe] = bot.recipesFor(type, metadata, 1, table ? true : null)
      if (!recipe) throw new Error(`the bot finds no recipe for ${name}`)
      await simulation.run(bot.craft(recipe, times, table))
      await simulation.advance(3)
    },
    serverSlot: (slot) => show(player.inventory.slots[slot]),
    botSlot: (slot) => show(bot.inventory.slots[slot]),
    carried: () => count(player.inventory.slots.slice(5)),
    believed: () => count(bot.inventory.slots.slice(5)),
  }
}
