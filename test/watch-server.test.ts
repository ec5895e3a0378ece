import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { TrialEvent } from '../src/episode/events.ts'
import { EVENTS_FILE, RECORDING_FILE } from '../src/trial/event-log.ts'
import { deriveResult, RESULT_FILE, writeResult } from '../src/trial/result.ts'
import type { SpeedRequest, TrialRow } from '../src/watch/protocol.ts'
import { RecordingWriter } from '../src/watch/recording/recording-writer.ts'
import type { RecordingHeader, RecordingLine } from '../src/watch/recording-format.ts'
import { LineTail } from '../src/watch/server/line-tail.ts'
import { NO_CONTROL, type SpeedControl } from '../src/watch/server/speed-control.ts'
import { type WatchOptions, WatchServer } from '../src/watch/server/watch-server.ts'
import { comingTrial, trialsIn } from '../src/watch/server/watched-trial.ts'
import { sampleLog, sampleSettings } from './support/sample-events.ts'
import { type ServerEvent, ServerEvents } from './support/server-events.ts'

const HEADER: RecordingHeader = {
  recording: 1,
  version: '1.16.5',
  minY: 0,
  height: 256,
  username: 'Delver',
}

const LOG = sampleLog(sampleSettings, [
  [5, { type: 'milestone', name: 'log' }],
  [9, { type: 'explanation', text: 'two\nlines and </script>' }],
  [20, { type: 'milestone', name: 'stick' }],
  [20, { type: 'trial-end', end: 'success', detail: 'stick obtained' }],
])

const FILES = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', body: Buffer.from('<p>page</p>') }],
  ['page.js', { type: 'text/javascript', body: Buffer.from('1') }],
])

function sky(t: number): RecordingLine {
  return { t, name: 'sky', time: t, rain: false }
}

/** A trial's folder that is filled as a test goes on. */
class Folder {
  readonly path: string

  constructor(parent = mkdtempSync(join(tmpdir(), 'delver-watch-')), name = 'some-trial') {
    this.path = join(parent, name)
    mkdirSync(this.path)
  }

  log(...events: TrialEvent[]): this {
    for (const event of events)
      appendFileSync(join(this.path, EVENTS_FILE), `${JSON.stringify(event)}\n`)
    return this
  }

  recording(...lines: readonly (RecordingHeader | RecordingLine)[]): this {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    writeFileSync(join(this.path, RECORDING_FILE), gzipSync(text))
    return this
  }

  over(): this {
    writeResult(this.path, deriveResult(LOG))
    return this
  }
}

let server: WatchServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Serves folders; gives back what makes an address of a path. */
async function serve(
  folders: readonly Folder[],
  options: Partial<WatchOptions> = {},
): Promise<(path: string) => string> {
  server = await WatchServer.start({
    trials: folders.map(({ path }) => comingTrial(path, sampleSettings)),
    host: '127.0.0.1',
    port: 0,
    assets: { pageFiles: async () => FILES, versionFiles: async () => FILES },
    control: NO_CONTROL,
    ...options,
  })
  const { origin, search } = new URL(server.url)
  return (path) => `${origin}${path}${search}`
}

function ofKind(events: readonly ServerEvent[], kind: string): unknown[] {
  return events.filter(({ event }) => event === kind).map(({ data }) => data)
}

