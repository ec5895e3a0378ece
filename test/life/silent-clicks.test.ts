import type { Client as Connection } from 'minecraft-protocol'
import { afterEach, describe, expect, it } from 'vitest'
import type { Simulation } from '#clock/simulation'
import type { Target } from '#events/events'
import type { Player } from '#world/player'
import type { PracticeWorld } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { playLife } from '../support/life.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const TABLE: Target = {
  item: 'crafting_table',
  count: 1,
  worn: false,
  milestone: 'crafting_table',
}

/** The first click without an answer waits this long (ticks). */
const LONG_WAIT = 40

let simulation: Simulation
let world: PracticeWorld

afterEach(async () => {
  await simulation.run(world.close())
  simulation.uninstall()
})

/** Makes a table from logs in the inventory. @returns its duration (ticks). */
async function makeTable(version: string, onJoin: (player: Player) => void): Promise<number> {
  ;({ simulation, world } = await emptyWorld({ seed: 3, version, viewDistance: 4 }))
  world.game.players.once('join', (player) => {
    player.inventory.give(stacksOf(world.game.registry).make('oak_log', 2))
    onJoin(player)
  })
  let onServer: Record<string, number> = {}
  const { outcome, inventories } = await playLife({
    connection: {
      host: '127.0.0.1',
      port: world.port,
      version,
      username: 'Delver',
      auth: 'offline',
      connect: () => world.connect(),
    },
    simulation,
    target: TABLE,
    maxTicks: 2000,
    onInventory(held, _worn, stop) {
      if (!held.crafting_table) return
      const { registry } = world.game
      const [player] = world.game.players
      const items = player?.inventory.slots.filter((item) => item !== null) ?? []
      onServer = Object.fromEntries(
        items.map(({ type, metadata, count }) => [registry.itemName({ type, metadata }), count]),
      )
      stop.abort('success')
    },
  })
  expect(outcome).toEqual({ end: 'stopped', detail: 'the trial is over' })
  const held = inventories.at(-1)
  expect(held?.held.crafting_table).toBe(1)
  // Otherwise the client's slots differ from the server's.
  expect(onServer).toEqual(held?.held)
  return held?.tick ?? Number.POSITIVE_INFINITY
}

/** The server swallows its confirmations. */
function silence(player: Player): void {
  const line = player.connection.client as unknown as Connection
  const write = line.write.bind(line)
  line.write = (name: string, packet: object) => {
    if (name !== 'transaction') write(name, packet)
  }
}

describe.each(versionsFor('1.12.2', '1.16.5'))(
  'a server of %s that never confirms clicks',
  (version) => {
    it('lets the agent craft if it sends all slots after each click', async () => {
      await makeTable(version, (player) => {
        silence(player)
        const line = player.connection.client as NodeJS.EventEmitter
        // The practice world sends all slots to a player who has respawned.
        line.on('window_click', () => world.game.players.emit('respawn', player))
      })
    })

    it('lets the agent craft, and only the first click waits for long', async () => {
      const confirmed = await makeTable(version, () => {})
      await simulation.run(world.close())
      simulation.uninstall()
      const unconfirmed = await makeTable(version, silence)
      expect(unconfirmed).toBeLessThan(confirmed + LONG_WAIT * 2)
    })
  },
)
