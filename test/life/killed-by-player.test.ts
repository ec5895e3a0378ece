import { afterEach, expect, it } from 'vitest'
import type { Simulation } from '#clock/simulation'
import type { EventBody, Target } from '#events/events'
import type { PracticeWorld } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { playLife } from '../support/life.ts'
import { emptyWorld, joinAs } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

const DIAMOND: Target = { item: 'diamond', count: 1, worn: false, milestone: 'diamond' }
/** Interval of the attacks (ticks). */
const ATTACK_TICKS = 13

let simulation: Simulation
let world: PracticeWorld
afterEach(async () => {
  await simulation.run(world.close())
  simulation.uninstall()
})

it.each(versionsFor('1.21.4', '1.12.2', '1.16.5', '1.20.4'))(
  'an agent in %s knows which player killed it',
  async (version) => {
    ;({ simulation, world } = await emptyWorld({ seed: 3, version }))
    const ben = await joinAs({ simulation, world }, 'Ben')
    const { players, registry, movement, time } = world.game
    const [killer] = players
    if (!killer) throw new Error('Ben is missing')
    killer.inventory.set(36, stacksOf(registry).make('diamond_sword'))
    time.everyTick(() => {
      const victim = [...players].find(({ name }) => name === 'Ann')
      const seen = ben.players.Ann?.entity
      if (!victim || !seen || victim.vitals.dead) return
      if (time.tick % ATTACK_TICKS === 0) movement.teleport(killer, victim.position.clone())
      if (time.tick % ATTACK_TICKS === 3) ben.attack(seen)
    })
    const deaths: EventBody[] = []
    await playLife({
      connection: {
        ...{ host: '127.0.0.1', port: world.port, version, username: 'Ann', auth: 'offline' },
        connect: () => world.connect(),
      },
      simulation,
      target: DIAMOND,
      maxTicks: 600,
      onEvent(event, stop) {
        if (event.type !== 'death') return
        deaths.push(event)
        stop.abort('limit')
      },
    })
    ben.end()
    await simulation.advance(5)
    expect(deaths).toMatchObject([{ cause: 'was slain by Ben' }])
  },
)
