import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { joinAs } from '../support/practice.ts'
import { sharedStage } from '../support/skills.ts'
import { isAim, withoutAim } from '../support/violations.ts'

describe('the client-limit audit', () => {
  const stage = sharedStage('1.16.5', { hands: 'bot' })

  /** The violations that some packets add; each packet comes with the number of ticks after it. */
  async function allCounted(...packets: [packet: string, fields: object, ticks: number][]) {
    const { bot, game, simulation } = stage()
    const before = game.clientLimits.violations
    for (const [packet, fields, ticks] of packets) {
      bot._client.write(packet, fields)
      // The next packet goes out only after this one is written.
      await setImmediate()
      await simulation.advance(ticks)
    }
    await simulation.advance(4)
    const after = Object.entries(game.clientLimits.violations)
    return Object.fromEntries(
      after.flatMap(([limit, count]) => {
        const more = count - (before[limit as keyof typeof before] ?? 0)
        return more > 0 ? [[limit, more]] : []
      }),
    )
  }
  /** The same, without regard to the crosshair. */
  async function counted(...packets: [packet: string, fields: object, ticks: number][]) {
    return withoutAim(await allCounted(...packets))
  }
  /** The violations that a packet adds after a look at a point. */
  async function aimed(x: number, y: number, z: number, packet: string, fields: object) {
    const { bot, simulation, at } = stage()
    await simulation.advance(6)
    void bot.lookAt(at(0, 0, 0).offset(x, y, z), true)
    await simulation.advance(2)
    const all = Object.entries(await allCounted([packet, fields, 6]))
    return Object.fromEntries(all.filter(([limit]) => isAim(limit)))
  }
  const dig = (status: number, x: number, y: number, z: number) => {
    return { status, location: stage().at(x, y, z), face: 1 }
  }
  const use = ['use_item', { hand: 0 }] as const

  it('counts a dig that is too short or too soon after another one', async () => {
    // Dirt takes 15 ticks by hand, including the tick of the press.
    stage().fill([2, 0, -1], [2, 0, 1], 'dirt')
    await stage().simulation.advance(2)
    const whole = (pause: number): [string, object, number][] => [
      ['block_dig', dig(0, 2, 0, 0), 14],
      ['block_dig', dig(2, 2, 0, 0), pause],
      ['block_dig', dig(0, 2, 0, 1), 2],
    ]
    expect(await counted(...whole(6))).toEqual({})
    await stage().simulation.advance(6)
    stage().block(2, 0, 0, 'dirt')
    expect(await counted(...whole(5))).toEqual({ 'dig-pause': 1 })
    const hasty = [
      ['block_dig', dig(0, 2, 0, -1), 13],
      ['block_dig', dig(2, 2, 0, -1), 1],
    ] as const
    expect(await counted(...hasty.map(([...packet]): [string, object, number] => packet))).toEqual({
      'dig-time': 1,
    })
  })

  it('uses the dig time of a block that fell into the dug position', async () => {
    const { block, simulation } = stage()
    const digs = async (ticks: number) => {
      block(2, 1, 0, 'air')
      await simulation.advance(8)
      const begun = await counted(['block_dig', dig(0, 2, 1, 0), 0])
      block(2, 1, 0, 'gravel')
      await simulation.advance(ticks - 4)
      return [begun, await counted(['block_dig', dig(2, 2, 1, 0), 1])]
    }
    // 18 ticks by hand.
    block(2, 0, 0, 'stone')
    expect(await digs(17)).toEqual([{}, {}])
    expect(await digs(10)).toEqual([{}, { 'dig-time': 1 }])
  })

  it('counts uses in quick succession, but the packets of one press once', async () => {
    expect(await counted([...use, 4], [...use, 4])).toEqual({})
    expect(await counted([...use, 0], ['use_item', { hand: 1 }, 4])).toEqual({})
    expect(await counted([...use, 3], [...use, 4])).toEqual({ 'use-pause': 1 })
  })

  it('counts digs and attacks out of reach', async () => {
    const { block, simulation, mob } = stage()
    block(5, 0, 0, 'dirt')
    block(4, 1, 0, 'dirt')
    await simulation.advance(2)
    // Distances from the eye to the nearest face: slightly over 4.5, and 3.5.
    expect(await counted(['block_dig', dig(0, 5, 0, 0), 4])).toEqual({ 'block-reach': 1 })
    expect(await counted(['block_dig', dig(0, 4, 1, 0), 4])).toEqual({})
    const attack = (target: number) =>
      [['use_entity', { target, mouse: 1, sneaking: false }, 1]] as [string, object, number][]
    expect(await counted(...attack(mob('cow', 5, 0, 0).id))).toEqual({ 'entity-reach': 1 })
    expect(await counted(...attack(mob('cow', 2, 0, 2).id))).toEqual({})
  })

  it('counts digs of a block that the crosshair does not meet, and of another face of it', async () => {
    stage().fill([2, 0, 0], [2, 1, 0], 'stone')
    const start = { ...dig(0, 2, 1, 0), face: 4 }
    expect(await aimed(2, 1.5, 0.5, 'block_dig', start)).toEqual({})
    expect(await aimed(2, 0.5, 0.5, 'block_dig', start)).toEqual({ 'dig-crosshair': 1 })
    expect(await aimed(2, 1.5, 1.2, 'block_dig', start)).toEqual({ 'dig-crosshair': 1 })
    const cursor = { cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5, insideBlock: false }
    const above = { location: start.location, direction: 1, hand: 0, ...cursor }
    expect(await aimed(2, 1.5, 0.5, 'block_place', above)).toEqual({ 'block-face': 1 })
    stage().block(1, 1, 0, 'glass')
    expect(await aimed(2, 1.5, 0.5, 'block_dig', start)).toEqual({ 'dig-crosshair': 1 })
  })

  it('does not expect a client to know of a block that changes in the tick of its click', async () => {
    const { bot, block, fill, simulation, at, game } = stage()
    fill([2, 0, 0], [2, 1, 0], 'stone')
    const start = { ...dig(0, 2, 1, 0), face: 4 }
    const clickAfter = async (ticks: number) => {
      block(1, 1, 0, 'air')
      await simulation.advance(6)
      void bot.lookAt(at(0, 0, 0).offset(2, 1.5, 0.5), true)
      await simulation.advance(2)
      const before = game.clientLimits.violations['dig-crosshair'] ?? 0
      block(1, 1, 0, 'glass')
      await simulation.advance(ticks)
      bot._client.write('block_dig', start)
      await simulation.advance(6)
      return (game.clientLimits.violations['dig-crosshair'] ?? 0) - before
    }
    expect(await clickAfter(0)).toBe(0)
    expect(await clickAfter(2)).toBe(1)
    block(1, 1, 0, 'air')
    await simulation.advance(2)
  })

  it('does not expect a client to know at once that the server has refused its dig', async () => {
    const { bot, fill, simulation, at, game } = stage()
    fill([2, 0, 0], [3, 1, 0], 'stone')
    const clickAfter = async (ticks: number) => {
      await simulation.advance(6)
      void bot.lookAt(at(0, 0, 0).offset(2, 1.5, 0.5), true)
      await simulation.advance(2)
      const before = game.clientLimits.violations['dig-crosshair'] ?? 0
      for (const status of [0, 2]) {
        bot._client.write('block_dig', { ...dig(status, 2, 1, 0), face: 4 })
        await simulation.advance(1)
      }
      await simulation.advance(ticks)
      bot._client.write('block_dig', { ...dig(0, 3, 1, 0), face: 4 })
      await simulation.advance(6)
      return (game.clientLimits.violations['dig-crosshair'] ?? 0) - before
    }
    expect(await clickAfter(0)).toBe(0)
    expect(await clickAfter(4)).toBe(1)
  })

  it('takes the look that follows a click in the same tick, as clients send it', async () => {
    stage().fill([2, 0, 0], [2, 1, 0], 'stone')
    const { bot, simulation, at } = stage()
    const start = { ...dig(0, 2, 1, 0), face: 4 }
    const clickThenLook = async (x: number, y: number, z: number) => {
      await simulation.advance(6)
      void bot.lookAt(at(0, 0, 0).offset(5, 0, 5), true)
      await simulation.advance(2)
      const before = { ...stage().game.clientLimits.violations }
      bot._client.write('block_dig', start)
      void bot.lookAt(at(0, 0, 0).offset(x, y, z), true)
      await simulation.advance(6)
      const { violations } = stage().game.clientLimits
      return (violations['dig-crosshair'] ?? 0) - (before['dig-crosshair'] ?? 0)
    }
    expect(await clickThenLook(2, 1.5, 0.5)).toBe(0)
    expect(await clickThenLook(2, 0.5, 0.5)).toBe(1)
  })

  it('uses the outlines of blocks, which differ from what stops a player', async () => {
    const { block, at } = stage()
    const click = (x: number, direction: number) => {
      const cursor = { cursorX: 0.5, cursorY: 0.5, cursorZ: 0.5, insideBlock: false }
      return { location: at(x, 0, 0), direction, hand: 0, ...cursor }
    }
    block(2, 0, 0, 'oak_trapdoor', { half: 'bottom' })
    expect(await aimed(2.5, 0.18, 0.5, 'block_place', click(2, 1))).toEqual({})
    // The middle of the cell is above the trapdoor: the ray meets the ground behind it.
    expect(await aimed(2.5, 0.9, 0.5, 'block_place', click(2, 1))).toEqual({ 'use-crosshair': 1 })
    block(3, 0, 0, 'stone')
    block(2, 0, 0, 'air')
    expect(await aimed(3, 0.4, 0.5, 'block_place', click(3, 4))).toEqual({})
    block(2, 0, 0, 'grass')
    expect(await aimed(3, 0.4, 0.5, 'block_place', click(3, 4))).toEqual({ 'use-crosshair': 1 })
    expect(await aimed(3, 0.95, 0.5, 'block_place', click(3, 4))).toEqual({})
  })

  it('counts attacks with the crosshair beside the mob or on something before it', async () => {
    const { mob, fill, at } = stage()
    const hits = (up: number, aside: number) => {
      const cow = mob('cow', 2, 0, 0)
      const { x, y, z } = cow.position.minus(at(0, 0, 0))
      const attack = { target: cow.id, mouse: 1, sneaking: false }
      return aimed(x, y + up, z + aside, 'use_entity', attack).finally(() => {
        stage().game.population.remove(cow)
      })
    }
    expect(await hits(0.7, 0)).toEqual({})
    expect(await hits(0.7, 1.6)).toEqual({ 'attack-crosshair': 1 })
    fill([1, 0, -2], [1, 2, 2], 'glass')
    expect(await hits(0.7, 0)).toEqual({ 'attack-crosshair': 1 })
  })

  it('ignores the clicks of a player whose client does not know that it is dead', async () => {
    const { bot, mob, player, simulation, at } = stage()
    const cow = mob('cow', 2, 0, 0)
    void bot.lookAt(at(0, 1, 3), true)
    await simulation.advance(2)
    const attack = { target: cow.id, mouse: 1, sneaking: false }
    expect(await allCounted(['use_entity', attack, 6])).toEqual({ 'attack-crosshair': 1 })
    player.vitals.hurt(100, 'void')
    expect(await allCounted(['use_entity', attack, 6])).toEqual({})
  })

  it('counts clicks through another player', async () => {
    const session = stage()
    const { block, at, game } = session
    block(2, 1, 0, 'stone')
    const start = { ...dig(0, 2, 1, 0), face: 4 }
    const friend = await joinAs(session, 'friend')
    const other = [...game.players].find(({ name }) => name === 'friend')
    const stand = (aside: number) => {
      if (other) game.movement.teleport(other, at(1, 0, 0).offset(0.5, 0, 0.5 + aside))
    }
    stand(2)
    await session.simulation.advance(5)
    expect(await aimed(2, 1.5, 0.5, 'block_dig', start)).toEqual({})
    stand(0)
    await session.simulation.advance(5)
    expect(await aimed(2, 1.5, 0.5, 'block_dig', start)).toEqual({ 'dig-crosshair': 1 })
    friend.end()
  })
})
