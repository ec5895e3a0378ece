import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cameraAt, cameraPath, cameraPathText, withKey } from '#watch/camera-path'
import { type FilmRequest, filmQuery, filmRequest } from '#watch/film/film-request'
import { findBrowser } from '#watch/film/find-browser'
import { partFilm, trialFilm } from '#watch/page/film/film-plan'
import { webm } from '#watch/page/film/webm'
import { webp } from '#watch/page/film/webp'
import { closePages, PICTURE_MS, sharedBrowser } from '../../support/browser.ts'
import { chromiumPath } from '../../support/chromium.ts'
import { runCommand } from '../../support/command-line.ts'
import { CAVE, recordCave } from '../../support/recorded-cave.ts'
import { longIt } from '../../support/versions.ts'
import { Folder, LOG, serve } from '../../support/watched-folder.ts'

const TICKS_PER_SECOND = 20

describe('the plan of a film', () => {
  const milestones = [200, 690, 700, 2600, 6600]
  const plan = trialFilm(milestones, 6645, 30)

  it('a film of a trial has the wanted length, and shows all of it in order', () => {
    expect(plan.seconds).toBeCloseTo(30)
    expect(plan.tickAt(0)).toBe(0)
    expect(plan.tickAt(30)).toBe(6645)
    const ticks = Array.from({ length: 300 }, (_, i) => plan.tickAt(i / 10))
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
  })

  it('milestones are shown in real time, and the end stays', () => {
    for (const tick of milestones.slice(0, -1)) {
      let time = 0
      while (plan.tickAt(time) < tick) time += 0.01
      expect(plan.speedAt(time)).toBeCloseTo(1)
      expect(plan.speedAt(time - 2)).toBeGreaterThan(4)
    }
    expect(plan.speedAt(29)).toBe(0)
    expect(plan.tickAt(28)).toBe(6645)
  })

  it('many milestones and short trials keep the length', () => {
    const many = Array.from({ length: 60 }, (_, i) => 100 * i + 50)
    expect(trialFilm(many, 6000, 20).seconds).toBeCloseTo(20)
    const short = trialFilm([5], 40, 30)
    expect(short.seconds).toBeCloseTo(30)
    expect(short.tickAt(1)).toBeLessThan(40)
    expect(trialFilm([], 5000, 10).tickAt(5)).toBeGreaterThan(1000)
  })

  it('a part is shown at its speed', () => {
    const part = partFilm(100, 500, 4)
    expect(part.seconds).toBeCloseTo(400 / TICKS_PER_SECOND / 4)
    expect(part.tickAt(0)).toBe(100)
    expect(part.tickAt(part.seconds / 2)).toBeCloseTo(300)
    expect(part.speedAt(1)).toBeCloseTo(4)
  })
})

describe('the address of a film', () => {
  it('a request survives its way through an address', () => {
    const request: FilmRequest = {
      format: 'gif',
      ...{ token: 'a b&c', width: 640, height: 360, seconds: 12, bitsPerSecond: 1000 },
      ...{ from: 10, to: null, speed: 2.5, still: null, camera: '1,2,3,4,5,6' },
      titles: false,
    }
    expect(filmRequest(`?${filmQuery(request)}`)).toEqual(request)
    expect(filmRequest('?view=first')).toBeNull()
  })

  it('a server that makes no film takes none', async () => {
    const url = await serve([new Folder().log(...LOG).over()])
    const body = JSON.stringify({ error: 'x' })
    const headers = { 'content-type': 'application/json' }
    for (const path of ['/api/film', '/api/film?token=', '/api/film?token=undefined'])
      expect((await fetch(url(path), { method: 'POST', headers, body })).status).toBe(404)
  })

  it('only the browser of a film may send it', async () => {
    const heard: string[] = []
    const film = {
      token: 'secret',
      onProgress: (done: number, total: number) => heard.push(`${done}/${total}`),
      onFilm: (content: Buffer) => heard.push(content.toString()),
      onFailure: (reason: string) => heard.push(reason),
    }
    const url = await serve([new Folder().log(...LOG).over()], { film })
    const post = async (token: string, type: string, body: string) => {
      const headers = { 'content-type': type }
      return (await fetch(url(`/api/film?token=${token}`), { method: 'POST', headers, body }))
        .status
    }
    expect(await post('other', 'video/webm', 'film')).toBe(404)
    expect(await post('secret', 'application/json', '{"done": 1, "total": 5}')).toBe(204)
    expect(await post('secret', 'application/json', '{"done": "1"}')).toBe(400)
    expect(await post('secret', 'application/json', '{"error": "no room"}')).toBe(204)
    expect(await post('secret', 'video/webm', 'film')).toBe(204)
    expect(heard).toEqual(['1/5', 'no room', 'film'])
  })
})

