import type { Client } from 'minecraft-protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { Simulation } from '#clock/simulation'
import type { PracticeWorld } from '#world/practice-world'

let simulation: Simulation | undefined
let world: PracticeWorld | undefined

afterEach(async () => {
  if (world) await simulation?.run(world.close())
  simulation?.uninstall()
})

const UUID = '2fc2a2ee-0dd5-4d31-8b10-0a2b1ac2a8e1'
const PACK = { url: 'http://127.0.0.1/pack.zip', hash: '0'.repeat(40) }

describe.each([
  ['1.12.2', 'resource_pack_send', PACK],
  ['1.16.5', 'resource_pack_send', PACK],
  ['1.21.4', 'add_resource_pack', { ...PACK, uuid: UUID, forced: true }],
])('a server of %s that requires a resource pack', (version, packet, pack) => {
  it('receives the answer that the pack is loaded', async () => {
    simulation = Simulation.install(1)
    const { PracticeWorld } = await import('#world/practice-world')
    const { connect } = await import('#body/connect')
    const { GameClock } = await import('#clock/game-clock')
    const served = await simulation.run(
      PracticeWorld.start({ seed: 1, version, difficulty: 'peaceful', viewDistance: 2 }),
    )
    world = served
    const joined = await simulation.run(
      connect(
        {
          host: '127.0.0.1',
          port: served.port,
          version,
          username: 'Delver',
          auth: 'offline',
          connect: () => served.connect(),
        },
        new GameClock(),
        new AbortController().signal,
        () => {},
      ),
    )
    const [player] = served.game.players
    const answers: unknown[] = []
    const client = player?.squid._client as NodeJS.EventEmitter & Client
    client.on('resource_pack_receive', (answer) => answers.push(answer))
    client.write(packet, pack)
    await simulation.advance(3)
    joined.leave()
    // Accepted, then loaded.
    expect(answers).toMatchObject([{ result: 3 }, { result: 0 }])
  })
})
