import { Vec3 } from 'vec3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Simulation } from '#clock/simulation'
import type { Target } from '#events/events'
import type { Player } from '#world/player'
import type { PracticeWorld } from '#world/practice-world'
import { plantGrove } from '../support/grove.ts'
import { playLife } from '../support/life.ts'
import { emptyWorld, joinAs } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const PICKAXE: Target = {
  item: 'wooden_pickaxe',
  count: 1,
  worn: false,
  milestone: 'wooden_pickaxe',
}
const MAX_TICKS = 8000
/** How many stacks the other player takes. */
const THEFTS = 3
/** How often it steps to the place of the agent's table, just before the server places it. */
const STEPS = 2
/** Directions of the faces of a block, by their numbers in packets. */
const FACES = [
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
  [-1, 0, 0],
  [1, 0, 0],
] as const

interface Click {
  readonly location: { readonly x: number; readonly y: number; readonly z: number }
  readonly direction: number
}

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
  'with another player in its way, on %s,',
  (version) => {
    let simulation: Simulation
    let world: PracticeWorld
    beforeEach(async () => {
      ;({ simulation, world } = await emptyWorld({ seed: 3, version, viewDistance: 4 }))
      plantGrove(world)
    })
    afterEach(async () => {
      await simulation.run(world.close())
      simulation.uninstall()
    })

    const playerNamed = (name: string): Player | undefined =>
      [...world.game.players].find((player) => player.name === name)
    const carries = (player: Player, kind: RegExp) =>
      player.inventory.slots.some(
        (item) => item !== null && kind.test(world.game.registry.itemName(item)),
      )

    it('the agent makes a wooden pickaxe, though the player takes drops and stands where its table goes', async () => {
      const bot = await joinAs({ simulation, world }, 'Ann')
      const ann = playerNamed('Ann')
      if (!ann) throw new Error('Ann is not there')
      let thefts = 0
      const { editor, level } = world.game
      const cells: Vec3[] = []
      let refusals = 0
      bot.on('playerCollect', (collector) => {
        if (collector.username === 'Ann') thefts++
      })
      bot.on('physicsTick', () => {
        for (const { x, y, z } of cells.slice(refusals))
          if (level.name(x, y, z) !== 'crafting_table') refusals++
        const drop = Object.values(bot.entities).find(({ name }) => /^item$/i.test(name ?? ''))
        if (thefts < THEFTS && drop) editor.teleport(ann, drop.position)
      })
      world.game.players.once('join', (agent) => {
        // Before the server's own handler.
        agent.connection.client.prependListener('block_place', ({ location, direction }: Click) => {
          if (cells.length >= STEPS || !carries(agent, /^crafting_table$/)) return
          const [dx, dy, dz] = FACES[direction] ?? [0, 1, 0]
          const { x, y, z } = location
          const cell = new Vec3(x + dx, y + dy, z + dz)
          cells.push(cell)
          editor.teleport(ann, cell.offset(0.5, 0, 0.5))
        })
      })
      const { inventories } = await playLife({
        connection: {
          ...{ host: '127.0.0.1', port: world.port, version, username: 'Delver', auth: 'offline' },
          connect: () => world.connect(),
        },
        simulation,
        target: PICKAXE,
        maxTicks: MAX_TICKS,
        onInventory(held, _worn, stop) {
          if (held.wooden_pickaxe) stop.abort('success')
        },
      })
      bot.end()
      expect(thefts).toBeGreaterThanOrEqual(THEFTS)
      expect(refusals).toBe(STEPS)
      expect(inventories.at(-1)?.held.wooden_pickaxe).toBe(1)
    })
  },
)
