import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import { PracticeWorld } from '#world/practice-world'
import { stacksOf } from '#world/windows/stacks'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))

let world: PracticeWorld
beforeAll(async () => {
  world = await PracticeWorld.start({
    seed: 3,
    terrain: 'flat',
    version: '1.16.5',
    difficulty: 'easy',
  })
})
afterAll(() => world.close())

/** Plays on the world as on any server, in its own process and in real time. */
async function play(...args: string[]) {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-existing-')), 'out')
  const server = ['--world', 'existing', '--port', String(world.port)]
  const { exitCode, stdout, stderr } = await execa(
    process.execPath,
    [LAUNCHER, 'trial', ...args, ...server, '--out', folder],
    { reject: false, stdin: 'ignore' },
  )
  return {
    exitCode,
    printed: stdout + stderr,
    events: readEvents(folder),
    result: readResult(folder),
  }
}

describe('a trial on an existing server', () => {
  longIt(
    'detects version and difficulty, and ends with exit code 0 when the agent has the item',
    async () => {
      world.game.players.once('join', (player) =>
        player.inventory.give(stacksOf(world.game.registry).make('oak_log', 1)),
      )
      const { exitCode, printed, result } = await play('obtain:planks', '--username', 'Carpenter')
      expect(exitCode).toBe(0)
      expect(printed).toMatch(/^ +0 {2}obtain 1 plank, (127\.0\.0\.1|localhost):\d+/)
      expect(result).toMatchObject({
        success: true,
        world: { kind: 'existing', version: '1.16.5', difficulty: 'easy' },
        cheats: false,
      })
    },
  )

  it('ends with exit code 3 when the agent is banned, and records it', async () => {
    const reason = 'You are banned from this server'
    // Erases the screen, fills the clipboard, turns the direction of the text, and does not end.
    const said = `\u001b[2J${reason}\u001b]52;c;cm0gLXJm\u0007\u009b31m\u202e${'!'.repeat(60_000)}`
    world.game.players.once('join', (player) => player.kick(said))
    const { exitCode, printed, events, result } = await play(
      'obtain:planks',
      '--username',
      'Outcast',
    )
    expect(exitCode).toBe(3)
    expect(events.slice(-2)).toMatchObject([
      { type: 'disconnect', kicked: true, reason: expect.stringContaining(reason) },
      { type: 'trial-end', end: 'kicked', detail: expect.stringContaining(reason) },
    ])
    expect(result).toMatchObject({ success: false, end: 'kicked' })
    expect(printed.match(new RegExp(reason, 'g'))).toHaveLength(2)
    expect(printed).not.toContain('connection lost')
    expect(printed.length).toBeLessThan(3000)
    expect(printed.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it.each(['1.12.2', '26.1'])(
    'ends at once when it runs another version than %s',
    async (version) => {
      const { exitCode, printed, events, result } = await play(
        'obtain:planks',
        '--mc-version',
        version,
      )
      expect(exitCode).toBe(3)
      expect(events.map(({ type }) => type)).toEqual(['trial-start', 'disconnect', 'trial-end'])
      expect(result).toMatchObject({ success: false, end: 'kicked' })
      expect(printed).toMatch(
        /the server wants another version of the game \(.* Please use 1\.16\.5\); name its version with --mc-version/,
      )
    },
  )
})