describe('a WebM file', () => {
  it('the file has a header, one cluster for each key picture, and an index of them', () => {
    const picture = (ms: number, isKey: boolean) => ({ data: Uint8Array.of(ms & 255), ms, isKey })
    const pictures = [picture(0, true), picture(50, false), picture(100, true)]
    const file = Buffer.from(webm(pictures, { codec: 'V_VP8', width: 64, height: 36, ms: 150 }))
    expect(file.subarray(0, 4)).toEqual(Buffer.from([0x1a, 0x45, 0xdf, 0xa3]))
    const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
    const segment = file.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]))
    const first = file.indexOf(cluster)
    const second = file.indexOf(cluster, first + 1)
    expect(second).toBeGreaterThan(first)
    expect(file.indexOf(cluster, second + 1)).toBe(-1)
    // The index names the position of the second cluster in the segment, behind its id and size.
    const position = second - segment - 12
    const cue = Buffer.from([0xf1, 1, 0, 0, 0, 0, 0, 0, 1, position])
    expect(position).toBeLessThan(256)
    expect(file.indexOf(cue)).toBeGreaterThan(second)
  })
})

describe('an animated WebP file', () => {
  it('the file contains the pictures without their headers, each with its time', () => {
    const still = (content: string) => {
      const chunk = Buffer.from(`VP8 \u0003\0\0\0${content}\0`, 'latin1')
      return Uint8Array.from(Buffer.concat([Buffer.from('RIFF\u0010\0\0\0WEBP'), chunk]))
    }
    const pictures = [
      { file: still('abc'), ms: 100 },
      { file: still('def'), ms: 2500 },
    ]
    const file = Buffer.from(webp(pictures, { width: 480, height: 270 }))
    expect(file.toString('latin1', 0, 4)).toBe('RIFF')
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    const size = file.indexOf('VP8X') + 12
    expect([file.readUIntLE(size, 3), file.readUIntLE(size + 3, 3)]).toEqual([479, 269])
    const second = file.lastIndexOf('ANMF')
    expect(file.readUIntLE(second + 20, 3)).toBe(2500)
    expect(file.toString('latin1', second + 24, second + 35)).toBe('VP8 \u0003\0\0\0def')
    expect(file.toString('latin1').split('RIFF')).toHaveLength(2)
    const other = { file: Uint8Array.from(Buffer.from('GIF89a, and not WebP')), ms: 1 }
    expect(() => webp([other], { width: 1, height: 1 })).toThrow(/not a WebP/)
  })
})

describe('the way of a free camera', () => {
  const path = '100,0,70,0,0,0;200,10,72,0,3,0;300,10,80,10,-3,-0.5'

  it('an address names its key frames, in the order of their ticks', () => {
    const keys = cameraPath(path.split(';').toReversed().join(';'))
    expect(cameraPathText(keys)).toBe(path)
    expect(cameraPath('1,2,3;nonsense;1,2,x,4,5,6')).toEqual([])
    expect(withKey(keys, { ...(keys[0] ?? fail()), x: 5 })).toHaveLength(3)
  })

  it('the camera passes through them smoothly, and turns the shorter way', () => {
    const keys = cameraPath(path)
    expect(cameraAt(keys, 200)).toMatchObject({ x: 10, y: 72, z: 0, yaw: 3 })
    expect(cameraAt(keys, 99)).toBeNull()
    expect(cameraAt(keys, 301)).toBeNull()
    expect(cameraAt(keys.slice(0, 1), 100)).toBeNull()
    const half = cameraAt(keys, 250)
    expect(Math.abs(Math.cos(half?.yaw ?? 0) + 1)).toBeLessThan(0.01)
    const xs = Array.from({ length: 101 }, (_, i) => cameraAt(keys, 100 + i)?.x ?? 0)
    for (let i = 1; i < xs.length; i++)
      expect(Math.abs((xs[i] ?? 0) - (xs[i - 1] ?? 0))).toBeLessThan(0.3)
  })

  function fail(): never {
    throw new Error('no key frame')
  }
})

