import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { RECORDING_FILE } from '#trial/event-log'
import type { SpeedRequest, TrialRow } from '#watch/protocol'
import type { SpeedControl } from '#watch/server/speed-control'
import { type ServerEvent, ServerEvents } from '../../support/server-events.ts'
import { Folder, HEADER, LOG, serve, sky } from '../../support/watched-folder.ts'

describe('the addresses of the server', () => {
  it('the overview lists all trials, and sends changes', async () => {
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
    // A campaign deletes the files of a stopped trial and plays it again.
    for (const file of readdirSync(first.path)) rmSync(join(first.path, file))
    expect((await next())[0]).toMatchObject({ ...waiting, milestones: [] })
    const rows = (await (await fetch(url('/api/trials'))).json()) as TrialRow[]
    expect(rows.map(({ id }) => id)).toEqual(['a-1', 'b 2'])
    expect((await fetch(url('/api/trials/b%202/replay'))).status).toBe(200)
    overview.close()
  })

  it('a replay contains the whole trial', async () => {
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

  it('the files of the page are compressed, and sent again only when they have changed', async () => {
    const url = await serve([new Folder()])
    const { hostname, port } = new URL(url('/'))
    const get = async (headers: Record<string, string>) => {
      const asked = request({ hostname, port, path: '/page/page.js', headers }).end()
      const [response] = await once(asked, 'response')
      const pieces: Buffer[] = []
      for await (const piece of response) pieces.push(piece)
      return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) }
    }
    const plain = await get({})
    expect(plain.headers['content-encoding']).toBeUndefined()
    const small = await get({ 'accept-encoding': 'gzip, br' })
    expect(small.headers['content-encoding']).toBe('gzip')
    expect(small.body.length).toBeLessThan(plain.body.length / 2)
    expect(gunzipSync(small.body)).toEqual(plain.body)
    expect(small.headers['cache-control']).toBe('no-cache')
    const again = await get({ 'if-none-match': small.headers.etag ?? '' })
    expect(again.status).toBe(304)
    expect(again.body.length).toBe(0)
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200)
    expect((await fetch(url('/api/trials'))).headers.get('cache-control')).toBe('no-store')
  })

  it('the server limits the streams of open pages, and serves more when some close', async () => {
    const url = await serve([new Folder()])
    const open = () => ServerEvents.open(url('/api/overview'))
    const streams = await Promise.all(Array.from({ length: 64 }, open))
    const refused = await fetch(url('/api/overview'))
    expect(refused.status).toBe(503)
    expect((await fetch(url('/api/trials'))).status).toBe(200)
    for (const stream of streams.slice(0, 2)) stream.close()
    await expect
      .poll(async () => {
        const again = await fetch(url('/api/overview'))
        await again.body?.cancel()
        return again.status
      })
      .toBe(200)
    for (const stream of streams.slice(2)) stream.close()
  })

  it('the policy of every address allows only the page’s own scripts', async () => {
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
  ])('no address leads out of the trial: %s', async (path) => {
    const url = await serve([new Folder().log(...LOG).over()])
    const { hostname, port } = new URL(url('/'))
    // fetch would normalise the path.
    const asked = request({ hostname, port, path }).end()
    const [response] = await once(asked, 'response')
    expect(response.statusCode).toBe(404)
    response.resume()
  })
})

describe('access to the server', () => {
  it('a loopback server accepts only names of its own machine', async () => {
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

  it('other servers require the token, or the cookie that it sets', async () => {
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

    // A browser sends cookies to all ports of a host, so that each server needs its own cookie name.
    const other = new URL((await serve([new Folder()], { host: '0.0.0.0' }))('/'))
    const second = await fetch(`http://127.0.0.1:${other.port}${other.pathname}${other.search}`)
    const theirs = second.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(theirs.split('=')[0]).not.toBe(kept.split('=')[0])
    expect((await ask('/api/trials', `${theirs}; ${kept}`)).status).toBe(200)
  })
})

describe('the speed of a trial', () => {
  const asked: SpeedRequest[] = []
  const control: SpeedControl = {
    status: () => ({ speed: 'max', paused: asked.length > 0, controllable: true }),
    async change(trial, request) {
      asked.push(request)
      return control.status(trial)
    },
  }

  it('a JSON request changes the speed, and every feed reports it', async () => {
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

  it('requests to change a fixed speed are rejected', async () => {
    const url = await serve([new Folder()])
    const headers = { 'content-type': 'application/json' }
    const path = url('/api/trials/some-trial/speed')
    const post = await fetch(path, { method: 'POST', body: '{"speed":1}', headers })
    expect(post.status).toBe(409)
    expect((await fetch(path)).status).toBe(405)
  })
})
