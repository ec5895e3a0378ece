import { describe, expect, it } from 'vitest'
import {
  hasStation,
  type Missing,
  missingFailure,
  missingText,
  missingTool,
  noSource,
} from '#goal/missing'
import { registry } from '../support/language.ts'

describe('what a goal lacks', () => {
  it.each<[missing: Missing, text: string]>([
    [{ kind: 'missing-material', item: 'planks', count: 2 }, 'needs planks: 2 more'],
    [{ kind: 'no-fuel', item: 'coal', count: 3 }, 'needs fuel such as 3 coal'],
    [{ kind: 'missing-tool', item: 'iron_axe' }, 'needs an iron_axe'],
    [{ kind: 'missing-station', item: 'chest' }, 'needs a chest'],
    [{ kind: 'missing-station', item: 'the_nether' }, 'exists only in the_nether'],
    [{ kind: 'missing-station', item: 'overworld' }, 'exists only in overworld'],
    [{ kind: 'no-table' }, 'needs a crafting_table'],
    [{ kind: 'no-furnace' }, 'needs a furnace'],
    [{ kind: 'no-source', item: 'bedrock' }, 'there is no way to get bedrock like this'],
  ])('%j reads %s', (missing, text) => {
    expect(missingText([missing])).toBe(text)
  })

  it('is a failure that names what needs a thing, unless it is the thing itself', () => {
    const failure = (target: string[], missing: Missing) =>
      missingFailure({ target: Object.fromEntries(target.map((item) => [item, 1])) }, missing)
    const planks: Missing = { kind: 'missing-material', item: 'planks', count: 2 }
    expect(failure(['stick', 'chest'], planks)).toEqual({
      kind: 'missing-material',
      detail: 'stick and chest needs planks: 2 more',
    })
    expect(failure(['bed'], { kind: 'missing-station', item: 'bed' }).detail).toBe('needs a bed')
    expect(failure(['bread'], { kind: 'no-table' }).detail).toBe('bread needs a crafting_table')
    expect(failure(['bedrock'], { kind: 'no-source', item: 'bedrock' })).toEqual({
      kind: 'not-found',
      detail: 'there is no way to get bedrock like this',
    })
  })

  it('is no tool or station that the agent has', () => {
    const axe = [{ kind: 'missing-tool', item: 'stone_axe' }]
    expect(missingTool('stone_axe', { iron_axe: 1 })).toEqual([])
    expect(missingTool('stone_axe', { iron_axe: 0, wooden_axe: 1, iron_pickaxe: 1 })).toEqual(axe)
    expect(hasStation(registry, 'furnace', { furnace: 1 }, new Set())).toBe(true)
    expect(hasStation(registry, 'furnace', {}, new Set(['furnace']))).toBe(true)
    expect(hasStation(registry, 'furnace', { furnace: 0 }, new Set(['chest']))).toBe(false)
  })

  it('is a source only if the item has none', () => {
    expect(noSource('dirt', ['dirt'])).toEqual([])
    expect(noSource('bedrock', [])).toEqual([{ kind: 'no-source', item: 'bedrock' }])
  })
})
