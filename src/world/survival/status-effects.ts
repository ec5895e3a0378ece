import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'

interface StatusEffect {
  kind: 'hunger' | 'poison' | 'regeneration'
  ticks: number
  chance: number
}

const FOOD_EFFECTS: Record<string, StatusEffect> = {
  rotten_flesh: { kind: 'hunger', ticks: 600, chance: 0.8 },
  chicken: { kind: 'hunger', ticks: 600, chance: 0.3 },
  pufferfish: { kind: 'hunger', ticks: 300, chance: 1 },
  spider_eye: { kind: 'poison', ticks: 100, chance: 1 },
  poisonous_potato: { kind: 'poison', ticks: 100, chance: 0.6 },
  golden_apple: { kind: 'regeneration', ticks: 100, chance: 1 },
  enchanted_golden_apple: { kind: 'regeneration', ticks: 400, chance: 1 },
}
const HUNGER_EXHAUSTION = 0.005
/** Interval at which poison damages, and regeneration II heals, one point (ticks). */
const PULSE_TICKS = 25

/** Status effects of food and mobs. */
export class StatusEffects {
  readonly #time: WorldTime
  readonly #random: () => number
  readonly #until = new Map<Player, Map<StatusEffect['kind'], number>>()

  constructor(players: Players, time: WorldTime, random: () => number) {
    this.#time = time
    this.#random = random
    const clear = (player: Player) => this.#until.delete(player)
    players.on('leave', clear)
    players.on('death', clear)
    time.everyTick(() => {
      for (const [player, effects] of this.#until) {
        for (const [kind, until] of effects) this.#tick(player, kind, until - time.tick)
      }
    })
  }

  applyFood(player: Player, food: string): void {
    const effect = FOOD_EFFECTS[food]
    if (!effect || this.#random() >= effect.chance) return
    this.apply(player, effect.kind, effect.ticks)
  }

  /** Applies an effect for a number of ticks, unless it already lasts longer. */
  apply(player: Player, kind: StatusEffect['kind'], ticks: number): void {
    const known = this.#until.get(player) ?? new Map<StatusEffect['kind'], number>()
    known.set(kind, Math.max(known.get(kind) ?? 0, this.#time.tick + ticks))
    this.#until.set(player, known)
  }

  has(player: Player, kind: StatusEffect['kind']): boolean {
    return (this.#until.get(player)?.get(kind) ?? 0) > this.#time.tick
  }

  #tick(player: Player, kind: StatusEffect['kind'], left: number): void {
    const { vitals } = player
    if (left <= 0) this.#until.get(player)?.delete(kind)
    else if (kind === 'hunger') vitals.exhaust(HUNGER_EXHAUSTION)
    else if (left % PULSE_TICKS !== 0) return
    else if (kind === 'regeneration') vitals.heal(1)
    else if (vitals.health > 1) vitals.hurt(1, 'magic')
  }
}
