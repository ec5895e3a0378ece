import protocol, { type Client } from 'minecraft-protocol'
import { afterEach, expect, it, vi } from 'vitest'
import type { Simulation } from '#clock/simulation'
import type { Target } from '#events/events'
import type { PracticeWorld } from '#world/practice-world'
import { playLife } from '../support/life.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const DIAMOND: Target = { item: 'diamond', count: 1, worn: false, milestone: 'diamond' }

let simulation: Simulation
let world: PracticeWorld

afterEach(async () => {
  vi.restoreAllMocks()
  await simulation.run(world.close())
  simulation.uninstall()
})

it.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))(
  'an agent that joins %s while it is dead respawns, and its death is logged',
  async (version) => {
    ;({ simulation, world } = await emptyWorld({ seed: 3, version }))
    // The server ignores the first request to respawn.
    let requests = 0
    let line: Client | undefined
    const { write } = protocol.Client.prototype
    vi.spyOn(protocol.Client.prototype, 'write').mockImplementation(function (
      this: Client & { isServer?: boolean },
      name: string,
      packet: object,
    ) {
      if (this.isServer && name === 'update_health') line = this
      const isDead = this.isServer && name === 'update_health' && requests < 2
      write.call(this, name, isDead ? { ...packet, health: 0 } : packet)
      if (name !== 'client_command') return
      requests++
      if (requests === 2 && line)
        write.call(line, 'update_health', { health: 20, food: 20, foodSaturation: 5 })
    })
    const { told } = await playLife({
      connection: {
        ...{ host: '127.0.0.1', port: world.port, version, username: 'Delver', auth: 'offline' },
        connect: () => world.connect(),
      },
      simulation,
      target: DIAMOND,
      maxTicks: 200,
    })
    const events = told.map(({ event }) => event.type)
    expect(events.slice(0, 2)).toEqual(['join', 'death'])
    expect(events.filter((type) => type === 'death')).toHaveLength(1)
  },
)
