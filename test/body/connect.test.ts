import protocol, { type Client } from 'minecraft-protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { BOT } from '#body/bot'
import type { Client as Joined } from '#body/client'
import type { Simulation } from '#clock/simulation'
import type { PracticeWorld } from '#world/practice-world'
import { joining } from '../support/joined-client.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

let simulation: Simulation | undefined
let world: PracticeWorld | undefined

afterEach(async () => {
  vi.restoreAllMocks()
  if (world) await simulation?.run(world.close())
  simulation?.uninstall()
})

/** Delay of the first position (ms), as measured on a server that makes its chunks first. */
const LATE_MS = 22_000
const UUID = '2fc2a2ee-0dd5-4d31-8b10-0a2b1ac2a8e1'
const PACK = { url: 'http://127.0.0.1/pack.zip', hash: '0'.repeat(40) }

describe.each([
  ['1.12.2', 'resource_pack_send', PACK],
  ['1.16.5', 'resource_pack_send', PACK],
  ['1.21.4', 'add_resource_pack', { ...PACK, uuid: UUID, forced: true }],
])('a server of %s that requires a resource pack', (version, packet, pack) => {
  it('receives the answer that the pack is loaded', async () => {
    const served = await emptyWorld({ version })
    ;({ simulation, world } = served)
    const joined = await simulation.run(joining(served))
    const [player] = served.world.game.players
    const answers: unknown[] = []
    const client = player?.connection.client as NodeJS.EventEmitter & Client
    client.on('resource_pack_receive', (answer) => answers.push(answer))
    client.write(packet, pack)
    await simulation.advance(3)
    joined.leave()
    // Accepted, then loaded.
    expect(answers).toMatchObject([{ result: 3 }, { result: 0 }])
  })
})

describe.each(versionsFor('1.21.4', '1.12.2', '1.16.5'))('a slow server of %s', (version) => {
  it('lets the player join only when it has sent the position', async () => {
    const served = await emptyWorld({ version })
    ;({ simulation, world } = served)
    const { write } = protocol.Client.prototype
    vi.spyOn(protocol.Client.prototype, 'write').mockImplementation(function (
      this: Client,
      name: string,
      packet: object,
    ) {
      const isLate = name === 'position' && (this as Client & { isServer?: boolean }).isServer
      if (isLate) setTimeout(() => write.call(this, name, packet), LATE_MS)
      else write.call(this, name, packet)
    })
    let joined: Joined | undefined
    const arrival = joining(served).then((client) => {
      joined = client
    })
    await simulation.advance(430)
    expect(joined === undefined).toBe(true)
    await simulation.run(arrival)
    expect(joined?.[BOT].entity.position.distanceTo(served.world.terrain.spawn)).toBeLessThan(2)
    joined?.leave()
  })
})
