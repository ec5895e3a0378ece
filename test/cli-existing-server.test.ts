import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEvents } from '../src/trial/event-log.ts'
import { readResult } from '../src/trial/result.ts'
import { PracticeWorld } from '../src/world/practice-world.ts'
import { stacksOf } from '../src/world/windows/stacks.ts'

const LAUNCHER = fileURLToPath(new URL('../bin/delver.js', import.meta.url))

let world: PracticeWorld
beforeAll(async () => {
  world = await PracticeWorld.start({ seed: 3, version: '1.16.5', difficulty: 'easy' })
})
afterAll(() => world.close())

/** Plays on the world as on any server, in a process of its own and in real time. */
async function play(...args: string[]) {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-existing-')), 'out')
  const server = ['--world', 'existing', '--port', String(world.port)]
  const { exitCode } = await execa(
    process.execPath,
    [LAUNCHER, 'trial', ...args, ...server, '--out', folder],
    { reject: false, stdin: 'ignore' },
  )
  return { exitCode, events: readEvents(folder), result: readResult(folder) }
}

describe('a trial on a server that runs already', () => {
  it('finds out version and difficulty, and ends with exit code 0 when the thing is held', async () => {
    world.game.players.once('join', (player) =>
      player.inventory.give(stacksOf(world.game.registry).make('oak_log', 1)),
    )
    const { exitCode, result } = await play('obtain:planks', '--username', 'Carpenter')
    expect(exitCode).toBe(0)
    expect(result).toMatchObject({
      success: true,
      world: { kind: 'existing', version: '1.16.5', difficulty: 'easy' },
      cheats: false,
    })
  })

  it('ends with exit code 3 when the agent is thrown out for good, with that recorded', async () => {
    const reason = 'You are banned from this server'
    world.game.players.once('join', (player) => player.squid.kick(reason))
    const { exitCode, events, result } = await play('obtain:planks', '--username', 'Outcast')
    expect(exitCode).toBe(3)
    expect(events.slice(-2)).toMatchObject([
      { type: 'disconnect', kicked: true, reason },
      { type: 'trial-end', end: 'kicked', detail: reason },
    ])
    expect(result).toMatchObject({ success: false, end: 'kicked' })
  })
})
