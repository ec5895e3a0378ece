import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import type { TrialEvent } from '#events/events'
import { readEvents } from '#trial/event-log'
import { readResult } from '#trial/result'
import type { SpeedRequest, SpeedStatus, TrialRow } from '#watch/protocol'
import { runCommand } from '../support/command-line.ts'
import { historyOf } from '../support/history.ts'
import { type ServerEvent, ServerEvents } from '../support/server-events.ts'
import { longIt } from '../support/versions.ts'

const LAUNCHER = fileURLToPath(new URL('../../bin/delver.js', import.meta.url))
const TRIAL = ['trial', 'obtain:log', '--seed', '12']

function newFolder(): string {
  return join(mkdtempSync(join(tmpdir(), 'delver-watch-')), 'out')
}

function delver(...args: string[]) {
  return execa(process.execPath, [LAUNCHER, ...args], { reject: false, stdin: 'ignore' })
}

/** Starts a command that serves a page on a free port. @returns The process and the page's address. */
async function serving(
  ...args: string[]
): Promise<{ child: ReturnType<typeof delver>; origin: string }> {
  const child = delver(...args, '--web-port', '0')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, origin] = /^watch it at (http:\S+)\/$/.exec(line) ?? []
    if (origin) return { child, origin }
  }
  throw new Error(`no page: ${(await child).stderr}`)
}

async function setSpeed(origin: string, speed: SpeedRequest['speed']): Promise<SpeedStatus> {
  const response = await fetch(`${origin}/api/trials/out/speed`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ speed }),
  })
  return (await response.json()) as SpeedStatus
}

async function rows(origin: string): Promise<TrialRow[]> {
  return (await (await fetch(`${origin}/api/trials`)).json()) as TrialRow[]
}

function isJoin({ event, data }: ServerEvent): boolean {
  return event === 'event' && (data as TrialEvent).type === 'join'
}

const history = (folder: string) => historyOf(readEvents(folder))

describe('delver trial --watch', () => {
  longIt(
    'the page shows a running trial and controls its speed, without changing its history',
    async () => {
      const [watched, bare] = [newFolder(), newFolder()]
      const plain = delver(...TRIAL, '--no-recording', '--out', bare)
      const { child, origin } = await serving(...TRIAL, '--watch', '--out', watched)
      // The trial waits for its first page.
      expect(existsSync(join(watched, 'events.jsonl'))).toBe(false)
      const feed = await ServerEvents.open(`${origin}/api/trials/out/feed`)
      const begin = await feed.until(isJoin)
      // A page slows the trial, so that people can follow it.
      expect(await setSpeed(origin, 'pause')).toEqual({
        speed: 4,
        paused: true,
        controllable: true,
      })
      const paused = await feed.until(
        ({ event, data }) => event === 'speed' && (data as SpeedStatus).paused,
      )
      const written = readFileSync(join(watched, 'events.jsonl'), 'utf8')
      // Without the pause, the trial would finish in this time.
      await plain
      expect(readFileSync(join(watched, 'events.jsonl'), 'utf8')).toBe(written)
      expect(await setSpeed(origin, 200)).toMatchObject({ speed: 200, paused: false })
      expect(await setSpeed(origin, 'max')).toMatchObject({ speed: 'max', paused: false })
      const rest = await feed.until()
      expect(rest.at(-1)?.event).toBe('over')
      const events = [...begin, ...paused, ...rest].filter(({ event }) => event === 'event')
      expect(events.map(({ data }) => data)).toEqual(readEvents(watched))
      expect((await child).exitCode).toBe(0)
      expect(history(watched)).toEqual(history(bare))
    },
  )

  longIt('Ctrl-C ends a paused trial', async () => {
    const folder = newFolder()
    const { child, origin } = await serving(...TRIAL, '--watch', '--keep-open', '--out', folder)
    const feed = await ServerEvents.open(`${origin}/api/trials/out/feed`)
    await feed.until(isJoin)
    await setSpeed(origin, 'pause')
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(1)
    expect(readResult(folder)?.end).toBe('interrupted')
    expect((await feed.until()).at(-1)?.event).toBe('over')
  })

  longIt('with --stay, the page remains until Ctrl-C', async () => {
    const folder = newFolder()
    const trial = ['trial', 'craft_sticks', '--world', 'text']
    const { child, origin } = await serving(...trial, '--watch', '--keep-open', '--out', folder)
    const feed = await ServerEvents.open(`${origin}/api/trials/out/feed`)
    expect((await feed.until()).at(-1)?.event).toBe('over')
    // The text world has no recording.
    expect(await rows(origin)).toMatchObject([{ state: 'over', success: true, recording: false }])
    child.kill('SIGINT')
    expect((await child).exitCode).toBe(0)
  })
})

describe('delver trials --watch and delver replay', () => {
  longIt('the page shows all trials of a campaign, during and after it', async () => {
    const folder = newFolder()
    const campaign = ['trials', 'obtain:log', '--seeds', '11-12', '--out', folder]
    const { child, origin } = await serving(...campaign, '--watch')
    const overview = await ServerEvents.open(`${origin}/api/overview`)
    const seen = (await overview.until()).map(({ data }) => data as TrialRow[])
    expect(seen[0]?.map(({ id }) => id)).toEqual(['obtain-log-11', 'obtain-log-12'])
    const states = new Set(seen.map((rows) => rows.map(({ state }) => state).join()))
    expect([...states]).toContain('running,waiting')
    expect(seen.at(-1)).toMatchObject([
      { state: 'over', success: true, recording: true },
      { state: 'over', success: true, recording: true },
    ])
    expect((await child).exitCode).toBe(0)

    const replay = await serving('replay', folder)
    expect(await rows(replay.origin)).toEqual(seen.at(-1))
    replay.child.kill('SIGINT')
    expect((await replay.child).exitCode).toBe(0)
  })
})

describe('a page that cannot be served', () => {
  it('a port in use is an error in one line, and no trial is played', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const folder = newFolder()
    const taken = ['--watch', '--web-port', String(port), '--out', folder]
    const { code, stderr } = await runCommand(...TRIAL, ...taken)
    other.close()
    expect(stderr).toMatch(new RegExp(`^error: port ${port} is in use; .*--web-port.*$`))
    expect(code).toBe(2)
    expect(existsSync(folder)).toBe(false)
  })

  it('an address of another machine is an error in one line', async () => {
    const { code, stderr } = await runCommand(
      ...[...TRIAL, '--watch', '--web-host', '203.0.113.1', '--out', newFolder()],
    )
    expect(stderr).toMatch(/^error: cannot listen on 203\.0\.113\.1:3000 .*--web-host.*$/)
    expect(code).toBe(2)
  })
})
