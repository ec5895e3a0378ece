import { it, describe } from 'vitest'
import { surface } from '/work/main/skills/surface.ts'
import { swimOut } from '/work/main/skills/swim-out.ts'
import { breathe } from '/work/main/skills/breathe.ts'
import { hunt } from '/work/main/skills/hunt.ts'
import { sharedStage } from '/work/main/test/support/skills.ts'
describe.each(['1.12.2','1.16.5'])('%s', (version) => {
const stage = sharedStage(version, { difficulty: 'normal' })
it('lava', async () => {
    const { fill, block, body, at, perform, game, simulation, player, stand, bot } = stage()
    fill([1, -2, -3], [4, -1, 3], 'lava')
    block(1, -1, 0, 'stone')
    await stand(1, 0, 0)
    block(1, -1, 0, 'air')
    for (let i = 0; i < 40 && !(bot.entity as any).isInLava; i++) await simulation.advance(1)
    console.log(body.position.minus(at(0,0,0)).toString(), player.vitals.health)
    console.log(await perform(swimOut, null), player.vitals.health, body.position.minus(at(0,0,0)).toString())
})
it('breathe', async () => {
    const { fill, stand, perform, body, at, bot } = stage()
    fill([-1, -5, -1], [1, -1, 1], 'water')
    await stand(0, -5, 0)
    const t0 = body.clock.tick
    const f = () => console.log(body.clock.tick - t0, body.position.minus(at(0, 0, 0)).y.toFixed(2), body.traitsAt(body.eye.floored()).name)
    bot.on('physicsTick', f)
    console.log(await perform(breathe, null))
    bot.off('physicsTick', f)
})
it('surface', async () => {
    const { fill, stand, perform, body, at, give } = stage()
    fill([-10, 0, -10], [10, 7, 10], 'stone')
    fill([0, -4, 0], [0, -3, 0], 'air')
    await give({ stone_pickaxe: 1, cobblestone: 20 })
    await stand(0, -4, 0)
    console.log(await perform(surface, null), body.position.minus(at(0,0,0)).toString())
})
it('hunt', async () => {
    const { perform, body, at, give, mob, bot } = stage()
    const cow = mob('cow', 6, 0, 4)
    await give({ stone_sword: 1 })
    const t0 = body.clock.tick
    const f = () => (body.clock.tick - t0) % 4 == 0 && console.log(body.clock.tick - t0, body.position.minus(at(0, 0, 0)).floored().toString(), cow.position.minus(at(0,0,0)).floored().toString(), cow.health)
    bot.on('physicsTick', f)
    console.log(await perform(hunt, { item: 'beef', count: 1 }))
    bot.off('physicsTick', f)
})
})
