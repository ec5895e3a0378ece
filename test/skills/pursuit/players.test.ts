import { describe, expect, it } from 'vitest'
import { give } from '#skills/items/give'
import { distanceTo, goTo } from '#skills/moving/go-to'
import { approachPlayer } from '#skills/pursuit/approach-player'
import { follow } from '#skills/pursuit/follow'
import { showOtherPlayer } from '../../support/other-player.ts'
import { joinAs } from '../../support/practice.ts'
import { sharedStage } from '../../support/skills.ts'
import { versionsFor } from '../../support/versions.ts'

const PLAYED = versionsFor('1.12.2', '1.16.5', '1.21.11', '26.1')

describe.each(PLAYED)('with other players on %s', (version) => {
  const stage = sharedStage(version)

  /** Shows a player at a place of the stage. */
  const show = (x: number, z: number) => {
    const { player, at } = stage()
    return showOtherPlayer(player, version, 'Steve', at(x, 0, z).offset(0.5, 0, 0.5))
  }

  /** Lets a player join at a place of the stage. */
  const joinAnn = async (x: number, y: number, z: number) => {
    const { game, at, simulation } = stage()
    const bot = await joinAs(stage(), 'Ann')
    const player = [...game.players].find(({ name }) => name === 'Ann')
    if (!player) throw new Error('Ann is not there')
    game.editor.teleport(player, at(x, y, z).offset(0.5, 0, 0.5))
    await simulation.advance(20)
    const { registry } = game
    return {
      /** How many items of a kind she carries. */
      received: (kind: RegExp) =>
        player.inventory.slots.reduce(
          (sum, item) => sum + (item && kind.test(registry.itemName(item)) ? item.count : 0),
          0,
        ),
      leave: () => bot.end(),
    }
  }

  it('the agent walks to coordinates, at a height or at any', async () => {
    const { perform, at, body } = stage()
    for (const [dx, dz] of [
      [6, 3],
      [-7, -4],
    ] as const) {
      const { x, y, z } = at(dx, 0, dz)
      const goal = { x, y: dx > 0 ? y : null, z, range: 1 }
      expect((await perform(goTo, goal)).result).toEqual({ ok: true })
      expect(distanceTo(body, goal)).toBeLessThan(2)
    }
  })

  it('the agent says how far away it ended', async () => {
    const { perform, at, fill, simulation } = stage()
    fill([-2, -1, -2], [2, 4, 2], 'bedrock')
    fill([-1, 0, -1], [1, 3, 1], 'air')
    await simulation.advance(10)
    const { x, y, z } = at(8, 0, 0)
    const { result } = await perform(goTo, { x, y, z, range: 1 })
    expect(result).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
    expect(!result.ok && result.failure.detail).toMatch(/; [678] blocks are left$/)
  })

  it('the agent walks to a player, whatever the case of the name', async () => {
    const { perform, body, at, simulation } = stage()
    const move = show(7, 0)
    await simulation.advance(10)
    const { result } = await perform(approachPlayer, { player: 'sTEVE', range: 3 })
    move(undefined)
    expect(result).toEqual({ ok: true })
    expect(body.position.distanceTo(at(7, 0, 0))).toBeLessThan(4)
  })

  it('the agent follows a player that walks on', async () => {
    const { perform, body, at, simulation } = stage()
    const move = show(3, 0)
    await simulation.advance(10)
    const done = perform(follow, { player: 'Steve', ticks: 240 })
    void (async () => {
      for (let z = 0; z <= 9; z++) {
        move(at(3, 0, z).offset(0.5, 0, 0.5))
        await body.clock.wait(12)
      }
    })()
    const { result, ticks } = await done
    move(undefined)
    expect(result).toEqual({ ok: true })
    expect(ticks).toBeGreaterThanOrEqual(240)
    expect(body.position.distanceTo(at(3, 0, 9))).toBeLessThan(6)
  })

  it('the agent gives an exact number of items of a tag, and drops nothing else', async () => {
    const { perform, carried, give: put } = stage()
    await put({ oak_log: 5, birch_log: 2, stick: 3 })
    const ann = await joinAnn(5, 0, 0)
    const thrown: number[] = []
    const throws = { begin: () => {}, end: (some: number) => thrown.push(some) }
    const { result } = await perform(give, { player: 'Ann', item: 'log', count: 4, throws })
    expect(result).toEqual({ ok: true })
    const { oak_log: oak = 0, birch_log: birch = 0, stick } = carried()
    expect([oak + birch, stick]).toEqual([3, 3])
    expect(ann.received(/_log$/)).toBe(4)
    expect(thrown.reduce((sum, some) => sum + some, 0)).toBe(4)
    ann.leave()
  })

  it('the agent hands over the whole number, though blocks go into its way', async () => {
    const { perform, carried, give: put, fill } = stage()
    fill([4, 0, -1], [6, 3, 1], 'bedrock')
    await put({ dirt: 20 })
    const ann = await joinAnn(6, 4, 0)
    const { result } = await perform(give, { player: 'Ann', item: 'dirt', count: 4 })
    expect(result).toEqual({ ok: true })
    expect(carried().dirt).toBeLessThan(16)
    expect(ann.received(/^dirt$/)).toBe(4)
    ann.leave()
  })

  it('the agent says that a player does not pick up what it throws, and leaves what lies there', async () => {
    const { perform, carried, drop, simulation, give: put } = stage()
    await put({ dirt: 2 })
    drop('dirt', 5, 4, 0, 1)
    const move = show(5, 0)
    await simulation.advance(20)
    const { result } = await perform(give, { player: 'Steve', item: 'dirt', count: 2 })
    move(undefined)
    expect(result).toMatchObject({
      failure: {
        kind: 'timeout',
        detail: 'Steve has picked up 0 of 2 dirt thrown there',
      },
    })
    expect(carried().dirt ?? 0).toBeLessThanOrEqual(5)
  })

  it('fails for players out of sight and for items that the agent lacks', async () => {
    const { perform } = stage()
    const to = { player: 'Alex', range: 3 }
    expect((await perform(approachPlayer, to)).result).toMatchObject({
      failure: { kind: 'not-found', detail: 'the agent does not see Alex' },
    })
    const gift = { player: 'Alex', item: 'log', count: 2 }
    expect((await perform(give, gift)).result).toMatchObject({
      failure: { kind: 'missing-material', detail: 'the inventory lacks 2 log' },
    })
  })
})

