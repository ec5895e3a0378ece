import { describe, expect, it } from 'vitest'
import {
  PERCEPTION_MODES,
  type PerceptionMode,
  perceptionRules,
} from '#perception/perception-modes'
import { sharedStage } from '../support/skills.ts'

describe.each(['seen', 'loaded'] as const)('the memory of the mode %s', (mode) => {
  const on = sharedStage('1.16.5', { perception: mode })

  it('outlives a connection, and new observations correct it', async () => {
    const { createPerception } = await import('#perception/perception')
    const stage = on()
    const { registry, spectator } = stage.body
    const { world } = spectator
    const options = { mode, clock: stage.body.clock }
    stage.block(4, 0, 0, 'crafting_table')
    stage.block(0, 0, 4, 'furnace')
    await stage.simulation.advance(2)
    const first = createPerception(world, registry, options)
    for (let i = 0; i < 10; i++) first.update()
    const known = (perception: typeof first, kind: string) =>
      perception.memory.blocks([kind], stage.body.position, { maxDistance: 8 }).length
    expect([known(first, 'crafting_table'), known(first, 'furnace')]).toEqual([1, 1])
    first.stop()

    stage.block(0, 0, 4, 'air')
    await stage.simulation.advance(2)
    const second = createPerception(world, registry, { ...options, before: first })
    expect(known(second, 'crafting_table')).toBe(1)
    for (let i = 0; i < 10; i++) second.update()
    expect([known(second, 'crafting_table'), known(second, 'furnace')]).toEqual([1, 0])
    expect(second.recall('overworld')).toBeDefined()
    expect(second.recall('the_nether')).toBeUndefined()
    second.stop()
  })
})

/** The light levels of the game. */
const LIGHT_LEVELS = Array.from({ length: 16 }, (_, level) => level)

describe('perception modes', () => {
  const on = sharedStage('1.16.5', { perception: 'loaded' })

  it('differ from each other in what the agent may know', () => {
    const rules = PERCEPTION_MODES.map((mode) => {
      const { needsSight, limits } = perceptionRules(mode)
      const ranges = LIGHT_LEVELS.map((light) => limits?.rangeAt?.(light) ?? null)
      return JSON.stringify([needsSight, limits?.view ?? null, ranges])
    })
    expect(new Set(rules).size).toBe(PERCEPTION_MODES.length)
  })

  it('exist only with an implementation: an unknown name does not behave as another mode', async () => {
    const { createPerception } = await import('#perception/perception')
    const { clock, registry, spectator } = on().body
    const mode = 'keen' as PerceptionMode
    expect(() => createPerception(spectator.world, registry, { mode, clock })).toThrow(
      'no perception mode is called keen',
    )
  })
})
