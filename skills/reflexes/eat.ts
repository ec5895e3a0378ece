import { bestFood, eat } from '../items/eat.ts'
import type { Reflex } from './reflex.ts'

/** Food level at which one eats in any case. */
const HUNGRY = 7
/** Health at which food is worth eating for its healing, and the food level that heals. */
const WOUNDED = 16
const HEALING_FOOD = 18
/** A monster nearer than this leaves no time for a meal (blocks). */
const FIGHT_RANGE = 8

/** Eats when hungry, or when wounds would heal with more in the stomach. */
export const eatReflex: Reflex = {
  name: 'eat',
  urgency: 40,
  rest: 200,
  skill: eat,
  when(context) {
    // Who hunts monsters eats before or after a fight.
    const { agentState, threats } = context
    if (agentState.combat.hunted.size > 0 && threats.some(({ distance }) => distance < FIGHT_RANGE))
      return undefined
    const { health, food } = context.body.vitals
    const starving = food <= HUNGRY || (health <= WOUNDED && food < HEALING_FOOD)
    return starving && bestFood(context) ? 'hungry' : undefined
  },
}
