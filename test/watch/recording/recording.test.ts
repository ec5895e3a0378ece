import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TrialEvent } from '#events/events'
import { registryFor } from '#knowledge/registry'
import { RECORDING_FILE, readEvents } from '#trial/event-log'
import type { RecordingHeader, RecordingLine, RecordingPosition } from '#watch/recording-format'
import { runCommand } from '../../support/command-line.ts'
import { historyOf } from '../../support/history.ts'
import { longIt } from '../../support/versions.ts'

const require = createRequire(import.meta.url)

/** Plays a trial. @returns Its folder. */
async function play(version: string, ...options: string[]): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'delver-recording-')), 'out')
  const trial = ['trial', 'obtain:crafting_table', '--seed', '9', '--mc-version', version]
  await runCommand(...trial, ...options, '--out', folder)
  return folder
}

const recorded = new Map<string, Promise<string>>()

/** Plays one trial with a recording per version. @returns Its folder. */
function recordedTrial(version: string): Promise<string> {
  const folder = recorded.get(version) ?? play(version)
  recorded.set(version, folder)
  return folder
}

interface Column {
  getBlockStateId(place: RecordingPosition): number
}

/** The world of a recording, up to the last followed line. */
class RecordedWorld {
  readonly #Column: { fromJson(json: string): Column }
  readonly columns = new Map<string, Column>()
  readonly changed = new Map<string, number>()

  constructor(version: string) {
    this.#Column = require('prismarine-chunk')(version)
  }

