import { bestFood, eat } from '../items/eat.ts'
import type { Reflex } from './reflex.ts'

/** Food level at which the agent eats whatever its health is. */
const HUNGRY = 7
/** Health at which the agent eats in order to heal, and the food level from which health regenerates. */
const WOUNDED = 16
const HEALING_FOOD = 18
/** A monster within this distance interrupts a meal (blocks). */
const FIGHT_RANGE = 8

export const eatReflex: Reflex = {
  name: 'eat',
  description: 'Eat when hungry, or when a higher food level would heal wounds.',
  urgency: 40,
  rest: 200,
  skill: eat,
  when(context) {
    // A monster hunter eats before or after a fight, not during it.
    const { agentState, threats } = context
    if (agentState.combat.hunted.size > 0 && threats.some(({ distance }) => distance < FIGHT_RANGE))
      return undefined
    const { health, food } = context.body.vitals
    const starving = food <= HUNGRY || (health <= WOUNDED && food < HEALING_FOOD)
    return starving && bestFood(context) ? 'hungry' : undefined
  },
}
