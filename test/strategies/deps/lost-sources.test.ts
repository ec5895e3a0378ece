import { describe, expect, it } from 'vitest'
import { LostSources } from '#strategies/deps/lost-sources'
import { goalOf, language } from '../../support/language.ts'

const COAL = goalOf("mine({coal:1}, 'wooden_pickaxe')")
const BEEF = goalOf('hunt({beef:1}, null)')
const EITHER = goalOf("mine({coal:1, iron_ore:1}, 'stone_pickaxe')")

describe('failed searches', () => {
  it('make a source unavailable from the second one on', () => {
    const lost = new LostSources(language)
    lost.notFound(COAL)
    expect([...lost.all]).toEqual([])
    lost.notFound(COAL)
    expect([...lost.all]).toEqual(language.sources(COAL))
    lost.notFound(BEEF)
    lost.notFound(COAL)
    expect([...lost.all]).toEqual(language.sources(COAL))
  })

  it('count for a goal when each of its sources has failed once', () => {
    const lost = new LostSources(language)
    expect(lost.haveFailed(COAL)).toBe(false)
    lost.notFound(COAL)
    expect(lost.haveFailed(COAL)).toBe(true)
    expect(lost.haveFailed(EITHER)).toBe(false)
    expect(lost.haveFailed(BEEF)).toBe(false)
    // Nothing is searched for.
    expect(lost.haveFailed(goalOf('craft({stick:4}, {planks:2}, null)'))).toBe(false)
  })

  it('are forgotten elsewhere', () => {
    const lost = new LostSources(language)
    for (let i = 0; i < 2; i++) lost.notFound(COAL)
    lost.clear()
    expect([...lost.all]).toEqual([])
    expect(lost.haveFailed(COAL)).toBe(false)
  })
})
