import { describe, expect, it } from 'vitest'
import { digBlock } from '#body/dig'
import { showOtherPlayer } from '../support/other-player.ts'
import { sharedStage } from '../support/skills.ts'

describe('bodies that overlap', () => {
  const VERSION = '1.16.5'
  const stage = sharedStage(VERSION)

  it('push the player away from a mob, as the client does', async () => {
    const { game, at, body, simulation } = stage()
    const start = body.position.clone()
    game.mobs.spawn('cow', at(0, 0, 0).offset(0.3, 0, 0.5))
    await simulation.advance(20)
    expect(body.position.x - start.x).toBeGreaterThan(0.1)
    expect(body.position.distanceTo(stage().player.position)).toBeLessThan(0.1)
  })

  it('let a player who stands in the place of another one step out before it digs', async () => {
    const { block, at, body, context, player, run, simulation } = stage()
    block(3, 1, 0, 'dirt')
    const show = showOtherPlayer(player, VERSION, 'Ann', body.position.clone())
    await simulation.advance(5)
    expect(await run(digBlock(body, at(3, 1, 0), context.signal))).toBe(true)
    expect(Math.abs(body.position.x - at(0, 0, 0).x - 0.5)).toBeGreaterThan(0.25)
    show(undefined)
  })
})
