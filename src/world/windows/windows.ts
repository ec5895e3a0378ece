import type { Item } from 'prismarine-item'
import { distanceToBlock } from '#geometry/distance-to-box'
import type { Drops } from '../entities/items.ts'
import type { GeneratedBlocks } from '../generated-blocks.ts'
import type { Interactions } from '../interactions.ts'
import type { Level } from '../level.ts'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'
import { BlockContents } from './block-contents.ts'
import { chestContents } from './chest-contents.ts'
import { chestHalves } from './chest-halves.ts'
import { ChestMenu } from './chest-menu.ts'
import { Furnace } from './furnace.ts'
import { FurnaceMenu } from './furnace-menu.ts'
import { installHotbar } from './hotbar.ts'
import { Lids } from './lids.ts'
import type { Menu } from './menu.ts'
import { stacksOf } from './stacks.ts'
import { TableMenu } from './table-menu.ts'
import { WindowSession } from './window-session.ts'

const CHESTS = ['chest', 'trapped_chest', 'barrel'] as const

/** Maximum distance from the eyes to a block at which its window opens, and stays open (blocks). */
const OPEN_REACH = 6
const KEEP_REACH = 8

/** Windows: inventory, crafting tables, furnaces and chests. */
export function installWindows(needs: {
  level: Level
  players: Players
  time: WorldTime
  interactions: Interactions
  drops: Drops
  generated: GeneratedBlocks
  seed: number
}): void {
  const { level, players, time, interactions, drops, generated, seed } = needs
  const { registry } = level
  const stacks = stacksOf(registry)
  const sessions = new Map<Player, WindowSession>()
  const furnaces = new BlockContents(
    level,
    drops,
    new Set(['furnace']),
    () => new Furnace(registry, stacks),
  )
  const chests = new BlockContents(level, drops, new Set(CHESTS), (...place) =>
    chestContents(registry, generated, seed, place),
  )

  players.on('join', (player) => {
    const session = new WindowSession(registry, player, drops)
    sessions.set(player, session)
    player.resendWindow = () => session.sendAll()
    installHotbar(registry, player, drops)
  })
  players.on('leave', (player) => {
    sessions.get(player)?.closeWindow()
    sessions.delete(player)
  })
  players.on('respawn', (player) => player.resendWindow())

  const opens = (
    kind: string,
    menuFor: (
      player: Player,
      session: WindowSession,
      valid: () => boolean,
      x: number,
      y: number,
      z: number,
    ) => Menu,
  ): void => {
    interactions.add(kind, (player, x, y, z) => {
      const session = sessions.get(player)
      if (!session || distanceToBlock(player.eye, { x, y, z }) > OPEN_REACH) return false
      if (lidIsBlocked(level, kind, x, y, z)) return true
      const valid = () =>
        level.name(x, y, z) === kind && distanceToBlock(player.eye, { x, y, z }) <= KEEP_REACH
      session.open(menuFor(player, session, valid, x, y, z))
      return true
    })
  }

  const movesIntoGrid = registry.data.supportFeature('village&pillageInventoryWindows')
  opens('crafting_table', ({ inventory }, session, valid) => {
    const grid = session.grid(new Array<Item | null>(9).fill(null), 0, 3)
    return new TableMenu(stacks, inventory, grid, { movesIntoGrid, valid })
  })
  opens('furnace', ({ inventory }, _session, valid, ...place) => {
    const holder = furnaces.at(...place)
    return new FurnaceMenu(registry, stacks, inventory, {
      furnace: holder.contents,
      valid: () => !holder.gone && valid(),
    })
  })
  const lids = new Lids(level, players)
  for (const kind of CHESTS) {
    opens(kind, ({ inventory }, _session, valid, ...place) => {
      const positions = chestHalves(level, ...place)
      const halves = positions.map((half) => chests.at(...half))
      return new ChestMenu(
        stacks,
        inventory,
        halves.map((half) => half.contents.items),
        {
          valid: () => halves.every((half) => !half.gone) && valid(),
          closed: lids.open(positions),
        },
      )
    })
  }

  time.everyTick(() => {
    for (const { x, y, z, contents } of furnaces.all()) {
      const wasLit = contents.lit
      contents.tick()
      if (contents.lit !== wasLit) showLit(level, x, y, z, contents.lit)
    }
    for (const session of sessions.values()) session.tick()
  })
}

function showLit(level: Level, x: number, y: number, z: number, lit: boolean): void {
  const { registry } = level
  const { facing = 'north' } = registry.blockProperties(level.state(x, y, z))
  level.set(x, y, z, registry.blockState('furnace', { facing, lit: String(lit) }))
}

/** Whether an opaque block on top keeps a chest closed. */
function lidIsBlocked(level: Level, kind: string, x: number, y: number, z: number): boolean {
  if (kind !== 'chest' && kind !== 'trapped_chest') return false
  return chestHalves(level, x, y, z).some(([halfX, halfY, halfZ]) => {
    const above = level.registry.block(level.state(halfX, halfY + 1, halfZ))
    return above.boundingBox === 'block' && !above.transparent
  })
}
