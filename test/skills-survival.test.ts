import { describe, expect, it } from 'vitest'
import { breathe } from '../skills/breathe.ts'
import { defend } from '../skills/defend.ts'
import { discard } from '../skills/discard.ts'
import { eat } from '../skills/eat.ts'
import { equip } from '../skills/equip.ts'
import { flee } from '../skills/flee.ts'
import { recover } from '../skills/recover.ts'
import { shelter } from '../skills/shelter.ts'
import { skyAbove, surface } from '../skills/surface.ts'
import { swimOut } from '../skills/swim-out.ts'
import { sharedStage } from './support/skills.ts'
import { ERAS } from './support/windows.ts'

const EVENING = 13_000

describe.each(ERAS)('survival on %s', (version) => {
  const stage = sharedStage(version, { difficulty: 'normal' })
  const t0 = (name: string, ticks: number, extra: unknown = '') =>
    console.log(version, name, ticks, extra)

  it('puts on armour, a shield and a tool', async () => {
    const { give, perform, player } = stage()
    await give({ dirt: 3, iron_helmet: 1, iron_boots: 1, shield: 1, wooden_pickaxe: 1 })
    for (const [item, slot] of [
      ['iron_helmet', 5],
      ['iron_boots', 8],
      ['shield', 45],
    ] as const) {
      const { result, ticks } = await perform(equip, { item })
      t0(`equip ${item}`, ticks)
      expect(result).toEqual({ ok: true })
      expect(player.inventory.slots[slot]?.name).toBe(item)
    }
    const { result } = await perform(equip, { item: 'wooden_pickaxe' })
    expect(result).toEqual({ ok: true })
    expect(player.inventory.heldItem?.name).toBe('wooden_pickaxe')
  })

  it('eats until full', async () => {
    const { give, perform, player, simulation, carried } = stage()
    await give({ bread: 4 })
    for (let i = 0; i < 15; i++) {
      player.vitals.exhaust(20)
      await simulation.advance(4)
    }
    const before = player.vitals.food
    const { result, ticks } = await perform(eat, null)
    t0('eat', ticks, [before, player.vitals.food, carried()])
    expect(result).toEqual({ ok: true })
    expect(player.vitals.food).toBeGreaterThanOrEqual(18)
  })

  it('throws junk away and keeps what is worth something', async () => {
    const { give, perform, carried, player } = stage()
    await give({ wheat_seeds: 64, gravel: 64 * 3, dirt: 64 * 3, cobblestone: 64 * 28, diamond: 1 })
    expect(player.inventory.slots.slice(9, 45).filter((item) => item === null)).toHaveLength(0)
    const { result, ticks } = await perform(discard, { slots: 6 })
    t0('discard', ticks, carried())
    expect(result).toEqual({ ok: true })
    expect(
      player.inventory.slots.slice(9, 45).filter((item) => item === null).length,
    ).toBeGreaterThanOrEqual(6)
    expect(carried().diamond).toBe(1)
  })

  it('sleeps the night away in a bed', async () => {
    const { give, perform, game, carried, simulation } = stage()
    await give({ white_bed: 1 })
    game.timeOfDay = EVENING
    await simulation.advance(25)
    const { result, ticks } = await perform(shelter, null)
    t0('sleep', ticks, [game.timeOfDay, carried()])
    expect(result).toEqual({ ok: true })
    expect(game.timeOfDay).toBeLessThan(1000)
    expect(carried()).toEqual({ white_bed: 1 })
  })

  it('digs in for the night without a bed', async () => {
    const { give, perform, game, body, at } = stage()
    await give({ wooden_pickaxe: 1 })
    game.timeOfDay = 23_000
    const { result, ticks } = await perform(shelter, null)
    t0('dig in', ticks, [game.timeOfDay, body.position.minus(at(0, 0, 0)).toString()])
    expect(result).toEqual({ ok: true })
  })

  it('comes up from a shaft', async () => {
    const { give, fill, block, stand, perform, context, body, at } = stage()
    fill([-6, 0, -6], [6, 8, 6], 'stone')
    fill([0, -3, 0], [0, -2, 0], 'air')
    await give({ wooden_pickaxe: 1, cobblestone: 4 })
    await stand(0, -3, 0)
    expect(skyAbove(context, body.feet.x, body.feet.y, body.feet.z)).toBe(false)
    const { result, ticks } = await perform(surface, null)
    t0('surface', ticks, body.position.minus(at(0, 0, 0)).toString())
    expect(result).toEqual({ ok: true })
    block(0, 0, 0, 'stone')
    expect(body.feet.y).toBeGreaterThanOrEqual(at(0, 9, 0).y)
  })

  it('swims out of water', async () => {
    const { fill, stand, perform, player, body, at } = stage()
    fill([-4, -3, -4], [4, -1, 4], 'water')
    await stand(0, -2, 0)
    const { result, ticks } = await perform(swimOut, null)
    t0('swim out', ticks, body.position.minus(at(0, 0, 0)).toString())
    expect(result).toEqual({ ok: true })
    expect(player.onGround).toBe(true)
  })

  it('gets out of lava alive', async () => {
    const { fill, stand, perform, player, body, at } = stage()
    fill([1, -2, -3], [4, -1, 3], 'lava')
    await stand(1, -1, 0)
    const { result, ticks } = await perform(swimOut, null)
    t0('lava', ticks, [body.position.minus(at(0, 0, 0)).toString(), player.vitals.health])
    expect(result).toEqual({ ok: true })
    expect(player.vitals.health).toBeGreaterThan(8)
  })

  it('comes up for air', async () => {
    const { fill, stand, perform, body, at } = stage()
    fill([-1, -5, -1], [1, -1, 1], 'water')
    await stand(0, -5, 0)
    const { result, ticks } = await perform(breathe, null)
    t0('breathe', ticks, body.position.minus(at(0, 0, 0)).toString())
    expect(result).toEqual({ ok: true })
  })

  it('fetches what it lost when it died', async () => {
    const { drop, perform, context, at, carried, simulation } = stage()
    drop('iron_ingot', 3, 8, 0, 8)
    drop('stick', 2, 7, 0, 8)
    await simulation.advance(2)
    context.journal.deathPlace = at(8, 0, 8)
    const { result, ticks } = await perform(recover, null)
    t0('recover', ticks)
    expect(result).toEqual({ ok: true })
    expect(carried()).toEqual({ iron_ingot: 3, stick: 2 })
  })

  it('kills a zombie', async () => {
    const { give, mob, perform, game, player, simulation } = stage()
    await give({ stone_sword: 1 })
    game.timeOfDay = 18_000
    const zombie = mob('zombie', 5, 0, 0)
    await simulation.advance(5)
    const { result, ticks } = await perform(defend, null)
    t0('defend', ticks, player.vitals.health)
    expect(result).toEqual({ ok: true })
    expect(zombie.dead).toBe(true)
  })

  it('runs from a creeper', async () => {
    const { mob, perform, game, player, simulation } = stage()
    game.timeOfDay = 18_000
    const creeper = mob('creeper', 5, 0, 0)
    await simulation.advance(5)
    const { result, ticks } = await perform(flee, null)
    t0('flee', ticks, [player.vitals.health, creeper.position.distanceTo(player.position)])
    expect(result).toEqual({ ok: true })
    expect(player.vitals.health).toBe(20)
  })
})