describe('the feed of a trial', () => {
  it('sends what there is, then what comes, and ends with the trial', async () => {
    const folder = new Folder()
    const url = await serve([folder])
    const feed = await ServerEvents.open(url('/api/trials/some-trial/feed'))
    const begin = await feed.until(({ event }) => event === 'live')
    expect(begin.map(({ event }) => event)).toEqual(['speed', 'live'])

    const lines = LOG.map((event) => `${JSON.stringify(event)}\n`).join('')
    // In the midst of a line: the rest of it comes later.
    appendFileSync(join(folder.path, EVENTS_FILE), lines.slice(0, -20))
    const some = await feed.until(({ data }) => isAt(data, 20))
    expect(ofKind(some, 'event')).toEqual(LOG.slice(0, -1))
    appendFileSync(join(folder.path, EVENTS_FILE), lines.slice(-20))
    expect(ofKind(await feed.until(({ event }) => event === 'event'), 'event')).toEqual([
      LOG.at(-1),
    ])

    const recording = new RecordingWriter(folder.path, HEADER)
    recording.flush()
    expect((await feed.until(({ event }) => event === 'recording')).at(-1)?.data).toEqual([HEADER])
    recording.write(sky(1))
    recording.write(sky(2))
    recording.flush()
    const added = await feed.until(({ event }) => event === 'recording')
    expect(added.at(-1)?.data).toEqual([sky(1), sky(2)])

    recording.write(sky(3))
    await recording.close()
    folder.over()
    const rest = await feed.until()
    expect(rest.map(({ event }) => event)).toEqual(['recording', 'over'])
    expect(ofKind(rest, 'recording')).toEqual([[sky(3)]])
  })

  it('goes on where it broke', async () => {
    const folder = new Folder()
      .log(...LOG)
      .recording(HEADER, ...[1, 2, 3].map(sky))
      .over()
    const url = await serve([folder])
    const all = await (await ServerEvents.open(url('/api/trials/some-trial/feed'))).until()
    expect(ofKind(all, 'event')).toEqual(LOG)
    expect(ofKind(all, 'recording').flat()).toEqual([HEADER, ...[1, 2, 3].map(sky)])
    const withId = all.filter(({ id }) => id !== undefined)
    for (const [index, { id = '' }] of withId.entries()) {
      const feed = await ServerEvents.open(url('/api/trials/some-trial/feed'), {
        'last-event-id': id,
      })
      const rest = (await feed.until()).filter((event) => event.id !== undefined)
      expect(rest).toEqual(withId.slice(index + 1))
    }
  })

  it('leaves out what is damaged, and reads a recording that was cut off', async () => {
    const folder = new Folder().log(...LOG.slice(0, 2)).recording(HEADER, ...[1, 2, 3].map(sky))
    appendFileSync(join(folder.path, EVENTS_FILE), 'no event\n{"v":1,"type":"plan"}\n')
    folder.log(...LOG.slice(2)).over()
    const recording = join(folder.path, RECORDING_FILE)
    const whole = readFileSync(recording)
    const url = await serve([folder])
    const feed = async () =>
      (await ServerEvents.open(url('/api/trials/some-trial/feed'))).until(
        ({ event }) => event === 'over',
      )
    for (const length of [whole.length - 8, whole.length - 30, 5]) {
      writeFileSync(recording, whole.subarray(0, length))
      const events = await feed()
      expect(ofKind(events, 'event')).toEqual(LOG)
      const lines = ofKind(events, 'recording').flat()
      expect(lines).toEqual([HEADER, ...[1, 2, 3].map(sky)].slice(0, lines.length))
    }
    writeFileSync(recording, Buffer.concat([whole.subarray(0, 40), Buffer.alloc(200, 'x')]))
    expect(ofKind(await feed(), 'event')).toEqual(LOG)
  })

  it('cuts off a page that does not read, and serves others meanwhile', async () => {
    const lines = Array.from({ length: 40 }, (_, t): RecordingLine => {
      return { t, name: 'chat', text: 'x'.repeat(1_000_000) }
    })
    const folder = new Folder()
      .log(...LOG)
      .recording(HEADER, ...lines)
      .over()
    const url = await serve([folder], { stallMs: 1000 })
    const { hostname, port, pathname } = new URL(url('/api/trials/some-trial/feed'))
    const idle = connect(Number(port), hostname)
    idle.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`)
    idle.pause()
    const reader = await ServerEvents.open(url('/api/trials/some-trial/feed'))
    const read = await reader.until()
    expect(ofKind(read, 'recording').flat()).toHaveLength(lines.length + 1)
    // Who does not read learns that the line was cut only by saying something.
    const poke = setInterval(() => idle.write('\r\n'), 20)
    await once(idle, 'error')
    clearInterval(poke)
    expect(idle.bytesRead).toBeLessThan(1_000_000)
  })
})

describe('the addresses', () => {
  it('list the trials, those to come too, and tell of changes', async () => {
    const [first, second] = [new Folder(undefined, 'a-1'), new Folder(undefined, 'b 2')]
    const url = await serve([first, second])
    const overview = await ServerEvents.open(url('/api/overview'))
    const next = async () => {
      const [change] = await overview.until(({ event }) => event === 'trials')
      return change?.data as TrialRow[]
    }
    const known = { task: 'craft_sticks', seed: 3, maxTicks: 200, version: '1.16.5' }
    const waiting = {
      ...known,
      state: 'waiting',
      tick: 0,
      end: null,
      success: false,
      recording: false,
    }
    expect(await next()).toMatchObject([
      { id: 'a-1', ...waiting },
      { id: 'b 2', ...waiting },
    ])
    first.log(...LOG.slice(0, 2))
    expect(await next()).toMatchObject([
      { state: 'running', tick: 5, milestones: [{ name: 'log', tick: 5 }] },
      { state: 'waiting' },
    ])
    first.log(...LOG.slice(2)).over()
    expect((await next())[0]).toMatchObject({
      state: 'over',
      tick: 20,
      end: 'success',
      success: true,
    })
    // It is played again, as a campaign does with a trial that was stopped.
    for (const file of readdirSync(first.path)) rmSync(join(first.path, file))
    expect((await next())[0]).toMatchObject({ ...waiting, milestones: [] })
    const rows = (await (await fetch(url('/api/trials'))).json()) as TrialRow[]
    expect(rows.map(({ id }) => id)).toEqual(['a-1', 'b 2'])
    expect((await fetch(url('/api/trials/b%202/replay'))).status).toBe(200)
    overview.close()
  })

  it('give the whole replay of a trial', async () => {
    const folder = new Folder()
      .log(...LOG)
      .recording(HEADER, sky(1))
      .over()
    const url = await serve([folder])
    const replay = await (await fetch(url('/api/trials/some-trial/replay'))).json()
    expect(replay).toEqual({ events: LOG })
    const recording = await fetch(url(`/api/trials/some-trial/${RECORDING_FILE}`))
    expect(recording.headers.get('content-type')).toBe('application/gzip')
    expect(recording.headers.get('content-encoding')).toBeNull()
    const text = gunzipSync(Buffer.from(await recording.arrayBuffer())).toString()
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([HEADER, sky(1)])
  })

  it('allow no scripts but ours', async () => {
    const url = await serve([new Folder()])
    for (const path of ['/', '/trial/some-trial', '/page/page.js', '/api/trials', '/nowhere']) {
      const { headers } = await fetch(url(path))
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it.each([
    '/../package.json',
    '/page/../../package.json',
    '/page/%2e%2e%2fpackage.json',
    '/page/constructor',
    '/api/trials/..%2fsome-trial/replay',
    '/api/trials/some-trial/..%2fsome-trial%2fresult.json',
    '/api/trials/some-trial/result.json',
    '/api/trials/__proto__/replay',
    '/assets/..%2f..%2fpage/page.js',
    '/assets/9.9.9/page.js',
    '/%E0%A4%A',
  ])('lead nowhere else: %s', async (path) => {
    const url = await serve([new Folder().log(...LOG).over()])
    const { hostname, port } = new URL(url('/'))
    // Not by fetch, which would tidy the path up.
    const asked = request({ hostname, port, path }).end()
    const [response] = await once(asked, 'response')
    expect(response.statusCode).toBe(404)
    response.resume()
  })
})

describe('who may see it', () => {
  it('is whoever asks by a name of this machine', async () => {
    const url = await serve([new Folder()])
    const { hostname, port } = new URL(url('/'))
    const status = async (host: string) => {
      const asked = request({ hostname, port, path: '/api/trials', headers: { host } }).end()
      const [response] = await once(asked, 'response')
      response.resume()
      return response.statusCode
    }
    expect(await status(`127.0.0.1:${port}`)).toBe(200)
    expect(await status('localhost:8080')).toBe(200)
    expect(await status(`rebound.example:${port}`)).toBe(403)
    expect(await status('localhost.rebound.example')).toBe(403)
  })

  it('is, from elsewhere, who has the token', async () => {
    const url = await serve([new Folder()], { host: '0.0.0.0' })
    const { port, searchParams } = new URL(url('/'))
    const token = searchParams.get('token') ?? ''
    expect(token).toMatch(/^[0-9a-f]{32}$/)
    const ask = (path: string, cookie = '') =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
    for (const path of ['/', '/page/page.js', '/api/trials', '/api/trials/some-trial/feed'])
      expect((await ask(path)).status).toBe(403)
    expect((await ask(`/?token=${'0'.repeat(32)}`)).status).toBe(403)
    const admitted = await ask(`/?token=${token}`)
    expect(admitted.status).toBe(200)
    const cookie = admitted.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
    const [kept = ''] = cookie.split(';')
    expect((await ask('/api/trials', kept)).status).toBe(200)
    expect((await ask('/api/trials', `theirs=1; ${kept}`)).status).toBe(200)
    expect((await ask('/api/trials', `${kept.slice(0, -1)}x`)).status).toBe(403)

    // A browser sends the cookies of every server on a machine to each of them.
    const other = new URL((await serve([new Folder()], { host: '0.0.0.0' }))('/'))
    const second = await fetch(`http://127.0.0.1:${other.port}${other.pathname}${other.search}`)
    const theirs = second.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(theirs.split('=')[0]).not.toBe(kept.split('=')[0])
    expect((await ask('/api/trials', `${theirs}; ${kept}`)).status).toBe(200)
  })
})

