import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseWorld } from '#cli/play/choose-world'
import type { LanWorld } from '#life/lan-worlds'
import { PracticeWorld } from '#world/practice-world'
import { runCommand } from '../../support/command-line.ts'
import { longIt } from '../../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../../bin/delver.js', import.meta.url))
const PRACTICE = ['--practice', '--difficulty', 'peaceful', '--speed']

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'delver-play-'))
  vi.stubEnv('XDG_DATA_HOME', data)
})
afterEach(() => vi.unstubAllEnvs())

/** The command as its user runs it: a process, what it prints, and a terminal to type at. */
function play(...args: string[]) {
  const child = execa(process.execPath, [LAUNCHER, 'play', ...args], { reject: false })
  let printed = ''
  const changed = new EventTarget()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      changed.dispatchEvent(new Event('change'))
    })
  return {
    type: (line: string) => child.stdin.write(`${line}\n`),
    endInput: () => child.stdin.end(),
    interrupt: () => child.kill('SIGINT'),
    exit: child,
    /** Waits for a line after those that earlier calls have found. @returns the line. */
    async says(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(printed)
        if (found) {
          printed = printed.slice(found.index + found[0].length)
          return found[0]
        }
        const over = child.then(() => true)
        const isOver = await Promise.race([once(changed, 'change').then(() => false), over])
        if (isOver && !pattern.test(printed))
          throw new Error(`the command ended without ${pattern}: ${printed}`)
      }
    },
  }
}

describe('delver play in the practice world', () => {
  longIt(
    'carries out what a person types, tells the truth, and leaves at the end of the input',
    async () => {
      const run = play(...PRACTICE, 'max', '--seed', '2')
      await run.says(/opening a practice world \(Minecraft 1\.16\.5, seed 2, peaceful\)/)
      await run.says(/to join with Minecraft 1\.16\.5: .*127\.0\.0\.1:\d+/)
      await run.says(/<Delver> Hello, I am Delver\./)
      run.type('get me 3 logs')
      await run.says(/<Delver> OK, I will get 3 logs\./)
      await run.says(/<Delver> Done: I have 3 logs\./)
      run.type('what do you have')
      expect(await run.says(/<Delver> I carry .*/)).toMatch(/\b3 \w+ logs\b/)
      run.type('get 60 logs')
      await run.says(/OK, I will get 60 logs/)
      run.type('stop')
      await run.says(/<Delver> I stand still\. 1 order on hold/)
      run.endInput()
      await run.says(/<Delver> Goodbye\. I keep 1 order/)
      expect(await run.exit).toMatchObject({ exitCode: 0 })
    },
  )

  longIt('leaves on Ctrl-C, and remembers its orders and places in the next run', async () => {
    const first = play(...PRACTICE, '5', '--seed', '3')
    await first.says(/Hello/)
    first.type('this is home')
    await first.says(/I remember home/)
    first.type('get 40 logs')
    await first.says(/OK, I will get 40 logs/)
    first.interrupt()
    await first.says(/Delver has left; 1 order stays in its memory/)
    expect(await first.exit).toMatchObject({ exitCode: 0 })
    const shown = await runCommand('memory', 'show', 'practice-1.16.5-3@Delver')
    expect(shown.stdout).toMatch(
      /Places:\n.* home: .* in overworld\n[\s\S]*Orders that wait:\n.*get 40 logs/,
    )
    const second = play(...PRACTICE, '5', '--seed', '3')
    await second.says(/I remember 1 order and continue: get 40 logs/)
    const other = await play(...PRACTICE, '5', '--seed', '3').exit
    expect(other.stderr).toMatch(
      /^error: another process is the companion practice-1\.16\.5-3@Delver/,
    )
    expect(other.exitCode).toBe(2)
    second.type('cancel everything; what places do you know')
    await second.says(/I know: home/)
    second.interrupt()
    await second.exit
    expect((await runCommand('memory', 'show')).stdout).toBe('practice-1.16.5-3@Delver')
    const forgot = await runCommand('memory', 'forget', 'practice-1.16.5-3@Delver')
    expect(forgot.stdout).toBe('practice-1.16.5-3@Delver remembers nothing')
    expect((await runCommand('memory', 'show')).stdout).toMatch(/^no companion has a memory/)
  })
})

