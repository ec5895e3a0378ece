import { describe, expect, it } from 'vitest'
import { collect } from '../skills/collect.ts'
import { hunt } from '../skills/hunt.ts'
import { mine } from '../skills/mine.ts'
import { prospect } from '../skills/prospect.ts'
import { shear } from '../skills/shear.ts'
import { sharedStage } from './support/skills.ts'
import { ERAS } from './support/windows.ts'

describe.each(ERAS)('gathering on %s', (version) => {
  const stage = sharedStage(version)
  const dropOf = (ore: string) => (version === '1.21.4' && ore === 'iron_ore' ? 'raw_iron' : ore)
  const t0 = (name: string, ticks: number, extra: unknown = '') =>
    console.log(version, name, ticks, extra)

  it('fells a tree for logs', async () => {
    const { fill, perform, carried } = stage()
    fill([4, 0, 0], [4, 4, 0], 'birch_log')
    fill([3, 3, -1], [5, 5, 1], 'birch_leaves')
    fill([4, 0, 0], [4, 4, 0], 'birch_log')
    const { result, ticks } = await perform(mine, { item: 'log', count: 3 })
    t0('log', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(carried().birch_log).toBeGreaterThanOrEqual(3)
  })

  it('breaks stone with a pickaxe for cobblestone', async () => {
    const { give, perform, carried } = stage()
    await give({ wooden_pickaxe: 1 })
    const { result, ticks } = await perform(mine, { item: 'cobblestone', count: 3 })
    t0('cobblestone', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(carried().cobblestone).toBeGreaterThanOrEqual(3)
  })

  it('gets iron out of a wall', async () => {
    const { give, fill, block, perform, carried } = stage()
    fill([4, 0, -3], [8, 3, 3], 'stone')
    block(4, 1, 0, 'iron_ore')
    block(5, 1, 0, 'iron_ore')
    await give({ stone_pickaxe: 1 })
    const { result, ticks } = await perform(mine, { item: dropOf('iron_ore'), count: 2 })
    t0('iron', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(carried()[dropOf('iron_ore')]).toBe(2)
  })

  it('says which tool is missing', async () => {
    const { give, block, perform } = stage()
    block(3, 0, 0, 'iron_ore')
    await give({ wooden_pickaxe: 1 })
    const { result, ticks } = await perform(mine, { item: dropOf('iron_ore'), count: 1 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'missing-tool' } })
    expect(ticks).toBeLessThan(3)
  })

  it('picks up only what it is asked to', async () => {
    const { drop, perform, carried, lying, simulation } = stage()
    drop('diamond', 2, 6, 0, 3)
    drop('dirt', 2, -5, 0, 5)
    await simulation.advance(5)
    const { result, ticks } = await perform(collect, { kinds: new Set(['diamond']), range: 10 })
    t0('collect', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ diamond: 2 })
    expect(lying()).toBe(1)
  })

  it('hunts a cow for beef', async () => {
    const { mob, give, perform, carried } = stage()
    mob('cow', 6, 0, 4)
    await give({ stone_sword: 1 })
    const { result, ticks } = await perform(hunt, { item: 'beef', count: 1 })
    t0('hunt', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(carried().beef).toBeGreaterThanOrEqual(1)
  })

  it('shears a sheep of whatever colour', async () => {
    const { mob, give, perform, carried } = stage()
    const sheep = mob('sheep', 6, 0, -4)
    await give({ shears: 1 })
    const { result, ticks } = await perform(shear, { item: 'wool', count: 1 })
    t0('shear', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(carried()[`${sheep.wool}_wool`]).toBeGreaterThanOrEqual(1)
    expect(sheep.shorn).toBe(true)
  })

  it('lays ore bare by digging along', async () => {
    const { give, fill, block, stand, context, perform } = stage()
    fill([-8, 0, -8], [8, 8, 8], 'stone')
    fill([0, 3, 0], [0, 4, 0], 'air')
    for (const [x, z] of [
      [5, 1],
      [-5, 1],
      [1, 5],
      [1, -5],
    ] as const)
      block(x, 3, z, 'diamond_ore')
    await give({ iron_pickaxe: 1 })
    await stand(0, 3, 0)
    const found = () => context.memory.blocks(['diamond_ore'], context.body.position).length > 0
    expect(found()).toBe(false)
    const { result, ticks } = await perform(prospect, {
      sought: 'diamond',
      height: context.body.feet.y,
      found,
    })
    t0('prospect', ticks)
    expect(result).toEqual({ ok: true })
    expect(found()).toBe(true)
  })
})
