import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EventOf, eventSchema } from '#events/events'
import { FEATURE_VERSION, FEATURES } from '#selector/features/features'
import { runCommand } from '../support/command-line.ts'

function named(features: readonly number[]): Record<string, number> {
  return Object.fromEntries(FEATURES.map(({ name }, i) => [name, features[i] ?? Number.NaN]))
}

describe('features in the log of a trial', () => {
  let chosen: EventOf<'goal-chosen'>[] = []
  beforeAll(async () => {
    const out = mkdtempSync(join(tmpdir(), 'delver-features-'))
    const { code } = await runCommand('trial', 'stone_pickaxe', '--seed', '30021', '--out', out)
    expect(code).toBe(0)
    const lines = readFileSync(join(out, 'events.jsonl'), 'utf8').trim().split('\n')
    chosen = lines
      .map((line) => eventSchema.parse(JSON.parse(line)))
      .filter((event) => event.type === 'goal-chosen')
  }, 120_000)

  it('are those of every candidate, with the version of the list', () => {
    expect(chosen.length).toBeGreaterThan(4)
    for (const { featureVersion, candidates } of chosen) {
      expect(featureVersion).toBe(FEATURE_VERSION)
      for (const { features } of candidates) expect(features).toHaveLength(FEATURES.length)
    }
  })

  it('are finite numbers within bounds, with three decimals', () => {
    for (const { candidates } of chosen)
      for (const { features } of candidates)
        for (const [i, value] of (features ?? []).entries()) {
          const place = FEATURES[i]?.name
          expect([place, Number.isFinite(value)]).toEqual([place, true])
          expect([place, Math.round(value * 1000) / 1000]).toEqual([place, value])
          expect(Math.abs(value)).toBeLessThanOrEqual(512)
        }
  })

  it('describe the candidate next to them', () => {
    for (const { candidates } of chosen)
      for (const { goal, predictedTicks, features } of candidates) {
        const one = named(features ?? [])
        expect(one[`skill.${goal.skill}`]).toBe(1)
        expect(one.estimate).toBeCloseTo(Math.log1p(predictedTicks ?? 0), 2)
      }
  })
})
