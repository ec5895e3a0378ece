import { bestFood, eat } from '../eat.ts'
import type { Reflex } from './reflex.ts'

/** Food level at which one eats in any case. */
const HUNGRY = 7
/** Health at which food is worth eating for its healing, and the food level that heals. */
const WOUNDED = 16
const HEALING_FOOD = 18

/** Eats when hungry, or when wounds would heal with more in the stomach. */
export const stillHunger: Reflex = {
  name: 'still-hunger',
  urgency: 40,
  rest: 200,
  skill: eat,
  when(context) {
    const { health, food } = context.body.vitals
    const starving = food <= HUNGRY || (health <= WOUNDED && food < HEALING_FOOD)
    return starving && bestFood(context) ? 'hungry' : undefined
  },
}
