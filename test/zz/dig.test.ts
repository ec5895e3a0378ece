import { describe, it } from 'vitest'
import { recuperate } from '#skills/combat/recuperate'
import { shelter } from '#skills/survival/shelter'
import { sharedStage } from '../support/skills.ts'

describe('dig', () => {
  const on = sharedStage('1.16.5', { difficulty: 'normal', viewDistance: 3 })
  const kinds = (process.env.KINDS ?? 'spider').split(',').flatMap((k) => [0, 1, 2, 3].map((i) => [k, i] as const))
  it.each(kinds)('%s %i', async (kind, i) => {
    const { mob, simulation, perform, player, world } = on() as any
    world.game.time.ofDay = 14_000
    player.vitals.restore()
    ;(on() as any).fill([-5, -4, -5], [5, -1, 5], 'dirt'); console.log('FILLED')
    await simulation.advance(20)
    const foes = kind.split('+').map((one: string, n: number) => mob(one, i < 2 ? 2 : 10, 0, (i % 4) - 2 + 2 * n))
    await simulation.advance(i < 2 ? 20 : 40)
    const start = world.game.time.tick
    const before = player.vitals.health
    let log = ''
    let last = before
    world.game.time.everyTick(() => { const t = world.game.time.tick - start; if (t % 100 === 0) console.log(`T ${t} hp ${player.vitals.health.toFixed(0)} at ${player.position} foe ${foes[0].position} ${foes[0].dead}`); if (player.vitals.health < last) log += ` ${t}:${player.vitals.health.toFixed(0)}@${player.position.y.toFixed(1)}`; last = player.vitals.health })
    const { result, ticks } = await perform(process.env.SHELTER ? shelter : recuperate, null)
    console.log(`RES ${kind} ${i}: ${JSON.stringify(result)} ticks ${ticks}, player from ${before} to ${player.vitals.health.toFixed(1)} y ${player.position.y} ${log} foes ${foes.map((f: any) => f.position.distanceTo(player.position).toFixed(1))}`)
    await simulation.advance(20)
    player.vitals.restore()
  }, 60_000)
})
