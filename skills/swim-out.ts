import { travel } from '../src/body/travel.ts'
import { failed, succeeded, type SkillResult } from './failure.ts'
import type { Skill } from './skill.ts'

/** Gets out of lava, fire or water onto firm ground by the shortest way. */
export const swimOut: Skill<null> = {
  name: 'swim-out',
  effect: 'the feet stand on firm, dry ground',
  budget: () => 300,
  precondition: () => null,
  async run({ body, signal }): Promise<SkillResult> {
    const dry = (x: number, y: number, z: number) => body.traits(x, y, z).open && body.traits(x, y - 1, z).floor
    const out = () => dry(body.feet.x, body.feet.y, body.feet.z)
    const { bot } = body
    // In lava every tick counts and no route is planned through it: up, and toward the nearest firm edge.
    if (body.traitsAt(body.feet).lava) {
      const edge = nearestDry(body, dry)
      if (edge) await bot.lookAt(edge.offset(0.5, 1.6, 0.5), true)
      bot.setControlState('jump', true)
      bot.setControlState('forward', true)
      await body.until(out, 60, signal)
      body.release()
    } else {
      await travel(body, { reached: dry, distance: (x, y, z) => (dry(x, y, z) ? 0 : 1) }, signal, { limit: 3000 })
    }
    return out() ? succeeded : failed('unreachable', 'no firm ground in reach')
  },
}

function nearestDry(body: Parameters<typeof swimOut.run>[0]['body'], dry: (x: number, y: number, z: number) => boolean) {
  const { feet } = body
  let best: { distance: number; place: typeof feet } | undefined
  for (let dx = -5; dx <= 5; dx++) {
    for (let dz = -5; dz <= 5; dz++) {
      for (let dy = -1; dy <= 2; dy++) {
        if (!dry(feet.x + dx, feet.y + dy, feet.z + dz)) continue
        const distance = Math.hypot(dx, dy, dz)
        if (!best || distance < best.distance) best = { distance, place: feet.offset(dx, dy, dz) }
      }
    }
  }
  return best?.place
}