describe('the speed', () => {
  const asked: SpeedRequest[] = []
  const control: SpeedControl = {
    status: () => ({ speed: 'max', paused: asked.length > 0, controllable: true }),
    async change(trial, request) {
      asked.push(request)
      return control.status(trial)
    },
  }

  it('is changed by a page of ours, and told to all', async () => {
    const url = await serve([new Folder()], { control })
    const feed = await ServerEvents.open(url('/api/trials/some-trial/feed'))
    const isSpeed = ({ event }: ServerEvent) => event === 'speed'
    expect((await feed.until(isSpeed)).at(-1)?.data).toMatchObject({ paused: false })
    const post = (body: string, type = 'application/json') =>
      fetch(url('/api/trials/some-trial/speed'), {
        method: 'POST',
        body,
        headers: { 'content-type': type },
      })
    expect((await post('{"speed":"pause"}', 'text/plain')).status).toBe(415)
    for (const wrong of ['', 'no json', '{}', '{"speed":0}', '{"speed":"fast"}', '{"speed":1e9}'])
      expect((await post(wrong)).status).toBe(400)
    expect(asked).toEqual([])
    expect(await (await post('{"speed":"pause"}')).json()).toMatchObject({ paused: true })
    expect(asked).toEqual([{ speed: 'pause' }])
    expect((await feed.until(isSpeed)).at(-1)?.data).toMatchObject({ paused: true })
    feed.close()
  })

  it('stays what it is where nobody can change it', async () => {
    const url = await serve([new Folder()])
    const headers = { 'content-type': 'application/json' }
    const path = url('/api/trials/some-trial/speed')
    const post = await fetch(path, { method: 'POST', body: '{"speed":1}', headers })
    expect(post.status).toBe(409)
    expect((await fetch(path)).status).toBe(405)
  })
})

