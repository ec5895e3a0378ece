import { describe, expect, it } from 'vitest'
import { sharedStage } from '../support/skills.ts'

describe('a mob that has just died', () => {
  const stage = sharedStage('1.16.5')

  // Clients hear of movements every three ticks.
  it.each([4, 5, 6])(
    'is gone for the agent, and its body is where it fell, after %i ticks',
    async (ticks) => {
      const { mob, body, bot, context, run, simulation } = stage()
      const cow = mob('cow', 2, 0, 0)
      cow.health = 1
      await simulation.advance(ticks)
      const known = () => context.memory.entities(['cow'], body.position, 8).length
      expect(known()).toBe(1)
      cow.motion.z = 0.2
      await simulation.advance(1)
      expect(await run(body.interaction.attack(cow.id, context.signal))).toBe(true)
      await simulation.advance(5)
      expect(cow.dead).toBe(true)
      expect(known()).toBe(0)
      expect(bot.entities[cow.id]?.position.distanceTo(cow.position)).toBeLessThan(0.01)
    },
  )
})
