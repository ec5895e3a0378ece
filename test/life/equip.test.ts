import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Simulation } from '#clock/simulation'
import { registryFor } from '#knowledge/registry'
import { findTask, targetOf } from '#trial/tasks'
import type { PracticeWorld } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { playLife } from '../support/life.ts'
import { emptyWorld } from '../support/practice.ts'

const VERSION = '1.16.5'
const registry = registryFor(VERSION)

let simulation: Simulation
let world: PracticeWorld
beforeAll(async () => {
  ;({ simulation, world } = await emptyWorld({ seed: 3, version: VERSION, viewDistance: 4 }))
})
afterAll(async () => {
  await simulation.run(world.close())
  simulation.uninstall()
})

/** Lets a new player with these items do a task until it wears the target. */
async function play(task: string, username: string, belongings: Record<string, number>) {
  const target = targetOf(findTask(task), registry)
  const goals: string[] = []
  const stacks = stacksOf(registry)
  world.game.players.once('join', (player) => {
    for (const [name, count] of Object.entries(belongings))
      player.inventory.give(stacks.make(name, count))
  })
  let isOn = false
  const { outcome } = await playLife({
    connection: {
      host: '127.0.0.1',
      port: world.port,
      version: VERSION,
      username,
      auth: 'offline',
      connect: () => world.connect(),
    },
    simulation,
    target,
    maxTicks: 1500,
    onEvent(event) {
      if (event.type === 'goal-chosen') goals.push(event.goal.skill)
    },
    onInventory(_held, worn, stop) {
      isOn = worn.includes(target.item)
      if (isOn) stop.abort('success')
    },
  })
  return { outcome, goals, isOn }
}

describe('a task to wear something', () => {
  it('is done by crafting and equipping the item', async () => {
    const belongings = { iron_ingot: 4, crafting_table: 1 }
    const { goals, isOn } = await play('equip_iron_boots', 'Cobbler', belongings)
    expect(goals).toEqual(['craft', 'equip'])
    expect(isOn).toBe(true)
  })

  it('is done with a carried item, also with the held one', async () => {
    const { goals, isOn } = await play('equip_iron_helmet', 'Smith', { iron_helmet: 1 })
    expect(goals).toEqual(['equip'])
    expect(isOn).toBe(true)
  })

  it('uses the off hand for a shield', async () => {
    const belongings = { iron_ingot: 1, oak_planks: 6, crafting_table: 1 }
    const { goals, isOn } = await play('equip_shield', 'Guard', belongings)
    expect(goals).toEqual(['craft', 'equip'])
    expect(isOn).toBe(true)
  })
})
