import type { Duplex } from 'node:stream'
import { deflateSync } from 'node:zlib'
import type { Client as Connection } from 'minecraft-protocol'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BOT } from '#body/bot'
import type { Client } from '#body/client'
import type { Simulation } from '#clock/simulation'
import type { PracticeWorld } from '#world/practice-world'
import { type JoinedClient, joinedClient } from '../support/joined-client.ts'
import { emptyWorld } from '../support/practice.ts'
import { versionsFor } from '../support/versions.ts'

/** Coordinates outside of the world. With any but the first, the physics would never end. */
const NOWHERE = [4e7, 1e300, -1e300, Number.NaN, Number.POSITIVE_INFINITY]
const PUSHES = [30, 1e30, -1e30, Number.NaN, Number.POSITIVE_INFINITY]

describe.each(versionsFor('1.21.4', '1.16.5'))('a hostile server of %s', (version) => {
  let simulation: Simulation
  let world: PracticeWorld
  let client: Client
  let joined: JoinedClient
  /** The server's side of the connection. */
  let line: Connection & { socket: Duplex }
  const isNew = version === '1.21.4'

  beforeAll(async () => {
    ;({ simulation, world } = await emptyWorld({ version }))
  })
  afterAll(async () => {
    await simulation.run(world.close())
    simulation.uninstall()
  })
  beforeEach(async () => {
    joined = await joinedClient({ simulation, world })
    client = joined.client
    line = joined.line as typeof line
  })
  afterEach(async () => {
    client.leave()
    await simulation.advance(5)
  })

  function moveTo(x: number, y: number, z: number, relative: boolean): void {
    const flags = isNew ? { x: relative, y: relative, z: relative } : relative ? 7 : 0
    const still = { dx: 0, dy: 0, dz: 0, yaw: 0, pitch: 0 }
    line.write('position', { x, y, z, ...still, flags, teleportId: 99 })
  }

  function knock(velocity: number): void {
    const push = { x: velocity, y: velocity, z: velocity }
    const motion = { playerMotionX: velocity, playerMotionY: velocity, playerMotionZ: velocity }
    const [particle, sound] = [{ type: 'explosion' }, { soundId: 1 }]
    line.write('explosion', {
      ...{ x: 0, y: 0, z: 0, radius: 1, affectedBlockOffsets: [] },
      ...(isNew ? { playerKnockback: push, explosionParticle: particle, sound } : motion),
    })
  }

  it('cannot move the player out of the world', async () => {
    const { position } = client[BOT].entity
    const before = position.clone()
    for (const value of NOWHERE) {
      moveTo(value, before.y, before.z, false)
      moveTo(0, value, 0, true)
      await simulation.advance(2)
      expect(client[BOT].entity.position.distanceTo(before)).toBeLessThan(1)
    }
    // Nor in small steps.
    for (let i = 0; i < 5; i++) moveTo(0, 0, 29_000_000, true)
    await simulation.advance(10)
    expect(Math.abs(client[BOT].entity.position.z)).toBeLessThan(30_000_000)
    expect(joined.lost).toBeUndefined()
    // Positions inside the world still apply.
    moveTo(before.x, before.y, before.z, false)
    await simulation.advance(10)
    expect(client[BOT].entity.position.distanceTo(before)).toBeLessThan(1)
  })

  it('cannot give the player a higher velocity than the game does', async () => {
    const before = client[BOT].entity.position.clone()
    for (const velocity of PUSHES) {
      knock(velocity)
      await simulation.advance(2)
      expect(client[BOT].entity.position.distanceTo(before)).toBeLessThan(1)
    }
    knock(0.5)
    await simulation.advance(2)
    expect(client[BOT].entity.position.y).toBeGreaterThan(before.y + 0.5)
    expect(joined.lost).toBeUndefined()
  })

  it('cannot give the player unlimited speed', async () => {
    const before = client[BOT].entity.position.clone()
    const key = 'generic.movement_speed'
    line.write('entity_update_attributes', {
      entityId: client[BOT].entity.id,
      properties: [{ key, value: 1000, modifiers: [] }],
    })
    await simulation.advance(1)
    client[BOT].setControlState('forward', true)
    await simulation.advance(2)
    client[BOT].clearControlStates()
    expect(client[BOT].entity.position.distanceTo(before)).toBeLessThan(2)
  })

  it('cannot fill the memory with a small compressed packet', async () => {
    Object.assign(line, { compressionThreshold: 256 })
    client[BOT]._client.emit('compress', { threshold: 256 })
    const { decompressor } = client[BOT]._client as unknown as { decompressor: Duplex }
    const lengths: number[] = []
    decompressor.on('data', (packet: Buffer) => lengths.push(packet.length))
    const packed = Buffer.concat([Buffer.from([1]), deflateSync(Buffer.alloc(20_000_000))])
    line.socket.write(Buffer.concat([varInt(packed.length), packed]))
    await simulation.advance(40)
    // Later packets are read.
    expect(lengths.length).toBeGreaterThan(0)
    expect(Math.max(...lengths)).toBeLessThan(1_000_000)
    expect(joined.lost).toBeUndefined()
  })

  it('cannot fill the memory with a packet that never ends', async () => {
    line.socket.write(varInt(2 ** 28))
    for (let i = 0; i < 40; i++) {
      line.socket.write(Buffer.alloc(100_000))
      await simulation.advance(1)
    }
    expect(joined.lost?.message).toBe('the server sent a packet that is too long')
    expect(joined.lost?.loss).toBe('cut')
  })

  it('cannot flood the agent with text', async () => {
    let heard = 0
    client[BOT].on('messagestr', () => {
      heard++
    })
    const content = JSON.stringify({ text: 'buy our diamonds' })
    const say = () =>
      isNew
        ? line.write('system_chat', {
            content: { type: 'string', value: 'buy our diamonds' },
            isActionBar: false,
          })
        : line.write('chat', { message: content, position: 1, sender: '0'.repeat(32) })
    for (let i = 0; i < 5000; i++) say()
    await simulation.advance(10)
    expect(heard).toBeGreaterThan(0)
    expect(heard).toBeLessThan(100)
    // After the flood, text passes again.
    await simulation.advance(40)
    heard = 0
    say()
    await simulation.advance(5)
    expect(heard).toBe(1)
  })
})

function varInt(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}
