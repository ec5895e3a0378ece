import { describe, expect, it } from 'vitest'
import { foldLine, noView, type ViewState } from '#watch/page/state/view-state'
import { KnowledgeRecorder } from '#watch/recording/knowledge-recorder'
import { sharedStage } from '../../support/skills.ts'

/** Ticks after which every section around the agent has been compared. */
const ROUND = 40

function isKnown(view: ViewState, { x, y, z }: { x: number; y: number; z: number }): boolean {
  const section = view.known.get(`${x & ~15},${y & ~15},${z & ~15}`)
  return section?.known[((y & 15) << 8) | ((z & 15) << 4) | (x & 15)] === 255
}

describe('the recorded knowledge', () => {
  const stage = sharedStage('1.21.4')

  it('a replay knows exactly the blocks that the agent knows', async () => {
    const { body, at, fill, stand, simulation } = stage()
    fill([-6, 0, -6], [6, 6, 6], 'stone')
    fill([0, 0, 0], [0, 1, 3], 'air')
    await stand(0, 0, 0)
    const view = noView()
    const recorder = new KnowledgeRecorder(body, (message) => foldLine(view, { t: 0, ...message }))
    let ticks = 0
    const stop = body.onTick(() => recorder.update(ticks++))
    await simulation.advance(ROUND + 1)
    stop()
    let known = 0
    for (let x = -6; x <= 6; x++)
      for (let y = -3; y <= 6; y++)
        for (let z = -6; z <= 6; z++) {
          const place = at(x, y, z)
          expect(isKnown(view, place)).toBe(body.vision.isKnown(place.x, place.y, place.z))
          known += Number(isKnown(view, place))
        }
    expect(isKnown(view, at(0, 0, 4))).toBe(true)
    expect(isKnown(view, at(0, 0, 6))).toBe(false)
    expect(known).toBeGreaterThan(8)
  })

  it('a block is recorded once', async () => {
    const { body, simulation } = stage()
    const cells = new Set<string>()
    let recorded = 0
    const recorder = new KnowledgeRecorder(body, (message) => {
      if (message.name !== 'known') return
      let at = 0
      for (const [i, length] of message.runs.entries()) {
        for (let cell = at; i % 2 === 1 && cell < at + length; cell++) {
          cells.add(`${message.x} ${message.y} ${message.z} ${cell}`)
          recorded++
        }
        at += length
      }
    })
    let ticks = 0
    const stop = body.onTick(() => recorder.update(ticks++))
    await simulation.advance(2 * ROUND)
    stop()
    expect(recorded).toBeGreaterThan(100)
    expect(cells.size).toBe(recorded)
  })
})

describe('the trail', () => {
  it('the trail follows the agent, with a gap where it was teleported', () => {
    const view = noView()
    const places = [0, 0.5, 1, 2, 40, 41]
    for (const [t, x] of places.entries())
      foldLine(view, { t, name: 'pose', pos: { x, y: 64, z: 0 }, yaw: 0, pitch: 0 })
    expect(view.trail.map(([from, to]) => [from.x, to.x])).toEqual([
      [0, 1],
      [1, 2],
      [40, 41],
    ])
  })
})
