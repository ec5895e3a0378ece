import { describe, expect, it } from 'vitest'
import { deltaText, rivalsOf, splitsOf } from '#watch/page/state/splits'
import type { TrialRow } from '#watch/protocol'

function row(id: string, success: boolean, ticks: Record<string, number>): TrialRow {
  const milestones = Object.entries(ticks).map(([name, tick]) => ({ name, tick }))
  return {
    id,
    task: 'obtain_diamond',
    seed: 1,
    planner: 'symbolic',
    strategy: 'deps',
    perception: 'seen',
    maxTicks: 12_000,
    version: '1.16.5',
    state: 'over',
    worker: null,
    tick: milestones.at(-1)?.tick ?? 0,
    milestones,
    end: success ? 'success' : 'limit',
    success,
    recording: true,
  }
}

describe('the splits of a trial', () => {
  const own = row('own', false, { log: 300, stick: 700 })
  const fast = row('fast', true, { log: 320, stick: 600, diamond: 3000 })
  const slow = row('slow', true, { log: 200, stick: 900, diamond: 9000 })
  const failed = row('failed', false, { log: 100, stone: 400 })
  const other = { ...row('other', true, { log: 1 }), task: 'obtain_torch' }

  it('the best other trial is the fastest successful one of the same task', () => {
    const rows = [own, slow, other, failed, fast]
    expect(rivalsOf('own', rows).best?.id).toBe('fast')
    expect(rivalsOf('own', [own, other, failed]).best?.id).toBe('failed')
    expect(rivalsOf('own', [own, other]).best).toBeNull()
  })

  it('a trial is compared with the best and with the median of the others', () => {
    const rivals = rivalsOf('own', [own, slow, failed, fast])
    expect(splitsOf(own.milestones, rivals)).toEqual([
      { name: 'log', tick: 300, best: 320, median: 200 },
      { name: 'stick', tick: 700, best: 600, median: 750 },
      { name: 'diamond', tick: null, best: 3000, median: 6000 },
    ])
  })

  it('a difference has a sign, in game time', () => {
    expect([240, -100, 10].map(deltaText)).toEqual(['+0:12', '-0:05', '0:00'])
  })
})
