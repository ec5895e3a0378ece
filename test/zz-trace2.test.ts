import { describe, it } from 'vitest'
import { surface } from '../skills/surface.ts'
import { sharedStage } from './support/skills.ts'

describe.each(['1.16.5'])('land of %s', (version) => {
  const stage = sharedStage(version, {viewDistance: 5})
  it('surface deep', async () => {
    const { stand, perform, body, give, fill, bot, at } = stage()
    await give({ stone_pickaxe: 1, cobblestone: 20 })
    const y = 30 - 150
    fill([-1, y, -1], [1, y + 2, 1], 'air')
    fill([-1, y-1, -1], [1, y-1, 1], 'stone')
    await stand(0, y, 0)
    const t = process.hrtime.bigint()
    const t0 = body.clock.tick
    let last = ''
    const o = at(0, y, 0)
    const f = () => {
      const p = body.position.minus(o)
      const now = `${p.x.toFixed(1)} ${p.y.toFixed(1)} ${p.z.toFixed(1)} dig ${bot.targetDigBlock?.position.minus(o) ?? '-'} held ${bot.heldItem?.name} ${body.scaffold}`
      if (now !== last && body.clock.tick - t0 < 300) console.log(body.clock.tick - t0, now)
      last = now
    }
    bot.on('physicsTick', f)
    console.log(await perform(surface, null), body.position.toString(), Number(process.hrtime.bigint() - t) / 1e6)
    bot.off('physicsTick', f)
  })
})
