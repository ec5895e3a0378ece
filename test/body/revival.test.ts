import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BOT } from '#body/bot'
import type { Client } from '#body/client'
import type { Simulation } from '#clock/simulation'
import { flagsOf } from '#world/entities/player-flags'
import type { PracticeWorld } from '#world/practice-world'
import { joinedClient } from '../support/joined-client.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

/** Time to die and to respawn (ticks). */
const SOON = 20

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('a death on %s', (version) => {
  let simulation: Simulation
  let world: PracticeWorld
  let client: Client

  beforeAll(async () => {
    ;({ simulation, world } = await emptyWorld({ version }))
    ;({ client } = await joinedClient({ simulation, world }))
    await simulation.advance(20)
  })
  afterAll(async () => {
    client.leave()
    await simulation.advance(5)
    await simulation.run(world.close())
    simulation.uninstall()
  })

  it.each([
    ['tells', true],
    ['does not tell', false],
  ])('ends where the server %s the health of the new player', async (_, tells) => {
    const bot = client[BOT]
    const [player] = world.game.players
    if (!player) throw new Error('no player has joined')
    const spawns: number[] = []
    const note = () => {
      spawns.push(bot.health)
    }
    bot.on('spawn', note)
    const send = player.send.bind(player)
    const spy = vi.spyOn(player, 'send').mockImplementation((name, packet) => {
      const isAlive = (packet as { health?: number }).health !== 0
      if (tells || name !== 'update_health' || !isAlive) send(name, packet)
    })
    const death = new Promise<number>((resolve) => bot.once('death', () => resolve(bot.health)))
    const flags = { burning: true, sneaking: false, sprinting: false }
    const metadata = [flagsOf(world.game.registry, flags)]
    player.send('entity_metadata', { entityId: player.id, metadata })
    player.vitals.hurt(100, 'starve')
    await simulation.advance(SOON)
    expect(await death).toBe(0)
    expect(bot.entity.metadata[0]).toBeUndefined()
    expect([spawns, bot.health, bot.food]).toEqual([[20], 20, 20])
    spy.mockRestore()
    bot.off('spawn', note)
  })
})
