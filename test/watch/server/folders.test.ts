import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { writeProgress } from '#trial/remote-progress'
import { RESULT_FILE } from '#trial/result'
import type { TrialRow } from '#watch/protocol'
import { rateText } from '#watch/rate'
import { LineTail } from '#watch/server/line-tail'
import { trialsIn } from '#watch/server/watched-trial'
import { ServerEvents } from '../../support/server-events.ts'
import { Folder, LOG, ofKind, serve } from '../../support/watched-folder.ts'

describe('an untrusted folder', () => {
  const SECRET = 'a file outside the folder'

  it.each(['a link', 'a pipe'])('the server does not read through %s', async (kind) => {
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
    // The same holds for the log.
    rmSync(place(EVENTS_FILE))
    if (kind === 'a link') symlinkSync(elsewhere, place(EVENTS_FILE))
    else execFileSync('mkfifo', [place(EVENTS_FILE)])
    expect(trialsIn(folder.path)).toEqual([])
    expect(await (await fetch(at('/api/trials/some-trial/replay'))).json()).toEqual({ events: [] })
  })

  it('a decompression bomb is unpacked piece by piece', async () => {
    const folder = new Folder()
    const path = join(folder.path, RECORDING_FILE)
    writeFileSync(path, gzipSync(Buffer.alloc(12_000_000, '\n')))
    const tail = new LineTail(path, true)
    for (let lines = await tail.read(); lines; lines = await tail.read())
      expect(lines.length).toBeLessThan(10_000_000)
    tail.close()
  })
})

describe('a trial of another machine', () => {
  const milestones = [{ name: 'log', tick: 40 }]

  it('the overview shows its worker and progress until its log arrives', async () => {
    const folder = new Folder()
    const at = await serve([folder])
    const row = async () => ((await (await fetch(at('/api/trials'))).json()) as TrialRow[])[0]
    expect(await row()).toMatchObject({ state: 'waiting', worker: null })
    writeProgress(folder.path, { worker: 'east-1', tick: 77, milestones })
    expect(await row()).toMatchObject({ state: 'running', worker: 'east-1', tick: 77, milestones })
    folder.log(...LOG)
    expect(await row()).toMatchObject({ state: 'over', worker: null, tick: 20 })
  })

  it('the rate of finished trials gives the time left', () => {
    expect(rateText(0, 60_000, 10)).toBe('')
    expect(rateText(3, 60_000, 0)).toBe('')
    expect(rateText(3, 60_000, 10)).toBe('180 per hour, about 3 min left')
    expect(rateText(1, 3_600_000, 7)).toBe('1.0 per hour, about 7.0 h left')
  })
})

describe('the trials of a folder', () => {
  it('the folder of a campaign or of one trial is recognised', () => {
    const campaign = mkdtempSync(join(tmpdir(), 'delver-watch-'))
    const ten = new Folder(campaign, 'task-10').log(...LOG)
    const two = new Folder(campaign, 'task-2').log(...LOG)
    new Folder(campaign, 'empty')
    expect(trialsIn(campaign).map(({ folder }) => folder)).toEqual([two.path, ten.path])
    expect(trialsIn(ten.path).map(({ id }) => id)).toEqual(['task-10'])
    expect(trialsIn(join(campaign, 'empty'))).toEqual([])
    expect(trialsIn(join(campaign, 'nowhere'))).toEqual([])
  })

  it('a trial without an end counts as finished, because its process was killed', async () => {
    const folder = new Folder().log(...LOG.slice(0, 3))
    const url = await serve([], { trials: trialsIn(folder.path) })
    const rows = (await (await fetch(url('/api/trials'))).json()) as TrialRow[]
    expect(rows).toMatchObject([{ task: 'craft_sticks', state: 'over', end: 'crash', tick: 9 }])
    const feed = await (await ServerEvents.open(url('/api/trials/some-trial/feed'))).until()
    expect(ofKind(feed, 'event')).toEqual(LOG.slice(0, 3))
    expect(feed.at(-1)?.event).toBe('over')
  })
})