describe('the folder of somebody else', () => {
  const SECRET = 'what is outside of the folder'

  it.each(['a link', 'a pipe'])('shows nothing by %s', async (kind) => {
    const folder = new Folder().log(...LOG)
    const elsewhere = join(mkdtempSync(join(tmpdir(), 'delver-secret-')), 'secret')
    writeFileSync(elsewhere, SECRET)
    const place = (name: string) => join(folder.path, name)
    for (const name of [RECORDING_FILE, RESULT_FILE])
      if (kind === 'a link') symlinkSync(elsewhere, place(name))
      else execFileSync('mkfifo', [place(name)])
    const at = await serve([folder])
    expect((await fetch(at(`/api/trials/some-trial/${RECORDING_FILE}`))).status).toBe(404)
    const [row] = (await (await fetch(at('/api/trials'))).json()) as TrialRow[]
    expect(row).toMatchObject({ recording: false, end: 'success' })
    // Its log, too, may be no such thing.
    rmSync(place(EVENTS_FILE))
    if (kind === 'a link') symlinkSync(elsewhere, place(EVENTS_FILE))
    else execFileSync('mkfifo', [place(EVENTS_FILE)])
    expect(trialsIn(folder.path)).toEqual([])
    expect(await (await fetch(at('/api/trials/some-trial/replay'))).json()).toEqual({ events: [] })
  })

  it('is unpacked piece by piece, so that a small file fills no memory', async () => {
    const folder = new Folder()
    const path = join(folder.path, RECORDING_FILE)
    writeFileSync(path, gzipSync(Buffer.alloc(12_000_000, '\n')))
    const tail = new LineTail(path, true)
    for (let lines = await tail.read(); lines; lines = await tail.read())
      expect(lines.length).toBeLessThan(10_000_000)
    tail.close()
  })
})

describe('the trials of a folder', () => {
  it('are itself, or those in it', () => {
    const campaign = mkdtempSync(join(tmpdir(), 'delver-watch-'))
    const ten = new Folder(campaign, 'task-10').log(...LOG)
    const two = new Folder(campaign, 'task-2').log(...LOG)
    new Folder(campaign, 'empty')
    expect(trialsIn(campaign).map(({ folder }) => folder)).toEqual([two.path, ten.path])
    expect(trialsIn(ten.path).map(({ id }) => id)).toEqual(['task-10'])
    expect(trialsIn(join(campaign, 'empty'))).toEqual([])
    expect(trialsIn(join(campaign, 'nowhere'))).toEqual([])
  })

  it('are over, also when their process was killed', async () => {
    const folder = new Folder().log(...LOG.slice(0, 3))
    const url = await serve([], { trials: trialsIn(folder.path) })
    const rows = (await (await fetch(url('/api/trials'))).json()) as TrialRow[]
    expect(rows).toMatchObject([{ task: 'craft_sticks', state: 'over', end: 'crash', tick: 9 }])
    const feed = await (await ServerEvents.open(url('/api/trials/some-trial/feed'))).until()
    expect(ofKind(feed, 'event')).toEqual(LOG.slice(0, 3))
    expect(feed.at(-1)?.event).toBe('over')
  })
})

function isAt(data: unknown, t: number): boolean {
  return typeof data === 'object' && data !== null && 't' in data && data.t === t
}
