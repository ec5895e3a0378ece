import { isThunderstorm, sunThroughClouds } from '#knowledge/daylight'
import type { Player } from '../player.ts'
import type { Players } from '../players.ts'
import type { WorldTime } from '../world-time.ts'

export const WEATHERS = ['clear', 'rain', 'thunder'] as const
export type WeatherKind = (typeof WEATHERS)[number]

/** Minimum and maximum durations of the game (ticks). */
const DRY_TICKS = [12_000, 180_000] as const
const RAIN_TICKS = [12_000, 24_000] as const
const CALM_TICKS = [12_000, 180_000] as const
const THUNDER_TICKS = [3600, 15_600] as const
/** Change of a level in a tick. */
const FADE = 0.01
/** It rains above this level. */
const RAINY = 0.2

/** A cycle of the game: off and on in turn, with a level that follows slowly. */
class Cycle {
  on = false
  left: number
  level = 0
  readonly #off: readonly [number, number]
  readonly #on: readonly [number, number]
  readonly #random: () => number

  constructor(off: readonly [number, number], on: readonly [number, number], random: () => number) {
    this.#off = off
    this.#on = on
    this.#random = random
    this.left = this.#duration()
  }

  set(on: boolean, ticks: number | undefined): void {
    this.on = on
    this.left = ticks ?? this.#duration()
  }

  step(): void {
    this.left--
    if (this.left <= 0) this.set(!this.on, undefined)
    this.level = Math.min(1, Math.max(0, this.level + (this.on ? FADE : -FADE)))
  }

  #duration(): number {
    const [min, max] = this.on ? this.#on : this.#off
    return min + Math.floor(this.#random() * (max - min))
  }
}

/** Rain and thunder, which come and go as in the game: the first rain falls after half a day to seven and a half days. */
export class Weather {
  readonly #rain: Cycle
  readonly #thunder: Cycle
  readonly #players: Players

  constructor({
    players,
    time,
    random,
  }: {
    players: Players
    time: WorldTime
    random: () => number
  }) {
    this.#players = players
    this.#rain = new Cycle(DRY_TICKS, RAIN_TICKS, random)
    this.#thunder = new Cycle(CALM_TICKS, THUNDER_TICKS, random)
    players.on('join', (player) => {
      if (this.isRaining) this.#announce(player)
    })
    time.everyTick(() => this.#step())
  }

  get isRaining(): boolean {
    return this.#rain.level > RAINY
  }

  /** A thunderstorm needs rain. */
  get isThundering(): boolean {
    return isThunderstorm(this.#rain.level, this.#thunder.level)
  }

  /** Share of sunlight that passes the clouds (0 to 1). */
  get brightness(): number {
    return sunThroughClouds(this.#rain.level, this.#thunder.level)
  }

  /**
   * Changes the weather, which fades in or out.
   * @param ticks its duration; by default, as long as the game's own.
   */
  set(kind: WeatherKind, ticks?: number): void {
    this.#rain.set(kind !== 'clear', ticks)
    this.#thunder.set(kind === 'thunder', ticks)
  }

  #step(): void {
    const wasRaining = this.isRaining
    const rain = this.#rain.level
    const thunder = this.#thunder.level
    this.#rain.step()
    this.#thunder.step()
    for (const player of this.#players) {
      if (wasRaining !== this.isRaining) this.#announce(player)
      if (rain !== this.#rain.level) this.#sendLevel(player, 'rain_level_change', this.#rain.level)
      if (thunder !== this.#thunder.level)
        this.#sendLevel(player, 'thunder_level_change', this.#thunder.level)
    }
  }

  /** Tells a player whether it rains, and how much. */
  #announce(player: Player): void {
    this.#sendLevel(player, this.isRaining ? 'start_raining' : 'stop_raining', 0)
    this.#sendLevel(player, 'rain_level_change', this.#rain.level)
    this.#sendLevel(player, 'thunder_level_change', this.#thunder.level)
  }

  #sendLevel(player: Player, reason: string, level: number): void {
    player.send('game_state_change', { reason, gameMode: level })
  }
}