  follow(line: RecordingLine): void {
    if (line.name === 'chunk') {
      const key = `${line.x},${line.z}`
      expect(this.columns.has(key)).toBe(false)
      this.columns.set(key, this.#Column.fromJson(line.chunk))
    }
    if (line.name === 'chunk-gone') expect(this.columns.delete(`${line.x},${line.z}`)).toBe(true)
    if (line.name === 'block') {
      expect(this.state(line)).toBeDefined()
      this.changed.set(`${line.x},${line.y},${line.z}`, line.state)
    }
  }

  /** Block state at a position; undefined where no chunk is recorded. */
  state({ x, y, z }: RecordingPosition): number | undefined {
    const [bx, by, bz] = [x, y, z].map(Math.floor) as [number, number, number]
    const column = this.columns.get(`${(bx >> 4) * 16},${(bz >> 4) * 16}`)
    return (
      this.changed.get(`${bx},${by},${bz}`) ??
      column?.getBlockStateId({ x: bx & 15, y: by, z: bz & 15 })
    )
  }
}

function readRecording(folder: string): [RecordingHeader, RecordingLine[]] {
  const text = gunzipSync(readFileSync(join(folder, RECORDING_FILE))).toString()
  expect(text.endsWith('\n')).toBe(true)
  const [header, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  return [header, lines]
}

function ofKind<T extends RecordingLine['name']>(lines: readonly RecordingLine[], name: T) {
  return lines.filter((line): line is Extract<RecordingLine, { name: T }> => line.name === name)
}

describe.each([
  { version: '1.16.5', minY: 0, height: 256 },
  { version: '1.21.4', minY: -64, height: 384 },
])('the recording of a trial in $version', ({ version, minY, height }) => {
  const registry = registryFor(version)
  let folder: string
  let header: RecordingHeader
  let lines: RecordingLine[]
  let events: TrialEvent[]

  beforeAll(async () => {
    folder = await recordedTrial(version)
    ;[header, lines] = readRecording(folder)
    events = readEvents(folder)
    expect(events.at(-1)).toMatchObject({ type: 'trial-end', end: 'success' })
  })

  it('a recording starts with its header, followed by lines in order of time', () => {
    const seesAhead = true
    expect(header).toEqual({ recording: 2, version, minY, height, username: 'Delver', seesAhead })
    const ticks = lines.map(({ t }) => t)
    expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
    expect(ticks.at(-1)).toBeLessThanOrEqual(events.at(-1)?.t ?? 0)
  })

  it('a recording contains the world around the agent, down to bedrock', () => {
    const world = new RecordedWorld(version)
    let stood = 0
    for (const line of lines) {
      world.follow(line)
      if (line.name !== 'pose') continue
      const { x, y, z } = line.pos
      expect(registry.blockName(world.state({ x, y: minY, z }) ?? 0)).toBe('bedrock')
      if (registry.blockName(world.state({ x, y: y - 0.5, z }) ?? 0) !== 'air') stood++
    }
    expect(stood).toBeGreaterThan(ofKind(lines, 'pose').length / 2)
    const places = ofKind(lines, 'pose').map(({ pos }) => pos)
    const [start = { x: 0, z: 0 }] = places
    const away = places.map(({ x, z }) => Math.hypot(x - start.x, z - start.z))
    expect(Math.max(...away)).toBeGreaterThan(2)
  })

  it('a recording marks every log that the agent breaks, and the paths that it walks', () => {
    const world = new RecordedWorld(version)
    const marked = new Set<string>()
    const felled = new Set<string>()
    for (const line of lines) {
      if (line.name === 'mark' && line.block) {
        const { x, y, z } = line.block
        if (/_log$/.test(registry.blockName(world.state(line.block) ?? 0)))
          marked.add(`${x},${y},${z}`)
      }
      if (line.name === 'block' && /_log$/.test(registry.blockName(world.state(line) ?? 0)))
        felled.add(`${line.x},${line.y},${line.z}`)
      world.follow(line)
    }
    expect(felled.size).toBeGreaterThan(0)
    expect([...felled].filter((place) => !marked.has(place))).toEqual([])
    const ways = ofKind(lines, 'path').filter(({ cells }) => cells.length > 0)
    expect(ways.length).toBeGreaterThan(0)
    // The agent may stop before the end of a path, once it is close enough.
    const cells = ofKind(lines, 'pose').map(
      ({ pos }) => `${Math.floor(pos.x)},${Math.floor(pos.z)}`,
    )
    const walked = ways.filter((way) =>
      way.cells.slice(1).some(([x, , z]) => cells.includes(`${x},${z}`)),
    )
    expect(walked.length).toBeGreaterThan(ways.length / 2)
  })

  it('a recording contains the start and duration of each dig', () => {
    const world = new RecordedWorld(version)
    const digs = new Map<string, number>()
    const late: number[] = []
    for (const line of lines) {
      if (line.name === 'mark' && line.block && line.dig !== undefined)
        digs.set(`${line.block.x},${line.block.y},${line.block.z}`, line.t + line.dig)
      if (line.name === 'block' && /_log$/.test(registry.blockName(world.state(line) ?? 0)))
        late.push(line.t - (digs.get(`${line.x},${line.y},${line.z}`) ?? Number.NaN))
      world.follow(line)
    }
    expect(late).not.toEqual([])
    for (const ticks of late) expect(Math.abs(ticks)).toBeLessThanOrEqual(3)
  })

  it('a recording shows the item of a milestone at most one tick later', () => {
    const carried = (t: number) =>
      ofKind(lines, 'body')
        .filter((line) => line.t <= t + 1)
        .flatMap(({ slots }) => slots.map(([, item]) => item))
    for (const event of events) {
      if (event.type !== 'milestone') continue
      const items = carried(event.t)
      expect(items.some((item) => item.endsWith(event.name))).toBe(true)
    }
    const first = ofKind(lines, 'body')[0]
    expect(first).toMatchObject({ health: 20, food: 20, slots: [], hand: 36 })
  })

  it('a recording shows animals and item entities from appearance to removal', () => {
    const there = new Set<number>()
    const seen = new Map<string, string | undefined>()
    for (const line of lines) {
      if (line.name === 'entity') {
        if (!there.has(line.id)) expect(line.kind).toBeDefined()
        there.add(line.id)
        if (line.kind) seen.set(line.kind, line.label)
      }
      if (line.name === 'entity-gone') expect(there.delete(line.id)).toBe(true)
    }
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cow|pig|sheep|chicken)$/), 'item']),
    )
    const labels = ofKind(lines, 'entity').flatMap(({ kind, label }) =>
      kind === 'item' && label ? [label] : [],
    )
    expect(labels).toContainEqual(expect.stringMatching(/_log$/))
    expect(seen.has('player')).toBe(false)
  })
})

describe('a trial with a recording', () => {
  longIt('the history of a trial is the same with and without a recording', async () => {
    const recorded = await recordedTrial('1.16.5')
    const bare = await play('1.16.5', '--no-recording')
    expect(existsSync(join(recorded, RECORDING_FILE))).toBe(true)
    expect(existsSync(join(bare, RECORDING_FILE))).toBe(false)
    const history = (folder: string) => historyOf(readEvents(folder))
    expect(history(recorded)).toEqual(history(bare))
    expect(history(bare).length).toBeGreaterThan(10)
    expect(readRecording(recorded)[1].length).toBeGreaterThan(100)
  })
})
