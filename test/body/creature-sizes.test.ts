import { describe, expect, it } from 'vitest'
import { sharedStage } from '../support/skills.ts'
import { ERAS } from '../support/windows.ts'

describe.each(ERAS)('the size of creatures in %s', (version) => {
  const stage = sharedStage(version, { difficulty: 'normal' })

  it.each([
    ['zombie', { baby: true }],
    ['zombie', {}],
    ['cow', { baby: true }],
    ['slime', { size: 1 }],
    ['slime', { size: 4 }],
  ] as const)('is that of the world: %s %o', async (name, build) => {
    const { game, at, bot, simulation } = stage()
    const mob = game.mobs.spawn(name, at(3, 0, 0).offset(0.5, 0, 0.5), build)
    await simulation.advance(20)
    const shown = bot.entities[mob.id]
    expect([shown?.width, shown?.height]).toEqual([mob.width, mob.height])
  })
})
