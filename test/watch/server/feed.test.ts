import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { EVENTS_FILE, RECORDING_FILE } from '#trial/event-log'
import { RecordingWriter } from '#watch/recording/recording-writer'
import type { RecordingLine } from '#watch/recording-format'
import { ServerEvents } from '../../support/server-events.ts'
import { longIt } from '../../support/versions.ts'
import { Folder, HEADER, LOG, ofKind, serve, sky } from '../../support/watched-folder.ts'

describe('the feed of a trial', () => {
  it('the feed sends what is available, then what is appended, and ends with the trial', async () => {
    const folder = new Folder()
    const url = await serve([folder])
    const feed = await ServerEvents.open(url('/api/trials/some-trial/feed'))
    const begin = await feed.until(({ event }) => event === 'live')
    expect(begin.map(({ event }) => event)).toEqual(['speed', 'live'])

    const lines = LOG.map((event) => `${JSON.stringify(event)}\n`).join('')
    // The last line is incomplete; its rest follows later.
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

  it('a reconnecting page receives only what it has not received', async () => {
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

  it('a recording that is still written is sent with an end, without which browsers drop a part', async () => {
    const folder = new Folder().log(...LOG.slice(0, 2))
    const recording = new RecordingWriter(folder.path, HEADER)
    for (let tick = 1; tick <= 3; tick++) recording.write(sky(tick))
    recording.flush()
    const url = await serve([folder])
    const sent = async () => {
      const response = await fetch(url('/api/trials/some-trial/recording.jsonl.gz'))
      return gunzipSync(Buffer.from(await response.arrayBuffer())).toString()
    }
    const lines = [HEADER, ...[1, 2, 3].map(sky)].map((line) => `${JSON.stringify(line)}\n`)
    await vi.waitFor(async () => expect(await sent()).toBe(lines.join('')))
    await recording.close()
    folder.over()
    expect(await sent()).toBe(lines.join(''))
  })

  it('the feed skips damaged lines, and reads truncated recordings', async () => {
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

  longIt('the server disconnects a page that does not read, and still serves others', async () => {
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
    // A socket that does not read notices a closed connection only when it writes.
    const poke = setInterval(() => idle.write('\r\n'), 20)
    await once(idle, 'error')
    clearInterval(poke)
    expect(idle.bytesRead).toBeLessThan(1_000_000)
  })
})

function isAt(data: unknown, t: number): boolean {
  return typeof data === 'object' && data !== null && 't' in data && data.t === t
}
