import type { Difficulty } from '#knowledge/difficulty'
import type { Vitals } from '../vitals.ts'

const FULL = 20
const EXHAUSTION_STEP = 4
const MAX_EXHAUSTION = 40
/** Intervals of saturation healing, and of healing by food and of starvation (ticks). */
const QUICK_HEAL_TICKS = 10
const SLOW_TICKS = 80
const SLOW_HEAL_COST = 6
const HEALING_FOOD = 18
/** On peaceful, intervals of health and food regeneration (ticks). */
const PEACEFUL_HEAL_TICKS = 20
const PEACEFUL_FOOD_TICKS = 10
/** Health at which starvation stops. */
const STARVED_TO: Record<Difficulty, number> = { peaceful: 20, easy: 10, normal: 1, hard: 0 }

/** A player's food, saturation and exhaustion, and their effects on health. */
export class Hunger {
  food = FULL
  saturation = 5
  #exhaustion = 0
  #timer = 0

  exhaust(points: number): void {
    this.#exhaustion = Math.min(MAX_EXHAUSTION, this.#exhaustion + points)
  }

  eat(foodPoints: number, saturation: number): void {
    this.food = Math.min(FULL, this.food + foodPoints)
    this.saturation = Math.min(this.food, this.saturation + saturation)
  }

  step(vitals: Vitals, difficulty: Difficulty, tick: number): void {
    this.#spend(difficulty)
    if (difficulty === 'peaceful') {
      if (tick % PEACEFUL_HEAL_TICKS === 0) vitals.heal(1)
      if (tick % PEACEFUL_FOOD_TICKS === 0) this.food = Math.min(FULL, this.food + 1)
    }
    const hurt = vitals.health < FULL
    if (hurt && this.food >= FULL && this.saturation > 0) {
      if (++this.#timer < QUICK_HEAL_TICKS) return
      const cost = Math.min(this.saturation, SLOW_HEAL_COST)
      vitals.heal(cost / SLOW_HEAL_COST)
      this.exhaust(cost)
    } else if (hurt && this.food >= HEALING_FOOD) {
      if (++this.#timer < SLOW_TICKS) return
      vitals.heal(1)
      this.exhaust(SLOW_HEAL_COST)
    } else if (this.food === 0) {
      if (++this.#timer < SLOW_TICKS) return
      if (vitals.health > STARVED_TO[difficulty]) vitals.hurt(1, 'starve')
    }
    this.#timer = 0
  }

  #spend(difficulty: Difficulty): void {
    if (this.#exhaustion <= EXHAUSTION_STEP) return
    this.#exhaustion -= EXHAUSTION_STEP
    if (this.saturation > 0) this.saturation = Math.max(0, this.saturation - 1)
    else if (difficulty !== 'peaceful') this.food = Math.max(0, this.food - 1)
  }
}
