import type { Client as Connection } from 'minecraft-protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BOT } from '#body/bot'
import type { Client } from '#body/client'
import { Inventory } from '#body/inventory'
import { Tools } from '#body/tools'
import type { Simulation } from '#clock/simulation'
import { digTicks } from '#knowledge/dig-time'
import { registryFor } from '#knowledge/registry'
import type { PracticeWorld } from '#world/practice-world'
import { type JoinedClient, joinedClient } from '../support/joined-client.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const NO_SUCH_ITEM = 9999
const HELD = 36
/** A state that fits into a chunk column of the version. */
const NO_SUCH_STATE = { '1.12.2': 254 * 16, '1.16.5': 20_000, '1.21.4': 32_000 }

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('on a server of %s', (version) => {
  const registry = registryFor(version)
  let simulation: Simulation
  let world: PracticeWorld
  let client: Client
  let inventory: Inventory
  let joined: JoinedClient
  let line: Connection

  beforeAll(async () => {
    ;({ simulation, world } = await emptyWorld({ version }))
    joined = await joinedClient({ simulation, world })
    ;({ client, line } = joined)
    await simulation.advance(20)
    inventory = new Inventory(client[BOT], registry)
  })
  afterAll(async () => {
    client.leave()
    await simulation.advance(5)
    await simulation.run(world.close())
    simulation.uninstall()
  })

  async function setSlot(id: number, count: number): Promise<void> {
    const item = {
      ...{ present: true, itemId: id, blockId: id, itemCount: count, itemDamage: 0 },
      ...{ addedComponentCount: 0, removedComponentCount: 0, components: [], removeComponents: [] },
    }
    line.write('set_slot', { windowId: 0, stateId: 1, slot: HELD, item })
    await simulation.advance(2)
  }

  it('a slot with air is empty', async () => {
    await setSlot(0, 1)
    expect(inventory.slots[HELD]).toBeNull()
    expect(inventory.counts).toEqual({})
  })

  it('the agent carries and counts unknown items, and digs with them as with the hand', async () => {
    await setSlot(NO_SUCH_ITEM, 3)
    expect(inventory.counts).toEqual({ unknown: 3 })
    const tools = new Tools(client[BOT], inventory, registry)
    const stone = registry.blockState('stone')
    const byHand = digTicks(registry, 'stone', null)
    expect(digTicks(registry, 'stone', 'unknown')).toBe(byHand)
    expect(tools.choose(stone)).toMatchObject({ tool: null, ticks: byHand })
    const [item] = inventory.items
    if (!item) throw new Error('the item is not carried')
    expect(tools.usesLeft(item)).toBe(Number.POSITIVE_INFINITY)
    expect(registry.stackSize('unknown')).toBe(1)
    const block = client[BOT].blockAt(client[BOT].entity.position.offset(0, -1, 0))
    expect(block && client[BOT].digTime(block)).toBeGreaterThan(0)
  })

  it('the agent does not dig unknown blocks', async () => {
    const tools = new Tools(client[BOT], inventory, registry)
    expect(tools.choose(NO_SUCH_STATE[version])).toEqual({
      tool: null,
      ticks: Number.POSITIVE_INFINITY,
      harvests: false,
    })
    const location = client[BOT].entity.position.offset(1, 2, 0).floored()
    line.write('block_change', { location, type: NO_SUCH_STATE[version] })
    await simulation.advance(2)
    const block = client[BOT].blockAt(location)
    expect(block && client[BOT].digTime(block)).toBe(Number.POSITIVE_INFINITY)
    expect(joined.lost).toBeUndefined()
  })

  it('an unknown window is closed, and the inventory stays usable', async () => {
    const closed: unknown[] = []
    const player = line as NodeJS.EventEmitter
    player.on('close_window', (packet) => closed.push(packet))
    const inventoryType = version === '1.12.2' ? 'mod:altar' : 999
    const windowTitle =
      version === '1.21.4' ? { type: 'string', value: 'Altar' } : '{"text":"Altar"}'
    line.write('open_window', { windowId: 77, inventoryType, windowTitle, slotCount: 5 })
    await simulation.advance(5)
    expect(joined.lost).toBeUndefined()
    // Since 1.14, the packet lacks the number of slots, which the agent needs to use an unknown window.
    expect(closed).toMatchObject(version === '1.12.2' ? [] : [{ windowId: 77 }])
    expect(client[BOT].currentWindow?.slots.length).toBe(version === '1.12.2' ? 41 : undefined)
  })

  it('an unknown entity has the kind unknown', async () => {
    const { x, y, z } = client[BOT].entity.position
    line.write('spawn_entity', {
      ...{
        entityId: 5000,
        objectUUID: '2fc2a2ee-0dd5-4d31-8b10-0a2b1ac2a8e1',
        type: version === '1.12.2' ? 125 : 250,
      },
      ...{ x: x + 1, y, z, pitch: 0, yaw: 0, headPitch: 0, objectData: 0 },
      ...{ velocityX: 0, velocityY: 0, velocityZ: 0, velocity: { x: 0, y: 0, z: 0 } },
    })
    await simulation.advance(5)
    expect(client.world.entities[5000]?.name).toBe('unknown')
    expect(joined.lost).toBeUndefined()
  })
})