describe('delver play on a server', () => {
  longIt('obeys only the players that --obey names, and rejoins after a kick', async () => {
    const world = await PracticeWorld.start({ seed: 3, version: '1.16.5', difficulty: 'peaceful' })
    try {
      const { players } = world.game
      const run = play('--port', String(world.port), '--obey', 'ann')
      await run.says(/joining 127\.0\.0\.1:/)
      await run.says(/the companion obeys ann and this terminal/)
      await run.says(/Hello/)
      const delver = () => [...players].find(({ name }) => name === 'Delver')
      const rejoined = once(players, 'join')
      delver()?.kick('the server has a hiccup')
      await rejoined
      await run.says(/connection lost \(.*hiccup.*\); rejoining\nback in the world/)
      run.type('what do you have')
      await run.says(/I carry nothing/)
      expect(readdirSync(join(data, 'delver', 'companions'))).toEqual([
        `server-127.0.0.1-${world.port}@Delver`,
      ])
      delver()?.kick('You are banned from this server')
      await run.says(/error: Delver is out of the world: .*banned/)
      expect(await run.exit).toMatchObject({ exitCode: 3 })
    } finally {
      await world.close()
    }
  })

  it('ends with one line when no server answers', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    server.close()
    await once(server, 'close')
    const { exitCode, stderr } = await play('--host', '127.0.0.1', '--port', String(port)).exit
    expect(stderr).toMatch(/^joining .*\nerror: no Minecraft server answers at .*$/)
    expect(exitCode).toBe(3)
  })
})

describe('the choice of the world', () => {
  const lan: LanWorld = { host: '192.168.1.20', port: 51234, name: 'Steve - New World' }
  const found = (...worlds: LanWorld[]) => vi.fn(async () => worlds)

  it('is the world that is open to LAN, or else the practice world', async () => {
    expect(await chooseWorld({}, found(lan))).toMatchObject({ kind: 'existing', port: 51234, lan })
    expect(await chooseWorld({}, found())).toMatchObject({ kind: 'practice', seed: 1, port: null })
    const deaf = async () => Promise.reject(new Error('no network'))
    expect(await chooseWorld({}, deaf)).toMatchObject({ kind: 'practice' })
    await expect(chooseWorld({}, found(lan, { ...lan, port: 4 }))).rejects.toThrow(
      /^several worlds are open to LAN: "Steve - New World" \(--host 192\.168\.1\.20 --port 51234\), .*; choose one, or --practice$/,
    )
  })

  it('does not listen when the options say it', async () => {
    const search = found(lan)
    expect(await chooseWorld({ practice: true, port: 4 }, search)).toMatchObject({ port: 4 })
    expect(await chooseWorld({ seed: 7 }, search)).toMatchObject({ kind: 'practice', seed: 7 })
    expect(await chooseWorld({ host: 'a.example' }, search)).toMatchObject({
      ...{ kind: 'existing', host: 'a.example', port: 25565, lan: null },
    })
    expect(search).not.toHaveBeenCalled()
  })

  it.each([
    ['play --practice --host a', /--host is for an existing server/],
    ['play --port 4 --seed 2', /--seed is for the practice world; add --practice/],
    ['play --practice --mc-version 26.9', /not 26\.9; .* ViaVersion and ViaBackwards/],
    ['play --obey a-b', /letters, digits or underscores/],
    ['play --out x', /add --watch/],
    ['memory show ../x', /no companion "\.\.\/x" has a memory/],
    ['memory forget x', /no companion "x" has a memory/],
    [
      'memory forget x everything',
      /places, sightings, chests, people, deaths, past, standing, queue/,
    ],
  ])('delver %s ends with exit code 2 and one line', async (line, message) => {
    const { code, stderr } = await runCommand(...line.split(' '))
    expect(stderr).toMatch(message)
    expect(stderr).toMatch(/^error: .*$/)
    expect(code).toBe(2)
  })
})