describe('with other players and the sight of a player', () => {
  const VERSION = '1.16.5'
  const stage = sharedStage(VERSION, { perception: 'player' })
  const show = (x: number, z: number) => {
    const { player, at } = stage()
    return showOtherPlayer(player, VERSION, 'Steve', at(x, 0, z).offset(0.5, 0, 0.5))
  }
  /** Lets the agent see a place, and then look the other way. */
  const glanceAt = async (x: number, z: number) => {
    const { body, at, simulation } = stage()
    for (const [aheadX, aheadZ] of [
      [x, z],
      [-x, -z],
    ] as const) {
      await simulation.run(body.controls.lookAt(at(aheadX, 1, aheadZ)))
      await simulation.advance(20)
    }
  }

  it('the agent looks for a player that has left the place where it was seen', async () => {
    const { perform, at } = stage()
    const move = show(7, 0)
    await glanceAt(7, 0)
    move(at(7, 5, 2))
    const { result } = await perform(approachPlayer, { player: 'Steve', range: 6 })
    move(undefined)
    expect(result).toEqual({ ok: true })
  })

  it('the agent walks to a player where it is after it has joined again', async () => {
    const { perform, body, at } = stage()
    const move = show(-4, 0)
    await glanceAt(-4, 0)
    move(undefined)
    const moveAgain = show(8, 0)
    await stage().simulation.advance(20)
    const { result } = await perform(approachPlayer, { player: 'Steve', range: 3 })
    moveAgain(undefined)
    expect(result).toEqual({ ok: true })
    expect(body.position.distanceTo(at(8, 0, 0))).toBeLessThan(4)
  })
})
