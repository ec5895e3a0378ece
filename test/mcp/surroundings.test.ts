import { describe, expect, it } from 'vitest'
import type { Observation } from '#goal/observation'
import type { Workplace } from '#life/resident'
import { lookText } from '#mcp/surroundings'
import { showOtherPlayer } from '../support/other-player.ts'
import { sharedStage } from '../support/skills.ts'

const VERSION = '1.16.5'

describe('what a client learns by looking', () => {
  const stage = sharedStage(VERSION)

  it('counts the entities of a kind, so that a crowd does not hide the others', async () => {
    const { context, player, simulation, at, drop, mob } = stage()
    for (let x = -4; x <= 4; x++) for (const z of [-6, 6]) drop('dirt', 64, x, 0, z)
    mob('cow', 8, 0, 0)
    const move = showOtherPlayer(player, VERSION, 'Steve', at(-8, 0, 0).offset(0.5, 0, 0.5))
    await simulation.advance(20)
    const workplace = { world: context } as unknown as Workplace
    const text = lookText(workplace, {} as Observation, 24)
    move(undefined)
    expect(text).toMatch(/^dirt x18: 6 blocks/m)
    expect(text).toMatch(/^cow: /m)
    expect(text).toMatch(/^player Steve: 8 blocks west/m)
    expect(text).not.toMatch(/more/)
  })
})