describe('the browser for a film', () => {
  it('a wrong DELVER_CHROMIUM is not replaced by another browser', () => {
    expect(findBrowser({ DELVER_CHROMIUM: '/nowhere/chromium', PATH: process.env.PATH })).toBeNull()
    expect(findBrowser({ PATH: '' }) ?? '').not.toContain('/usr/bin')
  })

  it('options that make no film are errors in one line', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-film-')), 'cave')
    recordCave(folder, 'hello')
    const failed = async (...options: string[]) => {
      const { code, stderr } = await runCommand('clip', folder, ...options)
      expect(code).toBe(2)
      expect(stderr.trim().split('\n')).toHaveLength(1)
      return stderr
    }
    expect(await failed('--out', 'film.mp4')).toMatch(/\.webm, \.gif, \.webp or \.jpg/)
    expect(await failed('--from', '1:00', '--to', '0:30')).toMatch(/--from must be before --to/)
    expect(await failed('--seconds', '2')).toMatch(/from 5 to 600/)
    expect((await runCommand('clip', join(folder, 'none'))).stderr).toMatch(/contains no trial/)
  })
})

describe.skipIf(!chromiumPath)('delver clip', () => {
  longIt('says in plain words what is missing', { timeout: 2 * PICTURE_MS }, async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'delver-film-')), 'cave')
    recordCave(folder, 'hello')
    const late = await runCommand('clip', folder, '--from', '9:00', '--out', join(folder, 'f.gif'))
    expect(late.stderr).toMatch(/^error: no film: the trial ends at \d:\d\d, before --from$/)
    expect(late.code).toBe(2)
    rmSync(join(folder, 'recording.jsonl.gz'))
    const { code, stderr } = await runCommand('clip', folder, '--out', join(folder, 'film.webm'))
    expect(stderr).toBe('error: no film: the trial has no recording')
    expect(code).toBe(2)
  })

  longIt(
    'a film plays in the browser, and a picture shows the trial',
    {
      timeout: 4 * PICTURE_MS,
    },
    async () => {
      const parent = mkdtempSync(join(tmpdir(), 'delver-film-'))
      const folder = join(parent, 'cave')
      recordCave(folder, 'hello')
      const file = join(parent, 'part.webm')
      const part = ['--from', '0:02', '--to', '0:04', '--height', '120']
      const { code, stdout } = await runCommand('clip', folder, ...part, '--out', file)
      expect(code).toBe(0)
      expect(stdout).toContain('written to')
      const browser = await sharedBrowser()
      const page = await browser.newPage()
      const url = `data:video/webm;base64,${readFileSync(file).toString('base64')}`
      const film = await page.evaluate(`new Promise((resolve, reject) => {
      const video = document.createElement('video')
      video.muted = true
      video.onerror = () => reject(new Error(video.error.message))
      video.onloadeddata = () => {
        const { duration, videoWidth, videoHeight } = video
        resolve({ duration, videoWidth, videoHeight })
      }
      video.src = ${JSON.stringify(url)}
    })`)
      await closePages()
      expect(film).toEqual({ duration: 2, videoWidth: 214, videoHeight: 120 })
      const gif = join(parent, 'part.gif')
      const webp = join(parent, 'part.webp')
      for (const small of [gif, webp]) {
        const options = ['--from', '0:02', '--to', '0:03', '--height', '120', '--out', small]
        expect((await runCommand('clip', folder, ...options)).code).toBe(0)
      }
      expect(readFileSync(gif).toString('latin1', 0, 6)).toBe('GIF89a')
      expect(readFileSync(webp).toString('latin1').split('ANMF')).toHaveLength(11)
      const picture = join(parent, 'end.jpg')
      expect((await runCommand('clip', folder, '--height', '120', '--out', picture)).code).toBe(0)
      expect(readFileSync(picture).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
      expect(statSync(picture).size).toBeGreaterThan(1500)
      // Without a time, the picture shows the trial's last tick, the timer included.
      const last = join(parent, 'last.jpg')
      const seconds = (CAVE.ticks / TICKS_PER_SECOND).toFixed(0).padStart(2, '0')
      const options = ['--to', `0:${seconds}`, '--height', '120', '--out', last]
      expect((await runCommand('clip', folder, ...options)).code).toBe(0)
      expect(readFileSync(picture).equals(readFileSync(last))).toBe(true)
    },
  )
})
