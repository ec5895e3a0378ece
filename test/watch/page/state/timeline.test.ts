import { describe, expect, it } from 'vitest'
import type { TrialEvent } from '#events/events'
import { spread } from '#watch/page/panels/spread'
import { advance, type Playhead } from '#watch/page/state/playhead'
import { Timeline } from '#watch/page/state/timeline'
import type { RecordingLine } from '#watch/recording-format'
import { end, log, logs, plan, start } from '../../../support/happenings.ts'

describe('the timeline', () => {
  const lines: RecordingLine[] = [
    { t: 1, name: 'chunk', x: 0, z: 0, chunk: 'first' },
    { t: 2, name: 'block', x: 3, y: 64, z: 5, state: 9 },
    { t: 2, name: 'entity', id: 1, kind: 'cow', pos: { x: 1, y: 64, z: 1 }, yaw: 0 },
    { t: 5, name: 'block', x: 3, y: 64, z: 5, state: 0 },
    { t: 6, name: 'entity', id: 1, pos: { x: 2, y: 64, z: 1 }, yaw: 1 },
    { t: 7, name: 'reset' },
    { t: 8, name: 'chunk', x: 0, z: 0, chunk: 'second' },
  ]

  function at(timeline: Timeline, tick: number) {
    timeline.moveTo(tick)
    const { chunks, entities } = timeline.view
    const { chunk, edits } = chunks.get('0,0') ?? {}
    return {
      chunk,
      edits: [...(edits?.values() ?? [])],
      cow: entities.get(1),
      trial: timeline.trial,
    }
  }

  it('the state at a tick does not depend on earlier jumps', () => {
    const fresh = (tick: number) => {
      const timeline = new Timeline()
      timeline.add(log(plan(3, logs), start(4, logs), end(6, logs)))
      timeline.lines.push(...lines)
      return { timeline, ...at(timeline, tick) }
    }
    const { timeline } = fresh(8)
    for (const tick of [8, 6, 4, 2, 5, 7, 1, 8]) {
      const { timeline: _, ...direct } = fresh(tick)
      expect(at(timeline, tick)).toEqual(direct)
    }
  })

  it('an entity keeps the kind of its first message', () => {
    const timeline = new Timeline()
    timeline.lines.push(...lines)
    expect(at(timeline, 6).cow).toMatchObject({ kind: 'cow', pos: { x: 2 } })
    expect(at(timeline, 7).cow).toBeUndefined()
  })
})

describe('the end of a log', () => {
  const cut = log(plan(1, logs), start(2, logs))

  function closed(...events: TrialEvent[]) {
    const timeline = new Timeline()
    timeline.add(events)
    timeline.lines.push({ t: 9, name: 'sky', time: 0, rain: false })
    timeline.close()
    return timeline
  }

  it('the timeline ends with a crash, and no step runs after it', () => {
    const timeline = closed(...cut)
    timeline.moveTo(8)
    expect(timeline.trial.end).toBeNull()
    timeline.moveTo(9)
    expect(timeline.trial).toMatchObject({ end: { end: 'crash' }, activities: [] })
    expect(timeline.trial.plan.steps.map(({ status }) => status)).toEqual(['waiting'])
  })

  it('the timeline keeps the end in the log', () => {
    const over = log(plan(1, logs), [4, { type: 'trial-end', end: 'limit', detail: '' }])
    const timeline = closed(...over)
    timeline.moveTo(9)
    expect(timeline.trial.end?.end).toBe('limit')
  })
})

describe('the playhead', () => {
  const head: Playhead = { tick: 100, isPlaying: true, isLive: false, speed: 4 }

  it('a replay plays at its speed, and stops at the end', () => {
    expect(advance(head, 0.5, 1000).tick).toBe(head.tick + 0.5 * 20 * head.speed)
    expect(advance(head, 60, 1000)).toEqual({ ...head, tick: 1000, isPlaying: false })
    expect(advance({ ...head, isPlaying: false }, 1, 1000).tick).toBe(head.tick)
  })

  it('a live view catches up smoothly, and jumps if it is far behind', () => {
    const live = { ...head, isLive: true }
    const next = advance(live, 0.1, 200).tick
    expect(next).toBeGreaterThan(100)
    expect(next).toBeLessThan(200)
    let closing = live
    for (let i = 0; i < 40; i++) closing = { ...closing, ...advance(closing, 0.1, 200) }
    expect(closing.tick).toBe(200)
    expect(advance(live, 0.1, 50_000).tick).toBe(50_000)
  })
})

describe('milestones on the time bar', () => {
  it.each([
    { places: [5, 6, 7, 300], length: 400 },
    { places: [390, 395, 399], length: 400 },
    { places: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], length: 300 },
  ])('milestones do not overlap and stay within the bar: $places', ({ places, length }) => {
    const size = 30
    const moved = spread(places, size, length)
    const step = Math.min(size, (length - size) / (places.length - 1))
    for (const [i, place] of moved.entries()) {
      expect(place).toBeGreaterThanOrEqual(size / 2 - 1e-9)
      expect(place).toBeLessThanOrEqual(length - size / 2 + 1e-9)
      if (i > 0) expect(place - (moved[i - 1] ?? 0)).toBeGreaterThanOrEqual(step - 1e-9)
    }
  })
})
