import { describe, it } from 'vitest'
import { defend } from '#skills/combat/defend'
import { sharedStage } from '../support/skills.ts'

describe('fists', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal', viewDistance: 3 })
  const kinds = (process.env.KINDS ?? 'spider,zombie').split(',').flatMap((k) => [0, 1, 2, 4].map((i) => [k, i] as const))
  it.each(kinds)('%s %i', async (kind, i) => {
    const { mob, simulation, perform, player, world } = on() as any
    world.game.time.ofDay = 14_000
    player.vitals.restore()
    ;(on() as any).fill([-30, -1, -30], [30, -1, 30], 'stone')
    await simulation.advance(20)
    if (process.env.ITEM) await (on() as any).give({ [process.env.ITEM]: 1 })
    const names = kind.split('+')
    const foes = names.map((one: string, n: number) => mob(one, (i < 3 ? 5 + i : -4 - i), 0, (i % 4) - 2 + 2 * n))
    const start = world.game.time.tick; let taken = 0; let last = 20
    world.game.time.everyTick(() => { if (player.vitals.health < last) taken += last - player.vitals.health; last = player.vitals.health })
    for (let n = 0; n < 60 && foes.some((f: any) => !f.dead) && !player.vitals.dead; n++) {
      await perform(defend, null)
      await simulation.advance(5)
      if (player.vitals.health < 8) break
    }
    const lost = 20 - player.vitals.health
    console.log(`RES ${kind} ${i}: ticks ${world.game.time.tick - start}, player ${player.vitals.health.toFixed(1)} taken ${taken.toFixed(0)} y ${player.position.y}, foes ${foes.map((f: any) => f.health.toFixed(0))}`)
    await simulation.advance(40)
    player.vitals.restore()
  }, 60_000)
})
